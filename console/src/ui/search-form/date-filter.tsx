import { DatePickerInput } from '@mantine/dates'
import dayjs from 'dayjs'
import { useWords } from '../../platform/locale.ts'
import { Field } from '../field/field.tsx'
import { uiText } from '../ui.text.ts'
import { CalendarLanguage, calendarClasses, useCalendarLook } from './calendar-look.tsx'
import { calendarText } from './calendar.text.ts'

type Props = {
  label: string
  placeholder?: string | undefined
  /** YYYY-MM-DD. */
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** One day of the calendar, of no zone. */
export function DateFilter(props: Props) {
  return (
    <Field bare label={props.label}>
      {({ id }) => (
        <CalendarLanguage>
          <Day {...props} id={id} />
        </CalendarLanguage>
      )}
    </Field>
  )
}

function Day({ id, placeholder, value, onChange }: Props & { id: string }) {
  const w = useWords(uiText)
  const own = useWords(calendarText)
  const look = useCalendarLook(id, value !== undefined)
  const ago = (days: number) => dayjs().subtract(days, 'day').format('YYYY-MM-DD')
  return (
    <DatePickerInput
      {...look}
      value={value ?? null}
      onChange={(day) => onChange(day ?? undefined)}
      valueFormat="YYYY-MM-DD"
      getDayProps={(date) => ({ 'aria-label': dayjs(date).format(w.dayFormat) })}
      placeholder={placeholder ?? own.anyDay}
      presets={[
        { value: ago(0), label: w.today },
        { value: ago(1), label: own.yesterday },
      ]}
      classNames={calendarClasses}
    />
  )
}
