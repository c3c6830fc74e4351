import { addDays } from '../../platform/time/days.ts'

/** The unit of one calendar page: the days of a month, the months of a year, or the years of a decade. */
export type Unit = 'day' | 'month' | 'year'

export type Bounds = Readonly<{ least: string; most: string }>
/** The years that the server accepts (field.ts of the contract). */
export const anyDay: Bounds = { least: '2000-01-01', most: '2100-12-31' }

export const partsOf = (day: string) => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)),
  day: Number(day.slice(8, 10)),
})

const two = (n: number): string => String(n).padStart(2, '0')
const lengthOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The same day of another month, or the last one there is. */
export function addMonths(day: string, months: number): string {
  const { year, month, day: at } = partsOf(day)
  const to = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(to / 12), (((to % 12) + 12) % 12) + 1]
  return `${String(toYear).padStart(4, '0')}-${two(toMonth)}-${two(Math.min(at, lengthOf(toYear, toMonth)))}`
}

/** The number of letters that name the unit of a day: 2026-11-19, 2026-11, 2026. */
const letters = { day: 10, month: 7, year: 4 } as const
/** The same for the page that it is on: a month, a year, a decade. */
const pageLetters = { day: 7, month: 4, year: 3 } as const

export const isSame = (unit: Unit, a: string, b: string): boolean =>
  a.slice(0, letters[unit]) === b.slice(0, letters[unit])

/** Whether all days of the unit lie outside. */
export function isOutside(unit: Unit, day: string, { least, most }: Bounds): boolean {
  const named = day.slice(0, letters[unit])
  return named < least.slice(0, letters[unit]) || named > most.slice(0, letters[unit])
}

export const within = (day: string, { least, most }: Bounds): string => (day < least ? least : day > most ? most : day)

/** A day this many units away. */
export const addUnits = (unit: Unit, day: string, count: number): string =>
  unit === 'day' ? addDays(day, count) : addMonths(day, unit === 'month' ? count : count * 12)

/** The same position on another page. */
export const turned = (unit: Unit, day: string, pages: number): string =>
  addMonths(day, pages * { day: 1, month: 12, year: 120 }[unit])

/** Whether the next page in that direction has any day within the bounds. */
export function hasPage(unit: Unit, day: string, pages: 1 | -1, bounds: Bounds): boolean {
  const to = turned(unit, day, pages)
  const page = (one: string): string => one.slice(0, pageLetters[unit])
  return page(to) >= page(bounds.least) && page(to) <= page(bounds.most)
}

/** The rows of the page that a day is on, each unit by a day in it. Of days whole weeks, from Monday on. */
export function rowsOf(unit: Unit, day: string): string[][] {
  const { year, month, day: at } = partsOf(day)
  if (unit === 'day') {
    const first = `${day.slice(0, 8)}01`
    const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
    const weeks = Math.ceil((before + lengthOf(year, month)) / 7)
    return rows(weeks * 7, 7, (index) => (index === before + at - 1 ? day : addDays(first, index - before)))
  }
  return unit === 'month'
    ? rows(12, 3, (index) => addMonths(day, index + 1 - month))
    : rows(10, 3, (index) => addMonths(day, (index - (year % 10)) * 12))
}

const rows = (count: number, width: number, make: (index: number) => string): string[][] =>
  Array.from({ length: Math.ceil(count / width) }, (_, row) =>
    Array.from({ length: Math.min(width, count - row * width) }, (_, column) => make(row * width + column)),
  )

/** How far a key moves from a place in its row; undefined if the calendar does not use the key. */
export function stepOf(key: string, column: number, width: number): number | undefined {
  const across = width === 7 ? 7 : 3
  return {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -across,
    ArrowDown: across,
    Home: -column,
    End: width - 1 - column,
  }[key]
}
