import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { z } from 'zod'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { hashPassword } from '../../system/password.ts'
import { makeAccount, testPassword } from '../../testing/make-account.ts'
import { knownCaptcha, sessionIn, signIn, trySignIn } from '../../testing/sign-in.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'

const minute = 60_000
let app: TestApp

before(async () => {
  app = await startTestApp({ roles: ['api'], settings: { TRUST_PROXY: '127.0.0.1', PRESET_PASSWORD: 'Preset2026' } })
})
after(() => app.stop())

const fresh = () => makeAccount(app, { role: 'support' })

/** Signs in from another address, through a proxy. Returns the status, or the key of the refusal. */
async function signInFrom(address: string, account: string, pwd: string, cookie = '') {
  const body = JSON.stringify({ account, pwd, code: 'hkmr', id: await knownCaptcha(app) })
  const response = await fetch(app.url + sessionApi.signIn.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
    body,
  })
  if (response.ok) return response.status
  return Refused.parse(await response.json()).data.key
}
const Refused = z.object({ data: z.object({ key: z.string() }) })

test('the captcha is a picture of dots, 120 x 40 at double density, that is not kept by anyone', async () => {
  const response = await fetch(addressOf(app.url, sessionApi.captcha, { id: 'captcha-of-mine' }))
  assert.equal(response.headers.get('content-type'), 'image/png')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const { format, width, height } = await sharp(await response.arrayBuffer()).metadata()
  assert.deepEqual({ format, width, height }, { format: 'png', width: 240, height: 80 })
})

test('an account has the language and the zone of its last sign-in, for texts that are sent to it', async () => {
  const { account, id } = await fresh()
  const body = JSON.stringify({ account, pwd: testPassword, code: 'hkmr', id: await knownCaptcha(app) })
  const headers = { 'content-type': 'application/json', 'accept-language': 'zh-CN', 'time-zone': 'Europe/Berlin' }
  const response = await fetch(app.url + sessionApi.signIn.path, { method: 'POST', headers, body })
  assert.equal(response.status, 200, await response.text())
  const row = await app.db
    .selectFrom('account')
    .select(['locale', 'timeZone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(row, { locale: 'zh', timeZone: 'Europe/Berlin' })
})

test('requesting a captcha again under its id replaces it', async () => {
  const { account } = await fresh()
  const id = await knownCaptcha(app)
  await fetch(addressOf(app.url, sessionApi.captcha, { id })).then((response) => response.arrayBuffer())
  const { envelope } = await app.ask(sessionApi.signIn, { account, pwd: testPassword, code: '0000', id })
  assert.equal(envelope.data.key, 'session.wrongCaptcha')
})

test('signs in with account, password and captcha, in any case of letters, and returns what the account may see', async () => {
  const { account } = await fresh()
  const id = await knownCaptcha(app, 'HKMR')
  const { status, envelope } = await app.ask(sessionApi.signIn, {
    account: account.toUpperCase(),
    pwd: testPassword,
    code: 'hKmr',
    id,
  })
  assert.equal(status, 200)
  assert.equal(sessionIn(envelope).mustChangePassword, false)
  const ovens = sessionIn(envelope).menus.find(({ enName }) => enName === 'Ovens')
  assert.deepEqual(
    [ovens?.isPermission, ovens?.state, ovens?.childList[0]?.url],
    ['Y', 'Y', '/recipeManage/device/list'],
  )
  const user = await app.ask(sessionApi.user, {}, { token: sessionIn(envelope).token })
  assert.equal(user.envelope.data.account, account)
})

test('a form-encoded sign-in is the same', async () => {
  const { account } = await fresh()
  const input = { account, pwd: testPassword, code: 'HKMR', id: await knownCaptcha(app) }
  assert.equal((await app.ask(sessionApi.signIn, input, { form: true })).status, 200)
})

test('a captcha counts once, whatever the result of the sign-in', async () => {
  const { account } = await fresh()
  const id = await knownCaptcha(app)
  const first = await app.ask(sessionApi.signIn, { account, pwd: 'Wrong2026', code: 'HKMR', id })
  assert.equal(first.envelope.data.key, 'session.wrongSignIn')
  const second = await app.ask(sessionApi.signIn, { account, pwd: testPassword, code: 'HKMR', id })
  assert.equal(second.envelope.data.key, 'session.captchaUsed')
  assert.equal(second.envelope.data.fields?.['code'], 'The code has expired, use the new picture')
})

test('a captcha counts for 5 minutes', async () => {
  const { account } = await fresh()
  const input = { account, pwd: testPassword, code: 'HKMR' }
  const inTime = await knownCaptcha(app)
  const tooLate = await knownCaptcha(app)
  app.clock.advance(5 * minute - 5000)
  assert.equal((await app.ask(sessionApi.signIn, { ...input, id: inTime })).status, 200)
  app.clock.advance(5001)
  assert.equal((await app.ask(sessionApi.signIn, { ...input, id: tooLate })).envelope.data.key, 'session.captchaUsed')
})

test('a wrong captcha is reported at its field, before the password is checked, and does not count towards the lock', async () => {
  const { account } = await fresh()
  for (let round = 0; round < 7; round += 1) {
    const id = await knownCaptcha(app)
    const { envelope } = await app.ask(
      sessionApi.signIn,
      { account, pwd: 'Wrong2026', code: 'XXXX', id },
      { language: 'zh' },
    )
    assert.deepEqual([envelope.data.key, envelope.data.fields?.['code']], ['session.wrongCaptcha', '验证码错误'])
  }
  assert.equal((await trySignIn(app, account, testPassword)).status, 200)
})

test('every field of the sign-in is required', async () => {
  const { status, envelope } = await app.ask(sessionApi.signIn, { account: '', pwd: '', code: '', id: 'some-captcha' })
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(envelope.data.fields ?? {}).sort(), ['account', 'code', 'pwd'])
})

test('a wrong account and a wrong password get the same answer', async () => {
  const { account } = await fresh()
  const known = await trySignIn(app, account, 'Wrong2026')
  const unknown = await trySignIn(app, 'nobody-at-all', 'Wrong2026')
  assert.deepEqual(known, unknown)
  assert.equal(known.envelope.msg, 'Wrong account or password. 4 more tries before sign-in is locked for 15 minutes')
})

test('a wrong account takes as long as a wrong password', async () => {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  // Accounts of tests have a hash that costs nothing.
  const passwordHash = await hashPassword(testPassword)
  for (let round = 0; round < 8; round += 1) {
    const { account, id } = await fresh()
    await app.db.updateTable('account').set({ passwordHash }).where('id', '=', id).execute()
    for (const [kind, name] of [
      ['known', account],
      ['unknown', `nobody-${round}`],
    ] as const) {
      const started = performance.now()
      await trySignIn(app, name, 'Wrong2026')
      times[kind].push(performance.now() - started)
    }
  }
  // The minimum of each is compared, without the load of a busy machine. Without the hash the unknown account would
  // take a fraction.
  const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)]
  assert.ok(unknown > known * 0.35 && known > unknown * 0.35, `${known} ms, ${unknown} ms`)
})

