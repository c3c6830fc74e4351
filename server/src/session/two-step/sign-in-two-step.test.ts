import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { accountAccessApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { sql } from 'kysely'
import { startIdentityProvider, type IdentityProvider } from '../../testing/identity-provider.ts'
import { makeAccount, testPassword } from '../../testing/make-account.ts'
import {
  codeNow,
  firstStep,
  giveTwoStep,
  requireTwoStep,
  sessionIn,
  trySignIn,
  wrongCode,
} from '../../testing/sign-in.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { rescueAdministrator } from '../account/rescue-administrator.ts'
import { mintCode } from '../one-time-code.ts'
import { provesTwoSteps } from '../oidc/proves-two-steps.ts'

const minute = 60_000
let app: TestApp
let provider: IdentityProvider

before(async () => {
  provider = await startIdentityProvider()
  const { issuer, clientId, clientSecret } = provider
  app = await startTestApp({
    roles: ['api'],
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
  })
})
after(async () => {
  await app.stop()
  await provider.stop()
})

/** The account has its own role, so that changes of it affect no other account. */
const fresh = () => makeAccount(app, { operationCodes: ['oven:view'] })
async function withTwoStep() {
  const account = await fresh()
  return { ...account, ...(await giveTwoStep(app, account.id)) }
}
type Step = Readonly<{ ticket: string; cookie: string | undefined }>
const second = ({ ticket, cookie }: Step, code: string) =>
  app.ask(sessionApi.signInTwoStep, { ticket, code }, { cookie })
const first = (account: string, cookie?: string) => firstStep(app, account, testPassword, { cookie })

test('after the password an account with two-step sign-in gets no session, but a ticket that a code makes one of', async () => {
  const { account, secret } = await withTwoStep()
  const { data } = (await trySignIn(app, account, testPassword)).envelope
  assert.deepEqual(Object.keys(data).toSorted(), ['enrolment', 'ticket', 'until'])
  const step = await first(account)
  const { status, envelope } = await second(step, ` ${codeNow(app, secret).replace(/^.../, '$& ')} `)
  assert.equal(status, 200, envelope.msg)
  assert.deepEqual([envelope.data.recoveryCodes, envelope.data.recoveryCodesLeft], [null, null])
  const user = await app.ask(sessionApi.user, {}, { token: envelope.data.token })
  assert.equal(user.envelope.data.account, account)
})

test('of two sign-ins at once with one code one counts, also with a ticket each', async () => {
  const { account, secret } = await withTwoStep()
  const steps = [await first(account), await first(account)]
  const answers = await Promise.all(steps.map((step) => second(step, codeNow(app, secret))))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 422],
  )
  const other = await withTwoStep()
  const step = await first(other.account)
  const twice = await Promise.all(
    [codeNow(app, other.secret), other.recoveryCodes[0] ?? ''].map((c) => second(step, c)),
  )
  assert.deepEqual(
    twice.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 422],
  )
})

test('a code counts once, and the one before it not afterwards', async () => {
  const { account, secret } = await withTwoStep()
  assert.equal((await second(await first(account), codeNow(app, secret))).status, 200)
  const again = await first(account)
  for (const later of [0, -1])
    assert.equal((await second(again, codeNow(app, secret, later))).envelope.data.key, 'session.wrongStep')
  assert.equal((await second(again, codeNow(app, secret, 1))).status, 200)
})

test('a recovery code counts once, in any spelling, and the number of remaining ones is shown', async () => {
  const { account, recoveryCodes } = await withTwoStep()
  const code = recoveryCodes[0] ?? ''
  const { envelope } = await second(await first(account), code.toLowerCase().replace('-', ' '))
  assert.equal(envelope.data.recoveryCodesLeft, 1)
  const again = await second(await first(account), code)
  assert.equal(again.envelope.data.key, 'session.wrongStep')
  assert.match(again.envelope.data.fields?.['code'] ?? '', /4 more tries/)
})

