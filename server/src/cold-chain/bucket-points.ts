import { curvePoints, type Curve } from '@brigade/contract/telemetry/curve.model.ts'
import type { Span } from '@brigade/contract/telemetry/silence.rules.ts'
import { hourMs } from '@brigade/contract/time.ts'

type Series = Omit<Curve['series'][number], 'identifier' | 'gaps' | 'held' | 'before'>

/** The reports of a span unchanged up to 1,000, else by buckets of whole seconds, for long spans of whole hours. */
export function newPoints(span: Span) {
  const seconds = Math.ceil((span.to - span.from) / 1000 / curvePoints) * 1000
  const bucketMs = seconds <= hourMs / 2 ? seconds : Math.ceil(seconds / hourMs) * hourMs
  const origin = seconds <= hourMs / 2 ? span.from : Math.floor(span.from / hourMs) * hourMs
  const whole: Series = { time: [], min: [], max: [], mean: [] }
  const buckets: Series = { time: [], min: [], max: [], mean: [] }
  let [bucket, low, high, sum, count, all] = [Number.NaN, 0, 0, 0, 0, 0]
  const close = () => {
    if (count === 0) return
    buckets.time.push(bucket)
    buckets.min.push(low)
    buckets.max.push(high)
    buckets.mean.push(sum / count)
  }
  return {
    add: (at: number, value: number) => {
      if (at < span.from || at >= span.to) return
      all += 1
      if (all <= curvePoints) {
        for (const list of [whole.min, whole.max, whole.mean]) list.push(value)
        whole.time.push(at)
      }
      const own = origin + Math.floor((at - origin) / bucketMs) * bucketMs
      if (own !== bucket) {
        close()
        ;[bucket, low, high, sum, count] = [own, value, value, 0, 0]
      }
      low = Math.min(low, value)
      high = Math.max(high, value)
      sum += value
      count += 1
    },
    end: (): { bucketMs: number; points: Series } => {
      close()
      return all <= curvePoints ? { bucketMs: 0, points: whole } : { bucketMs, points: buckets }
    },
  }
}
