import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { startIdentityProvider, type IdentityProvider, type Person } from '../../testing/identity-provider.ts'
import { makeAccount, testPassword } from '../../testing/make-account.ts'
import { sessionIn } from '../../testing/sign-in.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let provider: IdentityProvider
let app: TestApp

const settingsOf = ({ issuer, clientId, clientSecret }: IdentityProvider) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: 'Company sign-in',
  PUBLIC_URL: 'https://brigade.example.com',
})

before(async () => {
  provider = await startIdentityProvider()
  app = await startTestApp({ roles: ['api'], settings: settingsOf(provider) })
})
after(async () => {
  await app.stop()
  await provider.stop()
})

let made = 0
/** An account with an e-mail that an administrator entered, or the account itself. */
async function accountWith(email: string, emailVerified = true) {
  const account = await makeAccount(app, { role: 'support' })
  await app.db.updateTable('account').set({ email, emailVerified }).where('id', '=', account.id).execute()
  return account
}
const newPerson = (): Person & { email: string } => {
  made += 1
  return { sub: `subject-${made}`, email: `person-${made}@example.com`, email_verified: true }
}

async function comeBack(person: Person) {
  const { envelope, cookie } = await app.ask(sessionApi.startOidc, {})
  return { ...(await provider.letIn(envelope.data.url, person)), cookie }
}
type Back = { code: string; state: string; iss?: string; cookie: string | undefined }
const enter = ({ code, state, iss, cookie }: Back) => app.ask(sessionApi.signInByCode, { code, state, iss }, { cookie })
const keyOf = async (person: Person) => (await enter(await comeBack(person))).envelope.data.key

test('reports that there is a provider and its name', async () => {
  assert.deepEqual((await app.ask(sessionApi.oidc, {})).envelope.data, { enabled: true, name: 'Company sign-in' })
})

test('signs in a person whom the provider identifies by a verified e-mail, and identifies them from then on by their subject', async () => {
  const person = newPerson()
  const { account } = await accountWith(person.email.toUpperCase())
  const back = await comeBack(person)
  assert.equal(back.redirectUri, 'https://brigade.example.com/login')
  const { status, envelope } = await enter(back)
  assert.equal(status, 200)
  assert.equal(
    (await app.ask(sessionApi.user, {}, { token: sessionIn(envelope).token })).envelope.data.account,
    account,
  )
  const renamed = await enter(await comeBack({ sub: person.sub, email: 'married@example.com', email_verified: true }))
  assert.equal(
    (await app.ask(sessionApi.user, {}, { token: sessionIn(renamed.envelope).token })).envelope.data.account,
    account,
  )
})

test('an e-mail that the provider did not verify, that belongs to no account, or that is only a sign-in name, signs nobody in', async () => {
  const unverified = newPerson()
  await accountWith(unverified.email)
  assert.equal(await keyOf({ ...unverified, email_verified: false }), 'session.oidcUnknown')
  assert.equal(await keyOf(newPerson()), 'session.oidcUnknown')
  const named = newPerson()
  const { id } = await makeAccount(app, { role: 'support' })
  await app.db.updateTable('account').set({ account: named.email }).where('id', '=', id).execute()
  assert.equal(await keyOf(named), 'session.oidcUnknown')
})

test('an e-mail that staff entered themselves links no account, and keeps its owner from nothing', async () => {
  const person = newPerson()
  const { id, account } = await accountWith(person.email)
  const thief = await makeAccount(app, { role: 'support' })
  const profile = {
    avatar: '',
    name: 'Thief',
    phone: '13800138000',
    email: person.email.toUpperCase(),
    password: testPassword,
  }
  assert.equal((await app.ask(sessionApi.updateProfile, profile, { token: thief.token })).status, 200)
  const { envelope } = await enter(await comeBack(person))
  const user = await app.ask(sessionApi.user, {}, { token: sessionIn(envelope).token })
  assert.equal(user.envelope.data.account, account)
  // The linked account is deleted: the subject still signs in to no other one.
  await app.db.deleteFrom('account').where('id', '=', id).execute()
  assert.equal(await keyOf(person), 'session.oidcUnknown')
})

test('an e-mail that an administrator entered holds while its owner saves it unchanged, and no longer', async () => {
  const person = newPerson()
  const { token } = await accountWith(person.email)
  const save = (email: string) =>
    app.ask(
      sessionApi.updateProfile,
      { avatar: '', name: 'Owner', phone: '13800138000', email, password: testPassword },
      { token },
    )
  assert.equal((await save('other@example.com')).status, 200)
  assert.equal((await save(person.email)).status, 200)
  assert.equal(await keyOf(person), 'session.oidcUnknown')
  const other = newPerson()
  const kept = await accountWith(other.email)
  const profile = { avatar: '', name: 'Owner', phone: '13800138000', email: other.email }
  assert.equal((await app.ask(sessionApi.updateProfile, profile, { token: kept.token })).status, 200)
  assert.equal((await enter(await comeBack(other))).status, 200)
})

