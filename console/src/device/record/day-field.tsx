import { formatDay } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { firstInstant, today } from '../../platform/time/days.ts'
import { DayChoice } from '../../ui/calendar/day-choice.tsx'
import { Field, type FieldProps } from '../../ui/field/field.tsx'
import { uiText } from '../../ui/ui.text.ts'

type Props = FieldProps & {
  /** An instant; empty: none. */
  value: string
  onChange: (instant: string) => void
  onBlur: () => void
}

/** A day of the viewer's zone, kept as the instant it begins at; one that was chosen with its time of day keeps it. */
export function DayField({ value, onChange, onBlur, ...field }: Props) {
  const { label, error, hint, required = false } = field
  const w = useWords(uiText)
  const day = value === '' ? null : formatDay(value)
  return (
    <Field {...{ label, error, hint, required }}>
      {(ids) => (
        <DayChoice
          ids={ids}
          value={day}
          most={today()}
          onChange={(chosen) => {
            if (chosen !== day) onChange(chosen === null ? '' : firstInstant(chosen))
          }}
          onBlur={onBlur}
          placeholder={w.choose}
          presets={[{ day: today(), label: w.today }]}
        />
      )}
    </Field>
  )
}
