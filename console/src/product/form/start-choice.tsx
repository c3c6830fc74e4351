import { readyMadeWords } from '@brigade/contract/product/product.text.ts'
import { useId } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Grid, Row, Text } from '../../ui/layout/layout.tsx'
import css from './form.module.css'
import { productFormText } from './form.text.ts'
import { starts, type Start } from './product-typed.ts'

type Props = { value: Start; onChange: (start: Start) => void; isCopyPossible: boolean }

/** Chooses the thing model that a new product model begins with. */
export function StartChoice({ value, onChange, isCopyPossible }: Props) {
  const w = useWords(productFormText)
  const locale = useLocale()
  const name = useId()
  const startWords: Readonly<Record<Start, { label: string; hint: string }>> = {
    empty: { label: w.empty, hint: w.emptyHint },
    'combi-oven': { label: readyMadeWords['combi-oven'][locale], hint: w.ovenHint },
    refrigerator: { label: readyMadeWords.refrigerator[locale], hint: w.coolerHint },
    'modbus-dtu': { label: readyMadeWords['modbus-dtu'][locale], hint: w.dtuHint },
    copy: { label: w.aCopy, hint: w.copyHint },
  }
  return (
    <Grid.fieldset gap="8" margin="0 0 20" padding="0" columns="2" border="none" shrink>
      <Text.legend padding="0" size="xs" line="16" tone="ink-3" weight="500" marginBottom="4">
        {w.start}
      </Text.legend>
      {starts
        .filter((start) => start !== 'copy' || isCopyPossible)
        .map((start) => (
          <Row key={start} gap="8" padding="8 12" border="strong" radius="s" relative pointer className={css.choice}>
            <input
              type="radio"
              id={`${name}-${start}`}
              name={name}
              aria-describedby={`${name}-${start}-says`}
              checked={start === value}
              onChange={() => onChange(start)}
            />
            <span>
              <Text.label weight="550" block pointer htmlFor={`${name}-${start}`}>
                {startWords[start].label}
              </Text.label>
              <Text.small size="xs" line="16" tone="ink-3" block id={`${name}-${start}-says`}>
                {startWords[start].hint}
              </Text.small>
            </span>
          </Row>
        ))}
    </Grid.fieldset>
  )
}