test('an administrator is linked from their own session with their password, never by an e-mail', async () => {
  const person = newPerson()
  const admin = await makeAccount(app, { role: 'administrator' })
  await app.db
    .updateTable('account')
    .set({ email: person.email, emailVerified: true })
    .where('id', '=', admin.id)
    .execute()
  assert.equal(await keyOf(person), 'session.oidcAdministrator')
  const { token } = admin
  assert.equal((await app.ask(sessionApi.linkOidc, { password: 'Wrong2026' }, { token })).status, 422)
  const begun = async (by: string) => {
    const { envelope, cookie } = await app.ask(sessionApi.linkOidc, { password: testPassword }, { token: by })
    return { ...(await provider.letIn(envelope.data.url, person)), cookie }
  }
  const { envelope } = await enter(await begun(token))
  const user = await app.ask(sessionApi.user, {}, { token: sessionIn(envelope).token })
  assert.deepEqual([user.envelope.data.account, user.envelope.data.isLinked], [admin.account, true])
  assert.equal((await enter(await comeBack(person))).status, 200)
  const other = await makeAccount(app, { role: 'support' })
  assert.equal((await enter(await begun(other.token))).envelope.data.key, 'session.oidcTaken')
})

test('a linked account is not linked to another subject with its e-mail', async () => {
  const person = newPerson()
  await accountWith(person.email)
  assert.equal((await enter(await comeBack(person))).status, 200)
  assert.equal(await keyOf({ ...person, sub: 'somebody-else' }), 'session.oidcUnknown')
})

test('a disabled account cannot sign in', async () => {
  const person = newPerson()
  const { id } = await accountWith(person.email)
  await app.db.updateTable('account').set({ enabled: false }).where('id', '=', id).execute()
  assert.equal(await keyOf(person), 'session.disabled')
})

test('an answer counts once, within 10 minutes, for the request it belongs to', async () => {
  const person = newPerson()
  await accountWith(person.email)
  const back = await comeBack(person)
  assert.equal((await enter({ ...back, state: 'made-up' })).envelope.data.key, 'session.wrongCode')
  assert.equal((await enter(back)).status, 200)
  assert.equal((await enter(back)).envelope.data.key, 'session.wrongCode')
  const [first, second] = [await comeBack(person), await comeBack(person)]
  // The code of one request with the state of the other is refused by PKCE and nonce.
  assert.equal((await enter({ ...first, code: second.code })).envelope.data.key, 'session.wrongCode')
  const late = await comeBack(person)
  app.clock.advance(600_000)
  assert.equal((await enter(late)).envelope.data.key, 'session.wrongCode')
})

test('an answer counts only in the browser that made the request, in any number of its tabs', async () => {
  const person = newPerson()
  await accountWith(person.email)
  const back = await comeBack(person)
  // A link with one person's authorisation response, opened by another, must not sign the other in.
  assert.equal((await enter({ ...back, cookie: undefined })).envelope.data.key, 'session.wrongCode')
  const { cookie } = await app.ask(sessionApi.startOidc, {})
  assert.equal((await enter({ ...back, cookie })).envelope.data.key, 'session.wrongCode')
  const { envelope } = await app.ask(sessionApi.startOidc, {}, { cookie: back.cookie })
  const second = await provider.letIn(envelope.data.url, person)
  assert.equal((await enter({ ...second, cookie: back.cookie })).status, 200)
  assert.equal((await enter(back)).status, 200)
})

test('refuses a token of another issuer, audience, nonce, time or key, and an answer of another provider', async () => {
  const person = newPerson()
  await accountWith(person.email)
  const past = Math.floor(Date.now() / 1000) - 600
  for (const claims of [
    { iss: 'http://127.0.0.1:1' },
    { aud: 'another-client' },
    { nonce: 'another' },
    { exp: past, iat: past - 60 },
  ]) {
    provider.forge(claims)
    assert.equal(await keyOf(person), 'session.wrongCode', JSON.stringify(claims))
  }
  provider.forge({}, { otherKey: true })
  assert.equal(await keyOf(person), 'session.wrongCode')
  assert.equal(
    (await enter({ ...(await comeBack(person)), iss: 'https://elsewhere.example.com' })).envelope.data.key,
    'session.wrongCode',
  )
  assert.equal((await enter(await comeBack(person))).status, 200)
})

test('a provider that does not answer is reported so', async () => {
  const silent = await startIdentityProvider()
  const other = await startTestApp({ roles: ['api'], settings: settingsOf(silent) })
  try {
    const { envelope: begun, cookie } = await other.ask(sessionApi.startOidc, {})
    const { code, state, iss } = await silent.letIn(begun.data.url, newPerson())
    await silent.stop()
    const { status, envelope } = await other.ask(
      sessionApi.signInByCode,
      { code, state, iss },
      { language: 'zh', cookie },
    )
    assert.deepEqual([status, envelope.msg], [503, '统一身份认证服务无响应'])
    other.clock.advance(600_000)
    assert.equal((await other.ask(sessionApi.startOidc, {})).envelope.data.key, 'session.oidcDown')
  } finally {
    await other.stop()
  }
})
