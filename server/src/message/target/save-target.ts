import { codesChanges, sendsNow } from '@brigade/contract/message/codes-elsewhere.rules.ts'
import type {
  RobotDraft,
  RobotRow,
  TargetSearch,
  WebhookDraft,
  WebhookRemoval,
  WebhookRow,
} from '@brigade/contract/message/target.model.ts'
import { targetApi } from '@brigade/contract/message/target.endpoints.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { TextKey } from '@brigade/contract/catalogue.ts'
import { isIP } from 'node:net'
import { isPlatformStaff, isWithin } from '../../customer/data-scope.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { violates } from '../../platform/db/violation.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { isPrivateAddress } from '../../platform/outgoing/private-address.ts'
import { refuse } from '../../platform/refusal.ts'
import { seal } from '../../platform/secret/secret-box.ts'
import { announce } from '../announce/announce.ts'
import {
  clearPause,
  countTargets,
  deleteTarget,
  findTarget,
  insertTarget,
  listTargets,
  lockTarget,
  nobodyHolds,
  skipWaiting,
  writeTarget,
  type StoredTarget,
  type TargetKind,
} from './target.store.ts'
import { announceCodes, confirmCodes } from './redirect-codes.ts'
import { newWebhookSecret } from './webhook-secret.ts'

/** Limit of targets of each kind in one organisation. */
const maxTargets = 20

const atField = (field: string, key: TextKey): never => refuse('field.refused', undefined, { fields: { [field]: key } })

/** An IP address of a private network is refused at once; a name is checked at every connection. */
function requireOpen({ settings }: Ctx, address: string, field = 'address'): void {
  const { hostname } = new URL(address)
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  const isClosed = isIP(host) > 0 ? isPrivateAddress(host) : host === 'localhost' || host.endsWith('.localhost')
  if (isClosed && !settings.webhookPrivate) atField(field, 'message.privateAddress')
}

async function refusingTwins<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (violates(error, 'message_target_name')) return atField('name', 'message.nameTaken')
    throw error
  }
}

type Common = Pick<RobotDraft, 'id' | 'organisationId' | 'updatedAt'>

/**
 * Locks the target that is being changed, in the version that the caller saw; undefined for a new one. Its organisation
 * is within the scope.
 */
async function lockBase(ctx: Ctx, trx: Transaction, kind: TargetKind, { id, organisationId, updatedAt }: Common) {
  const { caller } = ctx
  if (organisationId !== undefined && !(await isWithin(trx, caller, organisationId)))
    atField('organisationId', 'message.unknownOrganisation')
  if (id === undefined) {
    const own = organisationId ?? caller.organisationId
    if ((await countTargets(trx, own, kind)) >= maxTargets) refuse('message.tooManyTargets', { max: maxTargets })
    return undefined
  }
  const base = (await lockTarget(trx, caller, kind, id)) ?? refuse('message.unknownTarget')
  if (updatedAt === undefined || Date.parse(base.updatedAt) !== Date.parse(updatedAt)) refuse('message.changedSince')
  return base
}

/** Host and last four characters: enough to distinguish targets, and not enough to write to one. */
const shown = (address: string): string => `${new URL(address).host}/…${address.slice(-4)}`

const nothingYet = {
  lastSuccessAt: null,
  lastFailureAt: null,
  lastFailure: null,
  failingSince: null,
  retryAt: null,
  leaseUntil: null,
  minuteAt: null,
}
/** Enabling it clears its failures. */
const anew = { isGivenUp: false, failingSince: null, retryAt: null }

export async function saveRobot(ctx: Ctx, { body }: { body: RobotDraft }): Promise<{ id: string }> {
  const { db, clock, caller, settings } = ctx
  const { maker, name, addressSecret: address, secret, locale, phones, types, enabled } = body
  if (address !== '') requireOpen(ctx, address, 'addressSecret')
  else if (body.id === undefined) atField('addressSecret', 'field.required')
  const sealed = {
    ...(address === '' ? {} : { address: seal(settings.secretKey, address), shownAddress: shown(address) }),
    ...(secret === '' ? {} : { secret: seal(settings.secretKey, secret) }),
  }
  const fields = { maker, name, locale, phones, types, enabled }
  const save = transaction(db, async (trx) => {
    const base = await lockBase(ctx, trx, 'robot', body)
    if (base !== undefined) {
      const moved = { organisationId: body.organisationId ?? base.organisationId }
      const freed = Object.keys(sealed).length > 0 ? nobodyHolds : {}
      await writeTarget(
        trx,
        base.id,
        { ...fields, ...sealed, ...freed, ...moved, ...(enabled ? anew : {}) },
        clock.now(),
      )
      if (!enabled) await skipWaiting(trx, base.id, 'disabled')
      return { id: base.id }
    }
    const added = {
      ...fields,
      ...nothingYet,
      kind: 'robot',
      organisationId: body.organisationId ?? caller.organisationId,
      address: seal(settings.secretKey, address),
      shownAddress: shown(address),
      secret: sealed.secret ?? null,
    } as const
    return { id: await insertTarget(trx, added, clock.now()) }
  })
  return refusingTwins(save)
}

/** A webhook with the address that people read. */
const asShown = <T extends { shownAddress: string }>(target: T | undefined) =>
  target === undefined ? undefined : { ...target, address: target.shownAddress }

