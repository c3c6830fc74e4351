import type { Step, Stretch, TemperatureCurve } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { formatNumber, formatTime } from '../platform/format.ts'
import type { WordsOf } from '../platform/locale.ts'
import type { Units } from '../platform/units.ts'
import type { Curve, CurveLimit, CurveMark, CurvePoint } from '../ui/chart/curve-model.ts'
import { offlineStrip } from '../telemetry/curve/curve-points.ts'
import type { temperatureText } from './cold-chain.text.ts'
import type { Times } from './temperature-search.ts'

type ChartInput = {
  data: TemperatureCurve
  times: Times
  /** Events beside the temperatures, such as faults, as marks on the curve. */
  marks: readonly CurveMark[]
  units: Units
  words: WordsOf<typeof temperatureText>
}

/** Makes the chart: the temperature and the set point are lines, limits are bands, and events are shades and stripes. */
export function chartOf({ data, times: { fromMs, toMs }, marks, units, words }: ChartInput): Curve {
  const [series] = data.series
  const show = units.temperature
  const until = (stretches: readonly Stretch[]) => stretches.map(({ from, to }) => ({ from, to: to ?? toMs }))
  const style = { unit: units.temperatureUnit, digits: 1 } as const
  const before = series?.before ?? null
  const points: CurvePoint[] = [
    ...(before === null ? [] : [[before.time, show(before.value)] as const]),
    ...(series?.time ?? []).map((time, index): CurvePoint => [time, show(series?.mean[index] ?? 0)]),
  ]
  return {
    label: words.summary({ from: formatTime(fromMs), to: formatTime(toMs), count: data.figures.excursions }),
    from: fromMs,
    to: toMs,
    height: 320,
    series: [
      {
        key: 'temperature',
        name: words.temperature,
        colour: '--cold',
        weight: 1.75,
        ...style,
        points,
        held: series?.held ?? [],
        ...(data.bucketMs === 0 || series === undefined
          ? {}
          : {
              band: series.time.map(
                (time, index) => [time, show(series.min[index] ?? 0), show(series.max[index] ?? 0)] as const,
              ),
            }),
      },
      // Without a report in the span there is nothing to compare it with.
      ...(points.length === 0 || data.setPoint.length === 0
        ? []
        : [
            {
              key: 'setPoint',
              name: words.setPoint,
              colour: '--ink-3' as const,
              weight: 1,
              ...style,
              isPlan: true,
              // A setting holds for as long as its device is there.
              gaps: data.setPointGaps,
              points: stepsOf(data.setPoint, data.setPointGaps, toMs).map(([time, value]): CurvePoint => [
                time,
                show(value),
              ]),
            },
          ]),
    ],
    gaps: data.gaps,
    limits: [
      ...limitsOf(data.high, 'above', toMs, (value) => words.high({ value }), units),
      ...limitsOf(data.low, 'below', toMs, (value) => words.low({ value }), units),
    ],
    marks: [
      {
        key: 'excursion',
        name: words.excursion,
        colour: '--bad',
        look: 'shade',
        stretches: until(data.excursions),
      },
      { key: 'excused', name: words.excused, colour: '--warn', look: 'hatch', stretches: until(data.excused) },
      { key: 'defrost', name: words.defrost, colour: '--chart-5', look: 'stripe', stretches: until(data.defrosts) },
      { key: 'door', name: words.door, colour: '--chart-4', look: 'stripe', stretches: until(data.doors) },
      ...marks,
      offlineStrip(data, words.offline),
    ],
  }
}

/** Corners of a line that steps, and its ends at each gap. */
function stepsOf(steps: readonly Step[], gaps: TemperatureCurve['gaps'], toMs: number): CurvePoint[] {
  return steps.flatMap(({ at, value }, index): CurvePoint[] => {
    if (value === null) return []
    const next = steps[index + 1]?.at ?? toMs
    const ends = gaps.flatMap(({ from, to }) => [from, to]).filter((end) => end > at && end < next)
    const last = index === steps.length - 1 ? [toMs] : []
    return [at, ...ends, ...last].map((time): CurvePoint => [time, value])
  })
}

function limitsOf(
  steps: readonly Step[],
  beyond: CurveLimit['beyond'],
  toMs: number,
  format: (value: string) => string,
  units: Units,
): CurveLimit[] {
  return steps.flatMap(({ at, value }, index): CurveLimit[] => {
    if (value === null) return []
    const shown = units.temperature(value)
    const during = { from: at, to: steps[index + 1]?.at ?? toMs }
    const label = format(`${formatNumber(shown, 1)} ${units.temperatureUnit}`)
    return [{ value: shown, beyond, label, isAlwaysShown: true, ...(steps.length === 1 ? {} : { during }) }]
  })
}
