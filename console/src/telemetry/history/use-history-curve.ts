import type { Curve as CurveReply } from '@brigade/contract/telemetry/curve.model.ts'
import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useMemo } from 'react'
import { formatDuration } from '../../platform/time/duration.ts'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import type { Curve, CurveLimit, CurveMark, CurveSeries } from '../../ui/chart/curve-model.ts'
import { propertyOf, type DeviceView } from '../../device/view/device-view.ts'
import { chartsOf } from '../curve/curve-axes.ts'
import { coloursOf } from '../curve/curve-plan.ts'
import { heldOf, later, offlineStrip, pointsOf, seriesStyle, spreadOf } from '../curve/curve-points.ts'
import { curveText } from '../curve/curve.text.ts'
import type { Times } from './history-search.ts'
import type { EarlierCurve } from './use-earlier-curve.ts'

type Drawn = Times & {
  limits: readonly CurveLimit[]
  /** Events during the span, as marks on the curve. */
  marks: readonly CurveMark[]
  /** The same properties in the span before, which is laid over this one. */
  earlier?: EarlierCurve | undefined
  /** An instant to be marked. */
  raisedMs?: number
  height?: number
}

/** Properties that share a chart (curve-axes.ts) over a span; undefined until they are read. */
export function useHistoryCurve(
  view: Pick<DeviceView, 'model'>,
  chosen: readonly string[],
  data: CurveReply | undefined,
  { fromMs, toMs, limits, marks, earlier, raisedMs, height = 320 }: Drawn,
): Curve | undefined {
  const w = useWords(curveText)
  const locale = useLocale()
  const units = useUnits()
  const { model } = view
  const key = chosen.join(',')
  return useMemo(() => {
    if (data === undefined) return undefined
    const properties = key.split(',').flatMap((identifier) => propertyOf({ model }, identifier) ?? [])
    const sides = chartsOf(properties)[0]?.sides
    const colours = coloursOf(properties.map(({ identifier }) => identifier))
    const lineOf = (from: CurveReply, property: Property, index: number): CurveSeries => {
      const reported = from.series.find((one) => one.identifier === property.identifier)
      const style = seriesStyle(property.dataType, units)
      return {
        key: property.identifier,
        name: property.name[locale],
        colour: colours.get(property.identifier) ?? '--chart-4',
        weight: [1.75, 2.25, 1.25][index % 3] ?? 1.75,
        axis: sides?.get(property.identifier) ?? 'right',
        ...style,
        points: pointsOf(property.dataType, reported, units),
        gaps: reported?.gaps ?? [],
        held: heldOf(reported),
        ...(from.bucketMs > 0 ? { band: spreadOf(property.dataType, reported, units) } : {}),
      }
    }
    const series = properties.map((property, index) => lineOf(data, property, index))
    const behind =
      earlier === undefined
        ? []
        : properties.map((property, index): CurveSeries => {
            const { band: _spread, ...line } = later(lineOf(earlier.data, property, index), earlier.byMs)
            const name = w.before({ name: line.name, span: formatDuration(earlier.byMs) })
            return { ...line, key: `${line.key}-before`, name, isEarlier: true }
          })
    return {
      label: `${series.map((one) => one.name).join(', ')}: ${formatTime(fromMs)} – ${formatTime(toMs)}`,
      from: fromMs,
      to: toMs,
      series: [...series, ...behind],
      gaps: data.gaps,
      marks: [...marks, offlineStrip(data, w.offline)],
      limits,
      height,
      ...(raisedMs === undefined ? {} : { now: raisedMs }),
    }
  }, [data, model, key, fromMs, toMs, limits, marks, earlier, raisedMs, height, locale, units, w])
}
