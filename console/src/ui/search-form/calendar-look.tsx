import '@mantine/dates/styles.layer.css'
import { DatesProvider } from '@mantine/dates'
import 'dayjs/locale/zh-cn'
import type { ReactNode } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { clearSize } from '../field/clear-size.ts'
import css from '../field/field.module.css'
import { Icon } from '../icon/icon.tsx'
import { uiText } from '../ui.text.ts'
import calendar from './calendar.module.css'
import { calendarText } from './calendar.text.ts'

/** Calendars are in the person's language, and their weeks begin on Monday. */
export function CalendarLanguage({ children }: { children: ReactNode }) {
  const locale = useLocale()
  return (
    <DatesProvider settings={{ locale: locale === 'zh' ? 'zh-cn' : 'en', firstDayOfWeek: 1 }}>{children}</DatesProvider>
  )
}

/** All calendar fields share their look, their clear button and the names of their controls. */
export function useCalendarLook(id: string, isSet: boolean) {
  const w = useWords(uiText)
  const own = useWords(calendarText)
  return {
    id,
    monthLabelFormat: w.monthFormat,
    yearLabelFormat: w.yearFormat,
    clearable: isSet,
    clearButtonProps: { 'aria-label': w.clear, size: clearSize },
    rightSection: isSet ? undefined : <Icon name="calendar" size="small" />,
    rightSectionPointerEvents: isSet ? ('all' as const) : ('none' as const),
    ariaLabels: {
      previousMonth: w.previousMonth,
      nextMonth: w.nextMonth,
      previousYear: own.previousYear,
      nextYear: own.nextYear,
      previousDecade: own.previousDecade,
      nextDecade: own.nextDecade,
    },
    // The kit names the popup by the control it takes this id to be.
    popoverProps: { id, transitionProps: { duration: 0 }, offset: 4, classNames: { dropdown: calendar.dropdown } },
  }
}

export const calendarClasses = {
  input: css.input,
  section: css.section,
  day: calendar.day,
  weekday: calendar.weekday,
  monthsListControl: calendar.month,
  yearsListControl: calendar.month,
  presetButton: calendar.preset,
  presetsList: calendar.presets,
}
