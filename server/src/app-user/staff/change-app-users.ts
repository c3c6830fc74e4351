import type {
  AppUserRemoval,
  AppVersionDraft,
  ContactRequest,
  Forbidding,
} from '@brigade/contract/app-user/app-user.model.ts'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requirePassword } from '../../session/require-password.ts'
import { countUp } from '../brake.store.ts'
import { erasePerson } from '../erase-person.ts'
import { brakeKey } from '../keyed-hash.ts'
import { appTokenCache } from '../token-cache.ts'
import { findDeviceOfFault, hasDevice, lockPeople, writeForbidden } from './app-user-list.store.ts'
import { requirePerson, seeingOf } from './list-app-users.ts'
import { saveVersion as writeVersion } from '../version.store.ts'

/** Changes all or none. The app's next call is refused, and open streams end. */
export async function forbidAppUsers(ctx: Ctx, { body }: { body: Forbidding }): Promise<null> {
  const { db, caches } = ctx
  const ids = [...new Set(body.ids)]
  await transaction(db, async (trx) => {
    const people = await lockPeople({ ...seeingOf(ctx), db: trx }, ids)
    if (people.length !== ids.length) refuse('appUser.unknown')
    await writeForbidden(trx, ids, { enabled: !body.forbidden, reason: body.forbidden ? body.reason : '' })
    await notifyOnCommit(trx, 'access', {})
  })
  caches.forget([appTokenCache])
  return null
}

/** The scope is checked before the password. */
export async function removeAppUser(ctx: Ctx, { body }: { body: AppUserRemoval }): Promise<null> {
  await requirePerson(ctx, body.id)
  await requirePassword(ctx, body.password)
  await erasePerson(ctx, body.id, ctx.caller.accountId)
  return null
}

const contactsPerHour = 60

/** Checks that the record is related to the person, because the log names it. */
async function isOfPerson(ctx: Ctx, { id, reason }: ContactRequest): Promise<boolean> {
  if (reason.kind === 'user') return reason.id === id
  const deviceId = reason.kind === 'fault' ? await findDeviceOfFault(ctx.db, reason.id) : reason.id
  return deviceId !== undefined && hasDevice(seeingOf(ctx), id, deviceId)
}

/** The call's line in the log records who requested a person's contact, and for which record. */
export async function showContact(
  ctx: Ctx,
  { body }: { body: ContactRequest },
): Promise<{ phone: string; email: string }> {
  const { db, clock, caller, settings } = ctx
  const { phone, email } = await requirePerson(ctx, body.id)
  if (!(await isOfPerson(ctx, body))) refuse('appUser.otherReason')
  const key = brakeKey(settings.secretKey, `account ${caller.accountId}`)
  if (!(await countUp(db, { kind: 'contact', key, most: contactsPerHour }, clock.now())))
    refuse('appUser.tooManyContacts', undefined, { retryAfterSeconds: 3600 })
  return { phone, email }
}

/** The app and its versions belong to the platform. */
export async function saveVersion(ctx: Ctx, { body }: { body: AppVersionDraft }): Promise<null> {
  await requirePlatformStaff(ctx, 'system.platformOnly')
  await writeVersion(ctx.db, body, ctx.clock.now())
  return null
}
