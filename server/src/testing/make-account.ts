import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { argon2Sync, createHash, randomBytes } from 'node:crypto'
import type { TestApp } from './start-app.ts'
import { spellingOf } from '../system/area/spell-name.ts'

export type MadeAccount = Readonly<{
  id: string
  account: string
  password: string
  token: string
  organisationId: string
}>

/** The password of every account a test makes. */
export const testPassword = 'Secret2026'
let made = 0

/** The least that Argon2 takes: a walk checks passwords thousands of times, and each would cost 25 ms. */
const cost = { memory: 8, passes: 1, parallelism: 1 } as const
let hash: string | undefined
function cheapHash(): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message: testPassword, nonce, ...cost, tagLength: 32 })
  const [salt, derived] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${derived}`
}

/**
 * A signed-in account: with a seeded role, or with a separate role that holds exactly these operation codes. Its
 * session is an inserted row; signing in itself is tested with sessions.
 */
export async function makeAccount(
  app: Pick<TestApp, 'db' | 'clock'>,
  wanted: { role?: string; operationCodes?: readonly string[]; organisationId?: string; name?: string },
): Promise<MadeAccount> {
  const { db, clock } = app
  const now = new Date(clock.now()).toISOString()
  const nowMs = clock.now()
  const number = (made += 1)
  const account = `test-${number}`
  const organisationId =
    wanted.organisationId ??
    (await db.selectFrom('organisation').select('id').where('kind', '=', 'platform').executeTakeFirstOrThrow()).id
  const roleId =
    wanted.role === undefined
      ? await makeRole(app, { organisationId, number }, wanted.operationCodes ?? [])
      : await roleOf(app, wanted.role)
  const { id } = await db
    .insertInto('account')
    .values({
      organisationId,
      roleId,
      account,
      name: wanted.name ?? `Test ${number}`,
      spelling: spellingOf(wanted.name ?? '', 'person'),
      passwordHash: (hash ??= cheapHash()),
      createdAt: now,
      updatedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('session')
    .values({
      tokenHash: createHash('sha256').update(token).digest(),
      accountId: id,
      address: '127.0.0.1',
      userAgent: 'test',
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(nowMs + 12 * hourMs).toISOString(),
      absoluteExpiresAt: new Date(nowMs + 30 * dayMs).toISOString(),
    })
    .execute()
  return { id, account, password: testPassword, token, organisationId }
}

async function roleOf({ db }: Pick<TestApp, 'db'>, key: string): Promise<string> {
  return (await db.selectFrom('role').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
}

async function makeRole(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  { organisationId, number }: Readonly<{ organisationId: string; number: number }>,
  codes: readonly string[],
): Promise<string> {
  const now = new Date(clock.now()).toISOString()
  const names = { name: `测试角色 ${number}`, enName: `Test role ${number}` }
  const { id } = await db
    .insertInto('role')
    .values({ ...names, spelling: spellingOf(names.name), organisationId, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (codes.length > 0) {
    const menus = await db
      .selectFrom('menu')
      .select('id')
      .where('operationCode', 'in', [...codes])
      .execute()
    await db
      .insertInto('roleMenu')
      .values(menus.map((menu) => ({ roleId: id, menuId: menu.id })))
      .execute()
  }
  return id
}
