import type { DeviceTransfer } from '@brigade/contract/device/record/record.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { momentOf } from '../../customer/carried/carried-state.ts'
import { requireCarried } from '../../customer/carried/require-carried.ts'
import { listOrganisationNames } from '../../customer/organisation.store.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { endStrayed } from '../topology/own-line.ts'
import { requireDevices, requireOrganisation } from './device-reference.ts'
import { emptyNotes, leaveBindings, writeOrganisation } from './record.store.ts'
import { writeChanges } from '../changes/write-change.ts'

/**
 * Moves devices to another organisation with all their data, and their notes if these are wanted to go along; an installed device keeps its place. Sub-devices of a gateway
 * move only if they are chosen too.
 */
export async function transferDevices(
  ctx: Pick<Ctx, 'db' | 'clock' | 'settings' | 'caller'>,
  kind: DeviceKind,
  { ids, organisationId, notes }: DeviceTransfer,
): Promise<null> {
  const { db, clock, caller } = ctx
  await transaction(db, async (trx) => {
    const devices = await requireDevices(trx, caller, kind, ids)
    const target = await requireOrganisation(trx, caller, organisationId, 'organisationId')
    const moving = devices.filter((device) => device.organisationId !== target.id)
    if (moving.length === 0) return
    const models = moving.map(({ productId }) => productId)
    await requireCarried(trx, target, models, momentOf(ctx), 'organisationId')
    const movingIds = moving.map(({ id }) => id)
    const at = clock.now()
    const named = await listOrganisationNames(trx, [...new Set(moving.map((device) => device.organisationId))])
    const names = new Map(named.map(({ id, name }) => [id, name]))
    await leaveBindings(trx, movingIds)
    if (notes === 'remove') await emptyNotes(trx, movingIds)
    await writeOrganisation(trx, movingIds, target.id, at)
    await endStrayed(trx, movingIds, at)
    await writeChanges(
      trx,
      moving.map((device) => ({
        deviceId: device.id,
        at,
        action: 'transferred',
        accountId: caller.accountId,
        fields: [
          { field: 'customer' as const, from: names.get(device.organisationId) ?? '', to: target.name },
          ...(notes === 'remove' && device.note !== '' ? [{ field: 'note' as const, from: device.note, to: '' }] : []),
        ],
      })),
    )
    await notifyOnCommit(trx, 'live', { device: movingIds })
  })
  return null
}
