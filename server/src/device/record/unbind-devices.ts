import { maskedNickname } from '@brigade/contract/app-user/contact.rules.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requirePassword } from '../../session/require-password.ts'
import { requireDevices } from './device-reference.ts'
import { noteActs } from '../../system/notice/act-notice.store.ts'
import { endBindings, type EndedBinding } from './record.store.ts'
import { writeChanges } from '../changes/write-change.ts'

/**
 * Ends the bindings of every app user; installation, customer and history stay. The scope is checked before the
 * password. Refused if none of the devices has a user; otherwise those without users stay unchanged.
 */
export async function unbindDevices(
  ctx: Ctx,
  kind: DeviceKind,
  { ids, password }: { ids: readonly string[]; password: string },
): Promise<null> {
  const { db, clock, caller } = ctx
  await transaction(db, (trx) => requireDevices(trx, caller, kind, ids))
  await requirePassword(ctx, password)
  await transaction(db, async (trx) => {
    await requireDevices(trx, caller, kind, ids)
    const ended = await endAllBindings(trx, ids, { action: 'unbound', accountId: caller.accountId, at: clock.now() })
    if (ended === 0) refuse('device.boundToNobody')
  })
  return null
}

/**
 * Ends all bindings, after an unbinding or a reset at the device itself. The owner is notified when staff ended the
 * binding (app-users.md). For a device without bindings only a reset is recorded. Returns how many bindings ended.
 */
export async function endAllBindings(
  trx: Transaction,
  ids: readonly string[],
  { action, accountId, at }: Readonly<{ action: 'unbound' | 'reset'; accountId: string | null; at: number }>,
): Promise<number> {
  const ended = await endBindings(trx, ids, at)
  if (accountId !== null) await noteUnbound(trx, ended, at)
  const users = Map.groupBy(ended, ({ deviceId }) => deviceId)
  const lost = ids.filter((id) => action === 'reset' || users.has(id))
  await writeChanges(
    trx,
    lost.map((deviceId) => {
      const from = (users.get(deviceId) ?? []).map(({ nickname }) => maskedNickname(nickname)).join(', ')
      return { deviceId, at, action, accountId, fields: from === '' ? [] : [{ field: 'boundUsers', from, to: '' }] }
    }),
  )
  if (lost.length > 0) await notifyOnCommit(trx, 'live', { device: lost })
  return ended.length
}

/** Notifies the owners that staff took a device out of their app. */
export const noteUnbound = (trx: Transaction, ended: readonly EndedBinding[], at: number): Promise<void> =>
  noteActs(
    trx,
    'device.unbound',
    ended
      .filter(({ role }) => role === 'owner')
      .map(({ device, organisationId, appUserId }) => ({
        params: { device, at: new Date(at).toISOString() },
        organisationId,
        appUsers: [appUserId],
        at,
      })),
  )
