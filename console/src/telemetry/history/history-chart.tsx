import type { Curve as CurveReply } from '@brigade/contract/telemetry/curve.model.ts'
import type { ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import type { CurveLimit, CurveMark } from '../../ui/chart/curve-model.ts'
import { CurvePanel } from '../../ui/chart/curve-panel.tsx'
import type { DeviceView } from '../../device/view/device-view.ts'
import type { Times } from './history-search.ts'
import { historyText } from './history.text.ts'
import type { EarlierCurve } from './use-earlier-curve.ts'
import { useHistoryCurve } from './use-history-curve.ts'

type Props = {
  view: DeviceView
  /** The properties that share this chart. */
  chosen: readonly string[]
  data: CurveReply | undefined
  error: { message: string } | null
  onRetry: () => void
  times: Times
  limits: readonly CurveLimit[]
  marks: readonly CurveMark[]
  /** The span before, if it is asked for. */
  earlier: EarlierCurve | undefined
  onGo: (times: Times) => void
  actions: ReactNode
}

/** One of the charts of the history: at most two units. */
export function HistoryChart({
  view,
  chosen,
  data,
  error,
  onRetry,
  times,
  limits,
  marks,
  earlier,
  onGo,
  actions,
}: Props) {
  const w = useWords(historyText)
  const curve = useHistoryCurve(view, chosen, data, { ...times, limits, marks, earlier })
  return (
    <CurvePanel
      title={w.curveTitle}
      curve={curve}
      error={error}
      onRetry={onRetry}
      onSpan={(fromMs, toMs) => onGo({ fromMs, toMs })}
      actions={actions}
      fileName={`${view.device.sn}-${chosen.join('-')}`}
    />
  )
}
