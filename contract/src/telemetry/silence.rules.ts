import { hourMs, minuteMs } from '../time.ts'

/** From and to, epoch ms. */
export type Span = Readonly<{ from: number; to: number }>
/** From and to, epoch ms. */
export type Gap = { from: number; to: number }

/**
 * Three fixed times decide when a device is known to be there. They are not derived from the reports around a value.
 */
export const presence = {
  /** After a message, the device counts as there for this long without another sign. */
  holdMs: hourMs,
  /** Shorter interruptions do not count: the device reconnects. */
  minMs: 2 * minuteMs,
  /**
   * A value that is not reported again for longer than this, though its device is there, is held: it was not measured
   * in that time.
   */
  heldMs: 10 * minuteMs,
} as const

/**
 * The times of a span at which a module of a device was silent. `times` are those of its messages, of whatever properties, by their own
 * clock and rising; `offline`: without a connection. It is silent
 * - without a connection, until its next message, unless it kept values of that time and sent them later;
 * - after an hour without any message. Whether the connection shows that it was there all the same, the model of a property says
 *   (`without`).
 * Messages of an hour before the span and after it count, and are to be given.
 */
export function silencesOf(times: readonly number[], offline: readonly Gap[], span: Span): Gap[] {
  const silences: Gap[] = []
  let place = 0
  const add = (from: number, to: number) => {
    if (to > from) silences.push({ from, to })
  }
  let before: number | undefined
  for (const at of [...times, undefined]) {
    const [a, b] = [before ?? Number.NEGATIVE_INFINITY, at ?? Number.POSITIVE_INFINITY]
    // No stretch that ended before a message concerns the next ones.
    while ((offline[place]?.to ?? Number.POSITIVE_INFINITY) <= a) place += 1
    add(Math.max(span.from, silentFrom(a, b, offline.slice(place, endOf(offline, place, b)))), Math.min(span.to, b))
    before = at
  }
  return silences
}

/** The index after the stretches that begin before a moment. */
function endOf(stretches: readonly Gap[], from: number, before: number): number {
  let end = from
  while ((stretches[end]?.from ?? Number.POSITIVE_INFINITY) < before) end += 1
  return end
}

/** The beginning of the silence between two consecutive messages. */
function silentFrom(a: number, b: number, offline: readonly Gap[]): number {
  const { holdMs, minMs } = presence
  let since = b - a > holdMs ? a + holdMs : Number.POSITIVE_INFINITY
  for (const { from, to } of offline) {
    if (Math.min(to, b) - Math.max(from, a) < minMs) continue
    // One of the two was sent later, for a time without a connection: the device was there, and kept its values.
    const isKept = a > from + minMs || (b < to - minMs && b - a <= holdMs)
    if (!isKept) since = Math.min(since, Math.max(a, from))
  }
  return since
}

/** The parts of some stretches that are in none of the others. Both rise. */
export function without(stretches: readonly Gap[], others: readonly Gap[]): Gap[] {
  const parts: Gap[] = []
  let place = 0
  for (const { from, to } of stretches) {
    while ((others[place]?.to ?? Number.POSITIVE_INFINITY) <= from) place += 1
    let start = from
    for (let index = place; (others[index]?.from ?? Number.POSITIVE_INFINITY) < to; index += 1) {
      const other = others[index]
      if (other === undefined) break
      if (other.from > start) parts.push({ from: start, to: other.from })
      start = Math.max(start, other.to)
    }
    if (to > start) parts.push({ from: start, to })
  }
  return parts
}

/**
 * Returns the times at which a value is unknown. `breaks` are those at which its device was silent, or the value
 * meaningless, ascending. A reading is known again with its next report, a setting (`resumes`) as soon as the device is
 * there. Reports come in the order of time; `to`: the end of the bucket, if only the bucket of a report is known.
 */
export function newGaps(
  breaks: readonly Gap[],
  span: Span,
  { resumes, isKnown }: { resumes: boolean; isKnown: boolean },
) {
  const gaps: Gap[] = []
  let place = 0
  let first: number | undefined
  const put = (from: number, to: number) => {
    const [start, end] = [Math.max(from, span.from), Math.min(to, span.to)]
    if (end <= start) return
    const last = gaps.at(-1)
    if (last !== undefined && start <= last.to) last.to = Math.max(last.to, end)
    else gaps.push({ from: start, to: end })
  }
  const closeBefore = (from: number, to: number) => {
    for (let gap = breaks[place]; gap !== undefined && (to > gap.to || from >= gap.to); gap = breaks[place]) {
      put(gap.from, resumes ? gap.to : Math.max(gap.to, from))
      place += 1
    }
  }
  const begin = (from: number) => {
    if (first !== undefined) return
    first = from
    if (!isKnown) put(span.from, from)
  }
  return {
    add: (from: number, to = from) => {
      begin(from)
      closeBefore(from, to)
    },
    end: (): Gap[] => {
      begin(span.to)
      for (const { from, to } of breaks.slice(place)) put(from, resumes ? to : span.to)
      return gaps
    },
  }
}

type Held = Readonly<{
  span: Span
  /** Times of the value's reports, ascending. */
  gaps: readonly Gap[]
  /** The value is a setting: a connection alone shows that it holds. */
  resumes: boolean
  /** Messages of its module, rising: at least those between two reports of the value that are far from each other. */
  messages: readonly number[]
}>

/**
 * Returns the times at which a value is held: its device was there, and did not report it again. A reading is held
 * until the last message before its next report, a setting until that report. `reports` ascend; each has the end of its
 * bucket, or its own time again.
 */
export function heldOf(reports: readonly Gap[], { span, gaps, resumes, messages }: Held): Gap[] {
  const held: Gap[] = []
  let [message, gap] = [0, 0]
  for (const [index, { to: since }] of reports.entries()) {
    const next = reports[index + 1]?.from ?? span.to
    while ((messages[message] ?? Number.POSITIVE_INFINITY) < next) message += 1
    while ((gaps[gap]?.to ?? Number.POSITIVE_INFINITY) <= since) gap += 1
    if (next - since <= presence.heldMs) continue
    const isBroken = (gaps[gap]?.from ?? Number.POSITIVE_INFINITY) < next
    const isLast = index === reports.length - 1
    const until = resumes || isBroken || isLast ? next : (messages[message - 1] ?? since)
    for (const { from, to } of without([{ from: Math.max(since, span.from), to: until }], gaps.slice(gap)))
      if (to > from && to - since > presence.heldMs) held.push({ from, to })
  }
  return held
}

/**
 * Returns pairs of reports so far apart that the value may be held between them, so that messages in between are read.
 */
export function longSteps(reports: readonly Gap[], span: Span): Gap[] {
  return reports.flatMap(({ to: since }, index) => {
    const next = reports[index + 1]?.from
    return next === undefined || next <= span.from || next - since <= presence.heldMs ? [] : [{ from: since, to: next }]
  })
}

/** The time that lies in gaps of every one of some series. */
export function commonGaps(all: readonly (readonly Gap[])[]): Gap[] {
  const [first, ...others] = all
  if (first === undefined) return []
  return others
    .reduce<readonly Gap[]>(
      (common, own) =>
        common.flatMap((one) =>
          own.flatMap((other): Gap[] => {
            const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)]
            return to > from ? [{ from, to }] : []
          }),
        ),
      first,
    )
    .map(({ from, to }) => ({ from, to }))
}
