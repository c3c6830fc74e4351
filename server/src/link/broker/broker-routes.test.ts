import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { passwordOf, readIntroduction } from '../../device/credentials/device-credentials.ts'
import { isOnline, onlineLogOf, tripleOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

const secret = 'what the broker sends along'
let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'], settings: { BROKER_SECRET: secret } })
})
after(() => app.stop())

type Made = Awaited<ReturnType<typeof make.device>>

async function ask(path: string, body: object, authorization = `Bearer ${secret}`, url = app.url) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  })
  const answerBody = await response.text()
  const answer: unknown = answerBody === '' ? '' : JSON.parse(answerBody)
  return { status: response.status, body: answer }
}

/** Requests as EMQX sends them with the bodies of docs/operations.md. */
function clientOf(made: Made) {
  const { deviceSecret } = tripleOf(made)
  const clientid = `${made.productKey}.${made.sn}|securemode=2,signmethod=hmacsha256,timestamp=2524608000000|`
  const username = `${made.sn}&${made.productKey}`
  const introduction = readIntroduction(clientid, username)
  if (introduction === null) throw new Error('not Alink’s')
  return { clientid, username, password: passwordOf(introduction, deviceSecret), peerhost: '10.0.0.7' }
}

test('a broker may admit the clients that the gateway would admit, and no other', async () => {
  const made = await make.device(app)
  const client = clientOf(made)
  assert.deepEqual(await ask('/mqtt/auth', client), { status: 200, body: { result: 'allow', is_superuser: false } })
  assert.deepEqual((await ask('/mqtt/auth', { ...client, password: 'wrong' })).body, { result: 'deny' })
  // The broker may have clients that are not devices, such as our own consumer.
  assert.deepEqual((await ask('/mqtt/auth', { ...client, username: 'brigade' })).body, { result: 'ignore' })
  await app.db.updateTable('deviceState').set({ enabled: false }).where('deviceId', '=', made.id).execute()
  assert.deepEqual((await ask('/mqtt/auth', client)).body, { result: 'deny' })
})

test('a client that fails too often at a broker is rate-limited for a minute, by its own address and as this device alone', async () => {
  const made = await make.device(app)
  const client = { ...clientOf(made), peerhost: '10.0.0.9' }
  const answerTo = async (asking: object) => (await ask('/mqtt/auth', asking)).body
  const allowed = { result: 'allow', is_superuser: false }
  for (let failure = 0; failure < 10; failure += 1) await answerTo({ ...client, password: `wrong ${failure}` })
  assert.deepEqual(await answerTo(client), { result: 'deny' })
  assert.deepEqual(await answerTo({ ...client, peerhost: '10.0.0.10' }), allowed)
  assert.deepEqual(await answerTo({ ...clientOf(await make.device(app)), peerhost: '10.0.0.9' }), allowed)
  const reasons = (await onlineLogOf(app, made)).map(({ reason }) => reason)
  assert.ok(reasons.includes('refused_too_often'), reasons.join())
  app.clock.advance(60_000)
  assert.deepEqual(await answerTo(client), allowed)
  // Without the client's address in the request, all clients would share one address.
  for (let failure = 0; failure < 12; failure += 1)
    await answerTo({ ...client, peerhost: undefined, password: `wrong ${failure}` })
  assert.deepEqual(await answerTo({ ...client, peerhost: undefined }), allowed)
})

test('a device publishes and receives its own topics, or its product’s, and nothing else', async () => {
  const [made, other] = [await make.device(app), await make.device(app)]
  const client = clientOf(made)
  const requested = async (action: string, topic: string) => (await ask('/mqtt/acl', { ...client, action, topic })).body
  const own = `/sys/${made.productKey}/${made.sn}/thing/event/property/post`
  assert.deepEqual(await requested('publish', own), { result: 'allow' })
  assert.deepEqual(await requested('subscribe', `/sys/${made.productKey}/${made.sn}/#`), { result: 'allow' })
  assert.deepEqual(await requested('subscribe', `/broadcast/${made.productKey}/news`), { result: 'allow' })
  for (const topic of [`/sys/${other.productKey}/${other.sn}/#`, '/sys/+/+/#', '#', '$share/brigade/#', '$SYS/#'])
    assert.deepEqual(await requested('subscribe', topic), { result: 'deny' }, topic)
  assert.deepEqual(await requested('publish', own.replace(made.sn, other.sn)), { result: 'deny' })
})

