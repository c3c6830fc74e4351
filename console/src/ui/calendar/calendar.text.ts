import { words } from '@brigade/contract/text.ts'

/** A day or month by its number, and by its name in English. */
type At = { year: number; month: number; day: number }

const months = 'January February March April May June July August September October November December'.split(' ')
const nameOf = ({ month }: At): string => months[month - 1] ?? ''

/** Words of the calendars. */
export const calendarText = words({
  yesterday: { en: 'Yesterday', zh: '昨天' },
  anyDay: { en: 'Any day', zh: '不限日期' },
  anyYear: { en: 'Any year', zh: '不限年份' },
  previousMonth: { en: 'Previous month', zh: '上个月' },
  nextMonth: { en: 'Next month', zh: '下个月' },
  previousYear: { en: 'Previous year', zh: '上一年' },
  nextYear: { en: 'Next year', zh: '下一年' },
  previousDecade: { en: 'Previous decade', zh: '上一个十年' },
  nextDecade: { en: 'Next decade', zh: '下一个十年' },
  /** From Monday on. */
  weekdays: { en: 'Mo Tu We Th Fr Sa Su', zh: '一 二 三 四 五 六 日' },
  day: { en: (p: At) => `${p.day} ${nameOf(p)} ${p.year}`, zh: (p: At) => `${p.year}年${p.month}月${p.day}日` },
  month: { en: (p: At) => `${nameOf(p)} ${p.year}`, zh: (p: At) => `${p.year}年${p.month}月` },
  monthAlone: { en: (p: At) => nameOf(p).slice(0, 3), zh: (p: At) => `${p.month}月` },
  year: { en: (p: At) => `${p.year}`, zh: (p: At) => `${p.year}年` },
})
