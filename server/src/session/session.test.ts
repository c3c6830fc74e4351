import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { makeAccount, testPassword } from '../testing/make-account.ts'
import { knownCaptcha, signIn, trySignIn } from '../testing/sign-in.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { findAccount } from '../system/account.store.ts'
import { authenticate } from './authenticate.ts'
import { beginSession } from './begin-session.ts'
import { sessionJobs } from './forget-spent.ts'
import { mintCode } from './one-time-code.ts'
import { hashOf } from '../platform/secret/token.ts'

const hour = hourMs
let app: TestApp

before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const fresh = () => makeAccount(app, { role: 'support' })

/** 200, or the reason of code 103. */
async function standing(token: string): Promise<unknown> {
  const { envelope } = await app.ask(sessionApi.user, {}, { token })
  return envelope.success ? envelope.code : `${envelope.code} ${envelope.data.reason}`
}

/** Simulates another process: the rows change and the others are notified. */
async function elsewhere(work: (db: TestApp['db']) => Promise<unknown>) {
  await app.db.transaction().execute(async (trx) => {
    await work(trx)
    await notifyOnCommit(trx, 'access', {})
  })
}

async function until(what: () => Promise<boolean>) {
  const deadline = Date.now() + 5000
  while (!(await what())) if (Date.now() > deadline) throw new Error('It did not become so within 5 s')
}

test('a session lasts 12 hours from its last use, and then answers that it expired', async () => {
  const { account } = await fresh()
  const token = await signIn(app, account, testPassword)
  for (let use = 0; use < 3; use += 1) {
    app.clock.advance(11 * hour)
    assert.equal(await standing(token), 200)
  }
  app.clock.advance(12 * hour)
  assert.equal(await standing(token), '103 expired')
  assert.equal(await standing(token), '103 expired')
})

test('signing in again in place of an expired session ends nothing, so no process drops its cached sessions', async () => {
  const { account, id } = await fresh()
  const token = await signIn(app, account, testPassword)
  app.clock.advance(12 * hour + 1000)
  const body = { account, pwd: testPassword, code: 'HKMR', id: await knownCaptcha(app) }
  assert.equal((await app.ask(sessionApi.signIn, body, { token })).status, 200)
  const rows = await app.db.selectFrom('session').select('revokedAt').where('accountId', '=', id).execute()
  assert.deepEqual(new Set(rows.map(({ revokedAt }) => revokedAt)), new Set([null]))
})

test('a session lasts 30 days however much it is used', async () => {
  const { account } = await fresh()
  const token = await signIn(app, account, testPassword)
  for (let use = 0; use < 65; use += 1) {
    app.clock.advance(11 * hour)
    assert.equal(await standing(token), 200)
  }
  app.clock.advance(5 * hour)
  assert.equal(await standing(token), '103 expired')
})

test('looking without use, as a stream does, does not make a session last longer', async () => {
  const { account } = await fresh()
  const token = await signIn(app, account, testPassword)
  for (let look = 0; look < 2; look += 1) {
    app.clock.advance(6 * hour)
    await authenticate(app, token, { prolong: false })
  }
  assert.equal(await standing(token), '103 expired')
})

test('use is written down once a minute at most', async () => {
  const { account } = await fresh()
  const token = await signIn(app, account, testPassword)
  const seen = async () =>
    (
      await app.db
        .selectFrom('session')
        .select('lastSeenAt')
        .where('tokenHash', '=', hashOf(token))
        .executeTakeFirstOrThrow()
    ).lastSeenAt
  const first = await seen()
  app.clock.advance(50_000)
  await standing(token)
  assert.equal(await seen(), first)
  app.clock.advance(10_000)
  await standing(token)
  assert.notEqual(await seen(), first)
})

test('the token itself is nowhere in the database', async () => {
  const { account, id } = await fresh()
  const token = await signIn(app, account, testPassword)
  assert.ok(token.length >= 43, '256 bits')
  const rows = [
    await app.db.selectFrom('session').selectAll().where('accountId', '=', id).execute(),
    await app.db.selectFrom('operationLog').selectAll().where('accountId', '=', id).execute(),
  ]
  assert.equal(rows.flat().length, 3)
  assert.equal(JSON.stringify(rows).includes(token), false)
})

test('an unknown token is invalid, with Bearer in front or without', async () => {
  assert.equal(await standing('nobody'), '103 invalid')
  const { token } = await fresh()
  assert.equal(await standing(`Bearer ${token}`), 200)
})

test('signing out ends this session at once and no other', async () => {
  const { account } = await fresh()
  const [first, second] = [await signIn(app, account, testPassword), await signIn(app, account, testPassword)]
  assert.equal(await standing(first), 200)
  assert.equal((await app.ask(sessionApi.signOut, {}, { token: first })).status, 200)
  assert.equal(await standing(first), '103 invalid')
  assert.equal(await standing(second), 200)
})

