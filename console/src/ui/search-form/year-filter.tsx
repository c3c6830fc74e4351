import { YearPickerInput } from '@mantine/dates'
import { useWords } from '../../platform/locale.ts'
import { Field } from '../field/field.tsx'
import { CalendarLanguage, calendarClasses, useCalendarLook } from './calendar-look.tsx'
import { calendarText } from './calendar.text.ts'

type Props = {
  label: string
  placeholder?: string | undefined
  /** YYYY. */
  value: string | undefined
  onChange: (year: string | undefined) => void
}

export function YearFilter(props: Props) {
  return (
    <Field bare label={props.label}>
      {({ id }) => (
        <CalendarLanguage>
          <Year {...props} id={id} />
        </CalendarLanguage>
      )}
    </Field>
  )
}

function Year({ id, placeholder, value, onChange }: Props & { id: string }) {
  const w = useWords(calendarText)
  const { monthLabelFormat: _months, ...look } = useCalendarLook(id, value !== undefined)
  const { input, section, yearsListControl } = calendarClasses
  return (
    <YearPickerInput
      {...look}
      value={value === undefined ? null : `${value}-01-01`}
      onChange={(day) => onChange(day?.slice(0, 4))}
      valueFormat="YYYY"
      placeholder={placeholder ?? w.anyYear}
      classNames={{ input, section, yearsListControl }}
    />
  )
}
