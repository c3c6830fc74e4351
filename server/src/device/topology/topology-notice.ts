import type { Db } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { keyOf } from '../device-name.ts'

/** NOTIFY channel of sub-devices that were added to a gateway or removed from it. */
export const topologyChannel = 'topology'

/**
 * `gone`: keys of deleted sub-devices, which have no row any more. `notified`: the gateway gets `thing/topo/change`, unless
 * it requested the change itself.
 */
type TopologyNotice = Readonly<{
  gateway: string
  added: readonly string[]
  removed: readonly string[]
  gone: readonly string[]
  notified: '0' | '1'
}>

/** A notification has at most 8,000 bytes, and a key up to 53. */
const idsAtOnce = 100

/**
 * Notifies connectors when the transaction commits. The gateway gets a message, and a removed sub-device loses its session
 * there. Every writer of `device_gateway` must call this.
 */
export async function notifyTopology(
  trx: Db,
  gatewayId: string,
  {
    added = [],
    removed = [],
    gone = [],
    isNotified = true,
  }: Readonly<{
    added?: readonly string[]
    removed?: readonly string[]
    gone?: readonly Readonly<{ productKey: string; deviceName: string }>[]
    isNotified?: boolean
  }>,
): Promise<void> {
  const notified = isNotified ? '1' : '0'
  for (let from = 0; from < Math.max(added.length, removed.length, gone.length); from += idsAtOnce) {
    const notice: TopologyNotice = {
      gateway: gatewayId,
      added: added.slice(from, from + idsAtOnce),
      removed: removed.slice(from, from + idsAtOnce),
      gone: gone.slice(from, from + idsAtOnce).map(keyOf),
      notified,
    }
    await notifyOnCommit(trx, topologyChannel, notice)
  }
}
