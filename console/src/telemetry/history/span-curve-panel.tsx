import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '../../platform/query.ts'
import type { CurveLimit } from '../../ui/chart/curve-model.ts'
import { CurvePanel } from '../../ui/chart/curve-panel.tsx'
import type { DeviceView } from '../../device/view/device-view.ts'
import { curvePlan } from '../curve/curve-plan.ts'
import { useCurveMarks } from '../curve/use-curve-marks.ts'
import { useHistoryCurve } from './use-history-curve.ts'

type Props = {
  title: string
  kind: DeviceKind
  deviceId: string
  fromMs: number
  toMs: number
  /** Drawn as a line. */
  raisedMs: number
}

const noLimits: readonly CurveLimit[] = []

/** The readings of a device around an instant, as its overview draws them. */
export function SpanCurvePanel({ title, kind, deviceId, fromMs, toMs, raisedMs }: Props) {
  const detail = useQuery(ask(deviceCalls[kind].detail, { id: deviceId }, { quiet: true }))
  const device = detail.data
  const version = device?.modelVersion ?? null
  const model = useQuery({
    ...ask(
      thingModelApi.published,
      { productId: device?.product.id ?? deviceId, ...(version === null ? {} : { version }) },
      { quiet: true },
    ),
    enabled: device !== undefined && version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const held = model.data?.model ?? null
  const view = useMemo(
    (): DeviceView | null => (device === undefined ? null : { kind, device, model: held, shadow: null }),
    [kind, device, held],
  )
  const chosen = useMemo(
    () =>
      view === null || held === null
        ? []
        : curvePlan(view).series.flatMap(({ role, identifier }) => (role === 'reading' ? [identifier] : [])),
    [view, held],
  )
  const times = { startTime: new Date(fromMs).toISOString(), endTime: new Date(toMs).toISOString() }
  const { data, error, refetch } = useQuery({
    ...ask(telemetryCalls[kind].curve, { id: deviceId, identifiers: chosen.join(','), ...times }, { quiet: true }),
    enabled: chosen.length > 0,
  })
  const marks = useCurveMarks({ kind, deviceId, model: held, fromMs, toMs })
  const drawn = { fromMs, toMs, raisedMs, limits: noLimits, marks, height: 200 }
  const curve = useHistoryCurve({ model: held }, chosen, data, drawn)
  return (
    <CurvePanel
      title={title}
      level={4}
      curve={curve}
      error={detail.error ?? model.error ?? error}
      onRetry={() => void refetch()}
      fileName={`${device?.sn ?? deviceId}-${times.startTime.slice(0, 10)}`}
    />
  )
}
