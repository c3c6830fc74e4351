import { endOf, identifiers, minutesOfSet, reportAt, type ReportSet } from './report-set.ts'
import type { Bucket, DeviceBuckets, Question } from './series-peer.ts'

/** Means of the same values differ in their last digits by the order of summing, and numbers by how a side keeps them. */
const tolerance = 1e-9
const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= tolerance * Math.max(1, Math.abs(other))

/** The buckets that begin at `origin`, counted value by value. */
function countNaively(
  set: ReportSet,
  device: number,
  { identifier, widthMs }: Question,
  origin: number,
): Map<number, Bucket> {
  const place = identifiers.indexOf(identifier)
  const groups = new Map<number, number[]>()
  for (let minute = 0; minute < minutesOfSet; minute += 1) {
    const { ms, values } = reportAt(set, device, minute)
    const at = origin + Math.floor((ms - origin) / widthMs) * widthMs
    const group = groups.get(at) ?? []
    group.push(values[place] ?? Number.NaN)
    groups.set(at, group)
  }
  return new Map(
    [...groups].map(([at, group]) => [
      at,
      {
        at,
        min: Math.min(...group),
        max: Math.max(...group),
        mean: group.reduce((sum, value) => sum + value, 0) / group.length,
      },
    ]),
  )
}

/**
 * Fails if an answer differs from the values. The answer decides where its buckets begin (VictoriaMetrics moves them to
 * whole widths since 1970), but all buckets within the days have to be there.
 */
export function requireTrue(who: string, set: ReportSet, question: Question, series: readonly DeviceBuckets[]): void {
  for (const device of question.devices) {
    const buckets = series.find((one) => one.device === device)?.buckets ?? []
    const expected = countNaively(set, device, question, buckets[0]?.at ?? set.startMs)
    const found = new Map(buckets.map((bucket) => [bucket.at, bucket]))
    const isWithin = (at: number) => at >= set.startMs && at + question.widthMs <= endOf(set)
    for (const { at, min, max, mean } of expected.values()) {
      if (!isWithin(at)) continue
      const own = found.get(at)
      if (own && isNear(own.min, min) && isNear(own.max, max) && isNear(own.mean, mean)) continue
      const words = own === undefined ? 'nothing' : [own.min, own.max, own.mean].join(', ')
      throw new Error(
        `${who} says ${words} of ${question.identifier} of device ${device} at ${new Date(at).toISOString()}, which was ${[min, max, mean].join(', ')}`,
      )
    }
  }
}
