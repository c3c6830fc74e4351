import type { Missing } from '@brigade/contract/thing-model/model-draft.model.ts'
import { missingWords } from '@brigade/contract/thing-model/thing-model.text.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
import css from './draft.module.css'
import { draftFunctionsText } from './draft.text.ts'

type Props = {
  missing: readonly Missing[]
  nameOf: (identifier: string) => string
  onShow: (identifier: string) => void
}

const shownAtMost = 6

/** Each note names a reason that blocks publishing and links to its function. */
export function MissingNotes({ missing, nameOf, onShow }: Props) {
  const w = useWords(draftFunctionsText)
  const locale = useLocale()
  const ofFunctions = missing.filter(({ identifier }) => identifier !== '')
  if (ofFunctions.length === 0) return null
  const more = ofFunctions.length - shownAtMost
  return (
    <Box.section
      margin="16 24 0"
      padding="12 16"
      border="bad"
      radius="m"
      ground="bad-soft"
      className={css.missing}
      aria-label={w.missingTitle({ count: ofFunctions.length })}
    >
      <Row.p gap="8" align="center">
        <StateShape name="error" />
        <Text.b weight="600">{w.missingTitle({ count: ofFunctions.length })}</Text.b>
      </Row.p>
      <Row.ul gap="4 24" marginTop="4" wrap>
        {ofFunctions.slice(0, shownAtMost).map(({ reason, identifier, path }) => (
          <Row.li key={`${path} ${reason}`} gap="8" minHeight="24" align="center">
            <button type="button" onClick={() => onShow(identifier)}>
              {nameOf(identifier)}
            </button>
            <span>{missingWords[reason][locale]}</span>
          </Row.li>
        ))}
        {more > 0 ? (
          <Row.li gap="8" minHeight="24" align="center">
            {w.missingMore({ count: more })}
          </Row.li>
        ) : null}
      </Row.ul>
    </Box.section>
  )
}
