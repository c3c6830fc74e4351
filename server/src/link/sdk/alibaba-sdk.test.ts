import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { after, before, test } from 'node:test'
import iot from 'alibabacloud-iot-device-sdk'
import type { Gateway, Thing } from 'alibabacloud-iot-device-sdk'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import type { CommandDraft } from '@brigade/contract/command/command.model.ts'
import { configApi } from '@brigade/contract/product/config/config.endpoints.ts'
import { z } from 'zod'
import { testPassword } from '../../testing/make-account.ts'
import { isOnline, onlineLogOf, shadowOf, tripleOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { seal } from '../../platform/secret/secret-box.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { testCertificate } from '../../testing/test-certificate.ts'
import { until } from '../../testing/until.ts'

/**
 * The unmodified npm package, configured only with our host: a client of Alibaba connects to us unchanged. The test
 * calls only its own functions as its README does; ids and topics are its own, and nothing is published by hand.
 */
let app: TestApp
let token = ''
const things: Thing[] = []
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  token = (await make.account(app, { role: 'administrator' })).token
})
after(async () => {
  for (const thing of things) await new Promise<void>((resolve) => thing.end(true, resolve))
  await app.stop()
})

type Made = Awaited<ReturnType<typeof make.device>>
const configOf = (made: Made) => ({ ...tripleOf(made), brokerUrl: `mqtt://127.0.0.1:${app.addresses.mqttPort}` })

async function started<T extends Thing>(thing: T): Promise<T> {
  things.push(thing)
  await once(thing, 'connect')
  return thing
}
const connectedDevice = (made: Made) => started(iot.device(configOf(made)))
/** Awaits the reply to a call of the SDK. */
const received = <T>(ask: (received: (reply: T) => void) => void) =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No answer within 10 s')), 10_000)
    ask((reply) => {
      clearTimeout(timer)
      resolve(reply)
    })
  })

