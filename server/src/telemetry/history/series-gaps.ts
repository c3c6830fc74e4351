import { merged } from '@brigade/contract/cold-chain/stretch.rules.ts'
import { commonGaps, gapsBetween, isReportedOnChange } from '@brigade/contract/telemetry/silence.rules.ts'
import type { Gap, Span } from '@brigade/contract/telemetry/silence.rules.ts'
import { moduleOf, type Property, type ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findProperty, isNumberType, isWritable } from '@brigade/contract/thing-model/thing-model.rules.ts'

type SeriesPoints = Readonly<{ identifier: string; time: readonly number[]; mean: readonly number[] }>

/** States, settings and registers are reported on change, so their silence is no gap. */
const isOnChange = (property: Property): boolean =>
  !isNumberType(property.dataType) || isWritable(property) || property.modbus?.trigger === 'onChange'

const holds = (model: ThingModel | undefined, { identifier, time, mean }: SeriesPoints): boolean => {
  const property = model && findProperty(model, identifier)
  return (property !== undefined && isOnChange(property)) || isReportedOnChange(time, mean)
}

/** Limit of properties per module that are read to know whether the device was reporting. */
const mostSigns = 3

/** Other properties that show a device's activity, for series that are reported on change only. */
export function signsOfLife(
  model: ThingModel | undefined,
  series: readonly SeriesPoints[],
  reported: ReadonlySet<string>,
): string[] {
  if (model === undefined) return []
  const modules = new Set(series.filter((one) => holds(model, one)).map(({ identifier }) => moduleOf(identifier)))
  const requested = new Set(series.map(({ identifier }) => identifier))
  return [...modules].flatMap((module) =>
    model.properties
      .filter(
        ({ identifier }) => moduleOf(identifier) === module && reported.has(identifier) && !requested.has(identifier),
      )
      .filter(({ dataType }) => dataType.type !== 'text' && dataType.type !== 'date')
      .filter(({ dataType }) => dataType.type !== 'struct' && dataType.type !== 'array')
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, mostSigns)
      .map(({ identifier }) => identifier),
  )
}
/** Properties reported at an interval come first, and among them those that every device has. */
const rank = (property: Property): number => Number(isOnChange(property)) * 2 + Number(!property.required)

type GapsQuery = Readonly<{
  model: ThingModel | undefined
  span: Span
  bucketMs: number
  signs: readonly SeriesPoints[]
  /** The spans in which a property's values do not count, by identifier. */
  denied: ReadonlyMap<string, readonly Gap[]>
}>

/** The gaps of each series, in its order, and the gaps common to all. */
export function gapsOf(
  series: readonly SeriesPoints[],
  { model, span, bucketMs, signs, denied }: GapsQuery,
): { own: Gap[][]; common: Gap[] } {
  const timesOf = new Map<string | undefined, number[]>()
  for (const { identifier, time } of [...series, ...signs]) {
    const module = moduleOf(identifier)
    timesOf.set(module, [...(timesOf.get(module) ?? []), ...time])
  }
  const own = series.map((one) => {
    const times = holds(model, one) ? rising(timesOf.get(moduleOf(one.identifier)) ?? []) : one.time
    const nothing = (denied.get(one.identifier) ?? []).filter(({ from }) => from < span.to)
    const past = nothing.map(({ from, to }) => ({ from, to: Math.min(to, span.to) }))
    const gaps = [...gapsBetween(times, span, bucketMs), ...past]
    return merged(
      gaps.toSorted((a, b) => a.from - b.from),
      0,
    )
  })
  return { own, common: commonGaps(own) }
}

const rising = (times: readonly number[]): number[] => [...new Set(times)].toSorted((a, b) => a - b)