test('a ticket is valid for 5 minutes, once, and from the browser to which it was issued', async () => {
  const { account, secret } = await withTwoStep()
  const step = await first(account)
  const elsewhere = await second(
    { ...step, cookie: 'brigade_browser=another-browser-of-somebody' },
    codeNow(app, secret),
  )
  const nowhere = await second({ ...step, cookie: undefined }, codeNow(app, secret))
  assert.deepEqual(
    [elsewhere, nowhere].map(({ envelope }) => envelope.data.key),
    ['session.ticketOver', 'session.ticketOver'],
  )
  app.clock.advance(5 * minute - 1000)
  assert.equal((await second(step, codeNow(app, secret))).status, 200)
  app.clock.advance(minute)
  assert.equal((await second(step, codeNow(app, secret))).envelope.data.key, 'session.ticketOver')
  const late = await first(account)
  app.clock.advance(5 * minute)
  assert.equal((await second(late, codeNow(app, secret))).envelope.data.key, 'session.ticketOver')
})

test('wrong codes and wrong passwords are five failures together, and a right password between them forgives none', async () => {
  const { account, secret } = await withTwoStep()
  await trySignIn(app, account, 'Wrong2026')
  const left: unknown[] = []
  for (let round = 0; round < 3; round += 1) {
    const { envelope } = await second(await first(account), wrongCode(app, secret))
    left.push(/(\d) more/.exec(envelope.msg)?.[1])
  }
  assert.deepEqual(left, ['3', '2', '1'])
  const step = await first(account)
  assert.equal((await second(step, wrongCode(app, secret))).envelope.data.key, 'session.locked')
  assert.equal((await second(step, codeNow(app, secret))).envelope.data.key, 'session.locked')
  assert.equal((await trySignIn(app, account, testPassword)).envelope.data.key, 'session.locked')
  app.clock.advance(15 * minute)
  assert.equal((await second(await first(account), codeNow(app, secret))).status, 200)
  assert.match((await trySignIn(app, account, 'Wrong2026')).envelope.msg, /4 more/)
})

test('twenty failures from anywhere slow the second step to a try a minute, and never lock it', async () => {
  const { account, secret } = await withTwoStep()
  const step = await first(account)
  const [since = '', nextTryAt = ''] = [0, minute].map((later) => new Date(app.clock.now() + later).toISOString())
  const braked = { failures: 20, since, nextTryAt }
  await app.db
    .insertInto('signInBrake')
    .values({ kind: 'sign-in', account, ...braked })
    .onConflict((conflict) => conflict.columns(['kind', 'account']).doUpdateSet(braked))
    .execute()
  assert.equal((await second(step, codeNow(app, secret))).envelope.data.key, 'session.slowed')
  app.clock.advance(minute)
  assert.equal((await second(step, codeNow(app, secret))).status, 200)
})

test('an administrator unlocks an account that wrong codes locked', async () => {
  const { id, account, secret } = await withTwoStep()
  const admin = await makeAccount(app, { role: 'administrator' })
  const step = await first(account)
  for (let round = 0; round < 5; round += 1) await second(step, wrongCode(app, secret))
  assert.equal((await second(step, codeNow(app, secret))).envelope.data.key, 'session.locked')
  assert.equal((await app.ask(accountAccessApi.unlock, { id }, { token: admin.token })).status, 200)
  assert.equal((await second(step, codeNow(app, secret))).status, 200)
})

test('a known browser is asked for a code like any other', async () => {
  const { account, secret } = await withTwoStep()
  const step = await first(account)
  assert.equal((await second(step, codeNow(app, secret))).status, 200)
  app.clock.advance(minute)
  assert.notEqual((await first(account, step.cookie)).ticket, step.ticket)
})

