import type { ReportedValue } from './read-records.ts'

/** A possible value of one property in the shadow. */
type Held = Pick<ReportedValue, 'value' | 'time' | 'at' | 'acknowledgedAt'>

/** Clocks of two processes on one computer, and a shadow's whole milliseconds. */
const slackMs = 5

/**
 * A value never goes back in time, and no time counts beyond when it was heard (alink.md 3): what the shadow may hold of a
 * property after all that the device said of it, in that order. Several, where an acknowledgement is missing or the moment of
 * hearing decides.
 */
export function possiblyHeld(
  reportedValues: readonly ReportedValue[],
  isSure: (one: ReportedValue) => boolean,
  /** How long after its acknowledgement a message may be heard: a broker keeps it while the connector is away. */
  laterMs = 0,
): readonly Held[] {
  // Nothing, until something is sure to have been heard.
  let held: readonly (Held | undefined)[] = [undefined]
  for (const one of reportedValues) {
    const after = held.flatMap((each) => (each === undefined ? [one] : heardAfter(each, one, laterMs)))
    held = isSure(one) ? distinct(after) : distinct([...held, ...after])
  }
  return held.filter((each) => each !== undefined)
}

/**
 * Combines a stored value with a later one. The broker may deliver two queued messages in reverse order. If the clock of the
 * device is ahead, the message that arrives last then wins.
 */
function heardAfter(held: Held, one: ReportedValue, laterMs: number): readonly Held[] {
  const least = Math.min(held.time, held.at) - slackMs
  const heardAt = held.acknowledgedAt === null ? Number.POSITIVE_INFINITY : held.acknowledgedAt + laterMs
  const most = Math.min(held.time, heardAt) + slackMs
  if (one.time < least) return [held]
  const isSwapped = laterMs > 0 && heardAt >= one.at && Math.min(one.time, one.at) <= held.time + slackMs
  return one.time > most && !isSwapped ? [one] : [held, one]
}

const distinct = <T>(all: readonly T[]): readonly T[] => [...new Set(all)]
