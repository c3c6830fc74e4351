import { useWords } from '../../platform/locale.ts'
import { today } from '../../platform/time/days.ts'
import { Calendar } from '../calendar/calendar.tsx'
import { CalendarField } from '../calendar/calendar-field.tsx'
import { calendarText } from '../calendar/calendar.text.ts'
import { Field } from '../field/field.tsx'

type Props = {
  label: string
  placeholder?: string | undefined
  /** YYYY. */
  value: string | undefined
  onChange: (year: string | undefined) => void
}

export function YearFilter({ label, placeholder, value, onChange }: Props) {
  const w = useWords(calendarText)
  const yearOf = (day: string): string => day.slice(0, 4)
  return (
    <Field bare label={label}>
      {(ids) => (
        <CalendarField
          ids={ids}
          shown={value ?? ''}
          placeholder={placeholder ?? w.anyYear}
          onClear={() => onChange(undefined)}
        >
          {(close) => (
            <Calendar
              unit="year"
              start={value === undefined ? today() : `${value}-01-01`}
              isChosen={(day) => yearOf(day) === value}
              onPick={(day) => {
                onChange(yearOf(day))
                close()
              }}
            />
          )}
        </CalendarField>
      )}
    </Field>
  )
}
