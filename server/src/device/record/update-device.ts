import type { DeviceChange, Installation } from '@brigade/contract/device/record/record.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { moveBehind, requireRoom, takeAway } from '../topology/move-sub-devices.ts'
import { requireDevice, requireGateway, requireStanding } from './device-reference.ts'
import { descriptionChanged, standingWords } from './device-words.ts'
import { findGatewayOf, writeDescription, writeStanding, type LockedDevice } from './record.store.ts'
import { fieldsChanged, writeChanges } from '../changes/write-change.ts'

/** Updates the whole record. A change that was made from an outdated version is refused. */
export async function updateDevice(
  { db, clock, caller }: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  kind: DeviceKind,
  change: DeviceChange,
): Promise<null> {
  const at = clock.now()
  return transaction(db, async (trx) => {
    const before = await requireDevice(trx, caller, kind, change.id)
    if (Date.parse(before.updatedAt ?? before.createdAt) !== Date.parse(change.updatedAt))
      return refuse('device.changedMeanwhile')
    const standing = await standingOf(trx, caller, before, change.installation)
    const written = { accountId: caller.accountId, at }
    await moveGateway(trx, caller, before, change, written)
    await writeDescription(trx, before.id, change, at)
    if (standing !== undefined) await writeStanding(trx, [before.id], standing, { installed: true }, at)
    const stood = { ...before, ...standing }
    const inWords = await standingWords(trx, [before, stood])
    const fields = [...descriptionChanged(before, change), ...fieldsChanged(inWords(before), inWords(stood))]
    if (fields.length > 0) await writeChanges(trx, [{ deviceId: before.id, ...written, action: 'updated', fields }])
    await notifyOnCommit(trx, 'live', { device: [before.id] })
    return null
  })
}

/** The place after an update: neither the installation state nor the organisation changes by it. */
function standingOf(trx: Transaction, scope: DataScope, before: LockedDevice, installation: Installation | null) {
  const { installed, organisationId, channelId } = before
  if (installation === null) {
    if (!installed) return undefined
    return refuse('field.refused', undefined, { fields: { installation: 'device.staysInstalled' } })
  }
  if (!installed) return refuse('field.refused', undefined, { fields: { installation: 'device.notInstalled' } })
  if (installation.organisationId !== organisationId)
    return refuse('field.refused', undefined, { fields: { 'installation.organisationId': 'device.movesByTransfer' } })
  return requireStanding(trx, scope, installation, channelId)
}

/** Moves a sub-device to another gateway, with its unit number. A gateway that the caller does not see stays. */
async function moveGateway(
  trx: Transaction,
  scope: DataScope,
  device: LockedDevice,
  { gatewayId, name }: DeviceChange,
  written: Readonly<{ accountId: string; at: number }>,
): Promise<void> {
  const known = await findGatewayOf(trx, scope, device.id)
  const isKept = known?.id === gatewayId || (gatewayId === null && known?.isSeen !== true)
  if (isKept) return
  const sub = { id: device.id, sn: device.sn, name }
  const by = { ...written, isNotified: true }
  if (gatewayId !== null) {
    const gateway = await requireGateway(trx, scope, device.nodeType, gatewayId)
    const unit = known?.unit ?? null
    await requireRoom(trx, gateway.id, new Map([[device.id, unit]]))
    await moveBehind(trx, gateway, [{ ...sub, unit }], {
      ...by,
      hidden: known?.isSeen === false ? known.id : undefined,
    })
  } else if (known !== undefined) await takeAway(trx, known, [sub], by)
}
