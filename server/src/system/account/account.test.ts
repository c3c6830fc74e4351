import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { accountAccessApi, accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { dayMs, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { make } from '../../testing/make.ts'
import { testPassword, type MadeAccount } from '../../testing/make-account.ts'
import { signIn, trySignIn } from '../../testing/sign-in.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let admin: MadeAccount
let distributor: string
let dealer: MadeAccount

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  admin = await make.account(app, { role: 'administrator' })
  distributor = (await make.organisation(app, { kind: 'distributor' })).id
  dealer = await make.account(app, { role: 'distributor-administrator', organisationId: distributor })
})
after(() => app.stop())

let made = 0
const roleId = async (key: string) =>
  (await app.db.selectFrom('role').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
type Wish = Partial<RequestOf<typeof accountApi.add>> & { role?: string }
async function add({ role = 'support', ...wish }: Wish = {}, { token } = admin) {
  made += 1
  const body = { account: `person-${made}`, name: `Person ${made}`, roleId: await roleId(role), ...wish }
  return { account: body.account, ...(await app.ask(accountApi.add, body, { token })) }
}
async function added(wish: Wish = {}) {
  const { account, envelope } = await add(wish)
  assert.equal(envelope.success, true, envelope.msg)
  return { account, id: envelope.data.id, preset: envelope.data.presetPassword ?? '' }
}
const detail = async (id: string, { token } = admin) =>
  (await app.ask(accountApi.detail, { id }, { token })).envelope.data
async function update(id: string, change: Partial<RequestOf<typeof accountApi.update>>, as = admin) {
  const { name, phone, email, emailVerified, role, updatedAt } = await detail(id)
  const body = { id, name, phone, email, emailVerified, roleId: role.id, updatedAt, ...change }
  return app.ask(accountApi.update, body, { token: as.token })
}
const disable = (id: string, { token } = admin, password?: string | null) =>
  app.ask(
    accountApi.setEnabled,
    { id, enabled: false, reason: 'Left', ...(password === null ? {} : { password: password ?? testPassword }) },
    { token },
  )
const reset = (id: string, { token } = admin) =>
  app.ask(accountAccessApi.resetPassword, { id, password: testPassword }, { token })
const remove = (id: string, others: Partial<RequestOf<typeof accountApi.remove>> = {}, { token } = admin) =>
  app.ask(accountApi.remove, { id, password: testPassword, ...others }, { token })
const isSignedIn = async ({ token }: Pick<MadeAccount, 'token'>) =>
  (await app.ask(sessionApi.user, {}, { token })).status === 200
const Refused = z.object({ fields: z.record(z.string(), z.unknown()).default({}) })
const fieldsOf = ({ envelope }: { envelope: { data: unknown } }) =>
  Object.keys(Refused.safeParse(envelope.data).data?.fields ?? {})
/** Whether a time is this long from now, apart from the seconds that a test takes. */
const isNear = (instant: string | null | undefined, ms: number) =>
  Math.abs(Date.parse(instant ?? '') - app.clock.now() - ms) < 30_000
const reasons = async (id: string) => (await detail(id)).blocks.map(({ reason }) => reason)

test('an account is made with the preset password, which opens nothing but its own change', async () => {
  const { account, id, preset } = await added({ phone: '13800138000', email: 'a@example.com', emailVerified: true })
  assert.equal(preset, app.settings.presetPassword)
  const token = await signIn(app, account, preset)
  assert.equal(
    (await app.ask(sessionApi.updateProfile, { avatar: '', name: 'X', phone: '13800138000', email: '' }, { token }))
      .status,
    403,
  )
  assert.equal(
    (await app.ask(sessionApi.changePassword, { oldPwd: preset, newPwd: 'Mine2026' }, { token })).status,
    200,
  )
  await signIn(app, account, 'Mine2026')
  const { role, phone, email, emailVerified, mustChangePassword, presetUntil, isMine, lastLoginAt } = await detail(id)
  assert.deepEqual(
    [role.enName, phone, email, emailVerified, mustChangePassword, presetUntil, isMine],
    ['Support', '13800138000', 'a@example.com', true, false, null, false],
  )
  assert.notEqual(lastLoginAt, null)
})

test('a password that somebody else chose is void after 7 days, until it is reset', async () => {
  const { account, id } = await added({ newPwd: 'Chosen2026' })
  await signIn(app, account, 'Chosen2026')
  const { presetUntil } = await detail(id)
  assert.ok(isNear(presetUntil, 7 * dayMs))
  // Simulates seven days for this account alone.
  const now = new Date(app.clock.now()).toISOString()
  await app.db.updateTable('account').set({ presetUntil: now }).where('id', '=', id).execute()
  const { envelope } = await trySignIn(app, account, 'Chosen2026')
  assert.match(envelope.msg, /expired/)
  assert.deepEqual(await reasons(id), ['presetVoid'])
  assert.equal((await reset(id)).envelope.data.presetPassword, app.settings.presetPassword)
  await signIn(app, account, app.settings.presetPassword)
})

test('without a preset password in the settings each account gets one of its own, shown once', async () => {
  const own = await startTestApp({ roles: ['api'], settings: { PRESET_PASSWORD: '' } })
  try {
    const { token } = await make.account(own, { role: 'administrator' })
    const { id } = await own.db.selectFrom('role').select('id').where('key', '=', 'support').executeTakeFirstOrThrow()
    const given = await Promise.all(
      ['one', 'two'].map(async (account) => {
        const { envelope } = await own.ask(accountApi.add, { account, name: account, roleId: id }, { token })
        return envelope.data.presetPassword ?? ''
      }),
    )
    assert.equal(new Set([...given, own.settings.presetPassword]).size, 3)
    await signIn(own, 'one', given[0] ?? '')
    const logged = await own.db
      .selectFrom('operationLog as line')
      .innerJoin('operationBody as body', 'body.operationId', 'line.operationId')
      .select('body.response')
      .where('line.operation', '=', 'add')
      .execute()
    assert.ok(logged.length > 0 && !JSON.stringify(logged).includes(given[0] ?? ''))
  } finally {
    await own.stop()
  }
})

test('a sign-in name is small letters, digits and . - _ @, belongs to one, and is not used again after it is deleted', async () => {
  for (const account of ['ab', 'a b c', 'Ädmin', 'UPPER', 'x'.repeat(61)])
    assert.deepEqual(fieldsOf(await add({ account })), ['account'], account)
  const { id, account } = await added({ account: 'a.person_1@example.com' })
  assert.deepEqual(fieldsOf(await add({ account })), ['account'])
  assert.equal((await remove(id)).status, 200)
  assert.deepEqual(fieldsOf(await add({ account })), ['account'])
})

test('a verified e-mail belongs to one account, and is never verified by being entered', async () => {
  await added({ email: 'mine@example.com', emailVerified: true })
  assert.deepEqual(fieldsOf(await add({ email: 'MINE@example.com', emailVerified: true })), ['email'])
  assert.equal((await add({ email: 'mine@example.com' })).status, 200)
  assert.deepEqual(fieldsOf(await add({ emailVerified: true })), ['email'])
})

test('the second of two who edit an account at once is refused', async () => {
  const { id } = await added()
  const { updatedAt } = await detail(id)
  const answers = await Promise.all(['One', 'Two'].map((name) => update(id, { name, updatedAt })))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
})

test('disabling requires a reason, ends all sessions for good, and is shown in the detail', async () => {
  const account = await make.account(app, { role: 'support' })
  const { token } = admin
  const without = await app.ask(
    accountApi.setEnabled,
    { id: account.id, enabled: false, password: testPassword },
    { token },
  )
  assert.deepEqual(fieldsOf(without), ['reason'])
  assert.equal((await disable(account.id)).status, 200)
  assert.equal(await isSignedIn(account), false)
  assert.deepEqual([await reasons(account.id), (await detail(account.id)).disabledReason], [['disabled'], 'Left'])
  await app.ask(accountApi.setEnabled, { id: account.id, enabled: true }, { token })
  assert.equal(await isSignedIn(account), false)
  assert.deepEqual(await reasons(account.id), [])
})

test('deleting removes contact, password, links and sessions, keeps the name, and frees role and organisation', async () => {
  const { id: customer } = await make.organisation(app, {})
  const account = await make.account(app, { role: 'support', organisationId: customer })
  await app.db
    .updateTable('account')
    .set({ phone: '13800138000', email: 'gone@example.com', oidcSubject: 'gone' })
    .where('id', '=', account.id)
    .execute()
  assert.equal((await remove(account.id)).status, 200)
  assert.equal(await isSignedIn(account), false)
  assert.equal((await trySignIn(app, account.account, testPassword)).envelope.data.key, 'session.wrongSignIn')
  assert.equal((await app.ask(accountApi.detail, { id: account.id }, { token: admin.token })).status, 404)
  const row = await app.db.selectFrom('account').selectAll().where('id', '=', account.id).executeTakeFirstOrThrow()
  assert.deepEqual(
    [row.account, row.phone, row.email, row.passwordHash, row.oidcSubject, row.roleId],
    [account.account, '', '', '', null, null],
  )
  await app.db.deleteFrom('organisation').where('id', '=', customer).execute()
  const kept = await app.db.selectFrom('account').select('name').where('id', '=', account.id).execute()
  assert.equal(kept.length, 1)
})

test('pending work passes to a successor of the same organisation or of one above it', async () => {
  const { id: agent } = await make.organisation(app, { kind: 'agent', parentId: distributor })
  const leaver = await make.account(app, { role: 'agent-administrator', organisationId: agent })
  const job = {
    accountId: leaver.id,
    kind: 'customer-export',
    params: '{}',
    locale: 'en' as const,
    timeZone: 'UTC',
    fileName: 'x',
  }
  await app.db
    .insertInto('job')
    .values({ ...job, createdAt: new Date(app.clock.now()).toISOString() })
    .execute()
  assert.deepEqual((await detail(leaver.id)).inHand, [{ kind: 'job', count: 1 }])
  const below = await make.account(app, {
    role: 'customer-administrator',
    organisationId: (await make.organisation(app, { parentId: agent })).id,
  })
  for (const successorId of [below.id, leaver.id, '999999'])
    assert.deepEqual(fieldsOf(await remove(leaver.id, { successorId })), ['successorId'])
  const { envelope } = await app.ask(accountApi.select, { successorOf: leaver.id }, { token: dealer.token })
  assert.ok(envelope.data.some(({ id }) => id === dealer.id) && !envelope.data.some(({ id }) => id === below.id))
  assert.equal((await remove(leaver.id, { successorId: dealer.id })).status, 200)
  const { accountId } = await app.db.selectFrom('job').select('accountId').executeTakeFirstOrThrow()
  assert.equal(accountId, dealer.id)
})

test('no account gains by another account what it lacks: role, password, e-mail, unlocking and enabling are refused', async () => {
  const codes = ['view', 'create', 'update', 'set-enabled', 'reset-password'].map((verb) => `account:${verb}`)
  const narrow = await make.account(app, { operationCodes: codes })
  const strong = await make.account(app, { role: 'support' })
  const { token } = narrow
  assert.equal((await add({ role: 'support' }, narrow)).status, 403)
  const weak = await make.account(app, { operationCodes: ['account:view'] })
  assert.equal((await update(weak.id, { roleId: await roleId('support') }, narrow)).status, 403)
  assert.equal((await reset(strong.id, narrow)).status, 403)
  assert.equal((await app.ask(accountAccessApi.unlock, { id: strong.id }, { token })).status, 403)
  assert.equal((await update(strong.id, { email: 'n@example.com', emailVerified: true }, narrow)).status, 403)
  assert.equal((await detail(strong.id, narrow)).isManageable, false)
  assert.equal((await reset(weak.id, narrow)).status, 200)
  assert.equal((await app.ask(accountApi.setEnabled, { id: strong.id, enabled: true }, { token })).status, 403)
})

test('a role fits the organisation of the account', async () => {
  assert.deepEqual(fieldsOf(await add({ role: 'customer-administrator', organisationId: distributor })), ['roleId'])
  assert.equal((await add({ role: 'distributor-administrator', organisationId: distributor })).status, 200)
})

test('an act that concerns an administrator needs the own password, and is stored to be announced', async () => {
  const one = await make.account(app, { role: 'administrator' })
  for (const password of [null, 'Wrong2026'])
    assert.deepEqual(fieldsOf(await disable(one.id, admin, password)), ['password'])
  assert.equal((await disable(one.id, admin, testPassword)).status, 200)
  assert.deepEqual(fieldsOf(await add({ role: 'administrator' })), ['password'])
  const acts = await app.db
    .selectFrom('actNotice')
    .select([sql<string>`params ->> 'act'`.as('act'), sql<string>`params ->> 'actor'`.as('actor')])
    .where(sql<boolean>`params ->> 'account' = ${one.account}`)
    .execute()
  assert.deepEqual(acts, [{ act: 'disable', actor: admin.account }])
})

test('the last administrator who can sign in stays, and no account disables or deletes itself', async () => {
  const own = await startTestApp({ roles: ['api'] })
  try {
    const last = await make.account(own, { role: 'administrator' })
    await own.db.updateTable('account').set({ enabled: false }).where('account', '=', 'admin').execute()
    // An administrator by role, whose password is no longer valid: only an earlier session is left.
    const deputy = await make.account(own, { role: 'administrator' })
    const past = new Date(Date.now() - 1000).toISOString()
    await own.db.updateTable('account').set({ presetUntil: past }).where('id', '=', deputy.id).execute()
    const { token, password } = deputy
    const body = { id: last.id, enabled: false, reason: 'x', password }
    const { envelope } = await own.ask(accountApi.setEnabled, body, { token })
    assert.equal(envelope.data.key, 'account.lastAdministrator')
    // Another one does not count while its preset password is void, and counts again with a new one.
    const other = await make.account(own, { role: 'administrator' })
    const presetUntil = (ms: number) =>
      own.db
        .updateTable('account')
        .set({ presetUntil: new Date(Date.now() + ms).toISOString() })
        .where('id', '=', other.id)
        .execute()
    await presetUntil(-1000)
    assert.equal((await own.ask(accountApi.setEnabled, body, { token })).envelope.data.key, 'account.lastAdministrator')
    assert.equal((await own.ask(accountApi.remove, { id: last.id, password }, { token })).status, 422)
    assert.equal(
      (await own.ask(accountApi.remove, { id: deputy.id, password }, { token })).envelope.data.key,
      'account.own',
    )
    await presetUntil(dayMs)
    assert.equal((await own.ask(accountApi.setEnabled, body, { token })).status, 200)
  } finally {
    await own.stop()
  }
})

test('resetting a password ends the sessions, and the one before opens nothing', async () => {
  const account = await make.account(app, { role: 'support' })
  assert.equal((await reset(account.id)).status, 200)
  assert.equal(await isSignedIn(account), false)
  assert.equal((await trySignIn(app, account.account, testPassword)).status, 422)
})

test('the detail shows until when an account is locked, and unlocking lets it sign in', async () => {
  const { account, id, preset } = await added()
  for (let i = 0; i < 5; i += 1) await trySignIn(app, account, 'Wrong2026')
  const [block] = (await detail(id)).blocks
  assert.equal(block?.reason, 'locked')
  assert.ok(isNear(block?.until, 15 * minuteMs))
  assert.equal((await app.ask(accountAccessApi.unlock, { id }, { token: admin.token })).status, 200)
  await signIn(app, account, preset)
})

test('the reason why somebody cannot sign in is shown: their organisation, their role, or the lack of any right', async () => {
  const { id: customer } = await make.organisation(app, {})
  const account = await make.account(app, { operationCodes: [], organisationId: customer })
  assert.deepEqual(await reasons(account.id), ['noCodes'])
  await app.db.updateTable('organisation').set({ enabled: false }).where('id', '=', customer).execute()
  const row = await app.db.selectFrom('account').select('roleId').where('id', '=', account.id).executeTakeFirstOrThrow()
  await app.db.updateTable('role').set({ enabled: false }).where('id', '=', row.roleId).execute()
  assert.deepEqual(await reasons(account.id), ['organisationDisabled', 'roleDisabled'])
})

test('sessions of an account are listed, ended one by one and all at once', async () => {
  const { account, id, preset } = await added()
  const tokens = [
    await signIn(app, account, preset),
    await signIn(app, account, preset),
    await signIn(app, account, preset),
  ]
  const { token } = admin
  const list = async () => (await app.ask(accountAccessApi.sessions, { id }, { token })).envelope.data
  const [latest] = await list()
  const end = (sessionId?: string) =>
    app.ask(accountAccessApi.endSessions, { id, sessionId, password: testPassword }, { token })
  assert.equal((await end(latest?.id)).status, 200)
  assert.equal((await end(latest?.id)).status, 404)
  assert.equal((await list()).length, 2)
  assert.equal((await end()).status, 200)
  assert.deepEqual(await Promise.all(tokens.map((one) => isSignedIn({ token: one }))), [false, false, false])
})

test('lists are of one kind of organisation, within the scope, filtered by words, role, state, place and idle days', async () => {
  const { id: agent } = await make.organisation(app, { kind: 'agent', parentId: distributor })
  const quiet = await make.account(app, { role: 'agent-administrator', organisationId: agent, name: '静默 Quiet' })
  const old = new Date(app.clock.now() - 100 * dayMs).toISOString()
  await app.db.updateTable('account').set({ createdAt: old }).where('id', '=', quiet.id).execute()
  const ids = async (query: RequestOf<typeof accountApi.listOfAgents>, as = dealer) =>
    (await app.ask(accountApi.listOfAgents, { pageSize: 80, ...query }, { token: as.token })).envelope.data.list.map(
      ({ id }) => id,
    )
  const role = await roleId('agent-administrator')
  for (const query of [
    { keyword: '静默' },
    { idle: '90' as const },
    { department1: agent },
    { roleId: role, keyword: 'quiet' },
  ])
    assert.deepEqual(await ids(query), [quiet.id], JSON.stringify(query))
  for (const query of [
    { idle: '180' as const },
    { enabled: false },
    { keyword: '静默', roleId: await roleId('support') },
  ])
    assert.deepEqual(await ids(query), [], JSON.stringify(query))
  const stranger = await make.account(app, {
    role: 'distributor-administrator',
    organisationId: (await make.organisation(app, { kind: 'distributor' })).id,
  })
  assert.deepEqual(await ids({}, stranger), [])
  assert.equal((await app.ask(accountApi.detail, { id: quiet.id }, { token: stranger.token })).status, 404)
  const platform = (await app.ask(accountApi.list, {}, { token: dealer.token })).envelope.data
  assert.deepEqual(platform.list, [])
  const sorted = await app.ask(accountApi.list, { sort: '-lastLoginAt' }, { token: admin.token })
  assert.notEqual(sorted.envelope.data.list[0]?.lastLoginAt, null)
})

test('changing the own e-mail needs the password, and it is not verified any more', async () => {
  const account = await make.account(app, { role: 'support' })
  await update(account.id, { email: 'old@example.com', emailVerified: true })
  const { token } = account
  const save = (password?: string) =>
    app.ask(
      sessionApi.updateProfile,
      { avatar: '', name: 'N', phone: '13800138000', email: 'new@example.com', password },
      { token },
    )
  assert.deepEqual(fieldsOf(await save()), ['password'])
  assert.deepEqual(fieldsOf(await save('Wrong2026')), ['password'])
  assert.equal((await save(testPassword)).status, 200)
  assert.deepEqual(
    [(await detail(account.id)).email, (await detail(account.id)).emailVerified],
    ['new@example.com', false],
  )
})
