const quarterMs = 900_000
/** More quarters of an hour than a table's times usually lie in. */
const mostKnown = 100_000

/** How far the wall clock of a zone is ahead of UTC at a time, in ms: asked of Intl once a quarter of an hour, where all zones change. */
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
    const asked = quarter * quarterMs
    for (const { type, value } of format.formatToParts(asked)) part[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - asked
    if (known.size >= mostKnown) known.clear()
    known.set(quarter, offset)
    return offset
  }
}

/** `YYYY-MM-DD HH:mm:ss` of a wall clock given as ms since 1970. */
export function wallText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}
