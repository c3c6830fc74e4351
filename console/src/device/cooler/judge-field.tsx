import { useState } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import { temperatureText } from './cooler.text.ts'

type Props = {
  label: string
  unit: string
  /** As it is judged now, in the unit shown. */
  value: number | undefined
  min: number
  max: number
  /** Undefined: as it would be without saying. */
  onChange: (value: number | undefined) => void
}

/** A number that excursions are judged by: taken when it is left or Enter is pressed, emptied to go back to the usual. */
export function JudgeField({ label, unit, value, min, max, onChange }: Props) {
  const w = useWords(temperatureText)
  const shown = value === undefined ? '' : String(Number(value.toFixed(2)))
  const [typed, setTyped] = useState<string | null>(null)
  const number = Number(typed?.replace(',', '.'))
  const isWrong = typed !== null && typed.trim() !== '' && !(number >= min && number <= max)
  const take = (): void => {
    if (typed === null || isWrong) return
    setTyped(null)
    if (typed !== shown) onChange(typed.trim() === '' ? undefined : number)
  }
  return (
    <TextField
      label={label}
      bare
      inputMode="decimal"
      unit={unit}
      value={typed ?? shown}
      error={isWrong ? w.between({ min: formatNumber(min), max: formatNumber(max) }) : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
      }}
    />
  )
}
