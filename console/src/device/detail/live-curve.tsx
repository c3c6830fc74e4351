import { deviceCalls } from '@brigade/contract/device/device.endpoints.ts'
import type { Curve as CurveReply } from '@brigade/contract/device/device.model.ts'
import { isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { stageModes } from '@brigade/contract/thing-model/ready-made/stage-mode.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useUnits } from '../../platform/units.ts'
import { Segments } from '../../ui/button/segments.tsx'
import type { Curve, CurveLimit, CurveSeries, CurveSpan, CurveTarget } from '../../ui/chart/curve-model.ts'
import { CurvePanel } from '../../ui/chart/curve-panel.tsx'
import { sayValue, toShown } from '../shown-value.ts'
import { useNow } from '../use-now.ts'
import { curvePlan, type CurvePlan } from './curve-plan.ts'
import { pointsOf, seriesStyle, withLive } from './curve-points.ts'
import { curveText, detailText } from './detail.text.ts'
import { numberOf, propertyOf, valueOf, type DeviceView } from './device-view.ts'
import { plannedStages, stageBands, type Run, type StageBand } from './oven-run.ts'
import { useLivePoints, type LivePoints } from './use-live-points.ts'
import { useOvenRun } from './use-oven-run.ts'

const minuteMs = 60_000
const spans = { '6h': 6 * 60 * minuteMs, '24h': 24 * 60 * minuteMs, '7d': 7 * 24 * 60 * minuteMs } as const
type Span = 'run' | keyof typeof spans

/** The curve of the overview: grows while it is looked at. */
export function LiveCurve({ view }: { view: DeviceView }) {
  const w = useWords(curveText)
  const run = useOvenRun(view)
  const [chosen, setChosen] = useState<Span | null>(null)
  // A run is the first thing to see of an oven that has one; else the last hours.
  const span: Span = chosen ?? (run ? 'run' : '6h')
  const effective: Span = span === 'run' && !run ? '6h' : span
  const plan = curvePlan(view)
  const minute = useNow(minuteMs)
  const nowMs = useNow(5000)

  const fromMs =
    effective === 'run' && run ? run.from - 3 * minuteMs : minute - spans[effective === 'run' ? '6h' : effective]
  const identifiers = plan.series.map((series) => series.identifier)
  const query = {
    id: view.device.id,
    identifiers: identifiers.join(','),
    startTime: new Date(fromMs).toISOString(),
    endTime: new Date(effective === 'run' && run?.to ? run.to + 3 * minuteMs : minute + 5 * minuteMs).toISOString(),
  }
  const { data, error, refetch } = useQuery({
    ...ask(deviceCalls[view.kind].curve, query, { quiet: true }),
    enabled: identifiers.length > 0 && run !== undefined,
    placeholderData: keepPreviousData,
  })
  const live = useLivePoints(view.shadow, identifiers)
  const curve = useCurve({ view, plan, data, live, run: effective === 'run' ? (run ?? null) : null, fromMs, nowMs })

  const options = [
    ...(run ? [{ value: 'run' as const, label: run.to === null ? w.run : w.lastRun }] : []),
    { value: '6h' as const, label: w.sixHours },
    { value: '24h' as const, label: w.day },
    { value: '7d' as const, label: w.week },
  ]
  const title = { oven: w.ovenTitle, cooler: w.coolerTitle, other: w.otherTitle }[plan.what]
  return (
    <CurvePanel
      title={title}
      curve={curve}
      error={error}
      onRetry={() => void refetch()}
      fileName={`${view.device.sn}-${effective}`}
      actions={<Segments size="small" label={w.span} options={options} value={effective} onChange={setChosen} />}
    />
  )
}

type Drawn = {
  view: DeviceView
  plan: CurvePlan
  data: CurveReply | undefined
  live: LivePoints
  run: Run | null
  fromMs: number
  nowMs: number
}

function useCurve({ view, plan, data, live, run, fromMs, nowMs }: Drawn): Curve | undefined {
  const w = useWords(curveText)
  const short = useWords(detailText)
  const locale = useLocale()
  const units = useUnits()
  const { model, shadow, kind, device } = view
  return useMemo(() => {
    if (data === undefined || model === null) return undefined
    const held: DeviceView = { kind, device, model, shadow }
    const isLive = device.online && (run === null || run.to === null)
    const told = (identifier: string) =>
      withLive(
        data.series.find((series) => series.identifier === identifier),
        isLive ? (live[identifier] ?? []) : [],
      )
    const remaining = numberOf(held, 'StageRemaining')
    const bands =
      run === null
        ? []
        : stageBands({
            run,
            stages: told('CurStage'),
            plan: plannedStages(valueOf(held, 'Stages')),
            remainingMs: remaining === null ? null : remaining * 1000,
            nowMs,
          })
    const untilMs = run?.to ?? nowMs
    const toMs = Math.max(untilMs, bands.at(-1)?.to ?? 0) + (run === null ? 0 : 2 * minuteMs)
    const say = (identifier: string, value: number): string => {
      const property = propertyOf(held, identifier)
      return property === undefined ? '' : sayValue(property.dataType, value, { locale, units })
    }

    const series = plan.series.flatMap((planned): CurveSeries[] => {
      const property = propertyOf(held, planned.identifier)
      if (property === undefined || planned.role === 'hidden') return []
      const isSet = planned.role === 'set'
      const past = pointsOf(property.dataType, told(planned.identifier), units, device.online ? untilMs : undefined)
      const points = isSet ? [...past, ...aheadOf(bands, units.temperature)] : past
      const tolerance = planned.toleranceC === undefined ? 0 : units.temperatureSpan(planned.toleranceC)
      const name =
        isSet && tolerance > 0
          ? w.setBand({ span: `${Number(tolerance.toFixed(1))} ${units.temperatureUnit}` })
          : isSet
            ? w.set
            : planned.word === undefined
              ? property.name[locale]
              : short[planned.word]
      return [
        {
          key: planned.identifier,
          name,
          colour: planned.colour,
          weight: planned.weight,
          axis: planned.axis,
          ...seriesStyle(property.dataType, units),
          points,
          ...(isSet ? { isPlan: true } : {}),
          ...(tolerance > 0
            ? { band: points.map(([time, value]) => [time, value - tolerance, value + tolerance] as const) }
            : {}),
        },
      ]
    })

    const limits: CurveLimit[] = []
    const setTemp = propertyOf(held, 'SetTemp')
    if (plan.what === 'oven' && setTemp !== undefined && isNumberType(setTemp.dataType)) {
      limits.push({
        value: toShown(setTemp.dataType, setTemp.dataType.max, units),
        label: w.limit({ value: say('SetTemp', setTemp.dataType.max) }),
        beyond: 'above',
        isAlwaysShown: run !== null,
      })
    }
    for (const [identifier, beyond] of plan.what === 'cooler'
      ? ([
          ['HighLimit', 'above'],
          ['LowLimit', 'below'],
        ] as const)
      : []) {
      const value = numberOf(held, identifier)
      if (value === null) continue
      const label = (beyond === 'above' ? w.limit : w.lowLimit)({ value: say(identifier, value) })
      limits.push({ value: units.temperature(value), label, beyond, isAlwaysShown: true })
    }
    const coreTarget = numberOf(held, 'CoreTarget')
    const targets: CurveTarget[] =
      plan.what === 'oven' && coreTarget !== null && coreTarget > 0 && isLive && run !== null
        ? [
            {
              value: units.temperature(coreTarget),
              label: w.coreTarget({ value: say('CoreTarget', coreTarget) }),
              colour: '--chart-1',
            },
          ]
        : []

    const title = { oven: w.ovenTitle, cooler: w.coolerTitle, other: w.otherTitle }[plan.what]
    return {
      label: `${title}: ${formatTime(fromMs)} – ${formatTime(toMs)}`,
      from: fromMs,
      to: toMs,
      series,
      gaps: data.gaps.filter((gap) => gap.to > fromMs && gap.from < untilMs),
      ...(bands.length > 0
        ? {
            spans: bands.map((band): CurveSpan => ({
              key: `${band.number}-${band.from}`,
              from: band.from,
              to: band.to,
              label: stageName(band, locale, w.preheat),
              state: band.when,
            })),
          }
        : {}),
      limits,
      targets,
      ...(isLive ? { now: nowMs } : {}),
    }
  }, [data, live, plan.what, run, fromMs, nowMs, model, shadow, kind, device, units, locale, w, short])
}

/** What a programme will set from here on, as steps. */
function aheadOf(bands: readonly StageBand[], show: (celsius: number) => number): (readonly [number, number])[] {
  const current = bands.find((band) => band.when === 'current')
  const next = bands.filter((band) => band.when === 'next')
  const points: (readonly [number, number])[] = []
  if (current?.plan) points.push([current.to, show(current.plan.temperatureC)])
  for (const band of next) {
    if (band.plan === null) continue
    points.push([band.from + 1, show(band.plan.temperatureC)], [band.to, show(band.plan.temperatureC)])
  }
  return points
}

function stageName(band: StageBand, locale: 'en' | 'zh', preheat: string): string {
  if (band.number === 0) return preheat
  const mode = stageModes.find((one) => one.value === band.plan?.mode)
  return mode === undefined ? String(band.number) : `${band.number} ${mode[locale]}`
}
