import { DatePickerInput, type DatesRangeValue } from '@mantine/dates'
import dayjs from 'dayjs'
import { formatDay } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Field } from '../field/field.tsx'
import { uiText } from '../ui.text.ts'
import { CalendarLanguage, calendarClasses, useCalendarLook } from './calendar-look.tsx'

type Props = {
  label: string
  placeholder?: string | undefined
  /** Instants, ISO 8601. */
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
}

const day = (instant: string | undefined): string | null => (instant === undefined ? null : formatDay(instant))

/** Whole days in the viewer's zone: from the first instant of the first to the last of the last. */
export function DateRangeFilter(props: Props) {
  return (
    <Field bare label={props.label}>
      {({ id }) => (
        <CalendarLanguage>
          <Range {...props} id={id} />
        </CalendarLanguage>
      )}
    </Field>
  )
}

function Range({ id, placeholder, from, to, onChange }: Props & { id: string }) {
  const w = useWords(uiText)
  const look = useCalendarLook(id, from !== undefined || to !== undefined)
  const value: DatesRangeValue<string> = [day(from), day(to)]
  const change = ([first, last]: DatesRangeValue<string>): void => {
    onChange(
      first === null ? undefined : dayjs(first).startOf('day').toISOString(),
      last === null ? undefined : dayjs(last).endOf('day').toISOString(),
    )
  }
  const recent = (n: number) => ({
    value: [
      dayjs()
        .subtract(n - 1, 'day')
        .format('YYYY-MM-DD'),
      dayjs().format('YYYY-MM-DD'),
    ] satisfies [string, string],
    label: n === 1 ? w.today : w.lastDays({ n }),
  })
  return (
    <DatePickerInput
      {...look}
      type="range"
      allowSingleDateInRange
      value={value}
      onChange={change}
      valueFormat="YYYY-MM-DD"
      getDayProps={(date) => ({ 'aria-label': dayjs(date).format(w.dayFormat) })}
      placeholder={placeholder ?? w.anyTime}
      presets={[recent(1), recent(7), recent(30)]}
      classNames={calendarClasses}
    />
  )
}
