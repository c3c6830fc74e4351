import { minuteMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import packets from 'mqtt-packet'
import mqtt from 'mqtt'
import type { IClientOptions, MqttClient } from 'mqtt'
import { createLog } from '../log.ts'
import { until } from '../../testing/until.ts'
import { startMqttServer, type MqttServer, type MqttServerOptions } from './mqtt-server.ts'
import type { MqttHooks, Incoming } from './mqtt-hooks.ts'
import { largestPayloadBytes } from './take-packets.ts'

const log = createLog({ level: 'silent' })
const running: { stop: () => Promise<void> }[] = []
after(async () => {
  for (const one of running) await one.stop()
})

type Watched = Readonly<{
  server: MqttServer
  batches: (readonly Incoming[])[]
  payloads: string[]
  events: string[]
  delivered: string[]
  details: string[]
}>

/** A server that names devices by their user name; the password is `secret`, topics begin with `/{name}/`. */
async function watched(hooks: Partial<MqttHooks> = {}, options: Partial<MqttServerOptions> = {}): Promise<Watched> {
  const batches: (readonly Incoming[])[] = []
  const payloads: string[] = []
  const events: string[] = []
  const delivered: string[] = []
  const details: string[] = []
  const { onBatch, ...others } = hooks
  const server = await startMqttServer(
    {
      authenticate: async ({ username, password }) => (password === 'secret' ? username : null),
      mayPublish: (key, topic) => topic.startsWith(`/${key}/`),
      maySubscribe: (key, filter) => filter.startsWith(`/${key}/`),
      onConnected: ({ key, address, protocol }) => events.push(`${key} connected ${address} ${protocol}`),
      onDisconnected: ({ key }, reason, detail) => {
        events.push(`${key} ${reason}`)
        if (detail !== '') details.push(`${key} ${detail}`)
      },
      onDelivered: (key, reference) => delivered.push(`${key} ${reference}`),
      onDisorder: () => events.push('out of order'),
      onBatch: async (batch, mark) => {
        await onBatch?.(batch, mark)
        batches.push(batch)
        for (const message of batch) payloads.push(message.payload.toString('utf8').slice(0, 40))
      },
      ...others,
    },
    { host: '127.0.0.1', port: 0, log, now: () => Date.now(), ...options },
  )
  running.push(server)
  return { server, batches, payloads, events, delivered, details }
}

async function connect(port: number, username: string, options: Partial<IClientOptions> = {}) {
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port,
    protocol: 'mqtt',
    protocolVersion: 4,
    clientId: `client of ${username}`,
    username,
    password: 'secret',
    reconnectPeriod: 0,
    ...options,
  })
  client.on('error', () => undefined)
  running.unshift({ stop: () => client.endAsync(true) })
  return client
}

const closeOf = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()))

/** A socket that has sent CONNECT, for packets that no client library would send. */
async function rawDevice(port: number, username: string) {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    packets.generate({
      cmd: 'connect',
      clientId: username,
      username,
      password: Buffer.from('secret'),
      keepalive: 60,
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
    }),
  )
  await once(socket, 'data')
  return socket
}

const hasEnded = ({ events }: Watched, line: string) => until(line, () => events.includes(line))

test('acknowledges a QoS 1 publish only after the batch that carries it is safe', async () => {
  const commit = Promise.withResolvers<void>()
  const { server, payloads } = await watched({ onBatch: () => commit.promise })
  const client = await connect(server.port, 'oven')
  let isAcknowledged = false
  const publishing = client.publishAsync('/oven/report', 'one', { qos: 1 }).then(() => (isAcknowledged = true))
  await until('the message to arrive', () => server.waiting() === 1)
  // A round trip on the same connection: an earlier acknowledgement would have arrived by now.
  await client.subscribeAsync('/oven/x', { qos: 1 })
  assert.equal(isAcknowledged, false)
  commit.resolve()
  await publishing
  assert.deepEqual(payloads, ['one'])
})

test('a batch that fails is tried again, and its messages are acknowledged once it succeeds', async () => {
  let failures = 0
  const { server, payloads } = await watched({
    onBatch: async () => {
      if ((failures += 1) <= 2) throw new Error('The database is away')
    },
  })
  const client = await connect(server.port, 'oven')
  await client.publishAsync('/oven/report', 'kept', { qos: 1 })
  assert.deepEqual([failures, payloads], [3, ['kept']])
})

