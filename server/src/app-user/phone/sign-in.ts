import { randomInt } from 'node:crypto'
import {
  phoneLimits,
  type CodeSignIn,
  type PhoneSession,
  type Registration,
} from '@brigade/contract/app-user/phone.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { AppCtx, PublicCtx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { seal } from '../../platform/secret/secret-box.ts'
import { maskedNickname } from '@brigade/contract/app-user/contact.rules.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { hashOf, newToken } from '../../platform/secret/token.ts'
import { findByKey, insertPerson, noteSignIn } from '../app-user.store.ts'
import { countDown, countUp } from '../brake.store.ts'
import { countCode } from '../code-count.store.ts'
import { addressKey, codeHash, contactOf, isSameHash } from '../keyed-hash.ts'
import { appTokenCache } from '../token-cache.ts'
import { giveTryBack, keepCode, takeTry, useUp } from '../code.store.ts'
import { insertToken, removeToken, slidingMs } from '../token.store.ts'

/**
 * Requests a code for an address. The owner of the address is not looked up, so that known and unknown ones take the
 * same time. Another process sends the code.
 */
export async function sendCode(ctx: PublicCtx, { body: { address } }: { body: { address: string } }): Promise<null> {
  const { db, clock, settings, locale } = ctx
  const { secretKey } = settings
  const at = clock.now()
  const key = addressKey(secretKey, address)
  if (!(await countUp(db, { kind: 'code', key, most: phoneLimits.codesPerHour }, at)))
    refuse('appUser.tooManyCodes', undefined, { retryAfterSeconds: 3600 })
  await requireRoom(ctx, key, at)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await keepCode(db, {
    addressKey: key,
    codeHash: codeHash(secretKey, address, code),
    sealed: seal(secretKey, JSON.stringify({ address, code })),
    locale,
    at,
    expiresAt: at + phoneLimits.codeMinutes * minuteMs,
  })
  return null
}

/**
 * The whole installation sends a limited number of codes an hour: each costs its operator a text message, and a flood
 * of them comes from somebody who wastes or guesses codes. Known and unknown addresses are refused alike.
 */
async function requireRoom({ db, settings, log }: PublicCtx, key: Buffer, at: number): Promise<void> {
  const most = settings.appCodesPerHour
  if (most === 0) return
  const { isWithin, isFirstRefused } = await transaction(db, (trx) => countCode(trx, { most, at }))
  if (isWithin) return
  if (isFirstRefused) log.warn({ most }, 'Sign-in codes of the phone app are refused: APP_CODES_PER_HOUR is reached')
  await countDown(db, { kind: 'code', key, most: phoneLimits.codesPerHour })
  refuse('appUser.codesExhausted', undefined, { retryAfterSeconds: 300 })
}

/** The key of an address with a correct code; each try counts, from any address of the network. */
export async function proveCode(ctx: PublicCtx, { address, code }: CodeSignIn): Promise<{ key: Buffer; hash: Buffer }> {
  const { db, clock, settings } = ctx
  const key = addressKey(settings.secretKey, address)
  const kept = await takeTry(db, key, clock.now())
  const hash = codeHash(settings.secretKey, address, code)
  if (kept === undefined || !isSameHash(kept, hash)) return refuseCode()
  return { key, hash }
}

const refuseCode = (): never => refuse('appUser.wrongCode', undefined, { fields: { code: 'appUser.wrongCode' } })

/** A person who proves an address that is registered already is signed in as its owner. */
export async function register(ctx: PublicCtx, { body }: { body: Registration }): Promise<PhoneSession> {
  const { db, clock, settings, locale } = ctx
  const proved = await proveCode(ctx, body)
  return transaction(db, async (trx) => {
    if (!(await useUp(trx, proved.key, proved.hash))) refuseCode()
    const known = await findByKey(trx, proved.key)
    if (known !== undefined) return enter(ctx, trx, known)
    const contact = contactOf(settings.secretKey, body.address)
    const id = await insertPerson(trx, { ...contact, nickname: body.nickname, locale }, clock.now())
    return enter(ctx, trx, { id, nickname: body.nickname, enabled: true })
  })
}

export async function signIn(ctx: PublicCtx, { body }: { body: CodeSignIn }): Promise<PhoneSession> {
  const { db } = ctx
  const proved = await proveCode(ctx, body)
  // Only a person who proved to own the address learns this. The code can still be used to register.
  if ((await findByKey(db, proved.key)) === undefined) {
    await giveTryBack(db, proved.key)
    refuse('appUser.notRegistered')
  }
  return transaction(db, async (trx) => {
    if (!(await useUp(trx, proved.key, proved.hash))) refuseCode()
    const known = await findByKey(trx, proved.key)
    return known === undefined ? refuse('appUser.notRegistered') : enter(ctx, trx, known)
  })
}

type Known = Readonly<{ id: string; nickname: string; enabled: boolean }>

async function enter(
  { clock, noteApp }: PublicCtx,
  trx: Transaction,
  { id, nickname, enabled }: Known,
): Promise<PhoneSession> {
  noteApp({ appUserId: id, appUser: maskedNickname(nickname) })
  if (!enabled) refuse('appUser.forbidden')
  const at = clock.now()
  const token = newToken()
  await insertToken(trx, { tokenHash: hashOf(token), appUserId: id, at, expiresAt: at + slidingMs })
  await noteSignIn(trx, id, at)
  return { token, userId: id }
}

export async function signOut({ db, caches, person }: AppCtx): Promise<null> {
  await removeToken(db, person.tokenId)
  caches.forget([appTokenCache])
  return null
}
