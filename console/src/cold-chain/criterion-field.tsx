import { withHyphen } from '@brigade/contract/minus.rules.ts'
import { useState } from 'react'
import { formatNumber } from '../platform/format.ts'
import { useWords } from '../platform/locale.ts'
import { TextField } from '../ui/field/text-field.tsx'
import { Text } from '../ui/layout/layout.tsx'
import { temperatureText } from './cold-chain.text.ts'
import css from './temperature.module.css'

type Props = {
  label: string
  unit: string
  /** The value in use, in the unit shown. */
  value: number | undefined
  min: number
  max: number
  /** The placeholder shows the value that applies while the field is empty. */
  placeholder?: string
  /** Undefined: the default applies. */
  onChange: (value: number | undefined) => void
}

/**
 * A number by which excursions are evaluated: it applies when the field is left or Enter is pressed; an empty field restores the usual
 * value.
 */
export function CriterionField({ label, unit, value, min, max, placeholder, onChange }: Props) {
  const w = useWords(temperatureText)
  const shown = value === undefined ? '' : String(Number(value.toFixed(2)))
  const [typed, setTyped] = useState<string | null>(null)
  const number = Number(typed === null ? undefined : withHyphen(typed.replace(',', '.')))
  const isWrong = typed !== null && typed.trim() !== '' && !(number >= min && number <= max)
  const take = (): void => {
    if (typed === null || isWrong) return
    setTyped(null)
    if (typed !== shown) onChange(typed.trim() === '' ? undefined : number)
  }
  const message = isWrong ? w.between({ min: formatNumber(min), max: formatNumber(max) }) : undefined
  return (
    <>
      <TextField
        label={label}
        bare
        inputMode="decimal"
        unit={unit}
        placeholder={placeholder}
        value={typed ?? shown}
        error={message}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take()
        }}
      />
      {/* A field of a row has no line for it. */}
      {message === undefined ? null : (
        <Text tone="bad" size="xs" nowrap className={css.error} role="alert">
          {message}
        </Text>
      )}
    </>
  )
}
