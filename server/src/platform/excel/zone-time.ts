const quarterMs = 900_000
/** More quarters of an hour than a table's times usually lie in. */
const mostKnown = 100_000

/**
 * The offset of a zone's wall clock from UTC at a time, in ms. Intl is called once a quarter of an hour, because zones
 * change only at quarters.
 */
export function zoneOffset(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const known = new Map<number, number>()
  return (at) => {
    const quarter = Math.floor(at / quarterMs)
    const kept = known.get(quarter)
    if (kept !== undefined) return kept
    const part: Record<string, number> = {}
    const instant = quarter * quarterMs
    for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - instant
    if (known.size >= mostKnown) known.clear()
    known.set(quarter, offset)
    return offset
  }
}

const dayMs = 86_400_000
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))
const days = new Map<number, string>()
const mostDays = 10_000

/**
 * `YYYY-MM-DD HH:mm:ss` of a wall clock in ms since 1970. Times of a table share their days, so the text of a day is
 * cached.
 */
export function wallText(ms: number): string {
  const day = Math.floor(ms / dayMs)
  let text = days.get(day)
  if (text === undefined) {
    text = new Date(day * dayMs).toISOString().slice(0, 11).replace('T', ' ')
    if (days.size >= mostDays) days.clear()
    days.set(day, text)
  }
  const second = Math.floor((ms - day * dayMs) / 1000)
  const [hours, minutes] = [Math.floor(second / 3600), Math.floor(second / 60) % 60]
  return `${text}${twoDigits[hours]}:${twoDigits[minutes]}:${twoDigits[second % 60]}`
}
