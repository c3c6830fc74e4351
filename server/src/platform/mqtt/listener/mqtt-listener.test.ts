import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { Duplex } from 'node:stream'
import { after, test } from 'node:test'
import tls from 'node:tls'
import mqtt from 'mqtt'
import type { IClientOptions } from 'mqtt'
import packets from 'mqtt-packet'
import { WebSocket } from 'ws'
import { testCertificate, testRsaCertificate } from '../../../testing/test-certificate.ts'
import { createLog } from '../../log.ts'
import { offersOnlyPsk } from './client-hello.ts'
import { startMqttServer, type MqttServerOptions } from '../mqtt-server.ts'

const running: (() => Promise<unknown>)[] = []
after(async () => {
  for (const stop of running) await stop()
})

const psk = Buffer.from(createHmac('sha256', 'secret').update('ideviceName').digest('hex').toUpperCase())

/** A server that admits every client, and knows one pre-shared key, after a delay. */
async function open(options: Partial<MqttServerOptions> = {}) {
  const events: string[] = []
  const payloads: string[] = []
  const server = await startMqttServer(
    {
      authenticate: async ({ username }) => username,
      mayPublish: () => true,
      maySubscribe: () => true,
      onConnected: ({ key, address, protocol }) => events.push(`${key} ${address} ${protocol}`),
      onDisconnected: ({ key }, reason) => events.push(`${key} ${reason}`),
      onDelivered: () => undefined,
      onDisorder: () => undefined,
      onBatch: async (batch) => {
        payloads.push(...batch.map(({ payload }) => payload.toString('utf8')))
      },
      pskOf: async (identity) => {
        await new Promise((resolve) => setImmediate(resolve))
        return identity === 'oven' ? psk : undefined
      },
    },
    { host: '127.0.0.1', port: 0, log: createLog({ level: 'silent' }), now: () => Date.now(), ...options },
  )
  running.push(() => server.stop())
  return { server, events, payloads }
}

async function connect(port: number, username: string, options: Partial<IClientOptions>) {
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port,
    protocolVersion: 4,
    username,
    password: 'any',
    reconnectPeriod: 0,
    connectTimeout: 5000,
    ...options,
  })
  client.on('error', () => undefined)
  running.unshift(() => client.endAsync(true))
  return client
}

const trusting = { ca: testCertificate.cert } as const

test('one port takes plain MQTT, TLS, WebSocket and WebSocket over TLS, and reports which it was', async () => {
  const { server, events, payloads } = await open({ certificate: testCertificate })
  const { port } = server
  const ways: [string, Partial<IClientOptions>][] = [
    ['plain', { protocol: 'mqtt' }],
    ['secured', { protocol: 'mqtts', ...trusting }],
    ['web', { protocol: 'ws', path: '/mqtt' }],
    ['secured-web', { protocol: 'wss', path: '/mqtt', ...trusting }],
  ]
  for (const [name, options] of ways) {
    const client = await connect(port, name, options)
    // More than one TLS record, and more than one WebSocket frame's worth of buffers.
    await client.publishAsync('/t', `${name} ${'x'.repeat(100_000)}`, { qos: 1 })
  }
  assert.deepEqual(
    events.map((event) => event.replace(/^(\S+) 127\.0\.0\.1 /, '$1: ')),
    [
      'plain: MQTT 3.1.1',
      'secured: MQTT 3.1.1 over TLS',
      'web: MQTT 3.1.1 over WebSocket',
      'secured-web: MQTT 3.1.1 over WebSocket, TLS',
    ],
  )
  assert.deepEqual(
    payloads.map((text) => text.length),
    ways.map(([name]) => name.length + 100_001),
  )
})

/** An MQTT client on a TLS-PSK connection. */
async function connectPreShared(port: number, identity: string, key: Buffer, options: tls.ConnectionOptions = {}) {
  const socket = tls.connect({
    host: '127.0.0.1',
    port,
    ciphers: 'PSK',
    maxVersion: 'TLSv1.2',
    checkServerIdentity: () => undefined,
    pskCallback: () => ({ psk: key, identity }),
    ...options,
  })
  await once(socket, 'secureConnect')
  return socket
}

test('a device proves itself by a pre-shared key that has to be looked up first', async () => {
  const { server, events, payloads } = await open()
  const socket = await connectPreShared(server.port, 'oven', psk)
  const common = { protocolId: 'MQTT', protocolVersion: 4, keepalive: 60, clean: true } as const
  socket.write(packets.generate({ cmd: 'connect', clientId: 'c', username: 'oven', ...common }))
  await once(socket, 'data')
  const payload = 'x'.repeat(100_000)
  const publish = { cmd: 'publish', topic: '/t', payload, qos: 1, messageId: 1, dup: false, retain: false } as const
  socket.write(packets.generate(publish))
  const received: unknown[] = await once(socket, 'data')
  assert.deepEqual(received[0], packets.generate({ cmd: 'puback', messageId: 1 }))
  socket.destroy()
  assert.equal(events[0], 'oven 127.0.0.1 MQTT 3.1.1 over TLS-PSK')
  assert.equal(payloads[0]?.length, 100_000)
})

