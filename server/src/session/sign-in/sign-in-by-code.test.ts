import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { makeAccount, testPassword } from '../../testing/make-account.ts'
import { sessionIn } from '../../testing/sign-in.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { mintCode } from '../one-time-code.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const fresh = () => makeAccount(app, { role: 'customer-administrator' })
const use = (code: string) => app.ask(sessionApi.signInByCode, { code })
const mint = (accountId: string) => mintCode(app, { accountId, mintedBy: null })

test('a one-time code signs in once', async () => {
  const { id, account } = await fresh()
  const code = await mint(id)
  const { status, envelope } = await use(code)
  assert.equal(status, 200)
  assert.equal(
    (await app.ask(sessionApi.user, {}, { token: sessionIn(envelope).token })).envelope.data.account,
    account,
  )
  const again = await use(code)
  assert.deepEqual([again.status, again.envelope.msg], [422, 'This sign-in link has expired or has been used'])
})

test('a code that proves right ends the session it was sent from, and a wrong one changes nothing', async () => {
  const [before, next] = [await fresh(), await fresh()]
  const useFrom = (code: string) => app.ask(sessionApi.signInByCode, { code }, { token: before.token })
  const codeOf = async () => (await app.ask(sessionApi.user, {}, { token: before.token })).envelope.code
  assert.equal((await useFrom('made-up')).envelope.data.key, 'session.wrongCode')
  assert.equal(await codeOf(), 200)
  const { envelope } = await useFrom(await mint(next.id))
  assert.equal(await codeOf(), 103)
  const user = await app.ask(sessionApi.user, {}, { token: sessionIn(envelope).token })
  assert.equal(user.envelope.data.account, next.account)
})

test('a company code is one too', async () => {
  const code = await mint((await fresh()).id)
  assert.equal((await app.ask(sessionApi.signInByCompanyCode, { code })).status, 200)
})

test('if many use a code at the same time, one signs in', async () => {
  const code = await mint((await fresh()).id)
  const answers = await Promise.all(Array.from({ length: 8 }, () => use(code)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('a code counts for 60 seconds, and an unknown one never', async () => {
  const { id } = await fresh()
  const [inTime, tooLate] = [await mint(id), await mint(id)]
  app.clock.advance(55_000)
  assert.equal((await use(inTime)).status, 200)
  app.clock.advance(5000)
  assert.equal((await use(tooLate)).envelope.data.key, 'session.wrongCode')
  assert.equal((await use('whatever')).envelope.data.key, 'session.wrongCode')
})

test('the code itself is not kept, and the account that requested it is', async () => {
  const [owner, asker] = [await fresh(), await fresh()]
  const code = await mintCode(app, { accountId: owner.id, mintedBy: asker.id })
  const rows = await app.db.selectFrom('oneTimeCode').selectAll().where('accountId', '=', owner.id).execute()
  assert.equal(rows[0]?.mintedBy, asker.id)
  assert.equal(JSON.stringify(rows).includes(code), false)
})

test('a code opens no disabled account, and none with a password that was changed since', async () => {
  const { id, token } = await fresh()
  const earlier = await mint(id)
  await app.ask(sessionApi.changePassword, { oldPwd: testPassword, newPwd: 'Changed2026' }, { token })
  assert.equal((await use(earlier)).envelope.data.key, 'session.wrongCode')
  const code = await mint(id)
  await app.db.updateTable('account').set({ enabled: false }).where('id', '=', id).execute()
  assert.equal((await use(code)).envelope.data.key, 'session.wrongCode')
  assert.equal((await use(await mint(id))).envelope.data.key, 'session.disabled')
})

test('a person who signed in by a code is not asked to change a preset password they never knew', async () => {
  const { id } = await fresh()
  await app.db.updateTable('account').set({ mustChangePassword: true }).where('id', '=', id).execute()
  const data = sessionIn((await use(await mint(id))).envelope)
  assert.equal(data.mustChangePassword, false)
  assert.equal((await app.ask(sessionApi.user, {}, { token: data.token })).envelope.data.mustChangePassword, false)
})

test('the preset password confirms nothing for a person who signed in by a code, and may be changed by one who enters it', async () => {
  const { id } = await fresh()
  await app.db.updateTable('account').set({ mustChangePassword: true }).where('id', '=', id).execute()
  const { token } = sessionIn((await use(await mint(id))).envelope)
  const { envelope } = await app.ask(sessionApi.checkPassword, { password: testPassword }, { token })
  assert.equal(envelope.data.key, 'session.presetConfirms')
  const change = { oldPwd: testPassword, newPwd: 'MyOwn2026' }
  assert.equal((await app.ask(sessionApi.changePassword, change, { token })).status, 200)
})

test('without a provider there is no signing in with one', async () => {
  assert.deepEqual((await app.ask(sessionApi.oidc, {})).envelope.data.enabled, false)
  assert.equal((await app.ask(sessionApi.startOidc, {})).envelope.data.key, 'session.oidcOff')
  assert.equal((await app.ask(sessionApi.signInByCode, { code: 'a', state: 'b' })).envelope.data.key, 'session.oidcOff')
})
