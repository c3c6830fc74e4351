import { words } from '../../platform/locale.ts'

/** Words of the calendars beyond those of days. */
export const calendarText = words({
  previousYear: { en: 'Previous year', zh: '上一年' },
  nextYear: { en: 'Next year', zh: '下一年' },
  previousDecade: { en: 'Previous decade', zh: '上一个十年' },
  nextDecade: { en: 'Next decade', zh: '下一个十年' },
  anyDay: { en: 'Any day', zh: '不限日期' },
  anyYear: { en: 'Any year', zh: '不限年份' },
  yesterday: { en: 'Yesterday', zh: '昨天' },
})