test('five failures lock the account at that address for 15 minutes, with that reason, and at no other address', async () => {
  const { account } = await fresh()
  for (const left of [4, 3, 2, 1]) {
    const { envelope } = await trySignIn(app, account, 'Wrong2026')
    assert.equal(envelope.msg.includes(`${left} more`), true, envelope.msg)
  }
  const fifth = await trySignIn(app, account, 'Wrong2026')
  assert.equal(fifth.status, 429)
  assert.equal(fifth.envelope.msg, 'Too many failed sign-ins. Try again in 15 minutes')
  assert.equal(fifth.envelope.data.retryAfterSeconds, 900)
  assert.equal((await trySignIn(app, account, testPassword)).envelope.data.key, 'session.locked')
  assert.equal(await signInFrom('203.0.113.7', account, testPassword), 200)
  assert.equal((await trySignIn(app, (await fresh()).account, testPassword)).status, 200)
  app.clock.advance(14 * minute)
  assert.equal(
    (await trySignIn(app, account, testPassword)).envelope.msg,
    'Too many failed sign-ins. Try again in 1 minute',
  )
  app.clock.advance(minute)
  assert.equal((await trySignIn(app, account, testPassword)).status, 200)
})

test('an account that does not exist locks too', async () => {
  const answers: string[] = []
  for (let round = 0; round < 5; round += 1)
    answers.push((await trySignIn(app, 'no-such-person', 'Wrong2026')).envelope.data.key)
  assert.equal(answers.at(-1), 'session.locked')
})

test('another spelling of an account has no attempts of its own, and does not disclose whether there is such an account', async () => {
  const { account } = await fresh()
  await app.db.updateTable('account').set({ account: 'finja' }).where('account', '=', account).execute()
  const answers = { finja: '', minja: '' }
  for (const name of ['finja', 'minja'] as const) {
    // The database's locale decides whether the third is another spelling or another name.
    for (const spelling of [name, name.toUpperCase(), name.replace('i', '\u0130'), name.replace('j', 'J')])
      answers[name] += (await trySignIn(app, spelling, 'Wrong2026')).envelope.msg
    answers[name] += (await trySignIn(app, name.replace('a', 'A'), 'Wrong2026')).envelope.msg
    answers[name] += (await trySignIn(app, name, 'Wrong2026')).envelope.data.key
  }
  assert.equal(answers.finja, answers.minja)
  assert.match(answers.finja, /session\.locked$/)
})

