import { transaction } from '../platform/db/transaction.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import type { PublicCtx } from '../platform/http/context.ts'
import { leaveDevices } from '../device/binding/bind-device.ts'
import { erase, findErasable } from './erase.store.ts'
import { appTokenCache } from './phone/authenticate-app.ts'

/**
 * Deleting by staff and erasing by oneself are one act: what is the person's goes at once, bindings end, and an empty row stays for
 * the counts. Of one who is gone already nothing is left to do.
 */
export async function erasePerson(ctx: PublicCtx, id: string, by: string | null): Promise<void> {
  const { db, clock, caches } = ctx
  await transaction(db, async (trx) => {
    const person = await findErasable(trx, id)
    if (person === undefined) return
    const at = clock.now()
    await leaveDevices(trx, { appUserId: id, nickname: person.nickname, at })
    await erase(trx, id, { by, at })
    await notifyOnCommit(trx, 'access', {})
  })
  caches.forget([appTokenCache])
}
