import { hourMs } from '@brigade/contract/time.ts'

/** The hour of the day in a time zone, with fractions. Intl is asked once an hour. */
export function hoursIn(zone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
  })
  let known = { hour: Number.NaN, of: 0 }
  return (ms) => {
    const hour = Math.floor(ms / hourMs)
    if (hour !== known.hour) {
      const part = new Map(format.formatToParts(hour * hourMs).map(({ type, value }) => [type, Number(value)]))
      known = { hour, of: (part.get('hour') ?? 0) + (part.get('minute') ?? 0) / 60 }
    }
    return (known.of + (ms - hour * hourMs) / hourMs) % 24
  }
}
