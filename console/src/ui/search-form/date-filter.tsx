import { useWords } from '../../platform/locale.ts'
import { addDays, today } from '../../platform/time/days.ts'
import { calendarText } from '../calendar/calendar.text.ts'
import { DayChoice } from '../calendar/day-choice.tsx'
import { Field } from '../field/field.tsx'
import { uiText } from '../ui.text.ts'

type Props = {
  label: string
  placeholder?: string | undefined
  /** YYYY-MM-DD. */
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** One day of the calendar, without a zone. */
export function DateFilter({ label, placeholder, value, onChange }: Props) {
  const w = useWords(uiText)
  const own = useWords(calendarText)
  return (
    <Field bare label={label}>
      {(ids) => (
        <DayChoice
          ids={ids}
          value={value ?? null}
          onChange={(day) => onChange(day ?? undefined)}
          placeholder={placeholder ?? own.anyDay}
          presets={[
            { day: today(), label: w.today },
            { day: addDays(today(), -1), label: own.yesterday },
          ]}
        />
      )}
    </Field>
  )
}
