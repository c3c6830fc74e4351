// @both-databases: every call runs its statements once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints, allTexts } from '@brigade/contract/catalogue.ts'
import { isOfApp, type Endpoint } from '@brigade/contract/endpoint.ts'
import { locales } from '@brigade/contract/locale.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { z } from 'zod'
import { makePerson } from './testing/person/make-person.ts'
import { makeAccount } from './testing/make-account.ts'
import { startTestApp, type TestApp } from './testing/start-app.ts'

/** Loops over the whole product (architecture.md "One call, one object"): a new endpoint is covered automatically. */

let app: TestApp
let nobody: { token: string }
let admin: { token: string }

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  nobody = await makeAccount(app, { operationCodes: [] })
  admin = await makeAccount(app, { role: 'administrator' })
})
after(() => app.stop())

const OpenApi = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.object({ 'x-operation-code': z.string() }))),
})
const Envelope = z.object({
  code: z.number(),
  msg: z.string(),
  data: z.preprocess(
    // A list has no data of a refusal.
    (data) => (Array.isArray(data) ? {} : (data ?? {})),
    z.object({ fields: z.record(z.string(), z.string()).optional(), reason: z.string().optional() }),
  ),
})

const nameOf = (endpoint: Endpoint) => `${endpoint.domain}.${endpoint.name}`
const ofApp = allEndpoints.filter(({ access }) => access === 'app')
/** Calls of accounts. */
const guarded = allEndpoints.filter(({ access }) => access !== 'public' && access !== 'app')
const restricted = guarded.filter((endpoint) => endpoint.access !== 'signed-in')