test('messages that arrive while a batch is written are in the next one, in order', async () => {
  const first = Promise.withResolvers<void>()
  const { server, batches, payloads } = await watched({ onBatch: () => first.promise })
  const client = await connect(server.port, 'oven')
  const publishing = [client.publishAsync('/oven/report', '0', { qos: 1 })]
  await until('the first message', () => server.waiting() === 1)
  await wait(5)
  for (let index = 1; index <= 60; index += 1)
    publishing.push(client.publishAsync('/oven/report', String(index), { qos: 1 }))
  await until('the others', () => server.waiting() > 1)
  first.resolve()
  await Promise.all(publishing)
  assert.deepEqual(
    payloads,
    Array.from({ length: 61 }, (_, index) => String(index)),
  )
  assert.ok(batches.length < 30, `${batches.length} batches for 61 messages`)
})

test('a publisher is not read further while its message waits', async () => {
  const commit = Promise.withResolvers<void>()
  const { server } = await watched({ onBatch: () => commit.promise })
  const socket = await rawDevice(server.port, 'oven')
  const frame = packets.generate({
    cmd: 'publish',
    topic: '/oven/report',
    payload: Buffer.alloc(1000),
    qos: 0,
    dup: false,
    retain: false,
  })
  const frames = 40_000
  for (let sent = 0; sent < frames; sent += 1) socket.write(frame)
  let before = -1
  await until('the socket to stand still', async () => {
    const now = socket.writableLength
    const isStill = now > 0 && now === before && server.waiting() > 0
    before = now
    await wait(100)
    return isStill
  })
  const most = server.waiting()
  assert.ok(most < 5000, `${most} of ${frames} messages are held in memory`)
  commit.resolve()
  await until('all of it to be read', () => socket.writableLength === 0 && server.waiting() === 0, 20_000)
  socket.destroy()
})

test('a device that connects while the maximum of messages waits is admitted all the same', async () => {
  const commit = Promise.withResolvers<void>()
  const { server } = await watched({ onBatch: () => commit.promise })
  const sockets = await Promise.all(['one', 'two', 'three'].map((name) => rawDevice(server.port, name)))
  for (const [index, socket] of sockets.entries()) {
    const topic = `/${['one', 'two', 'three'][index]}/report`
    const payload = Buffer.alloc(250_000)
    const frame = packets.generate({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false })
    for (let sent = 0; sent < 100; sent += 1) socket.write(frame)
  }
  // The server reads 32 of the 75 MB, which may wait, and the surplus of one read.
  await until('32 MB to wait', () => server.waiting() * 250_000 > 33_554_432)
  const newcomer = await Promise.race([connect(server.port, 'newcomer'), wait(5000, undefined)])
  assert.ok(newcomer?.connected, 'it was not let in within 5 s')
  assert.ok(server.waiting() < 250, 'not all that was sent is read meanwhile')
  commit.resolve()
  await until('all of it to be read', () => server.waiting() === 0, 20_000)
  for (const socket of sockets) socket.destroy()
})

test('a wrong password is refused as not authorised, and a failing check as unavailable', async () => {
  const { server, events } = await watched()
  await assert.rejects(connect(server.port, 'oven', { password: 'wrong' }), { code: 5 })
  const failing = await watched({ authenticate: async () => Promise.reject(new Error('The database is away')) })
  await assert.rejects(connect(failing.server.port, 'oven'), { code: 3 })
  assert.deepEqual([...events, ...failing.events], [])
})

test('filters of a device are bounded in length and number, and none holds control characters: the others are refused with 128', async () => {
  const { server } = await watched({ maySubscribe: () => true })
  const client = await connect(server.port, 'oven')
  const granted = async (filters: readonly string[]) =>
    (await client.subscribeAsync([...filters], { qos: 1 }).catch(() => [])).map(({ qos }) => qos)
  const tooLong = `/oven/${'x'.repeat(251)}`
  assert.deepEqual(await granted(['/oven/fine']), [1])
  assert.equal(server.isSubscribed('oven', '/oven/fine'), true)
  await granted([tooLong, '/oven/\u0001'])
  assert.equal(server.isSubscribed('oven', tooLong), false)
  assert.equal(server.isSubscribed('oven', '/oven/\u0001'), false)
  // One packet asks for 250 filters: as many as fit beside the first are granted.
  await granted(Array.from({ length: 250 }, (_, index) => `/oven/many/${index}`))
  const had = Array.from({ length: 250 }, (_, index) => server.isSubscribed('oven', `/oven/many/${index}`))
  assert.equal(had.filter(Boolean).length, 99)
  await client.unsubscribeAsync('/oven/many/0')
  assert.deepEqual(await granted(['/oven/another']), [1])
  await client.endAsync()
})

