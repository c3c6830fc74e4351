import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import net from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import packets from 'mqtt-packet'
import { until } from '../../testing/until.ts'
import { createLog } from '../log.ts'
import { startMqttServer } from './mqtt-server.ts'
import type { MqttHooks } from './mqtt-hooks.ts'

// Limits of time must count the slowness of the other side, never our own. The devices run in processes of their own,
// which continue while our event loop is blocked.

const running: (() => unknown)[] = []
after(async () => {
  for (const stop of running) await stop()
})

const strangerMs = 500

async function open(hooks: Partial<MqttHooks> = {}) {
  const events: string[] = []
  const server = await startMqttServer(
    {
      authenticate: async ({ username }) => username,
      mayPublish: () => true,
      maySubscribe: () => true,
      onConnected: ({ key }) => events.push(`${key} connected`),
      onDisconnected: ({ key }, reason) => events.push(`${key} ${reason}`),
      onDelivered: () => undefined,
      onDisorder: () => undefined,
      onBatch: async () => undefined,
      ...hooks,
    },
    { host: '127.0.0.1', port: 0, log: createLog({ level: 'silent' }), now: Date.now, strangerMs },
  )
  running.push(() => server.stop())
  return { port: server.port, events, waiting: server.waiting }
}

/** A device in its own process. Its lines: each type of packet that it receives, and `closed`. */
function device(port: number, code: string) {
  const program = `const net = require('node:net')
    const socket = net.connect(${port}, '127.0.0.1')
    const say = (word) => process.stdout.write(word + '\\n')
    const send = (hex) => socket.write(Buffer.from(hex, 'hex'))
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => say(String(chunk[0] >> 4)))
    socket.on('close', () => say('closed'))
    socket.on('connect', () => { say('open'); ${code} })`
  const child = spawn(process.execPath, ['-e', program.replaceAll('\\n', '\\n')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.unshift(() => child.kill('SIGKILL'))
  let lines: string[] = []
  child.stdout.on('data', (data) => {
    lines = [...lines, ...String(data).split('\n').filter(Boolean)]
  })
  const says = (word: string, ms?: number) => until(`${word} of ${lines.join(', ')}`, () => lines.includes(word), ms)
  return { says, lines: () => lines }
}

/** Blocks the event loop. Afterwards it runs timers before it reads data that has arrived. */
const block = (ms: number) =>
  new Promise<void>((resolve) =>
    setImmediate(() => {
      for (const end = performance.now() + ms; performance.now() < end;);
      resolve()
    }),
  )

const connect = (key: string, keepalive: number) =>
  packets
    .generate({
      cmd: 'connect',
      clientId: key,
      username: key,
      keepalive,
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
    })
    .toString('hex')
const ping = packets.generate({ cmd: 'pingreq' }).toString('hex')
const large = Buffer.alloc(250_000)
const connack = '2'

test('a stranger that says nothing, or no whole CONNECT, is closed after its time', async () => {
  const { port } = await open()
  const silent = device(port, '')
  const half = device(port, `send('${connect('half', 60).slice(0, 12)}')`)
  await silent.says('closed', 10_000)
  await half.says('closed', 10_000)
})

test('a CONNECT that came while our loop did not turn is read, however late', async () => {
  const { port, events } = await open()
  const hello = connect('patient', 60)
  const patient = device(port, `send('${hello.slice(0, 12)}'); setTimeout(() => send('${hello.slice(12)}'), 300)`)
  await patient.says('open')
  await wait(150)
  await block(3000)
  await patient.says(connack)
  assert.deepEqual(events, ['patient connected'])
})

test('a device that has sent CONNECT waits for our look-up as long as that takes', async () => {
  const answer = Promise.withResolvers<string>()
  const { port } = await open({ authenticate: () => answer.promise })
  const waiting = device(port, `send('${connect('waiting', 60)}')`)
  await waiting.says('open')
  await wait(strangerMs * 4)
  answer.resolve('waiting')
  await waiting.says(connack)
})

test('a device whose packets came while our loop did not turn is not silent', async () => {
  const { port, events } = await open()
  const lively = device(port, `send('${connect('lively', 1)}'); setInterval(() => send('${ping}'), 400)`)
  await lively.says(connack)
  await block(4000)
  await wait(1500)
  assert.deepEqual(events, ['lively connected'])
})

test('a device that is not read while too much waits to be written is not silent; one that says nothing is', async () => {
  const commit = Promise.withResolvers<void>()
  const { port, events, waiting } = await open({ onBatch: () => commit.promise })
  const lively = device(port, `send('${connect('lively', 1)}'); setInterval(() => send('${ping}'), 400)`)
  const dead = device(port, `send('${connect('dead', 1)}')`)
  await Promise.all([lively.says(connack), dead.says(connack)])
  const topic = '/t'
  const report = packets.generate({ cmd: 'publish', topic, payload: large, qos: 0, dup: false, retain: false })
  for (const name of ['one', 'two', 'three']) {
    const socket = net.connect(port, '127.0.0.1')
    running.unshift(() => socket.destroy())
    socket.on('error', () => undefined)
    socket.write(Buffer.from(connect(name, 60), 'hex'))
    for (let sent = 0; sent < 100; sent += 1) socket.write(report)
  }
  await until('32 MB to wait', () => waiting() * large.length > 33_554_432, 30_000)
  await until('the dead one to be ended', () => events.includes('dead keep_alive'))
  await wait(3000)
  assert.equal(events.includes('lively keep_alive'), false)
  commit.resolve()
  await until('all to be written', () => waiting() === 0, 30_000)
  assert.equal(events.includes('lively keep_alive'), false)
})

test('a handshake with a pre-shared key waits for our look-up of it', async () => {
  const psk = Buffer.from(createHmac('sha256', 'secret').update('oven').digest('hex').toUpperCase())
  const { port } = await open({
    pskOf: async () => {
      await wait(strangerMs * 4)
      return psk
    },
  })
  const { connect: secured } = await import('node:tls')
  const socket = secured({
    port,
    host: '127.0.0.1',
    ciphers: 'PSK',
    maxVersion: 'TLSv1.2',
    checkServerIdentity: () => undefined,
    pskCallback: () => ({ psk, identity: 'oven' }),
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('secureConnect', resolve)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('closed')))
  })
  socket.destroy()
})
