import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { makeAccount, testPassword } from '../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { openDatabase } from '../db/open-database.ts'
import { createLog } from '../log.ts'
import { failed } from './answer.ts'
import { unflattenForm } from './input/decode.ts'
import { masked } from './mask/mask.ts'

const Refused = z.object({
  msg: z.string(),
  data: z.object({ fields: z.record(z.string(), z.string()).optional() }).nullable(),
})

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'], rateLimits: true, settings: { METRICS_TOKEN: 'a token for Prometheus' } })
})
after(() => app.stop())

test('a process reports that it is alive, that it can serve, and its metrics', async () => {
  assert.equal((await fetch(`${app.url}/healthz`)).status, 200)
  assert.equal((await fetch(`${app.url}/readyz`)).status, 200)
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.match(metrics, /brigade_http_seconds_count\{method="GET",route="\/readyz",status="200"\} 1/)
})

test('a call with a disconnected client no longer counts as open', async () => {
  const open = async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text()
    return Number(/^brigade_http_open (\d+)$/m.exec(text)?.[1])
  }
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST ${sessionApi.signIn.path} HTTP/1.1\r\nhost: brigade\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  )
  await until('both calls to be open', async () => (await open()) === 2)
  socket.destroy()
  await until('only the one that asks to be open', async () => (await open()) === 1)
})

test('metrics are not shown to a client that a proxy on this machine forwards', async () => {
  const ask = (headers: Record<string, string>) => fetch(`${app.url}/metrics`, { headers })
  assert.equal((await ask({ 'x-forwarded-for': '203.0.113.7' })).status, 404)
  const authorization = 'Bearer a token for Prometheus'
  assert.equal((await ask({ 'x-forwarded-for': '203.0.113.7', authorization })).status, 200)
})

test('too many calls of a guarded kind are refused with the seconds to wait', async () => {
  const { token } = await makeAccount(app, { role: 'auditor' })
  const limit = sessionApi.checkPassword.perMinute ?? 0
  for (let call = 0; call < limit; call += 1) {
    const { status } = await app.ask(sessionApi.checkPassword, { password: testPassword }, { token })
    assert.equal(status, 200)
  }
  const { status, envelope } = await app.ask(
    sessionApi.checkPassword,
    { password: testPassword },
    { token, language: 'zh' },
  )
  assert.equal(status, 429)
  assert.ok((envelope.data.retryAfterSeconds ?? 0) > 0)
  assert.match(envelope.msg, /请求过于频繁，请 \d+ 秒后再试/)
})

test('a clock that is set back by two hours refuses a guarded call for a minute, not until the old time comes again', async () => {
  const { token } = await makeAccount(app, { role: 'auditor' })
  const ask = () => app.ask(sessionApi.checkPassword, { password: testPassword }, { token })
  app.clock.advance(60_000)
  const limit = sessionApi.checkPassword.perMinute ?? 0
  for (let call = 0; call < limit; call += 1) assert.equal((await ask()).status, 200)
  assert.equal((await ask()).status, 429)
  app.clock.advance(-2 * hourMs)
  const { status, envelope } = await ask()
  assert.equal(status, 429)
  assert.equal(envelope.data.retryAfterSeconds, 60)
  app.clock.advance(60_000)
  assert.equal((await ask()).status, 200)
})

test('a form in place of JSON means the same, and is answered the same', async () => {
  const { token } = await makeAccount(app, { role: 'auditor' })
  const body = { name: '林 伟', phone: '13800138000', email: '', avatar: '' }
  const { status } = await app.ask(sessionApi.updateProfile, body, { token, form: true })
  assert.equal(status, 200)
  const { envelope } = await app.ask(sessionApi.user, {}, { token })
  assert.deepEqual([envelope.data.name, envelope.data.phone], ['林 伟', '13800138000'])
})

test('the operation log contains a write with its actor, address, duration and content, its secrets masked', async () => {
  const { token, account, id } = await makeAccount(app, { role: 'auditor' })
  await app.ask(sessionApi.changePassword, { oldPwd: 'Wrong12345', newPwd: 'Another123' }, { token })
  const row = await app.db
    .selectFrom('operationLog')
    .innerJoin('operationBody', 'operationBody.operationId', 'operationLog.operationId')
    .selectAll('operationLog')
    .select('request')
    .where('accountId', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [row.account, row.module, row.operation, row.success, row.code],
    [account, 'session', 'changePassword', false, 422],
  )
  assert.equal(row.address, '127.0.0.1')
  assert.ok(row.durationMs >= 0)
  const kept = JSON.stringify(row.request)
  assert.ok(!kept.includes('Wrong12345') && !kept.includes('Another123'), kept)
})

