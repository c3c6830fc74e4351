import type { Gap, Span } from '@brigade/contract/telemetry/silence.rules.ts'

/** Figures of the values of one property in one bucket. `at` is the bucket's start, epoch ms; `last` holds at its end, null where nothing counts there. */
export type Bucket = {
  at: number
  min: number
  max: number
  mean: number
  timeMean: number
  last: number | null
  count: number
}

export type BucketPlan = Readonly<{
  widthMs: number
  /** The start of the first bucket, epoch ms. */
  origin: number
  span: Span
  /** A value holds until then at most. */
  knownTo: number
  /** Times at which values do not count, rising. */
  denied: readonly Gap[]
}>

type Open = { index: number; min: number; max: number; sum: number; count: number; area: number; heldMs: number }

/**
 * Sums values into buckets in one pass. Values come in the order of time; the last of several of one instant counts,
 * and NaN is none. In the mean over time each value counts until the next one. A bucket begins with the last value of
 * the bucket before it; without one, its beginning is unknown and does not count.
 */
export function newBuckets({ widthMs, origin, span, knownTo, denied }: BucketPlan) {
  const found: Bucket[] = []
  let open: Open | undefined
  let [lastAt, lastValue] = [Number.NaN, Number.NaN]
  let [heldFrom, held] = [0, Number.NaN]
  let nextDenied = 0
  /** The value that held from the beginning of a bucket without a number until a value that does not count. */
  let lead = { index: Number.NaN, area: 0, heldMs: 0 }

  const endOf = (index: number) => Math.min(origin + (index + 1) * widthMs, span.to, knownTo)
  const hold = (until: number) => {
    if (open === undefined || Number.isNaN(held) || until <= heldFrom) return
    open.area += held * (until - heldFrom)
    open.heldMs += until - heldFrom
    heldFrom = until
  }
  const close = () => {
    if (open === undefined) return
    hold(endOf(open.index))
    const { index, min, max, sum, count, area, heldMs } = open
    const mean = sum / count
    const timeMean = heldMs > 0 ? area / heldMs : mean
    const last = Number.isNaN(held) ? null : held
    found.push({ at: origin + index * widthMs, min, max, mean, timeMean, last, count })
  }
  const begin = (index: number, value: number) => {
    close()
    if (open?.index !== index - 1) held = Number.NaN
    const { area, heldMs } = lead.index === index ? lead : { area: 0, heldMs: 0 }
    open = { index, min: value, max: value, sum: 0, count: 0, area, heldMs }
  }
  const isDenied = (at: number) => {
    while ((denied[nextDenied]?.to ?? Number.POSITIVE_INFINITY) <= at) nextDenied += 1
    return (denied[nextDenied]?.from ?? Number.POSITIVE_INFINITY) <= at
  }
  const reckon = (at: number, value: number) => {
    const counts = !Number.isNaN(value) && !isDenied(at)
    const index = Math.floor((at - origin) / widthMs)
    if (open !== undefined) hold(Math.min(at, endOf(open.index)))
    if (!counts && open?.index === index - 1 && !Number.isNaN(held)) {
      const heldMs = Math.max(0, Math.min(at, endOf(index)) - heldFrom)
      lead = { index, area: held * heldMs, heldMs }
    }
    if (counts && open?.index !== index) {
      begin(index, value)
      hold(at)
    }
    held = counts ? value : Number.NaN
    heldFrom = at
    if (open === undefined || !counts) return
    if (value < open.min) open.min = value
    if (value > open.max) open.max = value
    open.sum += value
    open.count += 1
  }
  return {
    add: (at: number, value: number) => {
      if (at < span.from || at >= span.to) return
      if (at !== lastAt && !Number.isNaN(lastAt)) reckon(lastAt, lastValue)
      lastAt = at
      lastValue = value
    },
    end: (): readonly Bucket[] => {
      if (!Number.isNaN(lastAt)) reckon(lastAt, lastValue)
      close()
      return found
    },
  }
}
