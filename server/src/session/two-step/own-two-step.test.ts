import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { accountAccessApi, accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { minuteMs } from '@brigade/contract/time.ts'
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

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const fresh = () => makeAccount(app, { operationCodes: ['oven:view'] })
type By = Readonly<{ token: string }>
const stateOf = async ({ token }: By) => (await app.ask(sessionApi.twoStep, {}, { token })).envelope.data
const begin = ({ token }: By, code?: string, password = testPassword) =>
  app.ask(sessionApi.beginTwoStep, { password, ...(code === undefined ? {} : { code }) }, { token })
const confirm = ({ token }: By, ticket: string, code: string) =>
  app.ask(sessionApi.confirmTwoStep, { ticket, code }, { token })

/** Sets it up like a person. */
async function setUp(by: By, code?: string) {
  const { secret, ticket } = (await begin(by, code)).envelope.data
  const { envelope } = await confirm(by, ticket, codeNow(app, secret))
  assert.equal(envelope.success, true, envelope.msg)
  app.clock.advance(60_000)
  return { secret, recoveryCodes: envelope.data.recoveryCodes }
}
const signInWith = async (account: string, code: string) => {
  const { ticket, cookie } = await firstStep(app, account, testPassword)
  return app.ask(sessionApi.signInTwoStep, { ticket, code }, { cookie })
}

test('two-step sign-in is set up with the password and confirmed by a code of the app', async () => {
  const own = await fresh()
  assert.deepEqual(await stateOf(own), { isOn: false, isRequired: false, since: null, recoveryCodesLeft: 0 })
  assert.equal((await begin(own, undefined, 'Wrong2026')).envelope.data.key, 'session.wrongPassword')
  const { secret, ticket, account, issuer } = (await begin(own)).envelope.data
  assert.deepEqual([account, issuer], [own.account, 'Brigade'])
  const wrong = await confirm(own, ticket, wrongCode(app, secret))
  assert.deepEqual(Object.keys(wrong.envelope.data.fields ?? {}), ['code'])
  assert.equal((await stateOf(own)).isOn, false)
  assert.equal((await confirm(own, ticket, codeNow(app, secret))).envelope.data.recoveryCodes.length, 10)
  assert.equal((await confirm(own, ticket, codeNow(app, secret, 1))).envelope.data.key, 'session.ticketOver')
  const { isOn, recoveryCodesLeft } = await stateOf(own)
  assert.deepEqual([isOn, recoveryCodesLeft], [true, 10])
  assert.equal((await signInWith(own.account, codeNow(app, secret, 1))).status, 200)
})

test('a setup that one session began cannot be confirmed by another session or account, nor by anybody after 15 minutes', async () => {
  const [own, other] = [await fresh(), await fresh()]
  const { secret, ticket } = (await begin(own)).envelope.data
  const elsewhere = sessionIn((await trySignIn(app, own.account, testPassword)).envelope)
  for (const by of [other, elsewhere])
    assert.equal((await confirm(by, ticket, codeNow(app, secret))).envelope.data.key, 'session.ticketOver')
  app.clock.advance(15 * minuteMs)
  assert.equal((await confirm(own, ticket, codeNow(app, secret))).envelope.data.key, 'session.ticketOver')
})

test('another app replaces the present one with a code of it, or a recovery code, and old recovery codes become invalid', async () => {
  const own = await fresh()
  await requireTwoStep(app, own.id)
  const before = await setUp(own)
  assert.equal(
    (await begin(own)).envelope.data.fields?.['code'],
    'Enter a code from the current app, or a recovery code',
  )
  assert.equal((await begin(own, wrongCode(app, before.secret))).envelope.data.key, 'session.wrongStep')
  const after = await setUp(own, before.recoveryCodes[0])
  assert.equal((await signInWith(own.account, codeNow(app, before.secret))).envelope.data.key, 'session.wrongStep')
  assert.equal((await signInWith(own.account, before.recoveryCodes[1] ?? '')).envelope.data.key, 'session.wrongStep')
  assert.equal((await signInWith(own.account, codeNow(app, after.secret))).status, 200)
})

test('it is switched off with password and code, and not while the role requires it', async () => {
  const own = await fresh()
  const { secret, recoveryCodes } = await setUp(own)
  const off = (code: string, password = testPassword) =>
    app.ask(sessionApi.endTwoStep, { password, code }, { token: own.token })
  await requireTwoStep(app, own.id)
  assert.equal((await off(codeNow(app, secret))).envelope.data.key, 'session.twoStepRequired')
  await requireTwoStep(app, own.id, false)
  assert.equal((await off(codeNow(app, secret), 'Wrong2026')).envelope.data.key, 'session.wrongPassword')
  assert.equal((await off(wrongCode(app, secret))).envelope.data.key, 'session.wrongStep')
  assert.equal((await off(recoveryCodes[3] ?? '')).status, 200)
  assert.equal((await stateOf(own)).isOn, false)
  assert.equal((await off(codeNow(app, secret))).envelope.data.key, 'session.twoStepOff')
  assert.ok(sessionIn((await trySignIn(app, own.account, testPassword)).envelope).token)
})

test('five wrong codes lock a signed-in account too, whatever right passwords are entered between them', async () => {
  const own = await fresh()
  const { secret } = await setUp(own)
  const off = (code: string) => app.ask(sessionApi.endTwoStep, { password: testPassword, code }, { token: own.token })
  const keys: string[] = []
  for (let round = 0; round < 5; round += 1) keys.push((await off(wrongCode(app, secret))).envelope.data.key)
  assert.deepEqual(keys, [...Array<string>(4).fill('session.wrongStep'), 'session.promptLocked'])
  assert.equal((await off(codeNow(app, secret))).envelope.data.key, 'session.promptLocked')
})

test('new recovery codes are made with the password, and those of before count no more', async () => {
  const own = await fresh()
  const renew = (password: string) => app.ask(sessionApi.renewRecoveryCodes, { password }, { token: own.token })
  assert.equal((await renew(testPassword)).envelope.data.key, 'session.twoStepOff')
  const { recoveryCodes } = await setUp(own)
  assert.equal((await renew('Wrong2026')).envelope.data.key, 'session.wrongPassword')
  const renewed = (await renew(testPassword)).envelope.data.recoveryCodes
  assert.equal(new Set([...renewed, ...recoveryCodes]).size, 20)
  assert.equal((await signInWith(own.account, recoveryCodes[0] ?? '')).envelope.data.key, 'session.wrongStep')
  assert.equal((await signInWith(own.account, renewed[0] ?? '')).status, 200)
  assert.equal((await stateOf(own)).recoveryCodesLeft, 9)
})

test('an account that holds all rights of another resets its two-step sign-in, which ends its sessions', async () => {
  const own = await fresh()
  await requireTwoStep(app, own.id)
  const { secret } = await setUp(own)
  const ticket = await firstStep(app, own.account, testPassword)
  const reset = (by: By) =>
    app.ask(accountAccessApi.resetTwoStep, { id: own.id, password: testPassword }, { token: by.token })
  const lacking = await makeAccount(app, { operationCodes: ['account:view', 'account:reset-two-step'] })
  assert.equal((await reset(lacking)).envelope.data.key, 'role.notHeld')
  assert.equal((await reset(await makeAccount(app, { operationCodes: ['account:view'] }))).status, 403)
  const admin = await makeAccount(app, { role: 'administrator' })
  const seen = async () => (await app.ask(accountApi.detail, { id: own.id }, { token: admin.token })).envelope.data
  const { twoStep, twoStepSince, recoveryCodesLeft } = await seen()
  assert.deepEqual([twoStep, twoStepSince !== null, recoveryCodesLeft], ['on', true, 10])
  assert.equal((await reset(admin)).status, 200)
  assert.equal((await seen()).twoStep, 'missing')
  assert.equal((await app.ask(sessionApi.user, {}, { token: own.token })).status, 401)
  const code = codeNow(app, secret)
  const late = await app.ask(sessionApi.signInTwoStep, { ticket: ticket.ticket, code }, { cookie: ticket.cookie })
  assert.equal(late.envelope.data.key, 'session.ticketOver')
  assert.notEqual((await firstStep(app, own.account, testPassword)).enrolment, null)
  assert.equal((await reset(admin)).envelope.data.key, 'account.twoStepOff')
  const self = await app.ask(accountAccessApi.resetTwoStep, { id: admin.id, password: testPassword }, admin)
  assert.equal(self.envelope.data.key, 'account.own')
})

test('two-step sign-in of an administrator is reset with the own password, and all others are notified', async () => {
  const [one, other] = [
    await makeAccount(app, { role: 'administrator' }),
    await makeAccount(app, { role: 'administrator' }),
  ]
  await giveTwoStep(app, other.id)
  const reset = (password: string) => app.ask(accountAccessApi.resetTwoStep, { id: other.id, password }, one)
  assert.ok((await reset('')).envelope.data.fields?.['password'])
  assert.equal((await reset(testPassword)).status, 200)
  const { params, accounts } = await app.db
    .selectFrom('actNotice')
    .selectAll()
    .where(sql<boolean>`params ->> 'account' = ${other.account}`)
    .executeTakeFirstOrThrow()
  const { at: _at, ...noted } = z.record(z.string(), z.string()).parse(params)
  assert.deepEqual(noted, { act: 'reset-two-step', account: other.account, actor: one.account })
  const told = accounts.map(({ id }) => id)
  assert.deepEqual([told.includes(other.id), told.includes(one.id)], [true, false])
})

test('the list finds accounts with two-step sign-in, without, and those that lack it although their role requires it', async () => {
  const admin = await makeAccount(app, { role: 'administrator' })
  const [on, off, missing] = [await fresh(), await fresh(), await fresh()]
  await giveTwoStep(app, on.id)
  await requireTwoStep(app, missing.id)
  for (const [twoStep, wanted] of [
    ['on', on],
    ['off', off],
    ['missing', missing],
  ] as const) {
    const { status, envelope } = await app.ask(accountApi.list, { twoStep, pageSize: 50 }, { token: admin.token })
    assert.equal(status, 200, JSON.stringify(envelope))
    const { list } = envelope.data
    const found = list.filter(({ id }) => [on.id, off.id, missing.id].includes(id))
    assert.deepEqual(
      found.map((row) => [row.id, row.twoStep]),
      [[wanted.id, twoStep]],
    )
  }
})

test('no log line, change or table holds a secret, a ticket or a recovery code in the clear', async () => {
  const own = await fresh()
  const { secret, recoveryCodes } = await setUp(own)
  const { ticket, cookie } = await firstStep(app, own.account, testPassword)
  const used = recoveryCodes[0] ?? ''
  await app.ask(sessionApi.signInTwoStep, { ticket, code: used }, { cookie })
  const texts = await Promise.all(
    ['operation_body', 'operation_change', 'two_step', 'recovery_code', 'two_step_ticket', 'operation_log'].map(
      async (table) =>
        (
          await sql<{
            text: string
          }>`select coalesce(string_agg(t::text, ' '), '') as text from ${sql.table(table)} t`.execute(app.db)
        ).rows[0]?.text ?? '',
    ),
  )
  const text = texts.join(' ')
  assert.ok(text.includes('confirmTwoStep') && text.includes('two_step'), 'logged, not left out')
  for (const planted of [secret, ticket, used, used.replace('-', ''), recoveryCodes[9] ?? ''])
    assert.equal(text.includes(planted), false)
})