test('a hook that throws ends neither the process nor other connections', async () => {
  const fail = () => {
    throw new Error('planted')
  }
  const { server, payloads } = await watched({
    mayPublish: (key, topic) => (topic.endsWith('poison') ? fail() : topic.startsWith(`/${key}/`)),
    maySubscribe: () => fail(),
    onMessage: fail,
    onDelivered: fail,
  })
  const other = await connect(server.port, 'other')
  const client = await connect(server.port, 'oven')
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  await client.subscribeAsync('/oven/x', { qos: 1 }).catch(() => undefined)
  client.publish('/oven/poison', 'x', { qos: 1 })
  await closed
  await client.endAsync(true)
  await other.publishAsync('/other/x', 'still here', { qos: 1 })
  assert.deepEqual(payloads, ['still here'])
  await other.endAsync()
})

test('a device that publishes or subscribes outside its own topics is disconnected, and the topic is reported', async () => {
  const link = await watched()
  for (const name of ['publisher', 'subscriber']) {
    const client = await connect(link.server.port, name)
    const closed = closeOf(client)
    if (name === 'publisher') client.publish('/another/report', 'lie', { qos: 1 })
    else client.subscribe('#', { qos: 1 })
    await closed
    await hasEnded(link, `${name} wrong_topic`)
    assert.equal(link.server.isConnected(name), false)
  }
  assert.deepEqual(link.details, ['publisher /another/report', 'subscriber #'])
})

test('reports why a connection ended', async () => {
  const link = await watched()
  const { server } = link
  await (await connect(server.port, 'leaver')).endAsync()
  await hasEnded(link, 'leaver disconnected')
  ;(await connect(server.port, 'dropper')).stream.destroy()
  await hasEnded(link, 'dropper connection_lost')
  const kicked = await connect(server.port, 'nuisance')
  server.kick('nuisance', 'kicked')
  await closeOf(kicked)
  await hasEnded(link, 'nuisance kicked')
  assert.ok(link.events.includes('leaver connected 127.0.0.1 MQTT 3.1.1'))
})

test('a second connection of a device replaces the first, whatever client id each has; another device may share the id', async () => {
  const link = await watched()
  const first = await connect(link.server.port, 'oven', { clientId: 'a' })
  const neighbour = await connect(link.server.port, 'neighbour', { clientId: 'b' })
  const closed = closeOf(first)
  await connect(link.server.port, 'oven', { clientId: 'b' })
  await closed
  assert.equal(link.server.isConnected('oven'), true)
  assert.equal(neighbour.connected, true)
  const own = link.events.filter((line) => line.startsWith('oven')).map((line) => line.split(' ')[1])
  assert.deepEqual(own, ['connected', 'replaced', 'connected'])
})

test('any keep-alive is accepted as requested', async () => {
  const { server } = await watched()
  for (const keepalive of [0, 1, 29, 1200, 65_535]) {
    const key = `oven${keepalive}`
    await connect(server.port, key, { keepalive, reschedulePings: false })
    assert.equal(server.connections().find((connection) => connection.key === key)?.keepAliveSeconds, keepalive)
  }
})

test('without a keep-alive a device that is silent for 1,800 s is reported as silent, stays connected, and is reported again', async () => {
  let aheadMs = 0
  const notices: string[] = []
  const { server } = await watched(
    { onSilence: ({ key }, isSilent) => notices.push(`${key} ${isSilent ? 'silent' : 'active'}`) },
    { now: () => Date.now() + aheadMs },
  )
  const client = await connect(server.port, 'oven', { keepalive: 0 })
  aheadMs = 1_795_000
  await client.publishAsync('/oven/report', 'x', { qos: 1 })
  aheadMs += 1_795_000
  await connect(server.port, 'witness', { keepalive: 0 })
  assert.deepEqual([notices, server.isSilent('oven')], [[], false])
  aheadMs += 6000
  await until('it to be silent', () => notices.length > 0)
  assert.deepEqual([notices, server.isSilent('oven'), client.connected], [['oven silent'], true, true])
  await client.publishAsync('/oven/report', 'x', { qos: 1 })
  await until('it to be active again', () => notices.length > 1)
  assert.deepEqual([notices, server.isSilent('oven')], [['oven silent', 'oven active'], false])
})

