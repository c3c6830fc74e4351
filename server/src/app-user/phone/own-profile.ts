import type { OwnData, Profile, ProfileChange } from '@brigade/contract/app-user/phone.model.ts'
import type { AppCtx } from '../../platform/http/context.ts'
import { appTokenCache } from '../token-cache.ts'
import { findOwnData, findProfile, writeProfile } from '../app-user.store.ts'
import { erasePerson } from '../erase-person.ts'
import { useUp } from '../code.store.ts'
import { proveCode } from './sign-in.ts'
import { refuse } from '../../platform/refusal.ts'
import { requireTimeZone } from '../../platform/zone/zones.ts'

export const getProfile = ({ db, person }: AppCtx): Promise<Profile> => findProfile(db, person.appUserId)

export async function updateProfile(ctx: AppCtx, { body }: { body: ProfileChange }): Promise<null> {
  const { db, caches, person } = ctx
  await writeProfile(db, person.appUserId, { ...body, timeZone: await requireTimeZone(ctx, body.timeZone) })
  caches.forget([appTokenCache])
  return null
}

export async function exportProfile({ db, person }: AppCtx): Promise<OwnData> {
  const [profile, data] = await Promise.all([findProfile(db, person.appUserId), findOwnData(db, person.appUserId)])
  return { profile, ...data }
}

/**
 * Requires a code that was sent to the person's own address: a person who finds an open phone cannot erase its owner.
 */
export async function eraseOneself(ctx: AppCtx, { body }: { body: { code: string } }): Promise<null> {
  const { db, person } = ctx
  const { phone, email } = await findProfile(db, person.appUserId)
  const address = phone === '' ? email : phone
  const { key, hash } = await proveCode(ctx, { address, code: body.code })
  if (!(await useUp(db, key, hash))) refuse('appUser.wrongCode')
  await erasePerson(ctx, person.appUserId, null)
  ctx.noteApp({ appUserId: null, appUser: '' })
  return null
}