test('where the role requires it and the account has none, it is set up before there is a session', async () => {
  const { id, account } = await fresh()
  await requireTwoStep(app, id)
  const step = await first(account)
  const secret = step.enrolment?.secret ?? ''
  assert.match(secret, /^[A-Z2-7]{32}$/)
  const sessions = await app.db.selectFrom('session').select('id').where('accountId', '=', id).execute()
  assert.equal(sessions.length, 1, 'the one that the test made')
  for (let round = 0; round < 6; round += 1)
    assert.equal((await second(step, wrongCode(app, secret))).envelope.data.key, 'session.wrongEnrolment')
  app.clock.advance(14 * minute)
  const code = codeNow(app, secret)
  const { envelope } = await second(step, code)
  assert.equal(envelope.success, true, envelope.msg)
  const codes = envelope.data.recoveryCodes ?? []
  assert.equal(new Set(codes).size, 10)
  for (const one of codes) assert.match(one, /^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
  assert.equal((await app.ask(sessionApi.user, {}, { token: envelope.data.token })).status, 200)
  // The code that confirmed it is used up, and the new session is valid.
  assert.equal((await second(await first(account), code)).envelope.data.key, 'session.wrongStep')
  assert.equal((await second(await first(account), codes[9] ?? '')).envelope.data.recoveryCodesLeft, 9)
})

test('if two set it up at once one succeeds, and the other signs in with its app', async () => {
  const { id, account } = await fresh()
  await requireTwoStep(app, id)
  const steps = [await first(account), await first(account)]
  const answers = await Promise.all(steps.map((step) => second(step, codeNow(app, step.enrolment?.secret ?? ''))))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 422],
  )
})

test('a preset password is replaced before two-step sign-in is set up, and an existing authenticator app is asked for first', async () => {
  const { id, account } = await fresh()
  await requireTwoStep(app, id)
  const preset = () => app.db.updateTable('account').set({ mustChangePassword: true }).where('id', '=', id).execute()
  await preset()
  const { token, mustChangePassword } = sessionIn((await trySignIn(app, account, testPassword)).envelope)
  assert.equal(mustChangePassword, true)
  assert.equal((await app.ask(sessionApi.twoStep, {}, { token })).envelope.data.key, 'session.mustChangePassword')
  const change = { oldPwd: testPassword, newPwd: 'MyOwn2026' }
  assert.equal((await app.ask(sessionApi.changePassword, change, { token })).status, 200)
  assert.notEqual((await firstStep(app, account, 'MyOwn2026')).enrolment, null)
  await giveTwoStep(app, id)
  await preset()
  assert.equal((await firstStep(app, account, 'MyOwn2026')).enrolment, null)
})

test('a role that begins to require it ends no session: it holds at the next sign-in', async () => {
  const { id, account, token } = await fresh()
  await requireTwoStep(app, id)
  assert.equal((await app.ask(sessionApi.user, {}, { token })).status, 200)
  assert.notEqual((await first(account)).enrolment, null)
})

test('a reset of the password keeps two-step sign-in and voids the tickets of before', async () => {
  const { id, account, secret } = await withTwoStep()
  const admin = await makeAccount(app, { role: 'administrator' })
  const step = await first(account)
  const reset = { id, newPwd: 'Given2026', password: testPassword }
  assert.equal((await app.ask(accountAccessApi.resetPassword, reset, { token: admin.token })).status, 200)
  assert.equal((await second(step, codeNow(app, secret))).envelope.data.key, 'session.ticketOver')
  const { envelope } = await second(await firstStep(app, account, 'Given2026'), codeNow(app, secret))
  assert.equal(envelope.data.mustChangePassword, true)
})

test('a ticket opens no account that is disabled meanwhile, nor one that was disabled and is enabled again', async () => {
  const { id, account, secret } = await withTwoStep()
  const set = (enabled: boolean) => app.db.updateTable('account').set({ enabled }).where('id', '=', id).execute()
  const step = await first(account)
  await set(false)
  await set(true)
  assert.equal((await second(step, codeNow(app, secret))).envelope.data.key, 'session.ticketOver')
  await set(false)
  assert.equal((await trySignIn(app, account, testPassword)).envelope.data.key, 'session.disabled')
})