test('a wrong or unknown pre-shared key ends the handshake', async () => {
  const { server } = await open()
  await assert.rejects(connectPreShared(server.port, 'oven', Buffer.from('wrong')))
  await assert.rejects(connectPreShared(server.port, 'nobody', psk))
})

test('without a certificate TLS is closed, and plain MQTT continues', async () => {
  const { server, events } = await open()
  await assert.rejects(connect(server.port, 'secured', { protocol: 'mqtts', ...trusting }))
  await connect(server.port, 'plain', { protocol: 'mqtt' })
  assert.deepEqual(events, ['plain 127.0.0.1 MQTT 3.1.1'])
})

test('a renewed certificate is used by the next handshake, and open connections continue', async () => {
  const { server } = await open()
  server.setCertificate(testCertificate)
  const client = await connect(server.port, 'secured', { protocol: 'mqtts', ...trusting })
  server.setCertificate(testCertificate)
  await client.publishAsync('/t', 'still here', { qos: 1 })
})

test('a web page that is no WebSocket is answered to upgrade', async () => {
  const { server } = await open()
  const response = await fetch(`http://127.0.0.1:${server.port}/`)
  assert.equal(response.status, 426)
})

test('a WebSocket message over the limit closes the connection', async () => {
  const { server } = await open()
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/mqtt`, 'mqtt')
  await once(socket, 'open')
  const common = { protocolId: 'MQTT', protocolVersion: 4, keepalive: 60, clean: true } as const
  socket.send(packets.generate({ cmd: 'connect', clientId: 'c', username: 'oven', ...common }))
  await once(socket, 'message')
  socket.send(Buffer.alloc(2_000_000))
  const closed: unknown[] = await once(socket, 'close')
  assert.equal(closed[0], 1009)
})

test('bytes of a handshake that arrive one by one are put together, and garbage is closed', async () => {
  const { server, events } = await open({ certificate: testCertificate })
  const { port } = server
  const slow = tls.connect({ socket: await slowly(port), ...trusting, servername: 'localhost' })
  await once(slow, 'secureConnect')
  slow.destroy()
  const rubbish = net.connect(port, '127.0.0.1')
  rubbish.on('error', () => undefined)
  rubbish.resume()
  rubbish.write(Buffer.concat([Buffer.from([0x16, 3, 1, 0x40, 0]), Buffer.alloc(0x4000, 7)]))
  await once(rubbish, 'close')
  assert.deepEqual(events, [])
})

test('a device whose TLS knows RSA alone, as that of the C SDKs, connects where the certificate has an RSA key', async () => {
  const { server, events } = await open({ certificate: testCertificate })
  // Versions 3 and 4 of the SDK offer these ciphers, without elliptic curves.
  for (const ciphers of ['AES256-SHA256', 'AES128-SHA']) {
    const secure = () =>
      new Promise<boolean>((resolve) => {
        const socket = tls.connect({
          host: '127.0.0.1',
          port: server.port,
          servername: 'localhost',
          ca: testRsaCertificate.cert,
          ciphers,
          maxVersion: 'TLSv1.2',
        })
        socket.once('secureConnect', () => resolve(socket.getCipher().name === ciphers))
        socket.once('error', () => resolve(false))
        socket.once('close', () => resolve(false))
        running.push(async () => socket.destroy())
      })
    server.setCertificate(testCertificate)
    assert.equal(await secure(), false)
    server.setCertificate(testRsaCertificate)
    assert.equal(await secure(), true)
  }
  assert.deepEqual(events, [])
})

/** A connection that sends its first bytes in one packet each. */
async function slowly(port: number): Promise<Duplex> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let sent = 0
  const stream = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, _encoding, done) => {
      const alone = sent < 300 ? chunk.subarray(0, 300) : chunk.subarray(0, 0)
      sent += chunk.length
      const next = (at: number) => {
        if (at < alone.length) socket.write(alone.subarray(at, at + 1), () => setImmediate(next, at + 1))
        else socket.write(chunk.subarray(alone.length), done)
      }
      next(0)
    },
    destroy: (_error, done) => {
      socket.destroy()
      done(null)
    },
  })
  socket.on('data', (chunk) => stream.push(chunk))
  socket.on('close', () => stream.push(null))
  return stream
}

test('a hello is read only up to its declared length', () => {
  const suites = (...list: number[]) => {
    const body = Buffer.alloc(41 + 2 * list.length)
    body[0] = 1
    body.writeUInt16BE(2 * list.length, 39)
    for (const [index, suite] of list.entries()) body.writeUInt16BE(suite, 41 + 2 * index)
    const head = Buffer.from([0x16, 3, 1, 0, 0])
    head.writeUInt16BE(body.length, 3)
    return Buffer.concat([head, body])
  }
  assert.equal(offersOnlyPsk(suites(0x00ae, 0x00ff)), true)
  assert.equal(offersOnlyPsk(suites(0x00ae, 0xc02b)), false)
  assert.equal(offersOnlyPsk(suites()), false)
  assert.equal(offersOnlyPsk(suites(0x00ae).subarray(0, 30)), undefined)
  const lying = suites(0x00ae)
  lying.writeUInt16BE(4000, 44)
  assert.equal(offersOnlyPsk(lying), false)
})
