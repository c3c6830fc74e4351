import { maskedNickname } from '@brigade/contract/app-user/contact.rules.ts'
import { appUserLimits } from '@brigade/contract/app-user/app-user.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { writeChanges } from '../changes/write-change.ts'
import { endAllBindings } from '../record/unbind-devices.ts'
import { endBinding, forgetNickname, holdBindings, insertBinding, listBoundNow } from './binding.store.ts'

type Binder = Readonly<{ appUserId: string; nickname: string; at: number }>

/**
 * Binds by the label: the first binder becomes the owner, and nobody else can use the label then. Binding one's own
 * device again changes nothing. Returns the device's organisation.
 */
export async function bindByLabel(trx: Transaction, deviceId: string, binder: Binder): Promise<string> {
  const held = await holdBindings(trx, deviceId)
  if (held === undefined) return refuse('appUser.wrongBinding')
  if (held.bindings.some(({ appUserId }) => appUserId === binder.appUserId)) return held.organisationId
  if (held.bindings.length > 0) refuse('appUser.hasOwner')
  await bind(trx, deviceId, 'owner', binder)
  return held.organisationId
}

/** Binds by the owner's invitation. It is valid only while its writer is the owner. */
export async function bindInvited(
  trx: Transaction,
  { deviceId, ownerId }: Readonly<{ deviceId: string; ownerId: string }>,
  binder: Binder,
): Promise<string> {
  const held = await holdBindings(trx, deviceId)
  const isOwners = held?.bindings.some(({ appUserId, role }) => appUserId === ownerId && role === 'owner') === true
  if (held === undefined || !isOwners) return refuse('appUser.wrongInvitation')
  if (held.bindings.some(({ appUserId }) => appUserId === binder.appUserId)) return held.organisationId
  if (held.bindings.length > appUserLimits.members) refuse('appUser.tooManyMembers', { max: appUserLimits.members })
  await bind(trx, deviceId, 'member', binder)
  return held.organisationId
}

async function bind(
  trx: Transaction,
  deviceId: string,
  role: 'owner' | 'member',
  { appUserId, nickname, at }: Binder,
): Promise<void> {
  await insertBinding(trx, { deviceId, appUserId, role, at })
  const fields = [{ field: 'boundUsers' as const, from: '', to: maskedNickname(nickname) }]
  await writeChanges(trx, [{ deviceId, at, action: 'bound', accountId: null, fields }])
  await notifyOnCommit(trx, 'live', { device: [deviceId] })
}

/**
 * Ends a binding. When the owner leaves, the members lose the device too, because nobody could invite any more. Returns
 * the device's organisation; undefined when the person has no binding.
 */
export async function giveUp(trx: Transaction, deviceId: string, { appUserId, nickname, at }: Binder) {
  const held = await holdBindings(trx, deviceId)
  const own = held?.bindings.find((binding) => binding.appUserId === appUserId)
  if (held === undefined || own === undefined) return undefined
  if (own.role === 'owner') {
    await endAllBindings(trx, [deviceId], { action: 'unbound', accountId: null, at })
    return held.organisationId
  }
  await endBinding(trx, deviceId, appUserId, at)
  const fields = [{ field: 'boundUsers' as const, from: maskedNickname(nickname), to: '' }]
  await writeChanges(trx, [{ deviceId, at, action: 'unbound', accountId: null, fields }])
  await notifyOnCommit(trx, 'live', { device: [deviceId] })
  return held.organisationId
}

/** Ends all bindings of an erased person and removes the name from the devices' history. */
export async function leaveDevices(trx: Transaction, binder: Binder): Promise<void> {
  for (const deviceId of await listBoundNow(trx, binder.appUserId)) await giveUp(trx, deviceId, binder)
  await forgetNickname(trx, binder.appUserId, binder.nickname)
}
