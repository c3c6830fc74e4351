import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { notifyConnectors } from '../device-notice.ts'
import { requireDevices } from './device-reference.ts'
import { writeEnabled } from './record.store.ts'
import { writeChanges } from '../changes/write-change.ts'

/** A disabled device is notified, disconnected, and refused until it is enabled again. */
export async function setDevicesEnabled(
  { db, clock, caller }: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  kind: DeviceKind,
  { ids, enabled }: { ids: readonly string[]; enabled: boolean },
): Promise<null> {
  await transaction(db, async (trx) => {
    const devices = await requireDevices(trx, caller, kind, ids)
    const changed = devices.filter((device) => device.enabled !== enabled).map(({ id }) => id)
    if (changed.length === 0) return
    await writeEnabled(trx, changed, enabled)
    const action = enabled ? 'enabled' : 'disabled'
    const at = clock.now()
    await writeChanges(
      trx,
      changed.map((deviceId) => ({ deviceId, at, action, accountId: caller.accountId, fields: [] })),
    )
    await notifyConnectors(trx, enabled ? { enabled: changed } : { disabled: changed })
    await notifyOnCommit(trx, 'live', { device: changed })
  })
  return null
}