test('a device that sends nothing for one and a half keep-alives is disconnected', async () => {
  const link = await watched()
  const socket = net.connect(link.server.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    packets.generate({
      cmd: 'connect',
      clientId: 'x',
      username: 'silent',
      password: Buffer.from('secret'),
      keepalive: 1,
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
    }),
  )
  await hasEnded(link, 'silent keep_alive')
  assert.equal(link.server.isConnected('silent'), false)
})

const life = { forMs: minuteMs }

test('a message to a device arrives without a subscription, and its acknowledgement is reported by reference', async () => {
  const { server, delivered } = await watched()
  const client = await connect(server.port, 'oven')
  const received: string[] = []
  client.on('message', (topic, payload) => received.push(`${topic} ${payload.toString('utf8')}`))
  assert.deepEqual(
    await Promise.all([
      server.send('oven', '/oven/set', 'plain', life),
      server.send('oven', '/oven/set', 'one', { ...life, reference: '7' }),
      server.send('oven', '/oven/set', 'two', { ...life, reference: '8' }),
    ]),
    [true, true, true],
  )
  await until('the acknowledgements', () => delivered.length === 2)
  assert.deepEqual(delivered, ['oven 7', 'oven 8'])
  assert.deepEqual(received, ['/oven/set plain', '/oven/set one', '/oven/set two'])
  assert.equal(await server.send('nobody', '/nobody/set', 'lost', life), false)
})

test('a message whose time has passed is not sent', async () => {
  const { server } = await watched()
  const client = await connect(server.port, 'late')
  const received: string[] = []
  client.on('message', (topic) => received.push(topic))
  assert.deepEqual(
    [await server.send('late', '/late/heat', '', { forMs: 0 }), await server.send('late', '/late/end', '', life)],
    [false, true],
  )
  await until('the last word', () => received.includes('/late/end'))
  assert.deepEqual(received, ['/late/end'])
})

test('a device receives neither its own messages nor those of another one', async () => {
  const { server } = await watched({ maySubscribe: () => true })
  const talker = await connect(server.port, 'talker')
  const listener = await connect(server.port, 'listener')
  const received: string[] = []
  for (const client of [talker, listener]) {
    client.on('message', (topic) => received.push(topic))
    await client.subscribeAsync('/#', { qos: 1 })
  }
  await talker.publishAsync('/talker/report', 'aloud', { qos: 1, retain: true })
  await server.send('listener', '/listener/end', '', life)
  await until('the last word', () => received.includes('/listener/end'))
  assert.deepEqual(received, ['/listener/end'])
})

test('a last will is not published', async () => {
  const link = await watched()
  const client = await connect(link.server.port, 'oven', {
    will: { topic: '/oven/report', payload: Buffer.from('farewell'), qos: 1, retain: false },
  })
  client.stream.destroy()
  await hasEnded(link, 'oven connection_lost')
  await (await connect(link.server.port, 'other')).publishAsync('/other/report', 'after', { qos: 1 })
  assert.deepEqual(link.payloads, ['after'])
})

test('the largest payload is accepted, a larger one and a topic too long cut the connection', async () => {
  const link = await watched({ onRefused: () => true })
  const client = await connect(link.server.port, 'oven')
  await client.publishAsync('/oven/report', Buffer.alloc(largestPayloadBytes, 'x'), { qos: 1 })
  client.publish('/oven/report', Buffer.alloc(largestPayloadBytes + 1, 'y'), { qos: 1 })
  await closeOf(client)
  await hasEnded(link, 'oven too_large')
  const wordy = await connect(link.server.port, 'wordy')
  wordy.publish(`/wordy/${'x'.repeat(251)}`, 'z', { qos: 1 })
  await closeOf(wordy)
  await hasEnded(link, 'wordy topic_too_long')
  assert.deepEqual(link.details, ['oven 262145 B, /oven/report', `wordy /wordy/${'x'.repeat(249)}…`])
  // Refused messages are passed on with the others, cut, to be stored.
  await until('all three', () => link.payloads.length === 3)
  assert.deepEqual(link.payloads, ['x'.repeat(40), 'y'.repeat(40), 'z'])
})