test("a broker's notices about connections count once, in the order in which they happened", async () => {
  const made = await make.device(app)
  const { clientid, username } = clientOf(made)
  const at = Date.now()
  const came = { event: 'client.connected', clientid, username, peername: '10.0.0.7:4000', proto_ver: 4, keepalive: 60 }
  const went = { event: 'client.disconnected', clientid, username, reason: 'keepalive_timeout' }
  await ask('/mqtt/event', { ...came, connected_at: at })
  await isOnline(app, made, true)
  // The notice of an earlier connection's end comes late.
  await ask('/mqtt/event', { ...went, disconnected_at: at - 5000 })
  await ask('/mqtt/event', { ...went, disconnected_at: at + 10, reason: 'takenover' })
  await isOnline(app, made, true)
  assert.deepEqual(await ask('/mqtt/event', { ...went, disconnected_at: at + 20 }), { status: 204, body: '' })
  await isOnline(app, made, false)
  // The notice of its end came before that of its beginning.
  await ask('/mqtt/event', { ...went, disconnected_at: at + 40 })
  await ask('/mqtt/event', { ...came, connected_at: at + 15 })
  await isOnline(app, made, false)
  assert.deepEqual(
    (await onlineLogOf(app, made)).map(({ online, reason, address, protocol }) => [online, reason, address, protocol]),
    [
      [true, 'connected', '10.0.0.7', 'MQTT 3.1.1'],
      [false, 'keep_alive', '', ''],
    ],
  )
})

test('a connect that another follows without an end is replaced by it; a repeated notice, or one that comes late, replaces nothing', async () => {
  const made = await make.device(app)
  const { clientid, username } = clientOf(made)
  const at = Date.now()
  const came = { event: 'client.connected', clientid, username, peername: '10.0.0.7:4000', proto_ver: 4, keepalive: 60 }
  const went = { event: 'client.disconnected', clientid, username }
  await ask('/mqtt/event', { ...came, connected_at: at })
  await ask('/mqtt/event', { ...came, connected_at: at })
  await ask('/mqtt/event', { ...came, connected_at: at - 500 })
  // The broker reports the end of the first one too, before or after the next has begun.
  await ask('/mqtt/event', { ...went, disconnected_at: at + 9, reason: 'takenover' })
  await ask('/mqtt/event', { ...came, connected_at: at + 10 })
  await ask('/mqtt/event', { ...went, disconnected_at: at + 11, reason: 'discarded' })
  // Another client id is another connection, which ends none.
  await ask('/mqtt/event', { ...came, clientid: `${clientid}2`, connected_at: at + 20 })
  assert.deepEqual(
    (await onlineLogOf(app, made)).map(({ online, reason }) => [online, reason]),
    [
      [true, 'connected'],
      [false, 'replaced'],
      [true, 'connected'],
      [true, 'connected'],
    ],
  )
  await isOnline(app, made, true)
})

test('a caller without the secret gets no answer, and without a configured secret there is nothing to call', async () => {
  for (const path of ['/mqtt/auth', '/mqtt/acl', '/mqtt/event'])
    assert.equal((await ask(path, {}, 'Bearer something else')).status, 401)
  const without = await startTestApp({ roles: ['api'] })
  try {
    for (const path of ['/mqtt/auth', '/mqtt/acl', '/mqtt/event'])
      assert.equal((await ask(path, {}, 'Bearer undefined', without.url)).status, 404)
  } finally {
    await without.stop()
  }
})