test('secrets are masked wherever they occur, and long values are cut', () => {
  const given = {
    pwd: 'a',
    nested: [{ deviceSecret: 'b', token: 'c', name: 'kept' }],
    note: 'x'.repeat(5000),
    code: 200,
  }
  const kept = JSON.stringify(masked(given))
  assert.ok(!/"[abc]"/.test(kept), kept)
  assert.ok(kept.includes('kept') && kept.includes('200') && kept.length < 2300)
})

test('keys of a form name places in an object, and never its prototype', () => {
  assert.deepEqual(
    unflattenForm({ 'params[SetTemp]': '180', 'ids[0]': '7', '__proto__[admin]': '1', 'a[constructor]': '1' }),
    // Names without a place stay unchanged, and no call knows them.
    { params: { SetTemp: '180' }, ids: ['7'], '__proto__[admin]': '1', 'a[constructor]': '1' },
  )
  assert.equal(Reflect.get({}, 'admin'), undefined)
})

test('a place far away in a form makes no list of that length', () => {
  assert.deepEqual(unflattenForm({ 'ids[4294967294]': 'x', 'names[0]': 'a', 'names[length]': '4294967295' }), {
    names: ['a'],
    'ids[4294967294]': 'x',
    'names[length]': '4294967295',
  })
})

test('a form that names a place twice, or with text that is no UTF-8, is refused with the reason', async () => {
  const { token } = await makeAccount(app, { role: 'auditor' })
  const send = async (body: string | Buffer, language = 'en') => {
    const response = await fetch(`${app.url}${sessionApi.updateProfile.path}`, {
      method: 'POST',
      headers: {
        authorization: token,
        'accept-language': language,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body,
    })
    return { status: response.status, envelope: Refused.parse(await response.json()) }
  }
  const rest = 'phone=13800138000&email=&avatar='
  for (const wrong of ['%ff', '%C3%28', 'a%ED%A0%80', '%E5%BC', '100%', '%zz', '%u5f20']) {
    const { status, envelope } = await send(`name=${wrong}&${rest}`)
    assert.equal(status, 400, wrong)
    assert.match(envelope.msg, /not UTF-8/, wrong)
    assert.equal((await send(`na${wrong}me=x&${rest}`)).status, 400, wrong)
  }
  assert.equal(
    (await send(Buffer.concat([Buffer.from(`${rest}&name=`), Buffer.from([0xd5, 0xc5])]))).status,
    400,
    'GBK',
  )
  assert.match((await send(`name=%ff&${rest}`, 'zh')).envelope.msg, /UTF-8/)
  const twice = await send(`name=a&name=b&${rest}`)
  assert.deepEqual([twice.status, twice.envelope.data?.fields], [422, { name: 'This was given more than once' }])
  const within = await send(`name=a&name%5Bb%5D=c&${rest}`)
  assert.deepEqual([within.status, Object.keys(within.envelope.data?.fields ?? {})], [422, ['name[b]']])
  const whole = await send(`name%5Bb%5D=c&name=a&${rest}`)
  assert.deepEqual([whole.status, whole.envelope.data?.fields], [422, { name: 'This was given more than once' }])
  assert.equal((await send(`name=%E5%BC%A0+%F0%9F%8D%B3&${rest}`)).status, 200)
  const { envelope } = await app.ask(sessionApi.user, {}, { token })
  assert.equal(envelope.data.name, '张 🍳')
})

test('an address whose percent bytes are no UTF-8 is refused at the field', async () => {
  const { token } = await makeAccount(app, { role: 'administrator' })
  for (const wrong of ['%ff', 'a%C3', '5%']) {
    const response = await fetch(`${app.url}/api/web/product/series/page?keyword=${wrong}`, {
      headers: { authorization: token },
    })
    const { data } = Refused.parse(await response.json())
    assert.deepEqual([response.status, data?.fields], [422, { keyword: 'This value is not valid' }], wrong)
  }
})

test('an upload with a boundary of any length, or a field that is given twice, is the sender’s fault', async () => {
  const { token } = await makeAccount(app, { role: 'auditor' })
  for (const length of [71, 200, 253, 300, 5000]) {
    const boundary = 'b'.repeat(length)
    const part = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nx\r\n--${boundary}--\r\n`
    const response = await fetch(`${app.url}${fileApi.upload.path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: part,
    })
    assert.ok([400, 422].includes(response.status), `${length}: ${response.status}`)
  }
  const form = new FormData()
  for (const kind of ['avatar', 'product']) form.append('kind', kind)
  form.append('file', new Blob(['x']), 'a.png')
  const response = await fetch(`${app.url}${fileApi.upload.path}`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  const { data } = Refused.parse(await response.json())
  assert.deepEqual([response.status, data?.fields], [422, { kind: 'This was given more than once' }])
})

test('a password sent as a number is masked too, and an object has an end in the log', () => {
  assert.deepEqual(masked({ pwd: 123_456, nested: { password: 1 }, code: 102 }), {
    pwd: '***',
    nested: { password: '***' },
    code: 102,
  })
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, 1]))
  assert.ok(JSON.stringify(masked(many)).length < 3500)
})

