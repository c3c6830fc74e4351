import { useWords } from '../../platform/locale.ts'
import { DayChoice } from '../calendar/day-choice.tsx'
import { uiText } from '../ui.text.ts'
import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & {
  /** A calendar day of no zone, `YYYY-MM-DD`; null: none. */
  value: string | null
  onChange: (day: string | null) => void
  onBlur: () => void
  /** The first day that can be chosen. */
  from?: string | undefined
}

/** A calendar day, independent of the viewer's time zone. */
export function CalendarDayField({ value, onChange, onBlur, from, ...field }: Props) {
  const { label, error, hint, required = false } = field
  const w = useWords(uiText)
  return (
    <Field {...{ label, error, hint, required }}>
      {(ids) => (
        <DayChoice ids={ids} value={value} least={from} onChange={onChange} onBlur={onBlur} placeholder={w.choose} />
      )}
    </Field>
  )
}