test('a packet that announces more than allowed is refused before it is read into memory', async () => {
  const link = await watched()
  const socket = await rawDevice(link.server.port, 'greedy')
  // A PUBLISH that announces 200 MB; only the first bytes are sent.
  socket.write(Buffer.from([0x30, 0x80, 0x80, 0xb0, 0x5f]))
  await once(socket, 'close')
  await hasEnded(link, 'greedy too_large')
})

test('QoS 2 is not supported', async () => {
  const link = await watched()
  const client = await connect(link.server.port, 'oven')
  client.publish('/oven/report', 'twice', { qos: 2 })
  await closeOf(client)
  await hasEnded(link, 'oven qos_2')
})

test('a client that subscribes with QoS 2 is granted QoS 1', async () => {
  const { server } = await watched()
  const client = await connect(server.port, 'oven')
  const granted = await client.subscribeAsync({ '/oven/a': { qos: 2 }, '/oven/b': { qos: 0 } })
  assert.deepEqual(
    granted.map(({ qos }) => qos),
    [1, 0],
  )
})

test('malformed packets end their own connection and no other', async () => {
  const link = await watched()
  const witness = await connect(link.server.port, 'witness')
  const connectPacket = packets.generate({
    cmd: 'connect',
    clientId: 'x',
    username: 'broken',
    password: Buffer.from('secret'),
    keepalive: 60,
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
  })
  const afterConnect = [
    Buffer.from([0xf0, 0x00]),
    Buffer.from([0x36, 0x02, 0x00, 0x00]),
    Buffer.from([0x30, 0x03, 0x00, 0x20, 0x41]),
    Buffer.from([0x82, 0x02, 0x00, 0x01]),
    Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01]),
    Buffer.from([0x32, 0x04, 0x00, 0x02, 0x2f, 0x61]),
    connectPacket,
    packets.generate({ cmd: 'publish', topic: '', payload: '', qos: 0, dup: false, retain: false }),
    packets.generate({
      cmd: 'publish',
      topic: `/broken/${'/'.repeat(150)}`,
      payload: '',
      qos: 0,
      dup: false,
      retain: false,
    }),
  ]
  for (const bytes of afterConnect) {
    const socket = await rawDevice(link.server.port, 'broken')
    socket.write(bytes)
    await once(socket, 'close')
  }
  const strangers = [
    Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    connectPacket.subarray(2),
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff]),
    ...Array.from({ length: 200 }, () => randomBytes(64)),
  ]
  for (const bytes of strangers) {
    const socket = net.connect(link.server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.end(bytes)
    socket.resume()
    await once(socket, 'close')
  }
  for (let round = 0; round < 100; round += 1) {
    const socket = await rawDevice(link.server.port, 'broken')
    socket.end(randomBytes(80))
    socket.resume()
    await once(socket, 'close')
  }
  await witness.publishAsync('/witness/report', 'still here', { qos: 1 })
  assert.ok(link.payloads.includes('still here'))
})

test('when the server stops, its devices are notified by the reason', async () => {
  const link = await watched()
  const client = await connect(link.server.port, 'oven')
  const closed = closeOf(client)
  await link.server.stop()
  await closed
  assert.ok(link.events.includes('oven server_restart'))
  await assert.rejects(connect(link.server.port, 'oven'))
})

test('messages carry the time of a clock that was put back', async () => {
  let nowMs = Date.parse('2027-11-21T00:00:00Z')
  const { server, batches } = await watched({}, { now: () => nowMs })
  const client = await connect(server.port, 'oven')
  await client.publishAsync('/oven/report', 'ahead', { qos: 1 })
  nowMs = Date.parse('2026-11-21T00:00:00Z')
  await client.publishAsync('/oven/report', 'right', { qos: 1 })
  assert.equal(Math.floor(batches.flat().at(-1)?.receivedAt ?? 0), nowMs)
})
