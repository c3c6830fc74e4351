import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { listNames } from '../topology/topology.store.ts'
import { keyOf } from '../device-name.ts'
import { gatewayChange } from '../topology/move-sub-devices.ts'
import { notifyTopology } from '../topology/topology-notice.ts'
import { notifyConnectors } from '../device-notice.ts'
import { requireDevice } from './device-reference.ts'
import { countSubDevices, deleteDevice, endBindings, findGatewayOf } from './record.store.ts'
import { noteUnbound } from './unbind-devices.ts'
import { writeChanges } from '../changes/write-change.ts'

/** Lets other domains keep what they need of a device before its rows are deleted. `now` is epoch ms. */
export type KeepPast = (
  db: Transaction,
  going: Readonly<{ device: string; now: number; zone: string }>,
) => Promise<void>

/**
 * Deletes a device with all its reported data; the statistics that counted it stay. The device is notified and
 * disconnected, and its gateway and its owner are notified.
 */
export async function removeDevice(
  { db, clock, caller, settings }: Pick<Ctx, 'db' | 'clock' | 'caller' | 'settings'>,
  kind: DeviceKind,
  { id, sn }: { id: string; sn: string },
  keepPast: KeepPast,
): Promise<null> {
  const at = clock.now()
  return transaction(db, async (trx) => {
    const device = await requireDevice(trx, caller, kind, id)
    if (device.sn !== sn) return refuse('field.refused', undefined, { fields: { sn: 'device.wrongSn' } })
    const count = await countSubDevices(trx, id)
    if (count > 0) return refuse('device.hasSubDevices', { count })
    const gateway = await findGatewayOf(trx, caller, id)
    if (gateway !== undefined)
      await writeChanges(trx, [gatewayChange('sub_removed', gateway.id, device, { accountId: caller.accountId, at })])
    const gone = await listNames(trx, [id])
    await keepPast(trx, { device: id, now: at, zone: settings.statisticsZone })
    await noteUnbound(trx, await endBindings(trx, [id], at), at)
    await deleteDevice(trx, id)
    await notifyConnectors(trx, { removed: [id], gone: gone.map(keyOf) })
    if (gateway !== undefined) await notifyTopology(trx, gateway.id, { gone })
    await notifyOnCommit(trx, 'live', { device: [id] })
    return null
  })
}
