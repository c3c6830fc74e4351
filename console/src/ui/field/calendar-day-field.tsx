import { DatePickerInput } from '@mantine/dates'
import dayjs from 'dayjs'
import { useWords } from '../../platform/locale.ts'
import { CalendarLanguage, calendarClasses, useCalendarLook } from '../search-form/calendar-look.tsx'
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
  return (
    <Field {...{ label, error, hint, required }}>
      {(ids) => (
        <CalendarLanguage>
          <Day ids={ids} value={value} from={from} onChange={onChange} onBlur={onBlur} />
        </CalendarLanguage>
      )}
    </Field>
  )
}

type Ids = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

function Day({
  ids,
  value,
  from,
  onChange,
  onBlur,
}: { ids: Ids } & Pick<Props, 'value' | 'from' | 'onChange' | 'onBlur'>) {
  const w = useWords(uiText)
  const look = useCalendarLook(ids.id, value !== null)
  return (
    <DatePickerInput
      {...look}
      // A button, which can be neither invalid nor required.
      aria-describedby={ids['aria-describedby']}
      data-wrong={ids['aria-invalid']}
      value={value}
      {...(from === undefined ? {} : { minDate: from })}
      onChange={onChange}
      onBlur={onBlur}
      valueFormat="YYYY-MM-DD"
      getDayProps={(date) => ({ 'aria-label': dayjs(date).format(w.dayFormat) })}
      placeholder={w.choose}
      classNames={calendarClasses}
    />
  )
}