type Params = CommandDraft['params']
/** Sends a property set, or a service if one is named; returns its row once it has ended. */
async function command(made: Made, params: Params, identifier?: string) {
  const requested = { params, deviceId: made.id, password: testPassword, confirmsHeat: true }
  const body: CommandDraft =
    identifier === undefined ? { ...requested, kind: 'property.set' } : { ...requested, kind: 'service', identifier }
  const { status, envelope } = await app.ask(commandCalls.oven.sendCommand, body, { token })
  assert.equal(status, 200, envelope.msg)
  return until('the command to end', async () => {
    const row = await app.db
      .selectFrom('command')
      .selectAll()
      .where('deviceId', '=', made.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row === undefined || row.finishedAt === null ? undefined : row
  })
}

test('connects, reports and posts an event, each answered under the id that it made up', async () => {
  const oven = await make.device(app)
  const device = await connectedDevice(oven)
  await isOnline(app, oven, true)
  const report = await received<{ code: number; id: string }>((done) =>
    device.postProps({ ChamberTemp: 181, FanSpeed: 60 }, done),
  )
  assert.equal(report.code, 200)
  assert.match(report.id, /\|exp-topic\|/)
  assert.equal((await shadowOf(app, oven)).reported['ChamberTemp']?.v, 181)
  const event = { value: { Seconds: 90, ChamberTemp: 120 }, time: Date.now() }
  assert.equal((await received<{ code: number }>((done) => device.postEvent('DoorOpenLong', event, done))).code, 200)
  const stored = await app.db
    .selectFrom('deviceEvent')
    .selectAll()
    .where('deviceId', '=', oven.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([stored.identifier, stored.output], ['DoorOpenLong', { Seconds: 90, ChamberTemp: 120 }])
})

/** The appliance carries out a property set and reports it; the SDK sends no answer to the set. */
const obeys = (thing: Thing) => thing.onProps(({ params }) => thing.postProps(params, () => {}))

const outcomeOf = ({ status, code, callType, byReport }: Awaited<ReturnType<typeof command>>) => ({
  status,
  code,
  callType,
  byReport,
})

test('a property set is confirmed by its report; an asynchronous service and a synchronous one by their answers', async () => {
  const oven = await make.device(app)
  const device = await connectedDevice(oven)
  await isOnline(app, oven, true)
  obeys(device)
  device.onService('StopCooking', (_asked, answer) => answer({ code: 200, data: {} }))
  device.onService('AddTime', ({ params }, answer) => {
    assert.deepEqual(params, { Minutes: 5 })
    answer({ code: 200, data: { StageRemaining: 900 } })
  })
  device.onService('Identify', ({ params }, answer) => {
    assert.deepEqual(params, { Seconds: 5 })
    answer({ code: 200, data: {} }, 'sync')
  })
  const isAnswered = { status: 'succeeded', code: 200, byReport: false } as const
  assert.deepEqual(outcomeOf(await command(oven, { FanSpeed: 60, Light: 1 })), {
    status: 'succeeded',
    code: null,
    callType: 'async',
    byReport: true,
  })
  assert.deepEqual((await shadowOf(app, oven)).desired, {})
  assert.deepEqual(outcomeOf(await command(oven, {}, 'StopCooking')), { ...isAnswered, callType: 'async' })
  const addTime = await command(oven, { Minutes: 5 }, 'AddTime')
  assert.deepEqual([outcomeOf(addTime), addTime.reply], [{ ...isAnswered, callType: 'async' }, { StageRemaining: 900 }])
  assert.deepEqual(outcomeOf(await command(oven, { Seconds: 5 }, 'Identify')), { ...isAnswered, callType: 'sync' })
})

test('writes and reads its shadow', async () => {
  const oven = await make.device(app)
  const device = await connectedDevice(oven)
  const messages: { method: string; payload: { status: string; state?: unknown } }[] = []
  device.onShadow((message) => messages.push(message))
  device.postShadow({ FanSpeed: 80, nickname: 'left' })
  await until('the shadow to be taken', () => messages.some(({ payload }) => payload.status === 'success'))
  messages.length = 0
  device.getShadow()
  const answer = await until('the shadow', () => messages.find(({ method }) => method === 'reply'))
  const { reported } = z.object({ reported: z.json() }).parse(answer.payload.state)
  assert.deepEqual(reported, { FanSpeed: 80, nickname: 'left' })
})

test('posts and deletes tags', async () => {
  const oven = await make.device(app)
  const device = await connectedDevice(oven)
  const tags = () => app.db.selectFrom('deviceTag').select(['key', 'value']).where('deviceId', '=', oven.id).execute()
  const posted = await received<{ code: number }>((done) =>
    device.postTags([{ attrKey: 'room', attrValue: 'bakery' }], done),
  )
  assert.equal(posted.code, 200)
  assert.deepEqual(await tags(), [{ key: 'room', value: 'bakery' }])
  assert.equal((await received<{ code: number }>((done) => device.deleteTags(['room'], done))).code, 200)
  assert.deepEqual(await tags(), [])
})

test('requests its configuration and receives a new one', async () => {
  const product = await make.product(app)
  const oven = await make.device(app, { productId: product.id, productKey: product.productKey })
  const device = await connectedDevice(oven)
  await isOnline(app, oven, true)
  const draft = { productId: product.id, version: 0, content: '{"beep":true}', note: '', push: false }
  assert.equal((await app.ask(configApi.saveConfig, draft, { token })).status, 200)
  const requested = await received<{ code: number; data?: unknown }>((done) => device.getConfig(done))
  assert.equal(requested.code, 200)
  const { url } = z.object({ url: z.string() }).parse(requested.data)
  assert.equal(await (await fetch(url.replace(/^https?:\/\/[^/]+/, app.url))).text(), '{"beep":true}')
  const pushed: unknown[] = []
  device.onConfig((config) => pushed.push(config))
  await app.ask(configApi.saveConfig, { ...draft, version: 1, content: '{"beep":false}', push: true }, { token })
  await until('the new configuration', () => pushed.length > 0)
})

test('a gateway adds a sub-device, logs it in, and sends for it', async () => {
  const ofGateway = await make.product(app, { nodeType: 'gateway' })
  const ofSub = await make.product(app, { nodeType: 'sub-device' })
  const made = await make.device(app, { productId: ofGateway.id, productKey: ofGateway.productKey })
  const sub = await make.device(app, { productId: ofSub.id, productKey: ofSub.productKey })
  const gateway: Gateway = await started(iot.gateway(configOf(made)))
  const names = { productKey: sub.productKey, deviceName: sub.sn }
  assert.equal((await received<{ code: number }>((done) => gateway.addTopo([tripleOf(sub)], done))).code, 200)
  assert.deepEqual((await received<{ data?: unknown }>((done) => gateway.getTopo(done))).data, [names])
  let subDevice: Thing | undefined
  const login = await received<{ code: number }>((done) => {
    subDevice = gateway.login(tripleOf(sub), done)
  })
  assert.equal(login.code, 200)
  await isOnline(app, sub, true)
  const thing = subDevice
  assert.ok(thing !== undefined)
  const report = await received<{ code: number }>((done) => thing.postProps({ ChamberTemp: 77 }, done))
  assert.equal(report.code, 200)
  assert.equal((await shadowOf(app, sub)).reported['ChamberTemp']?.v, 77)
  obeys(thing)
  assert.deepEqual(outcomeOf(await command(sub, { FanSpeed: 70 })), {
    status: 'succeeded',
    code: null,
    callType: 'async',
    byReport: true,
  })
  thing.onService('StopCooking', (_asked, answer) => answer({ code: 200, data: {} }))
  assert.equal((await command(sub, {}, 'StopCooking')).status, 'succeeded')
  thing.onService('Identify', (_asked, answer) => answer({ code: 200, data: {} }, 'sync'))
  assert.equal((await command(sub, { Seconds: 2 }, 'Identify')).status, 'succeeded')
  const event = { value: { Seconds: 90, ChamberTemp: 120 }, time: Date.now() }
  assert.equal((await received<{ code: number }>((done) => thing.postEvent('DoorOpenLong', event, done))).code, 200)
  const messages: { method: string; payload: { status: string } }[] = []
  thing.onShadow((message) => messages.push(message))
  thing.getShadow()
  await until('the shadow', () =>
    messages.some(({ method, payload }) => method === 'reply' && payload.status === 'success'),
  )
  assert.equal((await received<{ code: number }>((done) => gateway.logout(names, done))).code, 200)
  await isOnline(app, sub, false)
  assert.deepEqual(
    (await onlineLogOf(app, sub)).map(({ reason }) => reason),
    ['sub_login', 'sub_logout'],
  )
  assert.equal((await received<{ code: number }>((done) => gateway.removeTopo([names], done))).code, 200)
})

/** HTTPS in front of the server, as a proxy is in operation. */
async function httpsInFront(): Promise<{ url: string; close: () => void }> {
  const { port } = new URL(app.url)
  const server = https.createServer(testCertificate, (request, response) => {
    const { method, url: path, headers } = request
    const passed = http.request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `https://127.0.0.1:${own}/auth/register/device`, close: () => server.close() }
}

test('fetches its secret over HTTPS by that of its product, and connects with it', async () => {
  const productSecret = 'productSecret123'
  const product = await make.product(app, { productSecret: seal(app.settings.secretKey, productSecret) })
  await app.db.updateTable('product').set({ dynamicRegistration: 'listed' }).where('id', '=', product.id).execute()
  const oven = await make.device(app, { productId: product.id, productKey: product.productKey })
  https.globalAgent.options.ca = testCertificate.cert
  const front = await httpsInFront()
  const requested = { productKey: product.productKey, productSecret, deviceName: oven.sn, registerURL: front.url }
  const reply = await received<{ code: number; data: { deviceSecret?: string } }>((done) =>
    iot.register(requested, done),
  )
  front.close()
  assert.equal(reply.code, 200)
  await connectedDevice({ ...oven, secret: reply.data.deviceSecret ?? '' })
  await isOnline(app, oven, true)
})

/** The bytes of the answer to one request, until the connection ends or the promised length has arrived. */
function answerAtSocket(request: string): Promise<string> {
  const { hostname, port } = new URL(app.url)
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => socket.write(request))
    let received = ''
    socket.setEncoding('latin1')
    socket.setTimeout(10_000, () => socket.destroy(new Error(`No end of ${received}`)))
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.on('data', (text) => {
      received += text
      const length = /\r\nContent-Length: (\d+)\r\n/.exec(received)?.[1]
      const begin = received.indexOf('\r\n\r\n') + 4
      if (length !== undefined && begin > 3 && received.length >= begin + Number(length)) socket.destroy()
    })
  })
}
const endOf = 'Connection: keep-alive\r\nKeep-Alive: timeout=72\r\n'
/**
 * The C SDKs' limits for the header of a response: lines of 128 bytes including their end; our header has 512 bytes at
 * most.
 */
