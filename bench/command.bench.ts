import { once } from 'node:events'
import net from 'node:net'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { watchLive } from '@brigade/server/testing/watch-live.ts'
import { Aedes } from 'aedes'
import mqtt from 'mqtt'
import { durableApp, type DurableApp } from './support/durable-app.ts'
import { percentile } from './support/percentile.ts'
import type { Figure } from './run.ts'

const times = 100

/** A message to a device and its answer back through a broker that keeps nothing, both clients on this machine. Median, ms. */
async function bareRoundTrip(): Promise<number> {
  const broker = await Aedes.createBroker()
  const server = net.createServer({ noDelay: true }, (socket) => void broker.handle(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const url = `mqtt://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`
  const device = await mqtt.connectAsync(url)
  const caller = await mqtt.connectAsync(url)
  for (const { stream } of [device, caller]) if (stream instanceof net.Socket) stream.setNoDelay(true)
  await device.subscribeAsync('down', { qos: 1 })
  await caller.subscribeAsync('up', { qos: 1 })
  device.on('message', (_, payload) => device.publish('up', payload, { qos: 1 }))
  const took: number[] = []
  for (let i = 0; i < times; i += 1) {
    const from = performance.now()
    const answered = new Promise((resolve) => caller.once('message', resolve))
    caller.publish('down', String(i), { qos: 1 })
    await answered
    took.push(performance.now() - from)
  }
  await device.endAsync()
  await caller.endAsync()
  await new Promise<void>((resolve) => broker.close(() => resolve()))
  server.close()
  return percentile(took, 0.5)
}

/** A row that is written durably and the notification of it, until another connection receives that. Median, ms. */
async function bareEntry(app: DurableApp): Promise<number> {
  const [writer, reader] = await Promise.all([app.pool.connect(), app.pool.connect()])
  const took: number[] = []
  try {
    await writer.query('create table bench_entry (id bigint generated always as identity primary key, text text)')
    await reader.query('listen bench_entry')
    for (let i = 0; i < times; i += 1) {
      const from = performance.now()
      const received = once(reader, 'notification')
      const text = JSON.stringify({ FanSpeed: i })
      await writer.query('begin')
      await writer.query('insert into bench_entry (text) values ($1)', [text])
      await writer.query(`select pg_notify('bench_entry', '')`)
      await writer.query('commit')
      await received
      took.push(performance.now() - from)
    }
    await reader.query('unlisten *')
  } finally {
    writer.release()
    reader.release()
  }
  return percentile(took, 0.5)
}

/** A command by HTTP, through ledger and connector to a device, its answer, and the word of it on the live stream. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const [api, connector] = [await app.start('api'), await app.start('connector')]
  const { token } = await make.account(app, { role: 'administrator' })
  const oven = await make.device(app)
  const device = await connectMade({ db: app.db, addresses: { mqttPort: connector.port } }, oven)
  const live = await watchLive(api.url, liveCalls.oven.live, { id: oven.id }, token)
  const answering = (async () => {
    for (;;) {
      const told = await device.hear('thing/service/property/set')
      const id = /"id":"(\d+)"/.exec(told.payload)?.[1] ?? ''
      await device.say('thing/service/property/set_reply', { id, code: 200, data: {}, message: 'success' })
    }
  })()
  answering.catch(() => undefined)

  const whole: number[] = []
  for (let i = 0; i < times; i += 1) {
    const from = performance.now()
    const response = await fetch(addressOf(api.url, commandCalls.oven.sendCommand, {}), {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({
        kind: 'property.set',
        deviceId: oven.id,
        params: { FanSpeed: 30 + (i % 7) * 10 },
        password: testPassword,
      }),
    })
    if (!response.ok) throw new Error(`A command was refused: ${await response.text()}`)
    await live.nextThat((event) =>
      event.devices.some(({ commands = [] }) => commands.some((command) => command.status === 'succeeded')),
    )
    whole.push(performance.now() - from)
  }
  const { rows } = await app.pool.query<{ ms: number }>(
    `select (extract(epoch from finished_at - created_at) * 1000)::float8 as ms from command where finished_at is not null`,
  )
  await live.leave()
  await device.leave()
  const [entry, roundTrip] = [await bareEntry(app), await bareRoundTrip()]
  const bare = entry + roundTrip
  const against = `${entry.toFixed(1)} ms for a durable row with its notification + ${roundTrip.toFixed(1)} ms through a bare broker`
  const ledger = percentile(
    rows.map((row) => row.ms),
    0.5,
  )
  const p50 = percentile(whole, 0.5)
  return [
    {
      name: 'command in the ledger to the device and back (p50)',
      measured: `${ledger.toFixed(1)} ms`,
      against,
      ratio: ledger / bare,
      goal: 'at most 3; two commits on the way to the device, one for its answer',
    },
    {
      name: 'command from the click to its outcome on the live stream, password checked (p50)',
      measured: `${p50.toFixed(1)} ms, p99 ${percentile(whole, 0.99).toFixed(1)}`,
      against,
      ratio: p50 / bare,
      goal: 'none; checking the password alone takes 25 ms on purpose',
    },
  ]
}
