import type { Db } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'

/** NOTIFY channel on which processes hear that sub-devices came behind a gateway, or went. */
export const topologyChannel = 'topology'

/** `told`: the gateway hears of it by `thing/topo/change`; one that asked for it itself does not. */
type TopologyNotice = Readonly<{
  gateway: string
  added: readonly string[]
  removed: readonly string[]
  told: '0' | '1'
}>

/** Ids are short, and PostgreSQL takes 8,000 bytes at once. */
const idsAtOnce = 300

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
    isTold = true,
  }: Readonly<{ added?: readonly string[]; removed?: readonly string[]; isTold?: boolean }>,
): Promise<void> {
  const told = isTold ? '1' : '0'
  for (let from = 0; from < Math.max(added.length, removed.length); from += idsAtOnce) {
    const notice: TopologyNotice = {
      gateway: gatewayId,
      added: added.slice(from, from + idsAtOnce),
      removed: removed.slice(from, from + idsAtOnce),
      told,
    }
    await notifyOnCommit(trx, topologyChannel, notice)
  }
}
