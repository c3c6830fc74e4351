import type { ReportedValue } from './read-records.ts'

/** A possible value of one property in the shadow. */
type Held = Pick<ReportedValue, 'value' | 'time' | 'at' | 'acknowledgedAt'>

/** Clocks of two processes on one computer, and a shadow's whole milliseconds. */
const slackMs = 5

/**
 * Returns what the shadow may hold of a property after all reports of the device, in their order. A value never replaces a newer one, and
 * no time counts beyond that of its receipt (alink.md 3). There are several if an acknowledgement is missing or the time of receipt
 * decides.
 */
export function possiblyHeld(
  reportedValues: readonly ReportedValue[],
  isSure: (one: ReportedValue) => boolean,
  /** How long after its acknowledgement a message may be received: a broker keeps it while the connector is down. */
  laterMs = 0,
): readonly Held[] {
  // No value, until a report was received for certain.
  let held: readonly (Held | undefined)[] = [undefined]
  for (const one of reportedValues) {
    const after = held.flatMap((each) => (each === undefined ? [one] : receivedAfter(each, one, laterMs)))
    held = isSure(one) ? distinct(after) : distinct([...held, ...after])
  }
  return held.filter((each) => each !== undefined)
}

/**
 * Combines a stored value with a later one. The broker may deliver two queued messages in reverse order. If the clock of the
 * device is ahead, the message that arrives last then wins.
 */
function receivedAfter(held: Held, one: ReportedValue, laterMs: number): readonly Held[] {
  const least = Math.min(held.time, held.at) - slackMs
  const receivedAt = held.acknowledgedAt === null ? Number.POSITIVE_INFINITY : held.acknowledgedAt + laterMs
  const most = Math.min(held.time, receivedAt) + slackMs
  if (one.time < least) return [held]
  const isSwapped = laterMs > 0 && receivedAt >= one.at && Math.min(one.time, one.at) <= held.time + slackMs
  return one.time > most && !isSwapped ? [one] : [held, one]
}

const distinct = <T>(all: readonly T[]): readonly T[] => [...new Set(all)]
