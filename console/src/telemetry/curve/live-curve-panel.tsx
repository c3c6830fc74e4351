import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'
import type { Curve as CurveReply } from '@brigade/contract/telemetry/curve.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useUnits } from '../../platform/units.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { CurvePanel } from '../../ui/chart/curve-panel.tsx'
import { useNow } from '../../platform/time/use-now.ts'
import type { CookPlan } from './cook-plan.ts'
import { curvePlan } from './curve-plan.ts'
import { detailText } from '../../device/view/detail.text.ts'
import { curveText } from './curve.text.ts'
import type { DeviceView } from '../../device/view/device-view.ts'
import { curveTitle, overviewCurve } from './overview-curve.ts'
import { useCurveMarks } from './use-curve-marks.ts'
import { useLivePoints } from './use-live-points.ts'
import { useOvenRun } from './use-oven-run.ts'

const spans = { '6h': 6 * hourMs, '24h': dayMs, '7d': 7 * dayMs } as const
const nothing: CurveReply = { series: [], bucketMs: 0, gaps: [], offline: [] }
type Span = 'run' | keyof typeof spans

type Props = { view: DeviceView; cook?: CookPlan | null }

/** The curve of the overview, which grows live. The plan of the recipe that cooks is drawn over it. */
export function LiveCurvePanel({ view, cook = null }: Props) {
  const words = useWords(curveText)
  const names = useWords(detailText)
  const locale = useLocale()
  const units = useUnits()
  const found = useOvenRun(view)
  const [chosen, setChosen] = useState<Span | null>(null)
  // A run is the first thing to see of an oven that has one; else the last hours.
  const run = chosen === null || chosen === 'run' ? (found ?? null) : null
  const span: Span = run === null ? (chosen === null || chosen === 'run' ? '6h' : chosen) : 'run'
  const plan = curvePlan(view)
  const minute = useNow(minuteMs)
  const nowMs = useNow(5000)

  const fromMs = run === null ? minute - spans[span === 'run' ? '6h' : span] : run.from - 3 * minuteMs
  const untilMs = run?.to ? run.to + 3 * minuteMs : minute + 5 * minuteMs
  const identifiers = plan.series.map((series) => series.identifier)
  const query = {
    id: view.device.id,
    identifiers: identifiers.join(','),
    startTime: new Date(fromMs).toISOString(),
    endTime: new Date(untilMs).toISOString(),
  }
  const answer = useQuery({
    ...ask(telemetryCalls[view.kind].curve, query, { quiet: true }),
    enabled: identifiers.length > 0 && found !== undefined,
    placeholderData: keepPreviousData,
  })
  const { error, refetch } = answer
  // A product without a thing model, or without drawable properties, has nothing to load.
  const isBare = identifiers.length === 0 && (view.model !== null || view.device.modelVersion === null)
  const data = isBare ? nothing : answer.data
  const live = useLivePoints(view, identifiers)
  const { kind, device, model } = view
  // Events that still last are marked up to now.
  const marks = useCurveMarks({ kind, deviceId: device.id, model, fromMs, toMs: Math.min(untilMs, minute) })
  const curve = useMemo(
    () =>
      data === undefined
        ? undefined
        : overviewCurve({ view, data, live, run, cook, marks, fromMs, nowMs, locale, units, words, names }),
    [view, data, live, run, cook, marks, fromMs, nowMs, locale, units, words, names],
  )

  const options = [
    ...(found ? [{ value: 'run' as const, label: found.to === null ? words.run : words.lastRun }] : []),
    { value: '6h' as const, label: words.sixHours },
    { value: '24h' as const, label: words.day },
    { value: '7d' as const, label: words.week },
  ]
  return (
    <CurvePanel
      title={curveTitle(plan, words)}
      curve={curve}
      error={error}
      onRetry={() => void refetch()}
      fileName={`${view.device.sn}-${span}`}
      actions={<Segments size="small" label={words.span} options={options} value={span} onChange={setChosen} />}
    />
  )
}