test('changing the password ends every session of the account, this one too', async () => {
  const { account, token } = await fresh()
  const other = await signIn(app, account, testPassword)
  assert.equal(await standing(other), 200)
  const { status } = await app.ask(
    sessionApi.changePassword,
    { oldPwd: testPassword, newPwd: 'Changed2026' },
    { token },
  )
  assert.equal(status, 200)
  assert.deepEqual([await standing(token), await standing(other)], ['103 invalid', '103 invalid'])
  assert.equal((await trySignIn(app, account, testPassword)).envelope.data.key, 'session.wrongSignIn')
  assert.equal((await trySignIn(app, account, 'Changed2026')).status, 200)
})

test('a pending sign-in with the old password fails when the password changes meanwhile', async () => {
  const { token, id } = await fresh()
  const proved = await findAccount(app.db, id)
  assert.ok(proved)
  const { status } = await app.ask(sessionApi.changePassword, { oldPwd: testPassword, newPwd: 'Other2026' }, { token })
  assert.equal(status, 200)
  const ctx = {
    ...app,
    locale: 'en',
    timeZone: 'UTC',
    address: '127.0.0.1',
    userAgent: 'test',
    token: null,
    actAs: () => {},
    appHeader: '',
    noteApp: () => {},
  } as const
  await assert.rejects(beginSession(ctx, proved, 'password'), { key: 'session.invalid' })
  const open = await app.db
    .selectFrom('session')
    .select('id')
    .where('accountId', '=', id)
    .where('revokedAt', 'is', null)
    .execute()
  assert.deepEqual(open, [])
})

test('a password change needs the old password and 6 to 14 letters or digits', async () => {
  const { token } = await fresh()
  const change = async (oldPwd: string, newPwd: string) =>
    (await app.ask(sessionApi.changePassword, { oldPwd, newPwd }, { token })).envelope.data.fields
  assert.deepEqual(await change('Wrong2026', 'Changed2026'), { oldPwd: 'Wrong password, try again' })
  assert.deepEqual(await change('', 'Changed2026'), { oldPwd: 'This cannot be empty' })
  for (const newPwd of ['short', 'much2longthanthis', 'with space1', 'p@ssword', '密码密码密码']) {
    assert.deepEqual(
      await change(testPassword, newPwd),
      { newPwd: 'Use 6 to 14 letters or digits, nothing else' },
      newPwd,
    )
  }
  assert.deepEqual(await change(testPassword, testPassword), { newPwd: 'The new password is the same as the old one' })
  assert.equal(await standing(token), 200)
})

test('a wrong password in a prompt answers to try again, never signs out, and counts towards the lock', async () => {
  const { token, account } = await fresh()
  const check = (password: string) => app.ask(sessionApi.checkPassword, { password }, { token, language: 'zh' })
  assert.equal((await check(testPassword)).status, 200)
  for (let round = 0; round < 4; round += 1) {
    const { envelope } = await check('Wrong2026')
    assert.deepEqual([envelope.code, envelope.data.fields], [422, { password: '密码错误，请重试' }])
  }
  for (const password of ['Wrong2026', testPassword]) {
    const { envelope } = await check(password)
    assert.deepEqual(
      [envelope.code, envelope.data.key, envelope.msg],
      [429, 'session.promptLocked', '密码或验证码错误次数过多，请 15 分钟后再试'],
    )
  }
  assert.equal((await trySignIn(app, account, testPassword)).envelope.data.key, 'session.locked')
  assert.equal(await standing(token), 200)
})

test('a session that another process ends is refused here too', async () => {
  const { token } = await fresh()
  assert.equal(await standing(token), 200)
  const at = new Date(app.clock.now()).toISOString()
  await elsewhere((db) =>
    db
      .updateTable('session')
      .set({ revokedAt: at, revokedBecause: 'revoked' })
      .where('tokenHash', '=', hashOf(token))
      .execute(),
  )
  await until(async () => (await standing(token)) === '103 invalid')
})

test('disabling an account ends its rights', async () => {
  const { token, id } = await fresh()
  assert.equal(await standing(token), 200)
  await elsewhere((db) => db.updateTable('account').set({ enabled: false }).where('id', '=', id).execute())
  await until(async () => (await standing(token)) === '103 invalid')
})

test('enabling an account again restores no session, nor an earlier code', async () => {
  const { token, id } = await fresh()
  const code = await mintCode(app, { accountId: id, mintedBy: null })
  const enable = (enabled: boolean) =>
    elsewhere((db) => db.updateTable('account').set({ enabled }).where('id', '=', id).execute())
  await enable(false)
  await enable(true)
  await until(async () => (await standing(token)) === '103 invalid')
  assert.equal((await app.ask(sessionApi.signInByCode, { code })).envelope.data.key, 'session.wrongCode')
  assert.equal((await app.ask(sessionApi.sessions, {}, { token })).status, 401)
})

test('a change without a notification takes effect within 10 seconds all the same', async () => {
  const { token, id } = await fresh()
  assert.equal(await standing(token), 200)
  await app.db.updateTable('account').set({ enabled: false }).where('id', '=', id).execute()
  app.clock.advance(10_000)
  assert.equal(await standing(token), '103 invalid')
})

