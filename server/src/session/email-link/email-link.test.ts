import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { accountAccessApi, accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { startIdentityProvider, type IdentityProvider } from '../../testing/identity-provider.ts'
import { makeAccount, testPassword, type MadeAccount } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { startSmtpServer, type SmtpServer } from '../../testing/mail/smtp-server.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { sessionJobs } from '../forget-spent.ts'

let provider: IdentityProvider
let mail: SmtpServer
let app: TestApp
let admin: MadeAccount
const hour = hourMs

before(async () => {
  provider = await startIdentityProvider()
  mail = await startSmtpServer()
  app = await startTestApp({
    roles: ['api'],
    settings: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      PUBLIC_URL: 'https://brigade.example.com',
      SMTP_URL: mail.url,
      SMTP_FROM: 'Brigade <kitchen@brigade.test>',
    },
  })
  admin = await makeAccount(app, { role: 'administrator' })
})
after(async () => {
  await app.stop()
  await mail[Symbol.asyncDispose]()
  await provider.stop()
})

type Own = MadeAccount & Readonly<{ email: string }>
let made = 0
async function fresh(fields: { email?: string; locale?: 'en' | 'zh' } = {}): Promise<Own> {
  made += 1
  const email = fields.email ?? `cook-${made}@example.com`
  const account = await makeAccount(app, { role: 'support' })
  await app.db
    .updateTable('account')
    .set({ ...fields, email })
    .where('id', '=', account.id)
    .execute()
  return { ...account, email }
}
const change = (id: string, set: Readonly<{ email?: string; enabled?: boolean; emailVerified?: boolean }>) =>
  app.db.updateTable('account').set(set).where('id', '=', id).execute()

const send = ({ token }: Pick<MadeAccount, 'token'>) => app.ask(sessionApi.mailEmailLink, {}, { token })
const confirm = (token: string) => app.ask(sessionApi.confirmEmail, { token })
const keyOf = async (requested: Promise<{ envelope: { data: { key: string } } }>) => (await requested).envelope.data.key
const userOf = async ({ token }: Own) => (await app.ask(sessionApi.user, {}, { token })).envelope.data

/** Quoted-printable breaks long lines. */
const plain = (content: string) => content.replace(/=\r?\n/g, '')
const mailsTo = (email: string) =>
  mail.mails.filter(({ to }) => to.includes(email)).map(({ content }) => plain(content))
async function mailTo(email: string, nth = 0): Promise<string> {
  return until(`mail ${nth} to ${email}`, () => mailsTo(email)[nth])
}
const tokenIn = (content: string) => {
  const token = /https:\/\/brigade\.example\.com\/verify-email\?token=(?:3D)?([\w-]{43})/.exec(content)?.[1]
  return token ?? assert.fail(content)
}
/** Requests a link and reads it in the mail. */
async function linkFor(own: Own, nth = 0): Promise<string> {
  const sent = await send(own)
  assert.equal(sent.status, 200, sent.envelope.msg)
  return tokenIn(await mailTo(own.email, nth))
}
async function signInWith(email: string) {
  const { envelope, cookie } = await app.ask(sessionApi.startOidc, {})
  const back = await provider.letIn(envelope.data.url, { sub: `sub-${email}`, email, email_verified: true })
  const { code, state, iss } = back
  return app.ask(sessionApi.signInByCode, { code, state, iss }, { cookie })
}

test('the mailed link verifies the e-mail, and only then OpenID Connect links the account by it', async () => {
  const own = await fresh()
  assert.deepEqual([(await userOf(own)).emailVerified, (await userOf(own)).mailsLinks], [false, true])
  const token = await linkFor(own)
  assert.equal((await signInWith(own.email)).envelope.data.key, 'session.oidcUnknown')
  assert.equal((await confirm(token)).status, 200)
  assert.equal((await userOf(own)).emailVerified, true)
  assert.equal((await signInWith(own.email)).status, 200)
})

