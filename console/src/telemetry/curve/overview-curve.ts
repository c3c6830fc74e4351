import type { Curve as CurveReply } from '@brigade/contract/telemetry/curve.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { stageModes } from '@brigade/contract/thing-model/ready-made/stage-mode.ts'
import { isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { formatTime } from '../../platform/format.ts'
import type { WordsOf } from '../../platform/locale.ts'
import type { Units } from '../../platform/units.ts'
import type { Curve, CurveLimit, CurveMark, CurveSeries, CurveSpan, CurveTarget } from '../../ui/chart/curve-model.ts'
import { valueText, toShown } from '../../device/view/shown-value.ts'
import { cookBands, isOfRun, planLine, type CookBand, type CookPlan } from './cook-plan.ts'
import { curvePlan, type CurvePlan, type PlannedSeries } from './curve-plan.ts'
import { heldOf, offlineStrip, pointsOf, seriesStyle, withLive } from './curve-points.ts'
import type { detailText } from '../../device/view/detail.text.ts'
import type { curveText } from './curve.text.ts'
import { numberOf, propertyOf, valueOf, type DeviceView } from '../../device/view/device-view.ts'
import { plannedStages } from '../../device/view/planned-stages.ts'
import { stageBands, type Run, type StageBand } from './oven-run.ts'
import type { LivePoints } from './use-live-points.ts'

type CurveParts = {
  view: Pick<DeviceView, 'model' | 'shadow'> & { device: Pick<DeviceView['device'], 'online'> }
  data: CurveReply
  live: LivePoints
  /** The run the curve shows; null for a span of time. */
  run: Run | null
  /** The recipe's plan is present if the run cooked a recipe. */
  cook: CookPlan | null
  /** Events during the cooking, as marks on the curve. */
  marks: readonly CurveMark[]
  fromMs: number
  nowMs: number
  locale: Locale
  units: Units
  words: WordsOf<typeof curveText>
  /** Short names of the readings. */
  names: Pick<WordsOf<typeof detailText>, NonNullable<PlannedSeries['word']>>
}

const runMarginMs = 120_000

/** The curve of the overview: readings, set values including planned ones, stages, limits and targets. */
export function overviewCurve(all: CurveParts): Curve {
  const { view, data, live, run, marks, fromMs, nowMs, locale, units, words } = all
  const plan = curvePlan(view)
  const isLive = view.device.online && (run === null || run.to === null)
  const reports = (identifier: string) =>
    withLive(
      data.series.find((series) => series.identifier === identifier),
      isLive ? (live[identifier] ?? []) : [],
    )
  const { bands, cooked } = bandsOf(all, reports('CurStage'))
  const untilMs = run?.to ?? nowMs
  const spans =
    cooked === null
      ? bands.map((band) => spanOf(band, modeName(band, locale), words.preheat))
      : cooked.bands.map((band) => spanOf(band, band.plan?.name ?? '', words.preheat))
  const lastMs = Math.max(untilMs, spans.at(-1)?.to ?? 0) + (run === null ? 0 : runMarginMs)
  // A finished run has no planned part.
  const toMs = run?.to ? Math.min(lastMs, Math.max(run.to, nowMs)) : lastMs

  const series = plan.series.flatMap((planned): CurveSeries[] => {
    const property = propertyOf(view, planned.identifier)
    if (property === undefined || planned.role === 'hidden') return []
    const isSet = planned.role === 'set'
    const reported = reports(planned.identifier)
    const past = pointsOf(property.dataType, reported, units, view.device.online ? untilMs : undefined)
    const points = isSet ? [...past, ...aheadOf(bands, units.temperature)] : past
    const tolerance = planned.toleranceC === undefined ? 0 : units.temperatureSpan(planned.toleranceC)
    return [
      {
        key: planned.identifier,
        name: nameOf(planned, property.name[locale], tolerance, all),
        colour: planned.colour,
        weight: planned.weight,
        axis: planned.axis,
        ...seriesStyle(property.dataType, units),
        points,
        gaps: reported?.gaps ?? [],
        held: heldOf(reported, view.device.online ? untilMs : undefined),
        ...(isSet ? { isPlan: true } : {}),
        ...(tolerance > 0
          ? { band: points.map(([time, value]) => [time, value - tolerance, value + tolerance] as const) }
          : {}),
      },
    ]
  })
  return {
    label: `${curveTitle(plan, words)}: ${formatTime(fromMs)} – ${formatTime(toMs)}`,
    from: fromMs,
    to: toMs,
    series: cooked === null ? series : [...series, plannedSeries(cooked, all)],
    gaps: data.gaps.filter((gap) => gap.to > fromMs && gap.from < untilMs),
    ...(spans.length > 0 ? { spans } : {}),
    limits: limitsOf(plan, all),
    marks: [...marks, offlineStrip(data, words.offline)],
    targets: isLive && run !== null ? targetsOf(plan, all) : [],
    ...(isLive ? { now: nowMs } : {}),
  }
}

export const curveTitle = (plan: CurvePlan, words: WordsOf<typeof curveText>): string =>
  ({ oven: words.ovenTitle, cooler: words.coolerTitle, other: words.otherTitle })[plan.what]

function nameOf(
  planned: PlannedSeries,
  modelName: string,
  tolerance: number,
  { words, names, units }: CurveParts,
): string {
  if (planned.role === 'set') {
    return tolerance > 0
      ? words.setBand({ span: `${Number(tolerance.toFixed(1))} ${units.temperatureUnit}` })
      : words.set
  }
  return planned.word === undefined ? modelName : names[planned.word]
}

type Cooked = { plan: CookPlan; bands: readonly CookBand[] }
type Bands = {
  /** The bands come from the programme that the oven reports; they are empty if a recipe gives more detail. */
  bands: readonly StageBand[]
  cooked: Cooked | null
}

function bandsOf({ view, run, cook, nowMs }: CurveParts, stages: Parameters<typeof stageBands>[0]['stages']): Bands {
  if (run === null) return { bands: [], cooked: null }
  const remaining = numberOf(view, 'StageRemaining')
  const reports = { run, stages, remainingMs: remaining === null ? null : remaining * 1000, nowMs }
  return cook !== null && isOfRun(cook, run)
    ? { bands: [], cooked: { plan: cook, bands: cookBands(cook, reports) } }
    : { bands: stageBands({ ...reports, plan: plannedStages(valueOf(view, 'Stages')) }), cooked: null }
}

/** Draws the plan of the recipe over the measured curve. */
function plannedSeries({ plan, bands }: Cooked, { units, words }: CurveParts): CurveSeries {
  return {
    key: 'plan',
    name: words.planOf({ name: plan.name }),
    colour: '--ink-2',
    weight: 1.5,
    axis: 'left',
    unit: units.temperatureUnit,
    digits: 0,
    isPlan: true,
    ...planLine(plan, bands, units.temperature),
  }
}

const formatValue = ({ view, locale, units }: CurveParts, identifier: string, value: number): string => {
  const property = propertyOf(view, identifier)
  return property === undefined ? '' : valueText(property.dataType, value, { locale, units })
}

/** An oven's limits are the settable range of its model; a cooler's are its own settings. */
function limitsOf(plan: CurvePlan, parts: CurveParts): CurveLimit[] {
  const { view, run, units, words } = parts
  if (plan.what === 'oven') {
    const dataType = propertyOf(view, 'SetTemp')?.dataType
    if (dataType === undefined || !isNumberType(dataType)) return []
    const label = words.limit({ value: formatValue(parts, 'SetTemp', dataType.max) })
    return [{ value: toShown(dataType, dataType.max, units), label, beyond: 'above', isAlwaysShown: run !== null }]
  }
  if (plan.what !== 'cooler') return []
  const sides = [
    ['HighLimit', 'above', words.limit],
    ['LowLimit', 'below', words.lowLimit],
  ] as const
  return sides.flatMap(([identifier, beyond, label]): CurveLimit[] => {
    const value = numberOf(view, identifier)
    if (value === null) return []
    return [
      {
        value: units.temperature(value),
        label: label({ value: formatValue(parts, identifier, value) }),
        beyond,
        isAlwaysShown: true,
      },
    ]
  })
}

function targetsOf(plan: CurvePlan, parts: CurveParts): CurveTarget[] {
  const target = numberOf(parts.view, 'CoreTarget')
  if (plan.what !== 'oven' || target === null || target <= 0) return []
  const label = parts.words.coreTarget({ value: formatValue(parts, 'CoreTarget', target) })
  return [{ value: parts.units.temperature(target), label, colour: '--chart-1' }]
}

/** The planned set values of a programme from now on, as steps. */
function aheadOf(bands: readonly StageBand[], show: (celsius: number) => number): (readonly [number, number])[] {
  const current = bands.find((band) => band.when === 'current')
  const points: (readonly [number, number])[] = []
  if (current?.plan) points.push([current.to, show(current.plan.temperatureC)])
  for (const band of bands) {
    if (band.when !== 'next' || band.plan === null) continue
    const value = show(band.plan.temperatureC)
    points.push([band.from + 1, value], [band.to, value])
  }
  return points
}

/** A stage along the top. `name`: how it cooks, in the reader's language. */
const spanOf = ({ number, from, to, when }: Omit<StageBand, 'plan'>, name: string, preheat: string): CurveSpan => ({
  key: `${number}-${from}`,
  from,
  to,
  label: number === 0 ? preheat : [String(number), name].filter(Boolean).join(' '),
  state: when,
})

const modeName = (band: StageBand, locale: Locale): string =>
  stageModes.find((one) => one.value === band.plan?.mode)?.[locale] ?? ''
