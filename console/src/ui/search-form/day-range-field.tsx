import { DatePickerInput, type DatesRangeValue } from '@mantine/dates'
import dayjs from 'dayjs'
import { useWords } from '../../platform/locale.ts'
import { Field } from '../field/field.tsx'
import { uiText } from '../ui.text.ts'
import { CalendarLanguage, calendarClasses, useCalendarLook } from './calendar-look.tsx'

type Props = {
  label: string
  placeholder?: string | undefined
  /** Days, YYYY-MM-DD. */
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
  /** The first and last day that can be chosen. */
  least?: string | undefined
  most?: string | undefined
  /** Cannot be emptied, and offers no spans of its own. */
  isPlain?: boolean
}

/** Whole days, from the first to the last. */
export function DayRangeField(props: Props) {
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

function Range({ id, placeholder, from, to, onChange, least, most, isPlain = false }: Props & { id: string }) {
  const w = useWords(uiText)
  const look = useCalendarLook(id, !isPlain && (from !== undefined || to !== undefined))
  const value: DatesRangeValue<string> = [from ?? null, to ?? null]
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
      onChange={([first, last]: DatesRangeValue<string>) => onChange(first ?? undefined, last ?? undefined)}
      valueFormat="YYYY-MM-DD"
      {...(least === undefined ? {} : { minDate: least })}
      {...(most === undefined ? {} : { maxDate: most })}
      getDayProps={(date) => ({ 'aria-label': dayjs(date).format(w.dayFormat) })}
      placeholder={placeholder ?? w.anyTime}
      presets={isPlain ? [] : [recent(1), recent(7), recent(30)]}
      classNames={calendarClasses}
    />
  )
}
