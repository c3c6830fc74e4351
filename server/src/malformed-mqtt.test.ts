// @alone: measures memory.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { heldBytes } from './testing/malformed/held-bytes.ts'
import {
  connectPacket,
  noConnect,
  wrongConnect,
  wrongPacket,
  wrongPayload,
} from './testing/malformed/malformed-packet.ts'
import { randomFrom, seedOfRun, type Random } from './testing/malformed/random.ts'
import type { Triple } from './testing/fake-device.ts'
import { connectMade, historyOf, traceOf, tripleOf } from './testing/linked-device.ts'
import { make } from './testing/make.ts'
import { startTestApp, type TestApp } from './testing/start-app.ts'
import { until } from './testing/until.ts'

/** 10,000 malformed packets and payloads are sent while healthy devices continue reporting and lose nothing. */

const counts = { payloads: 6000, packets: 1500, connects: 1500, strangers: 700, halves: 300 }
const atOnce = 8
const maxGrowthBytes = 24 * 1_048_576

type Made = Awaited<ReturnType<typeof make.device>>
let app: TestApp
let healthy: readonly Made[] = []
let nuisances: readonly Made[] = []
before(async () => {
  app = await startTestApp({ roles: ['connector'] })
  healthy = await Promise.all([1, 2, 3].map(() => make.device(app)))
  nuisances = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => make.device(app)))
})
after(() => app.stop())

/** Healthy devices that report one value after the other, each with a counter. */
async function keepReporting() {
  const stopping = { now: false }
  const running = healthy.map(async (made) => {
    const device = await connectMade(app, made)
    const reported: number[] = []
    let slowestMs = 0
    while (!stopping.now) {
      const startedAt = performance.now()
      await device.report({ CookCount: reported.length })
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
      reported.push(reported.length)
      await wait(5)
    }
    const stayed = device.isConnected()
    await device.leave()
    return { made, reported, stayed, slowestMs }
  })
  return async () => {
    stopping.now = true
    return Promise.all(running)
  }
}

/** Runs the work `count` times with some concurrency; each worker has its own number. */
async function often(count: number, work: (worker: number) => Promise<void>): Promise<void> {
  let left = count
  const run = async (worker: number) => {
    while (left > 0) {
      left -= 1
      await work(worker)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => run(worker)))
}

const connection = () => {
  const socket = net.connect(app.addresses.mqttPort ?? 0, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  return socket
}

/** Sends bytes and waits for the end of the connection, by the server, or by us if it may stay open. */
async function sendAndEnd(bytes: Buffer, patienceMs: number): Promise<void> {
  const socket = connection()
  const closed = once(socket, 'close')
  socket.write(bytes)
  await Promise.race([closed, wait(patienceMs)])
  socket.destroy()
}

async function admitted(triple: Triple): Promise<net.Socket> {
  const socket = connection()
  socket.write(connectPacket(triple))
  const connack = await new Promise<unknown>((resolve) => socket.once('data', resolve))
  assert.ok(Buffer.isBuffer(connack) && connack.readUInt8(0) === 0x20 && connack.readUInt8(3) === 0, 'CONNACK 0')
  return socket
}

/**
 * Sends senseless payloads under its own topics on one connection, some at once; returns the number of
 * acknowledgements.
 */
async function talkNonsense(triple: Triple, count: number, random: Random): Promise<number> {
  const window = 20
  const socket = await admitted(triple)
  let acknowledged = 0
  let sent = 0
  const done = Promise.withResolvers<void>()
  const send = () => {
    while (sent < count && sent - acknowledged < window) {
      sent += 1
      socket.write(wrongPayload(triple, sent, random))
    }
  }
  let rest = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    // Answers also come with payloads; only whole packets are examined.
    for (let next = lengthOf(rest); next !== undefined && rest.length >= next; next = lengthOf(rest)) {
      if (rest.readUInt8(0) === 0x40) acknowledged += 1
      if (rest.readUInt8(0) === 0x32) socket.write(pubackOf(rest.subarray(0, next)))
      rest = rest.subarray(next)
    }
    send()
    if (acknowledged === count) done.resolve()
  })
  socket.on('close', () => done.resolve())
  send()
  await done.promise
  socket.destroy()
  return acknowledged
}

function lengthOf(bytes: Buffer): number | undefined {
  let length = 0
  for (let at = 1; at < 5; at += 1) {
    if (at >= bytes.length) return undefined
    const byte = bytes.readUInt8(at)
    length += (byte & 0x7f) * 128 ** (at - 1)
    if (byte < 0x80) return at + 1 + length
  }
  return undefined
}