test('a deleted account keeps neither app nor recovery codes', async () => {
  const { id } = await withTwoStep()
  const removedAt = new Date(app.clock.now()).toISOString()
  await app.db.updateTable('account').set({ enabled: false, removedAt, roleId: null }).where('id', '=', id).execute()
  for (const table of ['twoStep', 'recoveryCode'] as const)
    assert.deepEqual(await app.db.selectFrom(table).select('accountId').where('accountId', '=', id).execute(), [])
})

test('a link with a code of ours is one step: two-step sign-in is required after it', async () => {
  const use = async (accountId: string) => {
    const code = await mintCode(app, { accountId, mintedBy: null })
    const { envelope, cookie } = await app.ask(sessionApi.signInByCode, { code })
    return { data: envelope.data, cookie }
  }
  const has = await withTwoStep()
  const { data, cookie } = await use(has.id)
  assert.ok('ticket' in data && data.enrolment === null)
  assert.equal((await second({ ticket: data.ticket, cookie }, codeNow(app, has.secret))).status, 200)
  const lacks = await fresh()
  await requireTwoStep(app, lacks.id)
  const { data: missing } = await use(lacks.id)
  assert.ok('ticket' in missing && missing.enrolment !== null)
})

let people = 0
async function byProvider(accountId: string, amr?: readonly string[]) {
  const sub = `two-step-${(people += 1)}`
  await app.db
    .updateTable('account')
    .set({ oidcSubject: `${provider.issuer} ${sub}` })
    .where('id', '=', accountId)
    .execute()
  const { envelope, cookie } = await app.ask(sessionApi.startOidc, {})
  const { code, state, iss } = await provider.letIn(envelope.data.url, { sub })
  if (amr !== undefined) provider.forge({ amr })
  const entered = await app.ask(sessionApi.signInByCode, { code, state, iss }, { cookie })
  return { data: entered.envelope.data, cookie }
}

test('a provider that reports two proofs of the person counts as two-step sign-in, any other as one step', async () => {
  const has = await withTwoStep()
  assert.ok('token' in (await byProvider(has.id, ['pwd', 'otp'])).data)
  const { data, cookie } = await byProvider(has.id, ['pwd'])
  assert.ok('ticket' in data)
  assert.equal((await second({ ticket: data.ticket, cookie }, codeNow(app, has.secret))).status, 200)
  const lacks = await fresh()
  await requireTwoStep(app, lacks.id)
  assert.ok('token' in (await byProvider(lacks.id, ['mfa'])).data)
  const { data: requested } = await byProvider(lacks.id)
  assert.ok('ticket' in requested && requested.enrolment !== null)
  assert.ok('token' in (await byProvider((await fresh()).id)).data)
})

test('two methods of one kind are one step', () => {
  const two = [['mfa'], ['pwd', 'hwk'], ['face', 'pin'], ['fpt', 'swk']]
  const one = [undefined, 'mfa', [], ['pwd'], ['pwd', 'pin'], ['otp', 'sms'], ['user', 'geo', 'pwd'], [7, 'otp']]
  assert.deepEqual([two.map(provesTwoSteps), one.map(provesTwoSteps)], [two.map(() => true), one.map(() => false)])
})

test('the command on the machine lets an administrator who lost app and recovery codes sign in', async () => {
  const { id, account } = await makeAccount(app, { role: 'administrator' })
  await giveTwoStep(app, id)
  const password = await rescueAdministrator(app, account)
  assert.equal(sessionIn((await trySignIn(app, account, password)).envelope).mustChangePassword, true)
  const acts = await app.db
    .selectFrom('actNotice')
    .select(sql<string>`params ->> 'act'`.as('act'))
    .where(sql<boolean>`params ->> 'account' = ${account}`)
    .execute()
  assert.deepEqual(acts.map(({ act }) => act).toSorted(), ['reset-password', 'reset-two-step'])
})
