import type { Missing } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { missingWords } from '@brigade/contract/thing-model/thing-model.text.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Box, Row, Stack } from '../../ui/layout/layout.tsx'
import { functionsOf } from '../functions/model-functions.ts'
import { draftHref } from '../model-address.ts'
import css from './publish.module.css'
import { publishText } from './publish.text.ts'

type Props = { productId: string; missing: readonly Missing[]; model: ThingModel }

/** The list names each reason that blocks publishing and links to its function. */
export function MissingList({ productId, missing, model }: Props) {
  const w = useWords(publishText)
  const locale = useLocale()
  const names = new Map(functionsOf(model).map(({ definition }) => [definition.identifier, definition.name[locale]]))
  return (
    <Box.section
      padding="12 16"
      marginBottom="16"
      border="bad"
      radius="m"
      ground="bad-soft"
      className={css.missing}
      role="alert"
    >
      <Row.h3 gap="8" align="center" size="s" line="20" weight="600">
        <StateShape name="error" />
        {w.missingTitle({ count: missing.length })}
      </Row.h3>
      <Stack.ul gap="4" overflow="auto">
        {missing.map(({ reason, identifier, path }) => (
          <Row.li key={`${path} ${reason}`} gap="0 8" wrap>
            {identifier === '' ? (
              <a href={draftHref(productId)}>{w.toDraft}</a>
            ) : (
              <>
                <a href={draftHref(productId, identifier)}>{names.get(identifier) ?? identifier}</a>
                <span className="mono">{identifier}</span>
              </>
            )}
            <span>{missingWords[reason][locale]}</span>
          </Row.li>
        ))}
      </Stack.ul>
    </Box.section>
  )
}
