import type { Db } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { keyOf } from '../device-name.ts'

/** NOTIFY channel on which processes hear that sub-devices came behind a gateway, or went. */
export const topologyChannel = 'topology'

/**
 * `gone`: keys of those that were deleted, of which nothing can be looked up any more. `told`: the gateway hears of it by
 * `thing/topo/change`; one that asked for it itself does not.
 */
type TopologyNotice = Readonly<{
  gateway: string
  added: readonly string[]
  removed: readonly string[]
  gone: readonly string[]
  told: '0' | '1'
}>

/** PostgreSQL takes 8,000 bytes at once; a key has up to 53. */
const idsAtOnce = 100

/**
 * Heard when the transaction commits: the gateway is told, and a sub-device that is no longer behind it loses its session there.
 * Whoever writes `device_gateway` says so.
 */
export async function tellTopology(
  trx: Db,
  gatewayId: string,
  {
    added = [],
    removed = [],
    gone = [],
    isTold = true,
  }: Readonly<{
    added?: readonly string[]
    removed?: readonly string[]
    gone?: readonly Readonly<{ productKey: string; deviceName: string }>[]
    isTold?: boolean
  }>,
): Promise<void> {
  const told = isTold ? '1' : '0'
  for (let from = 0; from < Math.max(added.length, removed.length, gone.length); from += idsAtOnce) {
    const notice: TopologyNotice = {
      gateway: gatewayId,
      added: added.slice(from, from + idsAtOnce),
      removed: removed.slice(from, from + idsAtOnce),
      gone: gone.slice(from, from + idsAtOnce).map(keyOf),
      told,
    }
    await notifyOnCommit(trx, topologyChannel, notice)
  }
}
