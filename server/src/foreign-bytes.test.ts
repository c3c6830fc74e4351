import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { upTopics } from '@brigade/contract/link/alink.topics.ts'
import { gatewayUpTopics } from '@brigade/contract/link/gateway.topics.ts'
import { readSerialFrame, readTcpFrame, serialFrame } from '@brigade/contract/thing-model/modbus/modbus-frame.ts'
import { readAnswer, readRequest } from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { modbusUnit } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import { modelFilesOf } from '@brigade/contract/thing-model/transfer/model-files.ts'
import {
  fromModelFiles,
  readModelText,
  modelFileProblems,
} from '@brigade/contract/thing-model/transfer/read-model-files.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { deviceOfClient, readEmqx, readNotice } from './link/broker/read-notice.ts'
import { sessionsAtBroker } from './link/broker/sessions-at-broker.ts'
import { isPassword, readIntroduction, readPskIdentity } from './device/credentials/device-credentials.ts'
import { gatewayReader } from './link/sub-device/gateway-reader.ts'
import { packReader } from './link/sub-device/read-pack.ts'
import { isRegistrationSigned } from './link/provisioning/sub-sign.ts'
import { ingest, openIntake, readEntries, type Intake } from './link/intake/ingest.ts'
import type { LinkedDevice } from './telemetry/messages/message.ts'
import { openLine } from './modbus/modbus-line.ts'
import { readTable } from './platform/excel/read-table.ts'
import { writeTable } from './platform/excel/write-table.ts'
import type { Incoming } from './platform/mqtt/mqtt-hooks.ts'
import { Refusal } from './platform/refusal.ts'
import { authenticate } from './session/authenticate.ts'
import { bodyOfTopic } from './testing/malformed/device-bodies.ts'
import { placesIn, spoiltBytes, spoiltJson, spoiltText } from './testing/malformed/nasty-json.ts'
import { randomFrom, seedOfRun, type Random } from './testing/malformed/random.ts'
import { named, signed } from './testing/gateway/gateway-device.ts'
import { historyOf } from './testing/linked-device.ts'
import { make } from './testing/make.ts'
import { startTestApp, type TestApp } from './testing/start-app.ts'

/**
 * Every reader of untrusted bytes gets generated input that is nearly valid and may only refuse it. With `--everything` each reader gets
 * 10,000 inputs, otherwise enough for the file to take some seconds. `MALFORMED_SEED` repeats a run.
 */
const perReader = process.env['TEST_EVERYTHING'] === 'on' ? 10_000 : 120

let app: TestApp
let intake: Intake
let gateway: LinkedDevice
let sub: Awaited<ReturnType<typeof make.device>>

const linked = (
  { id, sn, productId, productKey }: Awaited<ReturnType<typeof make.device>>,
  nodeType: NonNullable<LinkedDevice['nodeType']>,
): LinkedDevice => ({ id, productId, productKey, deviceName: sn, nodeType })

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  intake = openIntake(app)
  const ofGateways = await make.product(app, { nodeType: 'gateway' })
  gateway = linked(await make.device(app, { productId: ofGateways.id, productKey: ofGateways.productKey }), 'gateway')
  const ofSubs = await make.product(app, { nodeType: 'sub-device' })
  sub = await make.device(app, { productId: ofSubs.id, productKey: ofSubs.productKey })
})
after(() => app.stop())

/** Gives generated input to one reader and names the input that caused anything but a refusal. */
async function tryReader(name: string, read: (random: Random) => unknown): Promise<void> {
  const random = randomFrom(seedOfRun)
  for (let number = 0; number < perReader; number += 1) {
    try {
      await read(random)
    } catch (error) {
      if (error instanceof Refusal) continue
      throw new Error(`${name}, MALFORMED_SEED=${seedOfRun}, number ${number}`, { cause: error })
    }
  }
}

const secretKey = () => app.settings.secretKey
const readersOfEntries = () => [
  gatewayReader({ secretKey: secretKey(), installationZone: 'UTC', sessionsOver: sessionsAtBroker }),
  packReader({ sessionsOver: sessionsAtBroker, intake }),
]
const own = (pattern: string, { productKey, deviceName }: LinkedDevice) =>
  pattern
    .replace('{productKey}', productKey)
    .replace('{deviceName}', deviceName)
    .replaceAll(/\{\w+\}/g, '7')

