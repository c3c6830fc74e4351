import { templateFaultWords } from '@brigade/contract/product/product.text.ts'
import type { TemplateFault } from '@brigade/contract/product/template/template.model.ts'
import type { Ref } from 'react'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { useFieldPathLabels } from './field/field-path-labels.ts'
import { goToPlace } from '../../ui/form/form-places.ts'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import css from './template.module.css'
import { templateText } from './field/template.text.ts'

type Props = { faults: readonly TemplateFault[]; mayEdit: boolean; ref: Ref<HTMLElement> }

/** The list names each reference to a missing or unsuitable function and links to it. It explains why publishing is refused. */
export function FaultList({ faults, mayEdit, ref }: Props) {
  const w = useWords(templateText)
  const nameOf = useNameOf()
  const placeWords = useFieldPathLabels()
  if (faults.length === 0) return null
  const title = w.faultsTitle({ n: faults.length })
  return (
    <Box.section
      margin="16 24 0"
      padding="12 16"
      border="bad"
      radius="m"
      ground="bad-soft"
      className={css.faults}
      aria-label={title}
      tabIndex={-1}
      ref={ref}
    >
      <Row.p gap="4 8" align="center" wrap>
        <StateShape name="error" />
        <Text.b weight="600">{title}</Text.b>
        <Text tone="ink-2">{mayEdit ? w.faultsHint : w.faultsHintReader}</Text>
      </Row.p>
      <Stack.ul gap="2" marginTop="4" overflow="auto">
        {faults.map(({ path, identifier, reason }) => (
          <Row.li key={path} gap="0 12" align="baseline" tone="ink-2" wrap>
            <Text.button
              minHeight="24"
              tone="link"
              textAlign="left"
              type="button"
              className={css.jump}
              onClick={() => goToPlace(path)}
            >
              {placeWords(path)}
            </Text.button>
            {reason === 'outOfRange' ? null : <span className="mono">{identifier}</span>}
            <span>{nameOf(templateFaultWords[reason])}</span>
          </Row.li>
        ))}
      </Stack.ul>
    </Box.section>
  )
}