test('a right taken from a role, a disabled role and a disabled menu are refused with code 102, and the session continues', async () => {
  const ovens = async (token: string) => (await app.ask(deviceCalls.oven.list, {}, { token })).envelope.code
  const menuIds = (await app.db.selectFrom('menu').select('id').where('operationCode', '=', 'oven:view').execute()).map(
    ({ id }) => id,
  )
  const taken = await makeAccount(app, { operationCodes: ['oven:view'] })
  const { roleId } = await app.db
    .selectFrom('account')
    .select('roleId')
    .where('id', '=', taken.id)
    .executeTakeFirstOrThrow()
  assert.equal(await ovens(taken.token), 200)
  await elsewhere((db) =>
    db.deleteFrom('roleMenu').where('roleId', '=', roleId).where('menuId', 'in', menuIds).execute(),
  )
  await until(async () => (await ovens(taken.token)) === 102)
  assert.equal(await standing(taken.token), 200)

  const disabled = await makeAccount(app, { operationCodes: ['oven:view'] })
  assert.equal(await ovens(disabled.token), 200)
  await elsewhere((db) =>
    db
      .updateTable('role')
      .set({ enabled: false })
      .where('id', '=', db.selectFrom('account').select('roleId').where('id', '=', disabled.id))
      .execute(),
  )
  await until(async () => (await ovens(disabled.token)) === 102)

  const other = await makeAccount(app, { operationCodes: ['oven:view'] })
  assert.equal(await ovens(other.token), 200)
  await elsewhere((db) => db.updateTable('menu').set({ enabled: false }).where('key', '=', 'oven').execute())
  await until(async () => (await ovens(other.token)) === 102)
  const { envelope } = await app.ask(sessionApi.menus, {}, { token: other.token })
  const group = envelope.data.find(({ enName }) => enName === 'Ovens')
  assert.deepEqual([group?.state, group?.childList.map(({ state }) => state)], ['N', ['N', 'N']])
  await elsewhere((db) => db.updateTable('menu').set({ enabled: true }).where('key', '=', 'oven').execute())
  await until(async () => (await ovens(other.token)) === 200)
})

test('lists the own open sessions, and marks the one that makes the request', async () => {
  const { account, token } = await fresh()
  const over = await signIn(app, account, testPassword)
  await app.ask(sessionApi.signOut, {}, { token: over })
  await signIn(app, account, testPassword)
  await fresh()
  const { envelope } = await app.ask(sessionApi.sessions, {}, { token })
  assert.deepEqual(
    envelope.data.map(({ current }) => current),
    [false, true],
  )
  assert.deepEqual(
    envelope.data.map(({ address }) => address),
    ['127.0.0.1', '127.0.0.1'],
  )
})

test('ends one of the own sessions; one of somebody else does not exist', async () => {
  const { account, token } = await fresh()
  const lost = await signIn(app, account, testPassword)
  assert.equal(await standing(lost), 200)
  const { envelope } = await app.ask(sessionApi.sessions, {}, { token })
  const id = envelope.data.find(({ current }) => !current)?.id ?? ''
  const stranger = await fresh()
  assert.equal(
    (await app.ask(sessionApi.revokeSession, { id }, { token: stranger.token })).envelope.data.key,
    'session.unknownSession',
  )
  assert.equal(await standing(lost), 200)
  assert.equal((await app.ask(sessionApi.revokeSession, { id }, { token })).status, 200)
  assert.equal(await standing(lost), '103 invalid')
  assert.equal(await standing(token), 200)
  assert.equal((await app.ask(sessionApi.revokeSession, { id }, { token })).status, 404)
})

test('expired sessions are swept away, and valid ones stay', async () => {
  const { account, token } = await fresh()
  for (let round = 0; round < 5; round += 1) await trySignIn(app, account, 'Wrong2026')
  const over = await signIn(app, (await fresh()).account, testPassword)
  await app.ask(sessionApi.signOut, {}, { token: over })
  const sweep = async () => {
    for (const job of sessionJobs(app)) await job.run(undefined)
  }
  const count = async (table: 'session' | 'signInFailure') =>
    (
      await app.db
        .selectFrom(table)
        .select((q) => q.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  await sweep()
  const kept = await count('session')
  await sweep()
  assert.equal(await count('session'), kept)
  assert.equal((await trySignIn(app, account, testPassword)).envelope.data.key, 'session.locked')
  app.clock.advance(31 * 24 * hour)
  assert.equal(await standing(token), '103 expired')
  await sweep()
  app.clock.advance(hour)
  await sweep()
  assert.deepEqual([await count('signInFailure'), await standing(over)], ['0', '103 invalid'])
  app.clock.advance(31 * 24 * hour)
  await sweep()
  assert.equal(await count('session'), '0')
  assert.equal(await standing(token), '103 invalid')
})
