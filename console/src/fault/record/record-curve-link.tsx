import { hourMs } from '@brigade/contract/time.ts'
import type { FaultDetail } from '@brigade/contract/fault/record.model.ts'
import { DeviceCurveLink } from '../../device/view/device-link.tsx'
import { formatTime } from '../../platform/format.ts'

const iso = (at: number): string => new Date(at).toISOString()

/** The curves of the device from two hours before a record to one after. */
export function RecordCurveLink({ record: { device, alertType, raisedAt } }: { record: FaultDetail }) {
  const at = Date.parse(raisedAt)
  const span = { startTime: iso(at - 2 * hourMs), endTime: iso(at + hourMs) }
  return (
    <DeviceCurveLink kind={device.kind} id={device.id} span={span} isTemperature={alertType === 'excursion'}>
      {`${formatTime(span.startTime)} – ${formatTime(span.endTime).slice(11)}`}
    </DeviceCurveLink>
  )
}
