import { randomBytes } from 'node:crypto'
import { phoneLimits, type Binding } from '@brigade/contract/app-user/phone.model.ts'
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
/** Compared when there is no such device, so that the answer takes as long. */
const noSecret = '00000000000000000000000000000000'

/** Binds by the label or by an invitation. A wrong try counts for the person and for the device, from any address. */
export async function bindDevice(ctx: AppCtx, { body }: { body: Binding }): Promise<{ id: string }> {
  const { sn = '', code = '', invitation } = body
  return invitation === undefined ? byLabel(ctx, { sn, code }) : byInvitation(ctx, invitation)
}

async function byLabel(ctx: AppCtx, { sn, code }: { sn: string; code: string }): Promise<{ id: string }> {
  const { db, clock, settings } = ctx
  const device = await findLabelled(db, sn)
  const braked = brakesOf(ctx, `device ${sn.toLowerCase()}`)
  await countTries(ctx, braked)
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
  const [ofPerson] = brakesOf(ctx, '')
  const braked = ofPerson === undefined ? [] : [ofPerson]
  await countTries(ctx, braked)
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

function brakesOf({ settings, person }: AppCtx, device: string): readonly Braked[] {
  const { secretKey } = settings
  const most = phoneLimits.wrongBindingsPerHour
  return [
    { kind: 'bind-user', key: brakeKey(secretKey, `user ${person.appUserId}`), most },
    { kind: 'bind-device', key: brakeKey(secretKey, device), most },
  ]
}

/** Tries are counted before they are checked, so that concurrent tries cannot exceed the limit. */
async function countTries({ db, clock }: AppCtx, braked: readonly Braked[]): Promise<void> {
  for (const each of braked)
    if (!(await countUp(db, each, clock.now())))
      refuse('appUser.tooManyBindings', undefined, { retryAfterSeconds: hourSeconds })
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
  const expiresAt = at + phoneLimits.invitationHours * 3_600_000
  await insertInvitation(db, {
    codeHash: hashOf(invitation),
    deviceId: body.id,
    ownerId: person.appUserId,
    at,
    expiresAt,
  })
  return { invitation, until: new Date(expiresAt).toISOString() }
}