/** Four tries from each of the addresses, so that none of them is locked. */
async function guess(account: string, addresses: number, network: string) {
  const answers: unknown[] = []
  for (let round = 0; round < addresses * 4; round += 1)
    answers.push(await signInFrom(`${network}.${round >> 2}`, account, 'Wrong2026'))
  return answers
}

test('twenty failures from anywhere slow an account to a try a minute, whether or not it exists, but not where it signed in before', async () => {
  const { account } = await fresh()
  const { cookie } = await trySignIn(app, account, testPassword)
  const [guessed, elsewhere] = [await guess(account, 6, '198.51.100'), await guess('nobody-there', 6, '198.51.100')]
  assert.deepEqual(guessed, elsewhere)
  assert.deepEqual([guessed[19], guessed[20]], ['session.wrongSignIn', 'session.slowed'])
  assert.equal(await signInFrom('203.0.113.20', account, testPassword), 'session.slowed')
  assert.equal(
    await signInFrom('203.0.113.21', account, testPassword, 'brigade_browser=another-browser-of-somebody'),
    'session.slowed',
  )
  // The owner's own browser is admitted from any address.
  assert.equal(await signInFrom('203.0.113.22', account, testPassword, cookie), 200)
  app.clock.advance(minute)
  assert.equal(await signInFrom('203.0.113.20', account, 'Wrong2026'), 'session.wrongSignIn')
  assert.equal(await signInFrom('203.0.113.20', account, testPassword), 'session.slowed')
  app.clock.advance(minute)
  assert.equal(await signInFrom('203.0.113.20', account, testPassword), 200)
  app.clock.advance(60 * minute)
  assert.deepEqual(new Set(await guess(account, 1, '198.51.101')), new Set(['session.wrongSignIn']))
})

/** The state after twenty failures of strangers. */
async function slow(account: string) {
  const [since, nextTryAt] = [0, minute].map((later) => new Date(app.clock.now() + later).toISOString())
  const braked = { failures: 20, since: since ?? '', nextTryAt: nextTryAt ?? '' }
  await app.db
    .insertInto('signInBrake')
    .values({ kind: 'sign-in', account, ...braked })
    .onConflict((conflict) => conflict.columns(['kind', 'account']).doUpdateSet(braked))
    .execute()
}

test('a changed password makes every other browser unknown again', async () => {
  const { account } = await fresh()
  const [thief, own] = [await trySignIn(app, account, testPassword), await trySignIn(app, account, testPassword)]
  const change = { oldPwd: testPassword, newPwd: 'Changed2026' }
  const { status } = await app.ask(sessionApi.changePassword, change, {
    token: own.envelope.data.token,
    cookie: own.cookie,
  })
  assert.equal(status, 200)
  await slow(account)
  assert.equal(await signInFrom('203.0.113.30', account, 'Changed2026', thief.cookie), 'session.slowed')
  assert.equal(await signInFrom('203.0.113.30', account, 'Changed2026', own.cookie), 200)
})

test('wrong passwords in prompts slow the prompts, from any address; strangers who fail to sign in do not', async () => {
  const { account, token } = await fresh()
  const check = async (address: string, password: string) => {
    const response = await fetch(app.url + sessionApi.checkPassword.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token, 'x-forwarded-for': address },
      body: JSON.stringify({ password }),
    })
    return response.ok ? response.status : Refused.parse(await response.json()).data.key
  }
  await slow(account)
  assert.equal(await signInFrom('203.0.113.40', account, testPassword), 'session.slowed')
  assert.equal(await check('203.0.113.40', testPassword), 200)
  for (let round = 0; round < 20; round += 1)
    assert.equal(await check(`198.51.104.${round >> 2}`, 'Wrong2026'), 'session.wrongPassword')
  assert.equal(await check('203.0.113.41', testPassword), 'session.promptSlowed')
  app.clock.advance(minute)
  assert.equal(await check('203.0.113.41', testPassword), 200)
})

test('addresses of one network of version 6 are one to the lock', async () => {
  const { account } = await fresh()
  for (let round = 1; round <= 5; round += 1) await signInFrom(`2001:db8:0:7::${round}`, account, 'Wrong2026')
  assert.equal(await signInFrom('2001:db8:0:7:ffff::1', account, testPassword), 'session.locked')
  assert.equal(await signInFrom('2001:db8:0:8::1', account, testPassword), 200)
})