const signInWith = (body: string) =>
  fetch(`${app.url}${sessionApi.signIn.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })

test('a body nested without end is refused as one that is not valid', async () => {
  const depth = 20_000
  const response = await signInWith(`{"account":${'['.repeat(depth)}${']'.repeat(depth)}}`)
  assert.equal(response.status, 422)
})

test('a stranger sends no large body', async () => {
  const response = await signInWith(JSON.stringify({ account: 'x'.repeat(100_000) }))
  assert.equal(response.status, 413)
})

test('a broken upload is the sender’s fault', async () => {
  const { token } = await makeAccount(app, { role: 'auditor' })
  const form = new FormData()
  for (const name of ['a.png', 'b.png']) form.append('file', new Blob(['x']), name)
  const upload = (body: FormData | string, headers: Record<string, string> = {}) =>
    fetch(`${app.url}${fileApi.upload.path}`, { method: 'POST', headers: { authorization: token, ...headers }, body })
  assert.equal((await upload(form)).status, 400)
  const cut = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nx'
  assert.equal((await upload(cut, { 'content-type': 'multipart/form-data; boundary=b' })).status, 400)
})

test('a text with a zero character or half of a pair is refused at its field, before the database is queried', async () => {
  const { token } = await makeAccount(app, { role: 'auditor' })
  for (const name of ['a\u0000b', 'a\ud800b']) {
    const { status, envelope } = await app.ask(
      sessionApi.updateProfile,
      { name, phone: '13800138000', email: '', avatar: '' },
      { token },
    )
    assert.equal(status, 422)
    assert.deepEqual(envelope.data.fields, { name: 'This value is not valid' })
  }
})

test('a body that is not UTF-8 is refused, and not stored with other characters', async () => {
  const { token } = await makeAccount(app, { role: 'auditor' })
  const profile = JSON.stringify({ name: '@', phone: '13800138000', email: '', avatar: '' }).split('@')
  // A name in GBK.
  const body = Buffer.concat([Buffer.from(profile[0] ?? ''), Buffer.from([0xc0, 0xee]), Buffer.from(profile[1] ?? '')])
  const headers = { authorization: token, 'content-type': 'application/json' }
  const path = `${app.url}${sessionApi.updateProfile.path}`
  assert.equal((await fetch(path, { method: 'POST', headers, body })).status, 400)
  const whole = JSON.stringify({ name: '李', phone: '13800138000', email: '', avatar: '' })
  assert.equal((await fetch(path, { method: 'POST', headers, body: whole })).status, 200)
})

test('while the database is unavailable a call answers so, with when to try again; details of any other failure are not disclosed', async () => {
  // No server listens there, so this is the error that the driver itself throws.
  const { db } = openDatabase(
    { databaseUrl: 'postgres://nobody@127.0.0.1:1/none' },
    { applicationName: 'test', log: createLog({ level: 'silent' }) },
  )
  const error: unknown = await db
    .selectFrom('product')
    .select('id')
    .execute()
    .catch((thrown: unknown) => thrown)
  await db.destroy()
  const away = failed('zh', error)
  assert.deepEqual([away.status, away.envelope.data.key], [503, 'system.databaseAway'])
  assert.equal(away.envelope.msg, '数据库暂时无法连接，请稍候几秒重试')
  assert.equal(away.envelope.data.retryAfterSeconds, 5)
  assert.equal(failed('en', new Error('a bug of ours')).envelope.data.key, 'system.failed')
})
