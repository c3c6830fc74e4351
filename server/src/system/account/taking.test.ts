import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { accountAccessApi, accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { sql } from 'kysely'
import { make } from '../../testing/make.ts'
import { testPassword, type MadeAccount } from '../../testing/make-account.ts'
import { giveTwoStep } from '../../testing/sign-in.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

/** Withdrawing something from an account needs the sign-in password, and as many codes as granting it (0125). */

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const codesOfAccounts = ['view', 'create', 'update', 'remove', 'set-enabled', 'reset-password', 'reset-two-step'].map(
  (verb) => `account:${verb}`,
)
const roleOf = async (id: string) =>
  (await app.db.selectFrom('account').select('roleId').where('id', '=', id).executeTakeFirstOrThrow()).roleId ?? ''

type Input = Readonly<Record<string, unknown>>
/** The calls that take something away from an account. */
const takings: Readonly<Record<string, Readonly<{ call: Endpoint; input: Input }>>> = {
  disable: { call: accountApi.setEnabled, input: { enabled: false, reason: 'Left' } },
  delete: { call: accountApi.remove, input: {} },
  'reset the password of': { call: accountAccessApi.resetPassword, input: {} },
  'reset two-step sign-in of': { call: accountAccessApi.resetTwoStep, input: {} },
  'end the sessions of': { call: accountAccessApi.endSessions, input: {} },
}

async function send({ call, input }: (typeof takings)[string], id: string, by: MadeAccount, password?: string) {
  const body = { id, ...input, ...(password === undefined ? {} : { password }) }
  const { status, envelope } = await app.ask(call, body, by)
  return { status, key: envelope.data?.key, fields: Object.keys(envelope.data?.fields ?? {}), msg: envelope.msg }
}

/** Everything about an account that one of these calls changes. */
async function stateOf(id: string): Promise<string> {
  const { rows } = await sql`select a.enabled, a.removed_at, a.password_hash, a.role_id, a.name,
    (select count(*) from session s where s.account_id = a.id and s.revoked_at is null) as sessions,
    (select count(*) from two_step t where t.account_id = a.id) as steps
    from account a where a.id = ${id}`.execute(app.db)
  return JSON.stringify(rows)
}

async function victim(wanted: Parameters<typeof make.account>[1]) {
  const account = await make.account(app, wanted)
  await giveTwoStep(app, account.id)
  return account
}

for (const [what, taking] of Object.entries(takings))
  test(`to ${what} any account needs the sign-in password`, async () => {
    const { id } = await victim({ role: 'support' })
    const before = await stateOf(id)
    for (const password of [undefined, '', 'Wrong2026']) {
      const { status, fields } = await send(taking, id, admin, password)
      assert.deepEqual([status, fields], [422, ['password']], String(password))
    }
    assert.equal(await stateOf(id), before)
    assert.equal((await send(taking, id, admin, testPassword)).status, 200)
    assert.notEqual(await stateOf(id), before)
  })

for (const [what, taking] of Object.entries(takings))
  test(`nobody may ${what} an account that holds more, or an administrator; the refusal names what is lacking`, async () => {
    const narrow = await make.account(app, { operationCodes: codesOfAccounts })
    const strong = await victim({ operationCodes: [...codesOfAccounts, 'oven:reset'] })
    const other = await victim({ role: 'administrator' })
    const before = [await stateOf(strong.id), await stateOf(other.id)]
    const refused = await send(taking, strong.id, narrow, testPassword)
    assert.equal(refused.status, 403)
    assert.match(refused.msg, /oven:reset/)
    assert.equal((await send(taking, other.id, narrow, testPassword)).status, 403)
    assert.deepEqual([await stateOf(strong.id), await stateOf(other.id)], before)
    const weak = await victim({ operationCodes: ['account:view'] })
    assert.equal((await send(taking, weak.id, narrow, testPassword)).status, 200)
  })

test('what gives something back needs no password', async () => {
  const account = await make.account(app, { role: 'support' })
  await app.db.updateTable('account').set({ enabled: false }).where('id', '=', account.id).execute()
  assert.equal((await app.ask(accountApi.setEnabled, { id: account.id, enabled: true }, admin)).status, 200)
  assert.equal((await app.ask(accountAccessApi.unlock, { id: account.id }, admin)).status, 200)
})

test('nobody takes a role that holds more from an account', async () => {
  const narrow = await make.account(app, { operationCodes: codesOfAccounts })
  const strong = await make.account(app, { operationCodes: ['oven:view'] })
  const weak = await make.account(app, { operationCodes: ['account:view'] })
  const { name, phone, email, emailVerified, updatedAt } = (await app.ask(accountApi.detail, { id: strong.id }, narrow))
    .envelope.data
  const change = { id: strong.id, name, phone, email, emailVerified, updatedAt, roleId: await roleOf(weak.id) }
  const refused = await app.ask(accountApi.update, change, narrow)
  assert.deepEqual([refused.status, refused.envelope.data?.key], [403, 'role.stronger'])
  assert.equal((await app.ask(accountApi.update, change, admin)).status, 200)
})

test('a session that was ended by somebody without the right to it goes on', async () => {
  const narrow = await make.account(app, { operationCodes: ['account:view', 'account:reset-password'] })
  const strong = await make.account(app, { role: 'support' })
  const taking = takings['end the sessions of']
  assert.ok(taking)
  assert.equal((await send(taking, strong.id, narrow, testPassword)).status, 403)
  assert.equal((await app.ask(sessionApi.user, {}, strong)).status, 200)
})