function headOf(answer: string): { head: string; body: string } {
  const end = answer.indexOf('\r\n\r\n') + 4
  const head = answer.slice(0, end)
  assert(head.length <= 512, `${head.length} bytes of headers`)
  for (const line of head.split('\r\n')) assert(line.length + 2 < 128, line)
  return { head: head.replace(/Date: [^\r]{29}\r\n/, ''), body: answer.slice(end) }
}
const post = (path: string, form: string) =>
  `POST ${path} HTTP/1.1\r\nHost: iot-auth.cn-shanghai.aliyuncs.com\r\nAccept: text/xml,text/javascript,text/html,application/json\r\n` +
  `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`
const get = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: oss.aliyuncs.com\r\nRange: bytes=0-\r\nAccept-Encoding: gzip, deflate\r\n\r\n`

test('the response that C SDKs fetch is at the socket as they read it: names of headers, no more than they can hold, the body', async () => {
  const refused = headOf(await answerAtSocket(post('/auth/register/device', 'productKey=a1&deviceName=x')))
  const body = '{"code":460,"data":{},"message":"request parameter error"}'
  assert.equal(refused.body, body)
  const json = 'Content-Type: application/json; charset=utf-8\r\n'
  assert.equal(refused.head, `HTTP/1.1 200 OK\r\n${json}Content-Length: ${body.length}\r\n${endOf}\r\n`)
  const tooLarge = headOf(await answerAtSocket(post('/auth/register/device', `productKey=${'x'.repeat(5000)}`)))
  assert.match(
    tooLarge.head,
    /^HTTP\/1\.1 200 OK\r\nContent-Type: [^\r]+\r\nContent-Length: \d+\r\nConnection: close\r\n\r\n$/,
  )

  const product = await make.product(app)
  const content = '{"beep":true}'
  const draft = { productId: product.id, version: 0, content, note: '', push: false }
  assert.equal((await app.ask(configApi.saveConfig, draft, { token })).status, 200)
  const { token: key } = await app.db
    .selectFrom('productConfig')
    .select('token')
    .where('productId', '=', product.id)
    .executeTakeFirstOrThrow()
  const file = headOf(await answerAtSocket(get(`/device/config?token=${key}`)))
  assert.equal(file.body, content)
  const text = 'Content-Type: text/plain; charset=utf-8\r\n'
  assert.equal(file.head, `HTTP/1.1 200 OK\r\n${text}Content-Length: ${content.length}\r\n${endOf}\r\n`)
})

test('a missing file has a status and nothing that a C SDK would take for the file, nor a length that it waits for', async () => {
  for (const path of ['/device/config?token=no', '/device/config']) {
    const { head, body } = headOf(await answerAtSocket(get(path)))
    assert.equal(head, 'HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
    assert.equal(body, '')
  }
})
