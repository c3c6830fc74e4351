import { DatePickerInput } from '@mantine/dates'
import dayjs from 'dayjs'
import { useWords } from '../../platform/locale.ts'
import { Field, type FieldProps } from '../../ui/field/field.tsx'
import { CalendarLanguage, calendarClasses, useCalendarLook } from '../../ui/search-form/calendar-look.tsx'
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
  return (
    <Field {...{ label, error, hint, required }}>
      {(ids) => (
        <CalendarLanguage>
          <Day ids={ids} value={value} onChange={onChange} onBlur={onBlur} />
        </CalendarLanguage>
      )}
    </Field>
  )
}

type Ids = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

function Day({ ids, value, onChange, onBlur }: { ids: Ids } & Pick<Props, 'value' | 'onChange' | 'onBlur'>) {
  const w = useWords(uiText)
  const look = useCalendarLook(ids.id, value !== '')
  const day = value === '' ? null : dayjs(value).format('YYYY-MM-DD')
  return (
    <DatePickerInput
      {...look}
      // A button, which can be neither invalid nor required.
      aria-describedby={ids['aria-describedby']}
      data-wrong={ids['aria-invalid']}
      value={day}
      maxDate={dayjs().format('YYYY-MM-DD')}
      onChange={(chosen) => {
        if (chosen !== day) onChange(chosen === null ? '' : dayjs(chosen).startOf('day').toISOString())
      }}
      onBlur={onBlur}
      valueFormat="YYYY-MM-DD"
      getDayProps={(date) => ({ 'aria-label': dayjs(date).format(w.dayFormat) })}
      placeholder={w.choose}
      presets={[{ value: dayjs().format('YYYY-MM-DD'), label: w.today }]}
      classNames={calendarClasses}
    />
  )
}
