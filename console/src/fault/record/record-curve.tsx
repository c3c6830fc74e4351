import { hourMs } from '@brigade/contract/time.ts'
import type { FaultDetail } from '@brigade/contract/fault/record.model.ts'
import { Suspense, lazy } from 'react'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { Box } from '../../ui/layout/layout.tsx'
import { recordText } from '../fault.text.ts'

const SpanCurvePanel = lazy(() =>
  import('../../telemetry/history/span-curve-panel.tsx').then((module) => ({ default: module.SpanCurvePanel })),
)

/** The readings from two hours before a record to one after, for those who see the device. */
export function RecordCurve({ record: { device, raisedAt } }: { record: FaultDetail }) {
  const w = useWords(recordText)
  const can = useCan()
  if (!can(device.kind === 'oven' ? 'oven:view' : 'cooler:view')) return null
  const raisedMs = Date.parse(raisedAt)
  return (
    <Box marginTop="24">
      <Suspense fallback={<div aria-busy="true" />}>
        <SpanCurvePanel
          title={w.curve}
          kind={device.kind}
          deviceId={device.id}
          fromMs={raisedMs - 2 * hourMs}
          toMs={raisedMs + hourMs}
          raisedMs={raisedMs}
        />
      </Suspense>
    </Box>
  )
}
