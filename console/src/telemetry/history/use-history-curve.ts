import type { Curve as CurveReply } from '@brigade/contract/telemetry/curve.model.ts'
import { useMemo } from 'react'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import type { Curve, CurveLimit, CurveSeries } from '../../ui/chart/curve-model.ts'
import { propertyOf, type DeviceView } from '../../device/view/device-view.ts'
import { coloursOf } from '../curve/curve-plan.ts'
import { offlineStrip, pointsOf, seriesStyle, spreadOf } from '../curve/curve-points.ts'
import { curveText } from '../curve/curve.text.ts'
import type { Times } from './history-search.ts'

type Drawn = Times & {
  limits: readonly CurveLimit[]
  /** An instant to be marked. */
  raisedMs?: number
  height?: number
}

/** Any properties over a span as one chart; undefined until they are read. */
export function useHistoryCurve(
  view: Pick<DeviceView, 'model'>,
  chosen: readonly string[],
  data: CurveReply | undefined,
  { fromMs, toMs, limits, raisedMs, height = 320 }: Drawn,
): Curve | undefined {
  const w = useWords(curveText)
  const locale = useLocale()
  const units = useUnits()
  const { model } = view
  const key = chosen.join(',')
  return useMemo(() => {
    if (data === undefined) return undefined
    const properties = key.split(',').flatMap((identifier) => propertyOf({ model }, identifier) ?? [])
    // A chart has two axes at most: the first unit is at the left, all others are at the right.
    const colours = coloursOf(properties.map(({ identifier }) => identifier))
    const firstUnit = properties[0] === undefined ? '' : seriesStyle(properties[0].dataType, units).unit
    const series = properties.map((property, index): CurveSeries => {
      const reported = data.series.find((one) => one.identifier === property.identifier)
      const style = seriesStyle(property.dataType, units)
      return {
        key: property.identifier,
        name: property.name[locale],
        colour: colours.get(property.identifier) ?? '--chart-4',
        weight: [1.75, 2.25, 1.25][index % 3] ?? 1.75,
        axis: style.unit === firstUnit ? 'left' : 'right',
        ...style,
        points: pointsOf(property.dataType, reported, units),
        gaps: reported?.gaps ?? [],
        ...(data.bucketMs > 0 ? { band: spreadOf(property.dataType, reported, units) } : {}),
      }
    })
    return {
      label: `${series.map((one) => one.name).join(', ')}: ${formatTime(fromMs)} – ${formatTime(toMs)}`,
      from: fromMs,
      to: toMs,
      series,
      gaps: data.gaps,
      marks: [offlineStrip(data, w.offline)],
      limits,
      height,
      ...(raisedMs === undefined ? {} : { now: raisedMs }),
    }
  }, [data, model, key, fromMs, toMs, limits, raisedMs, height, locale, units, w])
}
