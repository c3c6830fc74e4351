import { randomBytes } from 'node:crypto'
import { phoneLimits, type Binding } from '@brigade/contract/app-user/phone.model.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { bindByLabel, bindInvited, giveUp } from '../../device/binding/bind-device.ts'
import { isBindCode } from '../../device/credentials/bind-code.ts'
import { findLabelled } from '../../device/binding/binding.store.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { AppCtx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { open } from '../../platform/secret/secret-box.ts'
import { hashOf } from '../../platform/secret/token.ts'
import { findProfile } from '../app-user.store.ts'
import { countDown, countUp, type Braked } from '../brake.store.ts'
import { brakeKey } from '../keyed-hash.ts'
import { insertInvitation, useInvitation } from './invitation.store.ts'
import { findOwnDevice } from './own-device.store.ts'

const hourSeconds = 3600
/** It is compared if there is no such device, so that the answer takes as long. */
const noSecret = '00000000000000000000000000000000'

/**
 * Binds by the label or by an invitation. A wrong try counts for the person, from any address. The first tries of a
 * person at a device count only for that person; further ones count for the device too, whose limit all people share.
 * So a person with only a serial number cannot use up the tries of the owner, and many people cannot guess together.
 */
export async function bindDevice(ctx: AppCtx, { body }: { body: Binding }): Promise<{ id: string }> {
  const { sn = '', code = '', invitation } = body
  return invitation === undefined ? byLabel(ctx, { sn, code }) : byInvitation(ctx, invitation)
}

async function byLabel(ctx: AppCtx, { sn, code }: { sn: string; code: string }): Promise<{ id: string }> {
  const { db, clock, settings } = ctx
  const device = await findLabelled(db, sn)
  const braked = await countTries(ctx, sn.toLowerCase())
  const secret = device === undefined ? noSecret : open(settings.secretKey, device.deviceSecret)
  const isRight = isBindCode(code, secret)
  if (device === undefined || !isRight) return refuse('appUser.wrongBinding')
  for (const each of braked) await countDown(db, each)
  const binder = await binderOf(ctx, clock.now())
  const organisationId = await transaction(db, (trx) => bindByLabel(trx, device.id, binder))
  ctx.noteApp({ organisationId })
  return { id: device.id }
}

async function byInvitation(ctx: AppCtx, invitation: string): Promise<{ id: string }> {
  const { db, clock } = ctx
  const braked = await countTries(ctx, null)
  const binder = await binderOf(ctx, clock.now())
  const bound = await transaction(db, async (trx) => {
    const invited = await useInvitation(trx, hashOf(invitation), binder.at)
    if (invited === undefined) return refuse('appUser.wrongInvitation')
    return { id: invited.deviceId, organisationId: await bindInvited(trx, invited, binder) }
  })
  for (const each of braked) await countDown(db, each)
  ctx.noteApp({ organisationId: bound.organisationId })
  return { id: bound.id }
}

const binderOf = async ({ db, person }: AppCtx, at: number) => {
  const { nickname } = await findProfile(db, person.appUserId)
  return { appUserId: person.appUserId, nickname, at }
}

/**
 * Tries are counted before they are checked, so that concurrent tries cannot exceed the limit. Returns the counted
 * ones.
 */
async function countTries(ctx: AppCtx, sn: string | null): Promise<readonly Braked[]> {
  const { db, clock, settings, person } = ctx
  const of = (kind: Braked['kind'], what: string, most: number): Braked => ({
    kind,
    key: brakeKey(settings.secretKey, what),
    most,
  })
  const isCounted = (braked: Braked): Promise<boolean> => countUp(db, braked, clock.now())
  const tooMany = () => refuse('appUser.tooManyBindings', undefined, { retryAfterSeconds: hourSeconds })
  const { wrongBindingsPerHour: most, ownBindingTries } = phoneLimits
  const ofPerson = of('bind-user', `user ${person.appUserId}`, most)
  if (!(await isCounted(ofPerson))) return tooMany()
  if (sn === null) return [ofPerson]
  const ofBoth = of('bind-device', `device ${sn} user ${person.appUserId}`, ownBindingTries)
  if (await isCounted(ofBoth)) return [ofPerson, ofBoth]
  const ofDevice = of('bind-device', `device ${sn}`, most)
  return (await isCounted(ofDevice)) ? [ofPerson, ofDevice] : tooMany()
}

export async function unbindDevice(ctx: AppCtx, { body }: { body: { id: string } }): Promise<null> {
  const { db, clock } = ctx
  const binder = await binderOf(ctx, clock.now())
  const organisationId = await transaction(db, (trx) => giveUp(trx, body.id, binder))
  if (organisationId === undefined) return refuse('appUser.unknownDevice')
  ctx.noteApp({ organisationId })
  return null
}

export async function shareDevice(
  ctx: AppCtx,
  { body }: { body: { id: string } },
): Promise<{ invitation: string; until: string }> {
  const { db, clock, person } = ctx
  const device = await findOwnDevice(db, person.appUserId, body.id)
  if (device === undefined) return refuse('appUser.unknownDevice')
  ctx.noteApp({ organisationId: device.organisationId })
  if (device.role !== 'owner') refuse('appUser.onlyOwner')
  const invitation = randomBytes(16).toString('base64url')
  const at = clock.now()
  const expiresAt = at + phoneLimits.invitationHours * hourMs
  await insertInvitation(db, {
    codeHash: hashOf(invitation),
    deviceId: body.id,
    ownerId: person.appUserId,
    at,
    expiresAt,
  })
  return { invitation, until: new Date(expiresAt).toISOString() }
}
