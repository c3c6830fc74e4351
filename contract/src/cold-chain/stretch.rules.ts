import type { Span } from '../telemetry/silence.rules.ts'
import type { Step, Stretch } from './cold-chain.model.ts'

export const overlapMs = (span: Span, from: number, to: number): number =>
  Math.max(0, Math.min(span.to, to) - Math.max(span.from, from))

/** The part of a stretch within the span, or undefined if there is none. A stretch that reaches the end of the span stays open. */
export function clipped<S extends Stretch>(stretch: S, span: Span): S | undefined {
  const from = Math.max(stretch.from, span.from)
  const to = stretch.to === null || stretch.to > span.to ? null : stretch.to
  if (from >= span.to || (to !== null && to <= span.from)) return undefined
  return { ...stretch, from, to }
}

/** The times at which a switch was on. Its reports are added in the order of time. */
export function newSwitch(span: Span) {
  const stretches: Stretch[] = []
  let since: number | null = null
  const close = (to: number | null) => {
    if (since === null) return
    const stretch = clipped({ from: since, to }, span)
    if (stretch !== undefined) stretches.push(stretch)
    since = null
  }
  return {
    add: (at: number, on: boolean) => {
      if (on) since ??= at
      else close(at)
    },
    end: (): Stretch[] => {
      close(null)
      return stretches
    },
  }
}

/** The values of a setting, added in the order of time. Its last value before the span is the first step. */
export function newSteps(span: Span) {
  const steps: Step[] = []
  return {
    add: (at: number, value: number) => {
      if (at >= span.to || steps.at(-1)?.value === value) return
      if (at <= span.from) steps.length = 0
      steps.push({ at: Math.max(at, span.from), value })
    },
    end: (): Step[] => steps,
  }
}

/** The longest of stretches that are added in the order of time. Stretches that touch are one. */
export function newLongest() {
  let [since, until, longestMs] = [0, Number.NEGATIVE_INFINITY, 0]
  return {
    add: (from: number, to: number) => {
      if (to <= from) return
      if (from > until) since = from
      until = to
      longestMs = Math.max(longestMs, until - since)
    },
    longest: (): number => longestMs,
  }
}

export const lastedMs = (stretch: Stretch, endMs: number): number => (stretch.to ?? endMs) - stretch.from
export const totalMs = (stretches: readonly Stretch[], endMs: number): number =>
  stretches.reduce((sum, stretch) => sum + lastedMs(stretch, endMs), 0)

/** Merges stretches, in the order of their beginnings, that overlap or are at most `nearMs` apart. */
export function merged<S extends Stretch>(stretches: readonly S[], nearMs: number): S[] {
  const result: S[] = []
  for (const stretch of stretches) {
    const last = result.at(-1)
    if (last === undefined || (last.to !== null && stretch.from - last.to > nearMs)) result.push({ ...stretch })
    else if (last.to !== null && (stretch.to === null || stretch.to > last.to)) last.to = stretch.to
  }
  return result
}

/** The longest stretches, in the order of time. */
export function longest<S extends Stretch>(stretches: readonly S[], most: number, endMs: number): S[] {
  if (stretches.length <= most) return [...stretches]
  return stretches
    .toSorted((a, b) => lastedMs(b, endMs) - lastedMs(a, endMs))
    .slice(0, most)
    .toSorted((a, b) => a.from - b.from)
}