const messageOf = (device: LinkedDevice, topic: string, payload: Buffer): Incoming => ({
  key: `${device.productKey}/${device.deviceName}`,
  topic,
  payload,
  again: false,
  receivedAt: app.clock.now(),
})

const topics = Object.entries({ ...upTopics, ...gatewayUpTopics }).map(
  ([name, { pattern }]) => [name, pattern] as const,
)
const batch = 60

for (const [name, pattern] of topics) {
  test(`whatever a device sends on ${pattern}, reading and writing it throws nothing`, async () => {
    const random = randomFrom(seedOfRun)
    const device = name === 'propertyPost' ? linked(sub, 'direct') : gateway
    const body = bodyOfTopic(name, { signed: signed(sub), named: named(sub) })
    const places = placesIn(body)
    const readers = readersOfEntries()
    for (let number = 0; number < perReader; number += batch) {
      const messages = Array.from({ length: Math.min(batch, perReader - number) }, () => {
        const text = spoiltJson(body, places, random)
        const payload = random.chance(0.2) ? spoiltBytes(Buffer.from(text), random) : Buffer.from(text)
        return messageOf(device, own(pattern, device), payload.subarray(0, 250_000))
      })
      const faults: unknown[] = []
      const entriesOf = (message: Incoming) => readEntries(intake, { device }, message, readers)
      await ingest(intake, messages, entriesOf, app.clock.now(), {
        onFault: (error) => faults.push(error),
      })
      // With more messages in a second the rate limit would refuse some unread.
      app.clock.advance(1000)
      assert.deepEqual(faults, [], `MALFORMED_SEED=${seedOfRun}, ${number} and following`)
    }
  })
}

/** A payload that throws when it is first read: an exception planted in its reader. */
function trap(text: string): Buffer {
  const bytes = Buffer.from(text)
  let wasRead = false
  const read = bytes.toString.bind(bytes)
  return Object.assign(bytes, {
    toString: (...requested: Parameters<Buffer['toString']>) => {
      if (wasRead) return read(...requested)
      wasRead = true
      throw new TypeError('planted')
    },
  })
}

test('an exception in any reader of device messages is its message’s own: the others of its batch are written', async () => {
  const healthy = await make.device(app)
  const device = linked(healthy, 'direct')
  const readers = readersOfEntries()
  for (const [at, [, pattern]] of topics.entries()) {
    const bad = messageOf(gateway, own(pattern, gateway), trap('{"id":"1","params":{}}'))
    const good = messageOf(
      device,
      own(upTopics.propertyPost.pattern, device),
      Buffer.from(JSON.stringify({ id: '1', params: { CookCount: at } })),
    )
    const faults: unknown[] = []
    const entriesOf = (message: Incoming) =>
      readEntries(intake, { device: message === bad ? gateway : device }, message, readers)
    await ingest(intake, [bad, good], entriesOf, app.clock.now(), {
      onFault: (error) => faults.push(error),
    })
    app.clock.advance(1000)
    assert.equal(faults.length, 1, pattern)
  }
  const written = await historyOf(app, healthy, 'CookCount')
  assert.deepEqual(
    written.map(({ number }) => number),
    topics.map((_, at) => at),
  )
})

test('the name and the signature of a client are read or refused', async () => {
  const { sn, productKey } = sub
  const clientId = `${productKey}.${sn}|securemode=3,signmethod=hmacsha256,timestamp=1524448722000,ext=1|`
  await tryReader('credentials', (random) => {
    const read = readIntroduction(spoiltText(clientId, random), spoiltText(`${sn}&${productKey}`, random))
    if (read !== null) isPassword(read, 'secret', spoiltText('ab12', random))
    readPskIdentity(spoiltText(`devicename|hmacsha256|${productKey}&${sn}|2524608000000`, random))
    const [text, other] = [spoiltText('hmacsha256', random), spoiltText('ab12', random)]
    isRegistrationSigned({ productKey: text, deviceName: other, random: text, sign: other, signMethod: text }, 'secret')
  })
})

