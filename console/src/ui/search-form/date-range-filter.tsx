import '@mantine/dates/styles.layer.css'
import { DatesProvider, DatePickerInput, type DatesRangeValue } from '@mantine/dates'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { formatDay } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Icon } from '../icon/icon.tsx'
import css from '../field/field.module.css'
import calendar from './calendar.module.css'
import { Field } from '../field/field.tsx'
import { uiText } from '../ui.text.ts'

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
export function DateRangeFilter({ label, placeholder, from, to, onChange }: Props) {
  const w = useWords(uiText)
  const locale = useLocale()
  const value: DatesRangeValue<string> = [day(from), day(to)]
  const change = ([first, last]: DatesRangeValue<string>): void => {
    onChange(
      first === null ? undefined : dayjs(first).startOf('day').toISOString(),
      last === null ? undefined : dayjs(last).endOf('day').toISOString(),
    )
  }
  const isSet = from !== undefined || to !== undefined
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
    <Field bare label={label}>
      {({ id }) => (
        <DatesProvider settings={{ locale: locale === 'zh' ? 'zh-cn' : 'en', firstDayOfWeek: 1 }}>
          <DatePickerInput
            id={id}
            type="range"
            allowSingleDateInRange
            value={value}
            onChange={change}
            valueFormat="YYYY-MM-DD"
            monthLabelFormat={w.monthFormat}
            yearLabelFormat={w.yearFormat}
            getDayProps={(date) => ({ 'aria-label': dayjs(date).format(w.dayFormat) })}
            placeholder={placeholder ?? w.anyTime}
            presets={[recent(1), recent(7), recent(30)]}
            clearable={isSet}
            clearButtonProps={{ 'aria-label': w.clear }}
            rightSection={isSet ? undefined : <Icon name="calendar" size="small" />}
            rightSectionPointerEvents={isSet ? 'all' : 'none'}
            ariaLabels={{ previousMonth: w.previousMonth, nextMonth: w.nextMonth }}
            // The kit names the popup by the control it takes this id to be.
            popoverProps={{
              id,
              transitionProps: { duration: 0 },
              offset: 4,
              classNames: { dropdown: calendar.dropdown },
            }}
            classNames={{
              input: css.input,
              section: css.section,
              day: calendar.day,
              weekday: calendar.weekday,
              presetButton: calendar.preset,
              presetsList: calendar.presets,
            }}
          />
        </DatesProvider>
      )}
    </Field>
  )
}
