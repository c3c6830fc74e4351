import { minuteMs } from '@brigade/contract/time.ts'
import type { ConnectRequest } from '../../platform/mqtt/mqtt-hooks.ts'
import { onceIn } from '../../platform/budget/budgets.ts'
import type { Log } from '../../platform/log.ts'
import type { Presence } from '../../device/presence/presence.store.ts'
import type { Refusal } from './admit-device.ts'

/** A device that is refused for the same reason again has one line a minute. A scan with made-up names must not fill memory. */
const once = { spanMs: minuteMs, most: 10_000 } as const

type Refused = Pick<ConnectRequest, 'username' | 'address' | 'protocol'> &
  Partial<Pick<ConnectRequest, 'keepAliveSeconds'>>
type Options = Readonly<{ log: Log; note: (change: Presence) => void; now: () => number }>

/** Writes the reason of a refusal into the program's log, and into the device's online log if the device exists. */
export function logRefusals({ log, note, now }: Options): (client: Refused, refusal: Refusal) => void {
  const isDue = onceIn(once)
  return ({ username, address, protocol, keepAliveSeconds }, { reason, deviceId, because }) => {
    const atMs = now()
    // A client can make up any number of names, so an address has one line for all unknown devices.
    const about = deviceId === null ? `from ${address}` : `${deviceId} ${reason}`
    if (!isDue(about, atMs)) return
    log.warn({ device: username.slice(0, 100), address, reason, because }, 'A device was refused')
    if (deviceId !== null) note({ deviceId, online: null, reason, address, protocol, keepAliveSeconds, atMs })
  }
}
