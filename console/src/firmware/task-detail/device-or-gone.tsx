import type { UpgradeDeviceRow } from '@brigade/contract/firmware/upgrade-device.model.ts'
import { DeviceLink } from '../../device/view/device-link.tsx'

/** A device by its serial number; one that was deleted has no page any more. */
export const DeviceOrGone = ({ device }: { device: UpgradeDeviceRow['device'] }) =>
  device.isGone ? (
    <span className="mono">{device.sn}</span>
  ) : (
    <DeviceLink kind={device.kind} id={device.id}>
      <span className="mono">{device.sn}</span>
    </DeviceLink>
  )