test('a link serves once, within 24 hours, and is unknown by any other token: the refusal is one', async () => {
  const own = await fresh()
  assert.equal(await keyOf(confirm('made-up')), 'session.emailLinkOver')
  const token = await linkFor(own)
  assert.equal((await confirm(token)).status, 200)
  assert.equal(await keyOf(confirm(token)), 'session.emailLinkOver')
  const late = await fresh()
  const old = await linkFor(late)
  app.clock.advance(24 * hour)
  assert.equal(await keyOf(confirm(old)), 'session.emailLinkOver')
  admin = await makeAccount(app, { role: 'administrator' })
})

test('if two confirm one link at once, one of them succeeds', async () => {
  const token = await linkFor(await fresh())
  const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(token)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('a link is void once the e-mail, its being verified or the state of the account changed, also back again', async () => {
  for (const [set, back] of [
    [{ email: 'other@example.com' }, undefined],
    [{ emailVerified: true }, { emailVerified: false }],
    [{ enabled: false }, { enabled: true }],
  ] as const) {
    const own = await fresh()
    const token = await linkFor(own)
    await change(own.id, set)
    await change(own.id, back ?? { email: own.email })
    assert.equal(await keyOf(confirm(token)), 'session.emailLinkOver', JSON.stringify(set))
    assert.equal((await userOf(own)).emailVerified, false)
  }
  const first = await fresh()
  const [one, two] = [await linkFor(first), await linkFor(first, 1)]
  assert.equal((await confirm(two)).status, 200)
  assert.equal(await keyOf(confirm(one)), 'session.emailLinkOver')
})

test('of a deleted account no link is left', async () => {
  const own = await fresh()
  const token = await linkFor(own)
  assert.equal(
    (await app.ask(accountApi.remove, { id: own.id, password: admin.password }, { token: admin.token })).status,
    200,
  )
  assert.equal(await keyOf(confirm(token)), 'session.emailLinkOver')
  const left = await app.db.selectFrom('emailLink').selectAll().where('accountId', '=', own.id).execute()
  assert.deepEqual(left, [])
})

test('an e-mail that another account verified meanwhile remains theirs', async () => {
  const own = await fresh({ email: 'shared@example.com' })
  const token = await linkFor(own)
  const other = await fresh({ email: 'Shared@example.com' })
  await change(other.id, { emailVerified: true })
  assert.equal(await keyOf(confirm(token)), 'account.emailTaken')
  assert.equal((await userOf(own)).emailVerified, false)
})

test('without an e-mail, or with one that is verified, no link is sent', async () => {
  const none = await fresh({ email: '' })
  assert.equal(await keyOf(send(none)), 'session.noEmail')
  const verified = await fresh()
  await change(verified.id, { emailVerified: true })
  assert.equal(await keyOf(send(verified)), 'session.emailVerified')
})

test('at most 5 links an hour are mailed for an account, whoever requests them, at once and whatever its e-mail is', async () => {
  const own = await fresh()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(own)))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 200, 200, 200, 200, 429, 429, 429],
  )
  const profile = { avatar: '', name: 'Cook', phone: '13800138000', email: 'moved@example.com', password: testPassword }
  assert.equal((await app.ask(sessionApi.updateProfile, profile, { token: own.token })).status, 200)
  assert.equal(await keyOf(send(own)), 'session.manyEmailLinks')
  const requested = app.ask(accountAccessApi.mailEmailLink, { id: own.id }, { token: admin.token })
  assert.equal(await keyOf(requested), 'session.manyEmailLinks')
  app.clock.advance(hour)
  assert.equal((await send(own)).status, 200)
})

test('the answer of the mail server does not change the answer of the call', async () => {
  const refused = await fresh({ email: `refuse-${made}@example.com` })
  const taken = await fresh()
  const [no, yes] = [await send(refused), await send(taken)]
  assert.deepEqual([no.status, no.envelope], [yes.status, yes.envelope])
})

test('a mail server that accepts the connection and never answers delays neither the call nor the end of the process', async () => {
  const silent = createServer((socket) => socket.resume())
  const connected = once(silent, 'connection')
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const address = silent.address()
  assert.ok(typeof address === 'object' && address !== null)
  const settings = { PUBLIC_URL: 'https://brigade.example.com', SMTP_URL: `smtp://127.0.0.1:${address.port}` }
  const waiting = await startTestApp({ roles: ['api'], settings: { ...settings, SMTP_FROM: 'kitchen@brigade.test' } })
  const own = await makeAccount(waiting, { role: 'support' })
  await waiting.db.updateTable('account').set({ email: 'slow@example.com' }).where('id', '=', own.id).execute()
  const requested = await waiting.ask(sessionApi.mailEmailLink, {}, { token: own.token })
  await connected
  assert.equal(requested.status, 200)
  await waiting.stop()
  silent.close()
})

