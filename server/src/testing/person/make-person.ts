import { normalAddress } from '@brigade/contract/app-user/contact.rules.ts'
import { z } from 'zod'
import { insertPerson } from '../../app-user/app-user.store.ts'
import { addressKey, contactOf } from '../../app-user/keyed-hash.ts'
import { insertToken, slidingMs } from '../../app-user/token.store.ts'
import { open } from '../../platform/secret/secret-box.ts'
import { hashOf, newToken } from '../../platform/secret/token.ts'
import type { TestApp } from '../start-app.ts'

export type MadePerson = Readonly<{ id: string; token: string; address: string; nickname: string }>

const Sealed = z.object({ address: z.string(), code: z.string() })
let made = 0

/** The code that waits to be sent to an address, when no worker sends it. */
export async function codeSentTo({ db, settings }: Pick<TestApp, 'db' | 'settings'>, address: string): Promise<string> {
  const { sealed } = await db
    .selectFrom('appCode')
    .select('sealed')
    .where('addressKey', '=', addressKey(settings.secretKey, normalAddress(address)))
    .executeTakeFirstOrThrow()
  if (sealed === null) throw new Error('The code was sent already')
  return Sealed.parse(JSON.parse(open(settings.secretKey, sealed))).code
}

/** A signed-in app user. The token is an inserted row; registering and signing in have their own tests. */
export async function makePerson(
  { db, clock, settings }: Pick<TestApp, 'db' | 'clock' | 'settings'>,
  wanted: { nickname?: string; address?: string } = {},
): Promise<MadePerson> {
  made += 1
  const { nickname = `Cook ${made}`, address = `cook-${made}@kitchen.example` } = wanted
  const at = clock.now()
  const id = await insertPerson(db, { ...contactOf(settings.secretKey, address), nickname }, at)
  const token = newToken()
  await insertToken(db, { tokenHash: hashOf(token), appUserId: id, at, expiresAt: at + slidingMs })
  return { id, token, address, nickname }
}