test('guesses side by side do not outrun the lock', async () => {
  const { account } = await fresh()
  const answers = await Promise.all(Array.from({ length: 12 }, () => trySignIn(app, account, 'Wrong2026')))
  const keys = answers.map(({ envelope }) => envelope.data.key)
  assert.equal(keys.filter((key) => key === 'session.wrongSignIn').length, 4)
  assert.equal(keys.filter((key) => key === 'session.locked').length, 8)
})

test('a sign-in clears the failures before it, and so do 15 quiet minutes', async () => {
  const { account } = await fresh()
  const wrong = async () => (await trySignIn(app, account, 'Wrong2026')).envelope.msg
  await wrong()
  await wrong()
  await signIn(app, account, testPassword)
  assert.match(await wrong(), /4 more/)
  assert.match(await wrong(), /3 more/)
  app.clock.advance(15 * minute)
  assert.match(await wrong(), /4 more/)
})

test('a disabled account, or one of a disabled organisation, is reported as such only with its right password', async () => {
  const { id, account } = await fresh()
  await app.db.updateTable('account').set({ enabled: false }).where('id', '=', id).execute()
  assert.equal((await trySignIn(app, account, 'Wrong2026')).envelope.data.key, 'session.wrongSignIn')
  assert.equal((await trySignIn(app, account, testPassword)).envelope.data.key, 'session.disabled')

  const platform = await app.db
    .selectFrom('organisation')
    .select('id')
    .where('kind', '=', 'platform')
    .executeTakeFirstOrThrow()
  const createdAt = new Date(app.clock.now()).toISOString()
  const add = async (parentId: string, kind: 'distributor' | 'customer', enabled: boolean) =>
    (
      await app.db
        .insertInto('organisation')
        .values({ parentId, kind, name: kind, spelling: '', enabled, createdAt, updatedAt: createdAt })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const customer = await add(await add(platform.id, 'distributor', false), 'customer', true)
  const member = await makeAccount(app, { role: 'customer-administrator', organisationId: customer })
  assert.equal((await trySignIn(app, member.account, testPassword)).envelope.data.key, 'session.organisationDisabled')
})

test('the preset password is changed for one of one’s own, and never valid again', async () => {
  const first = await trySignIn(app, 'admin', 'Preset2026')
  assert.equal(first.envelope.data.mustChangePassword, true)
  const { token } = first.envelope.data
  assert.equal((await app.ask(sessionApi.user, {}, { token })).envelope.data.mustChangePassword, true)
  assert.equal((await app.ask(sessionApi.menus, {}, { token })).status, 200)
  const ovens = await fetch(`${app.url}/api/web/device/page`, { headers: { authorization: token } })
  assert.equal(ovens.status, 403)
  const change = (newPwd: string) => app.ask(sessionApi.changePassword, { oldPwd: 'Preset2026', newPwd }, { token })
  assert.equal((await change('Preset2026')).envelope.data.key, 'session.samePassword')
  assert.equal((await change('My0wnPassword')).status, 200)
  const { data: again } = (await trySignIn(app, 'admin', 'My0wnPassword')).envelope
  assert.equal(again.mustChangePassword, false)
  const back = { oldPwd: 'My0wnPassword', newPwd: 'Preset2026' }
  const { envelope } = await app.ask(sessionApi.changePassword, back, { token: again.token, language: 'zh' })
  assert.deepEqual(envelope.data.fields, { newPwd: '不能使用初始密码，请设置您自己的密码' })
  const opened = await fetch(`${app.url}/api/web/device/page`, { headers: { authorization: again.token } })
  assert.equal(opened.status, 200)
})

test('the operation log holds sign-ins, refused ones too, without password, code or token', async () => {
  const { id, account } = await fresh()
  const token = await signIn(app, account, testPassword)
  await trySignIn(app, account, `Wr0ng${randomBytes(2).toString('hex')}`)
  const rows = await app.db.selectFrom('operationLog').selectAll().where('accountId', '=', id).orderBy('id').execute()
  assert.deepEqual(
    rows.map(({ operation, success, code }) => ({ operation, success, code })),
    [
      { operation: 'signIn', success: true, code: 200 },
      { operation: 'signIn', success: false, code: 422 },
    ],
  )
  const written = JSON.stringify(rows)
  for (const secret of [token, testPassword, 'HKMR', 'Wr0ng']) assert.equal(written.includes(secret), false, secret)
})