test('an administrator mails the link to an account that grants nothing they lack, and not to their own', async () => {
  const own = await fresh()
  const ask = (id: string, by: MadeAccount) => app.ask(accountAccessApi.mailEmailLink, { id }, { token: by.token })
  const few = await makeAccount(app, { operationCodes: ['account:view', 'account:update'] })
  assert.equal((await ask(own.id, few)).envelope.success, false)
  assert.equal(await keyOf(ask(admin.id, admin)), 'account.own')
  const elsewhere = await make.organisation(app, { kind: 'distributor' })
  const theirs = await makeAccount(app, { role: 'administrator', organisationId: elsewhere.id })
  assert.equal(await keyOf(ask(own.id, theirs)), 'account.unknown')
  assert.deepEqual(mailsTo(own.email), [])
  assert.equal((await ask(own.id, admin)).status, 200)
  assert.equal((await confirm(tokenIn(await mailTo(own.email)))).status, 200)
  const detail = await app.ask(accountApi.detail, { id: own.id }, { token: admin.token })
  assert.equal(detail.envelope.data.emailVerified, true)
})

test('the mail is in the language of the account, in text and HTML, and fetches nothing', async () => {
  const [en, zh] = [await fresh({ locale: 'en' }), await fresh({ locale: 'zh' })]
  await Promise.all([send(en), send(zh)])
  const english = await mailTo(en.email)
  assert.match(english, /\[Verification\] Is this your e-mail\?/)
  assert.ok(english.includes(`The account ${en.account} names this address`), english)
  assert.match(english, /Content-Type: text\/plain/)
  assert.match(english, /Content-Type: text\/html/)
  assert.doesNotMatch(english, /<img|src=|<link|@import|url\(/)
  const chinese = await mailTo(zh.email)
  assert.match(chinese, /zh-CN/)
  tokenIn(chinese)
})

test('the token is neither in the table of links nor in the operation log, which names the account that confirmed', async () => {
  const own = await fresh()
  const token = await linkFor(own)
  assert.equal((await confirm(token)).status, 200)
  for (const table of ['email_link', 'operation_body', 'operation_change', 'operation_log']) {
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from ${sql.table(table)} t where t::text like ${`%${token}%`}`.execute(app.db)
    assert.equal(rows[0]?.found, 0, table)
  }
  const line = await until('the line', () =>
    app.db
      .selectFrom('operationLog')
      .select('accountId')
      .where('operation', '=', 'confirmEmail')
      .where('accountId', '=', own.id)
      .executeTakeFirst(),
  )
  assert.equal(line.accountId, own.id)
})

test('links that are over go with the other spent rows', async () => {
  const own = await fresh()
  await linkFor(own)
  app.clock.advance(24 * hour)
  for (const job of sessionJobs(app)) await job.run({})
  const left = await app.db.selectFrom('emailLink').selectAll().where('accountId', '=', own.id).execute()
  assert.deepEqual(left, [])
})

test('an installation without a mail server, or without an address of its own, reports that it mails no links', async () => {
  const half: readonly Readonly<Record<string, string>>[] = [
    { PUBLIC_URL: 'https://brigade.example.com' },
    { SMTP_URL: mail.url },
  ]
  for (const settings of half) {
    const without = await startTestApp({ roles: ['api'], settings })
    try {
      const { id, token } = await makeAccount(without, { role: 'support' })
      await without.db.updateTable('account').set({ email: 'x@example.com' }).where('id', '=', id).execute()
      assert.equal(await keyOf(without.ask(sessionApi.mailEmailLink, {}, { token })), 'session.mailsNoLinks')
      assert.equal((await without.ask(sessionApi.user, {}, { token })).envelope.data.mailsLinks, false)
    } finally {
      await without.stop()
    }
  }
})