test("a broker's notices about its clients are read or skipped, and contain instants and seconds that can be written", async () => {
  const event = {
    clientid: `${sub.productKey}.${sub.sn}|securemode=3|`,
    username: `${sub.sn}&${sub.productKey}`,
    peername: '10.0.0.1:1883',
    ipaddress: '10.0.0.1',
    proto_ver: 4,
    keepalive: 60,
    connected_at: 1,
    disconnected_at: 2,
    reason: 'normal',
  }
  const places = placesIn(event)
  const line = `1: New client connected from 10.0.0.1:1883 as ${event.clientid} (p2, c1, k60, u'${event.username}').`
  const topicOf = (name: string) => `$SYS/brokers/emqx@1/clients/x/${name}`
  await tryReader('notices', (random) => {
    const json = spoiltJson(event, places, random)
    const name = random.pick(['connected', 'disconnected'])
    const notices = [
      readNotice(topicOf(name), json, app.clock.now()),
      readNotice('$SYS/broker/log/N', spoiltText(line, random), app.clock.now()),
      readEmqx(`client.${name}`, { ...event, [random.pick(['reason', 'proto_ver', 'keepalive'])]: json }, 1),
    ]
    for (const notice of notices) {
      if (notice === null) continue
      deviceOfClient(notice)
      assert.ok(!Number.isNaN(new Date(notice.atMs).getTime()), `${notice.atMs}`)
      assert.ok(!JSON.stringify(notice).includes('\\u0000'))
      if (notice.connected) assert.ok(notice.keepAliveSeconds >= 0 && notice.keepAliveSeconds <= 65_535)
      else assert.equal(typeof notice.reason, 'string')
    }
  })
})

test('bytes of a serial line are an answer, a piece of one, damaged or unasked for', async () => {
  const request = readRequest('holdingRegister', 0, 4)
  const good = serialFrame(1, new Uint8Array([3, 8, 0, 1, 0, 2, 0, 3, 0, 4]))
  await tryReader('Modbus', (random) => {
    const bytes = spoiltBytes(Buffer.from(good), random)
    for (const message of [readSerialFrame(1, bytes), readTcpFrame(1, 1, bytes)])
      if (message !== null) readAnswer(request, message)
    const line = openLine<number>({ send: () => Promise.resolve(true), answerMs: minuteMs, lateMs: 10_000 })
    void line.ask({ unit: 1, protocol: random.pick(['modbusRtu', 'modbusTcp']), request, read: () => 1 })
    for (let piece = 0; piece < 3; piece += 1) line.take(spoiltBytes(Buffer.from(good), random), 1)
    line.close()
  })
})

test('a table is read or refused', async () => {
  const columns = [{ head: { en: 'Name', zh: '姓名' }, type: 'text', value: (row: string) => row } as const]
  const options = { locale: 'en', timeZone: 'UTC', sheetName: 'Names' } as const
  for (const format of ['csv', 'xlsx'] as const) {
    const whole = Buffer.concat(await Array.fromAsync(writeTable(format, columns, ['Quay', '欧阳, "云"'], options)))
    await tryReader(format, async (random) => {
      const bytes = spoiltBytes(whole, random)
      for await (const { cells } of readTable(bytes, { maxRows: 100, maxBytes: 1_000_000 }))
        assert.ok(cells.length < 201)
    })
  }
})

test('a document of a thing model is read, or every problem of it is reported', async () => {
  const profile = { productKey: 'a1Foreign01' }
  const documents = (['alink', 'api', 'modbus'] as const).flatMap((format) =>
    modelFilesOf(
      format === 'modbus'
        ? modbusUnit
        : {
            ...combiOven,
            properties: combiOven.properties.slice(0, 4),
            services: combiOven.services.slice(0, 2),
            events: combiOven.events.slice(0, 2),
          },
      profile,
      'en',
      format,
    ),
  )
  for (const { json } of documents) {
    const places = placesIn(json)
    await tryReader('thing model', (random) => {
      const read = readModelText(spoiltJson(json, places, random))
      if (!read.ok) return
      const model = fromModelFiles([{ name: 'one', json: read.json }], modbusUnit)
      if (!model.ok) modelFileProblems(model.issues, 'zh')
    })
  }
})

test('a token that was never issued belongs to no account', async () => {
  await tryReader('token', async (random) => {
    const token = spoiltText('f9Zk2mQ8', random)
    assert.equal(await authenticate(app, token), 'invalid')
  })
})