function pubackOf(packet: Buffer): Buffer {
  const head = packet.readUInt8(1) < 0x80 ? 2 : packet.readUInt8(2) < 0x80 ? 3 : 4
  const topicEnd = head + 2 + packet.readUInt16BE(head)
  return Buffer.concat([Buffer.from([0x40, 2]), packet.subarray(topicEnd, topicEnd + 2)])
}

async function nuisance(seed: number): Promise<{ acknowledged: number }> {
  const random = randomFrom(seed)
  const triples = nuisances.map(tripleOf)
  const [victim] = healthy.map(tripleOf)
  const of = (worker: number) => triples[worker % triples.length] ?? triples[0]
  assert.ok(victim)
  const each = (work: (triple: Triple) => Promise<void>) => async (worker: number) => {
    const triple = of(worker)
    assert.ok(triple)
    await work(triple)
  }
  // Thousands of failed sign-ins under its name do not lock a device out of an address where it has signed in before.
  for (const triple of triples) (await admitted(triple)).destroy()
  // Bytes sent one at a time, and half packets without an end: both connections stay open during the test.
  const slow = triples.map((triple) => {
    const socket = connection()
    const bytes = connectPacket(triple)
    let at = 0
    const timer = setInterval(() => void (at < bytes.length - 1 && socket.write(bytes.subarray(at, (at += 1)))), 50)
    return () => {
      clearInterval(timer)
      socket.destroy()
    }
  })
  await often(counts.strangers, () => sendAndEnd(noConnect(random), 20))
  await often(
    counts.connects,
    each((triple) => sendAndEnd(wrongConnect(triple, random), 100)),
  )
  await often(
    counts.halves,
    each((triple) => {
      const whole = connectPacket(triple)
      return sendAndEnd(whole.subarray(0, 1 + random.int(whole.length - 1)), 5)
    }),
  )
  await often(
    counts.packets,
    each(async (triple) => {
      const socket = await admitted(triple)
      const closed = once(socket, 'close')
      socket.write(wrongPacket(triple, victim, random))
      // Half of them are replaced by the device's next connection instead of being closed by the test.
      await Promise.race([closed, wait(30)])
      if (random.chance(0.5)) socket.destroy()
    }),
  )
  const shares = triples.map((triple) => talkNonsense(triple, counts.payloads / triples.length, random))
  const acknowledged = (await Promise.all(shares)).reduce((sum, share) => sum + share, 0)
  for (const leave of slow) leave()
  return { acknowledged }
}

test('10,000 malformed packets and payloads: healthy devices stay, and every report of theirs is stored once', async (context) => {
  const stop = await keepReporting()
  const { acknowledged } = await nuisance(seedOfRun)
  const reports = await stop()
  context.diagnostic(
    `seed ${seedOfRun}; ${reports.map(({ reported, slowestMs }) => `${reported.length} reports, the slowest ${slowestMs.toFixed(0)} ms`).join('; ')}`,
  )
  assert.equal(
    acknowledged,
    counts.payloads,
    'what is said under an own topic is taken, whatever it is, so that the device goes on',
  )
  for (const { made, reported, stayed } of reports) {
    assert.ok(stayed)
    assert.ok(reported.length > 100, `only ${reported.length} reports`)
    const rows = await until('all of it to be stored', async () => {
      const found = await historyOf(app, made, 'CookCount')
      return found.length >= reported.length ? found : undefined
    })
    assert.deepEqual(
      rows.map(({ number }) => number),
      reported,
    )
  }
})

test('nothing was stored under another’s name, and invalid messages are in the trace with the code of their refusal', async () => {
  for (const made of healthy) assert.equal((await historyOf(app, made, 'ChamberTemp')).length, 0)
  const codes = new Map<string, number>()
  for (const made of nuisances)
    for (const { code } of await traceOf(app, made)) codes.set(String(code), (codes.get(String(code)) ?? 0) + 1)
  for (const code of ['200', '460', '6106', '6207'])
    assert.ok((codes.get(code) ?? 0) > 0, `none with ${code}: ${JSON.stringify([...codes])}`)
})

test(`a second round leaves at most ${maxGrowthBytes / 1_048_576} MB more in memory`, async (context) => {
  const before = await heldBytes()
  await nuisance(seedOfRun + 1)
  await until(
    'the connections to be gone',
    async () => {
      const online = await app.db.selectFrom('deviceState').select('deviceId').where('online', '=', true).execute()
      return online.length === 0
    },
    20_000,
  )
  const grown = (await heldBytes()) - before
  context.diagnostic(`${(grown / 1_048_576).toFixed(1)} MB`)
  assert.ok(grown < maxGrowthBytes, `${(grown / 1_048_576).toFixed(1)} MB more are held`)
})
