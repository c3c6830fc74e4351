import type { ProfileDraft } from '@brigade/contract/session/session.model.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { isOwnAvatar } from '../file/file.store.ts'
import { setProfile } from '../system/account.store.ts'
import { sessionCache } from './authenticate.ts'
import { requireTypedPassword } from './require-password.ts'
import { getUserInfo } from './session.store.ts'

/** The avatar is one the account uploaded itself, or none. */
export async function updateProfile(ctx: Ctx, { body }: { body: ProfileDraft }): Promise<null> {
  const { accountId } = ctx.caller
  const { avatar, password, ...profile } = body
  const { email } = await getUserInfo(ctx.db, accountId)
  if (email.toLowerCase() !== profile.email.toLowerCase()) {
    // A person who finds the console open must not get a way to sign in from elsewhere.
    await requireTypedPassword(ctx, password, 'session.emailNeedsPassword')
  }
  await transaction(ctx.db, async (trx) => {
    if (avatar !== '' && !(await isOwnAvatar(trx, avatar, accountId))) {
      refuse('file.unknown', undefined, { fields: { avatar: 'file.unknown' } })
    }
    await setProfile(trx, accountId, { ...profile, avatarFileId: avatar === '' ? null : avatar }, ctx.clock.now())
    // Sessions contain the name.
    await notifyOnCommit(trx, 'access', {})
  })
  ctx.caches.forget([sessionCache])
  return null
}
