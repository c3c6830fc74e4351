import { leaveDevices } from '../device/binding/bind-device.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Platform, PublicCtx } from '../platform/http/context.ts'
import { erase, findErasable } from './erase.store.ts'
import { appTokenCache } from './token-cache.ts'

/**
 * Erases a person on request of staff or of the person: personal data is deleted at once, bindings end, and an empty
 * row stays for the counts. An erased person stays unchanged. `by`: the account that deletes; null for the person.
 */
export async function erasePerson(ctx: PublicCtx, id: string, by: string | null): Promise<void> {
  await eraseKnown(ctx, id, by)
  ctx.caches.forget([appTokenCache])
}

/** The same outside of a call. */
export async function eraseKnown(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  id: string,
  by: string | null,
): Promise<void> {
  await transaction(db, async (trx) => {
    const person = await findErasable(trx, id)
    if (person === undefined) return
    const at = clock.now()
    await leaveDevices(trx, { appUserId: id, nickname: person.nickname, at })
    await erase(trx, id, { by, at })
    await notifyOnCommit(trx, 'access', {})
  })
}
