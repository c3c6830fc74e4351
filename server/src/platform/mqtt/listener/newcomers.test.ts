import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { after, test } from 'node:test'
import mqtt from 'mqtt'
import packets from 'mqtt-packet'
import { WebSocket } from 'ws'
import { until } from '../../../testing/until.ts'
import { createLog } from '../../log.ts'
import type { ConnectRequest } from '../mqtt-hooks.ts'
import { startMqttServer, type MqttServerOptions } from '../mqtt-server.ts'
import { newcomers } from './newcomers.ts'

/** Limits for the resources that a client without authentication can occupy. */

const running: (() => Promise<unknown>)[] = []
after(async () => {
  for (const stop of running) await stop()
})

async function open(options: Partial<MqttServerOptions> = {}) {
  const unserved: ConnectRequest[] = []
  const payloads: string[] = []
  const server = await startMqttServer(
    {
      authenticate: async ({ username }) => username,
      mayPublish: () => true,
      maySubscribe: () => true,
      onConnected: () => undefined,
      onDisconnected: () => undefined,
      onDelivered: () => undefined,
      onDisorder: () => undefined,
      onUnserved: (request) => unserved.push(request),
      onBatch: async (batch) => void payloads.push(...batch.map(({ payload }) => String(payload.length))),
    },
    { host: '127.0.0.1', port: 0, log: createLog({ level: 'silent' }), now: () => Date.now(), ...options },
  )
  running.push(() => server.stop())
  return { server, unserved, payloads }
}

const common = { cmd: 'connect', keepalive: 60, protocolId: 'MQTT', protocolVersion: 4, clean: true } as const

/** A connection that sends nothing. */
function silent(port: number, localAddress: string) {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  running.unshift(async () => void socket.destroy())
  const connected = new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, connected, closed }
}

test('of one address, and of one /64, so many connections may wait to sign in, and so many in all', () => {
  const counted = newcomers({ inAll: 5, ofAddress: 2 })
  const [first] = [counted.enter('2001:db8::1'), counted.enter('2001:db8::2')]
  assert.equal(counted.enter('2001:db8::3'), undefined)
  assert.notEqual(counted.enter('2001:db8:0:1::1'), undefined)
  first?.()
  first?.()
  for (const address of ['2001:db8::3', '10.0.0.1', '10.0.0.2']) assert.notEqual(counted.enter(address), undefined)
  assert.equal(counted.enter('10.0.0.3'), undefined)
})

test('a client that connects and does not sign in locks out only clients of the same address, and only until it disconnects', async () => {
  const { server } = await open({ newcomerLimits: { inAll: 6, ofAddress: 3 } })
  const waiting = Array.from({ length: 3 }, () => silent(server.port, '127.0.0.2'))
  await Promise.all(waiting.map(({ connected }) => connected))
  await silent(server.port, '127.0.0.2').closed
  // Authenticated clients do not count: there are more of them here than may wait.
  for (let count = 0; count < 7; count += 1) {
    const client = await mqtt.connectAsync({
      host: '127.0.0.1',
      port: server.port,
      username: `oven${count}`,
      password: 'x',
      reconnectPeriod: 0,
    })
    running.unshift(() => client.endAsync(true))
  }
  for (const { socket } of waiting) assert.equal(socket.destroyed, false)
  waiting[0]?.socket.destroy()
  await until('room for another', async () => {
    const { socket, closed } = silent(server.port, '127.0.0.2')
    socket.once('connect', () => socket.write(packets.generate({ ...common, clientId: 'c', username: 'another' })))
    const answered = new Promise<true>((resolve) => socket.once('data', () => resolve(true)))
    const isIn = await Promise.race([answered, closed.then(() => false)])
    socket.destroy()
    return isIn
  })
})

test('before it has signed in a client’s packet is at most 8 KB, over a WebSocket too', async () => {
  const { server } = await open()
  const helloOf = (bytes: number) =>
    packets.generate({ ...common, clientId: 'c', username: 'oven', password: Buffer.alloc(bytes, 'x') })
  const [fits, large] = [net.connect(server.port, '127.0.0.1'), net.connect(server.port, '127.0.0.1')]
  fits.write(helloOf(8000))
  const answer: unknown[] = await once(fits, 'data')
  assert.deepEqual(answer[0], Buffer.from([0x20, 2, 0, 0]))
  large.on('error', () => undefined)
  // Only its first bytes are sent: the server does not wait for the rest.
  large.write(helloOf(8300).subarray(0, 10))
  await once(large, 'close')
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/mqtt`, 'mqtt')
  socket.on('error', () => undefined)
  await once(socket, 'open')
  socket.send(Buffer.alloc(100_000))
  await once(socket, 'close')
  fits.destroy()
})

test('messages that a device sends directly after its CONNECT are accepted when it has signed in, however many there are', async () => {
  const { server, payloads } = await open()
  const socket = net.connect(server.port, '127.0.0.1')
  running.unshift(async () => socket.destroy())
  const publish = { cmd: 'publish', topic: '/t', qos: 0, dup: false, retain: false } as const
  socket.write(
    Buffer.concat([
      packets.generate({ ...common, clientId: 'c', username: 'oven' }),
      ...Array.from({ length: 20 }, () => packets.generate({ ...publish, payload: Buffer.alloc(100_000) })),
    ]),
  )
  await until('all of it', () => payloads.length === 20)
})

test('a client of MQTT 5 is refused in its own protocol version', async () => {
  const { server, unserved } = await open()
  const connecting = mqtt.connectAsync({
    host: '127.0.0.1',
    port: server.port,
    protocolVersion: 5,
    username: 'oven',
    clientId: 'c',
    reconnectPeriod: 0,
  })
  await assert.rejects(connecting, { code: 132 })
  assert.deepEqual(
    unserved.map(({ username, protocol }) => [username, protocol]),
    [['oven', 'MQTT 5']],
  )
})