export async function saveWebhook(
  ctx: Ctx,
  { body }: { body: WebhookDraft },
): Promise<{ id: string; secret: string | null }> {
  const { db, clock, caller, settings } = ctx
  const { name, address, types, enabled, renewSecret, sendsCodes } = body
  requireOpen(ctx, address)
  const secret = body.id === undefined || renewSecret ? newWebhookSecret() : null
  const fields = {
    name,
    types,
    enabled,
    sendsCodes,
    address: seal(settings.secretKey, address),
    shownAddress: address,
    ...(secret === null ? {} : { secret: seal(settings.secretKey, secret) }),
  }
  const seen = body.id === undefined ? undefined : await findTarget(db, caller, 'webhook', body.id)
  const isConfirmed = codesChanges(asShown(seen), body).length > 0
  if (isConfirmed) await confirmCodes(ctx, targetApi.saveWebhook, body.password)
  const save = transaction(db, async (trx) => {
    const base = await lockBase(ctx, trx, 'webhook', body)
    const organisationId = body.organisationId ?? base?.organisationId ?? caller.organisationId
    if (sendsCodes && !(await isPlatformStaff({ db: trx, caller: { organisationId } })))
      atField('sendsCodes', 'message.codesOfPlatform')
    const changes = codesChanges(asShown(base), body)
    if (changes.length > 0 && !isConfirmed) refuse('message.changedSince')
    await announceCodes(ctx, trx, { name, shownAddress: address }, changes)
    if (base !== undefined) {
      const freed = base.shownAddress !== address || secret !== null ? nobodyHolds : {}
      await writeTarget(trx, base.id, { ...fields, ...freed, organisationId, ...(enabled ? anew : {}) }, clock.now())
      if (!enabled) await skipWaiting(trx, base.id, 'disabled')
      return { id: base.id, secret }
    }
    const added = { ...nothingYet, ...fields, kind: 'webhook', maker: null, organisationId } as const
    return { id: await insertTarget(trx, { ...added, secret: fields.secret ?? null }, clock.now()), secret }
  })
  return refusingTwins(save)
}

export async function removeRobot({ db, caller }: Ctx, { body }: { body: { id: string } }): Promise<null> {
  await transaction(db, async (trx) => {
    const target = (await lockTarget(trx, caller, 'robot', body.id)) ?? refuse('message.unknownTarget')
    await skipWaiting(trx, target.id, 'disabled')
    await deleteTarget(trx, target.id)
  })
  return null
}

export async function removeWebhook(ctx: Ctx, { body }: { body: WebhookRemoval }): Promise<null> {
  const { db, caller } = ctx
  const { id, password } = body
  const seen = (await findTarget(db, caller, 'webhook', id)) ?? refuse('message.unknownTarget')
  const isConfirmed = sendsNow(seen)
  if (isConfirmed) await confirmCodes(ctx, targetApi.removeWebhook, password)
  await transaction(db, async (trx) => {
    const target = (await lockTarget(trx, caller, 'webhook', id)) ?? refuse('message.unknownTarget')
    if (sendsNow(target) && !isConfirmed) refuse('message.changedSince')
    if (sendsNow(target)) await announceCodes(ctx, trx, target, ['remove'])
    await skipWaiting(trx, target.id, 'disabled')
    await deleteTarget(trx, target.id)
  })
  return null
}

/** Sends one message to this target alone, through the queue of all messages. */
export async function testTarget(ctx: Ctx, kind: TargetKind, id: string): Promise<{ messageId: string }> {
  const { db, caller, clock } = ctx
  return transaction(db, async (trx) => {
    const target = (await lockTarget(trx, caller, kind, id)) ?? refuse('message.unknownTarget')
    if (!target.enabled) refuse('message.disabledTarget')
    // A person waits for the result, so the pause after the last failure is cleared.
    await clearPause(trx, id)
    const message = await announce({ ...ctx, db: trx }, 'message.test', {
      params: { by: caller.name, at: new Date(clock.now()).toISOString(), celsius: 4 },
      organisationId: target.organisationId,
      accounts: [],
      targetId: target.id,
    })
    return { messageId: message.id }
  })
}

const common = (target: StoredTarget) => ({
  id: target.id,
  name: target.name,
  organisation: { id: target.organisationId, name: target.organisationName },
  types: target.types,
  enabled: target.enabled,
  lastSuccessAt: target.lastSuccessAt,
  lastFailureAt: target.lastFailureAt,
  lastFailure: target.lastFailure,
  lastFailureDetail: target.lastFailureDetail,
  failingSince: target.failingSince,
  isGivenUp: target.isGivenUp,
  updatedAt: target.updatedAt,
  address: target.shownAddress,
})

export async function listRobots({ db, caller }: Ctx, { query }: { query: TargetSearch }): Promise<Page<RobotRow>> {
  const { list, ...page } = await listTargets(db, caller, 'robot', query)
  const rows = list.map((target) => ({
    ...common(target),
    maker: target.maker ?? 'wecom',
    hasSecret: target.secret !== null,
    locale: target.locale,
    phones: target.phones,
  }))
  return { list: rows, ...page }
}

export async function listWebhooks({ db, caller }: Ctx, { query }: { query: TargetSearch }): Promise<Page<WebhookRow>> {
  const { list, ...page } = await listTargets(db, caller, 'webhook', query)
  return { list: list.map((target) => ({ ...common(target), sendsCodes: target.sendsCodes })), ...page }
}
