import type { Curve as CurveReply } from '@brigade/contract/telemetry/curve.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '../../platform/query.ts'
import type { DeviceView } from '../../device/view/device-view.ts'
import { spanMs, type HistorySpan, type Times } from './history-search.ts'

export type EarlierCurve = Readonly<{ data: CurveReply; byMs: number }>
type Asked = Times & { span: HistorySpan; isAsked: boolean }

/** The same properties in the span before, so that hours of the clock lie over one another; undefined unless it is asked for. */
export function useEarlierCurve(
  { kind, device }: Pick<DeviceView, 'kind' | 'device'>,
  chosen: readonly string[],
  { span, fromMs, toMs, isAsked }: Asked,
): EarlierCurve | undefined {
  const byMs = span === 'own' ? toMs - fromMs : spanMs[span]
  const [startTime, endTime] = [new Date(fromMs - byMs).toISOString(), new Date(toMs - byMs).toISOString()]
  const { data } = useQuery({
    ...ask(
      telemetryCalls[kind].curve,
      { id: device.id, identifiers: chosen.join(','), startTime, endTime },
      { quiet: true },
    ),
    enabled: isAsked && chosen.length > 0 && toMs > fromMs,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => (isAsked && data !== undefined ? { data, byMs } : undefined), [isAsked, data, byMs])
}