async function send(endpoint: Endpoint, token?: string, body: unknown = {}) {
  const response = await fetch(app.url + endpoint.path, {
    method: endpoint.method,
    headers: {
      ...(token === undefined ? {} : { authorization: token }),
      ...(endpoint.method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(endpoint.method === 'POST' ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(10_000),
  })
  const text =
    endpoint.reply.kind === 'live' && response.ok ? (await response.body?.cancel(), '{}') : await response.text()
  return {
    status: response.status,
    text,
    envelope:
      response.headers.get('content-type')?.includes('json') === true ? Envelope.parse(JSON.parse(text)) : undefined,
  }
}

test('no two endpoints share method and path', () => {
  const seen = allEndpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`)
  assert.equal(new Set(seen).size, seen.length)
  assert.ok(seen.length > 30)
})

test('every endpoint is mounted and in the OpenAPI document of its readers, and in no other, with its operation code', async () => {
  const [staff, phone] = [
    OpenApi.parse(await (await fetch(`${app.url}/api/openapi.json`)).json()),
    OpenApi.parse(await (await fetch(`${app.url}/api/app/openapi.json`)).json()),
  ]
  for (const endpoint of allEndpoints) {
    const [document, other] = isOfApp(endpoint) ? [phone, staff] : [staff, phone]
    assert.equal(other.paths[endpoint.path], undefined, nameOf(endpoint))
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    assert.equal(operation?.['x-operation-code'], endpoint.access, nameOf(endpoint))
  }
  assert.deepEqual([staff.openapi, phone.openapi], ['3.1.0', '3.1.0'])
})

test('every call of the areas auth and file of the specification is there, but the minting of company codes', () => {
  const named = [
    'GET /api/account/user/center',
    'GET /api/role/menu/list',
    'GET /api/verify/code/image',
    'POST /api/account/login',
    'POST /api/account/login/code',
    'GET /api/account/account/logout',
    'POST /api/commons/company/code/login',
    'POST /api/account/update/info',
    'POST /api/account/update/pwd',
    'POST /api/account/check/password',
    'GET /api/file/read',
    'POST /api/file/upload',
  ]
  const served = new Set(allEndpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`))
  assert.deepEqual(
    named.filter((call) => !served.has(call)),
    [],
  )
})

test('every endpoint that is not public refuses a caller without token: code 103', async () => {
  for (const endpoint of [...guarded, ...ofApp]) {
    const { status, envelope } = await send(endpoint)
    assert.deepEqual([status, envelope?.code, envelope?.data.reason], [401, 103, 'invalid'], nameOf(endpoint))
  }
})

test('an account’s token opens no call of the phone app, and an app user’s none of an account: code 103', async () => {
  assert.ok(ofApp.length > 10)
  const person = await makePerson(app)
  const tried = [
    ...ofApp.map((endpoint) => ({ endpoint, token: admin.token })),
    ...guarded.map((endpoint) => ({ endpoint, token: person.token })),
  ]
  for (const { endpoint, token } of tried) {
    const { status, envelope } = await send(endpoint, token)
    assert.deepEqual([status, envelope?.code, envelope?.data.reason], [401, 103, 'invalid'], nameOf(endpoint))
  }
})

test('every endpoint with an operation code refuses an account without it: code 102', async () => {
  assert.ok(restricted.length > 0)
  for (const endpoint of restricted) {
    const { status, envelope } = await send(endpoint, nobody.token)
    assert.deepEqual([status, envelope?.code], [403, 102], nameOf(endpoint))
  }
})

test('a preset password opens nothing but its own change, for any account', async () => {
  const open = guarded.filter(({ openToPreset }) => openToPreset === true)
  assert.deepEqual(open.map(nameOf), [
    'session.signOut',
    'session.user',
    'session.menus',
    'session.menusLive',
    'session.changePassword',
  ])
  const preset = await makeAccount(app, { role: 'administrator' })
  await app.db.updateTable('account').set({ mustChangePassword: true }).where('id', '=', preset.id).execute()
  for (const endpoint of guarded.filter((each) => !open.includes(each))) {
    const { status, envelope } = await send(endpoint, preset.token)
    assert.deepEqual([status, envelope?.msg], [403, 'Change the preset password first'], nameOf(endpoint))
  }
})

test('the administrator holds every operation code that an endpoint declares', async () => {
  for (const endpoint of restricted) {
    const { status } = await send(endpoint, admin.token)
    assert.notEqual(status, 403, nameOf(endpoint))
  }
})

test('every operation code that an endpoint declares is in the seeded menus', async () => {
  const rows = await app.db.selectFrom('menu').select('operationCode').where('operationCode', 'is not', null).execute()
  const seeded = new Set(rows.map((row) => row.operationCode))
  assert.deepEqual(
    [...new Set(restricted.map((endpoint) => endpoint.access))].filter((code) => !seeded.has(code)),
    [],
  )
})

test('every write leaves a line in the operation log, refused ones too', async () => {
  const writes = allEndpoints.filter(
    (endpoint) => endpoint.method === 'POST' && endpoint.log !== false && !isOfApp(endpoint),
  )
  assert.ok(writes.length > 5)
  // Without a session an address gets rows for ten refused calls an hour; the tests above used them up.
  app.clock.advance(hourMs + 1000)
  for (const endpoint of writes) {
    const address = `write of ${nameOf(endpoint)}`
    await send(endpoint, admin.token, { unknownKey: address })
    const row = await app.db
      .selectFrom('operationLog')
      .select(['module', 'operation', 'success', 'durationMs'])
      .where('module', '=', endpoint.domain)
      .where('operation', '=', endpoint.name)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    assert.ok(row !== undefined, address)
  }
})

test('bad input is refused by every endpoint with the reason at the field, never with a failure of ours', async () => {
  const person = await makePerson(app)
  for (const endpoint of allEndpoints.filter((each) => each.bodyKind !== 'upload')) {
    const query = endpoint.method === 'GET' ? '?noSuchFilter=1' : ''
    const token = endpoint.access === 'app' ? person.token : admin.token
    const { status, envelope, text } = await send({ ...endpoint, path: endpoint.path + query }, token, {
      noSuchField: 1,
    })
    assert.equal(status, 422, `${nameOf(endpoint)}: ${text.slice(0, 200)}`)
    assert.ok(Object.keys(envelope?.data.fields ?? {}).length > 0, nameOf(endpoint))
  }
})

test('every text has content in both languages, whatever its parameters', () => {
  const problem = { ok: false, reason: 'unknown', path: 'Light', name: { en: 'Light', zh: '照明' } }
  const anything: object = new Proxy(
    { problem, type: 'int' },
    {
      get: (_, key) =>
        key === Symbol.toPrimitive ? () => '1' : key === 'problem' ? problem : key === 'type' ? 'int' : anything,
    },
  )
  for (const [key, entry] of Object.entries(allTexts)) {
    for (const locale of locales) {
      const phrase = entry[locale]
      // oxlint-disable-next-line typescript/consistent-type-assertions -- stands for the parameters of any text
      const words = typeof phrase === 'function' ? phrase(anything as never) : phrase
      assert.ok(words.trim().length > 0, `${key} in ${locale}`)
    }
    assert.notEqual(String(entry.en), String(entry.zh), key)
  }
})

test('an unknown address of the API is refused in the caller’s language', async () => {
  const response = await fetch(`${app.url}/api/no/such/call`, { headers: { 'accept-language': 'zh-CN,zh;q=0.9' } })
  const { code, msg } = Envelope.parse(await response.json())
  assert.deepEqual([response.status, code, msg], [404, 404, '请求的内容不存在'])
})

test('answers carry a strict Content-Security-Policy and no sniffing', async () => {
  const response = await fetch(`${app.url}/api/docs`)
  const policy = response.headers.get('content-security-policy') ?? ''
  assert.match(policy, /script-src 'self'(;|$)/)
  assert.ok(!policy.includes('unsafe'))
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.match(await response.text(), /\/api\/account\/login/)
})

test('unreadable JSON, a form in its place and a body over the limit are each answered clearly', async () => {
  const login = `${app.url}/api/account/login`
  const bad = await fetch(login, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"account":',
  })
  assert.equal(bad.status, 400)
  const form = await fetch(login, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'account=a&pwd=b&code=c',
  })
  assert.deepEqual([form.status, Object.keys(Envelope.parse(await form.json()).data.fields ?? {})], [422, ['id']])
  const big = await fetch(login, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'x'.repeat(2_000_000) }),
  })
  assert.equal(big.status, 413)
})
