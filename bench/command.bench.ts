import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
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

const times = 200
/** The first runs do not count, because they meet code that is not compiled yet on both sides. */
const warmUps = 30
/** The page receives the acknowledgement after the outcome: it is over before something else is measured. */
const restMs = 40

type Measured = Readonly<{ once: () => Promise<number>; end: () => Promise<void> }>

/** A message to a device and its answer back through a broker that keeps nothing, both clients on this machine. */
async function bareRoundTrip(): Promise<Measured> {
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
  return {
    once: async () => {
      const from = performance.now()
      const answered = new Promise((resolve) => caller.once('message', resolve))
      caller.publish('down', '{"FanSpeed":30}', { qos: 1 })
      await answered
      return performance.now() - from
    },
    end: async () => {
      await device.endAsync()
      await caller.endAsync()
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      server.close()
    },
  }
}

/** A row that is written durably and the notification of it, until another connection receives that. */
async function bareEntry(app: DurableApp): Promise<Measured> {
  const [writer, reader] = await Promise.all([app.pool.connect(), app.pool.connect()])
  await writer.query('create table bench_entry (id bigint generated always as identity primary key, text text)')
  await reader.query('listen bench_entry')
  return {
    once: async () => {
      const from = performance.now()
      const received = once(reader, 'notification')
      await writer.query('begin')
      await writer.query('insert into bench_entry (text) values ($1)', ['{"FanSpeed":30}'])
      await writer.query(`select pg_notify('bench_entry', '')`)
      await writer.query('commit')
      await received
      return performance.now() - from
    },
    end: async () => {
      await reader.query('unlisten *')
      writer.release()
      reader.release()
    },
  }
}

/** Commands by HTTP, through ledger and connector to a device, its answer, and its outcome on the live stream. */
async function commands(app: DurableApp): Promise<Measured & { ids: string[] }> {
  const [api, connector] = [await app.start('api'), await app.start('connector')]
  const { token } = await make.account(app, { role: 'administrator' })
  const oven = await make.device(app)
  const device = await connectMade({ db: app.db, addresses: { mqttPort: connector.port } }, oven)
  const live = await watchLive(api.url, liveCalls.oven.live, { id: oven.id }, token)
  const answering = (async () => {
    for (;;) {
      const received = await device.receive('thing/service/property/set')
      const id = /"id":"(\d+)"/.exec(received.payload)?.[1] ?? ''
      await device.send('thing/service/property/set_reply', { id, code: 200, data: {}, message: 'success' })
    }
  })()
  answering.catch(() => undefined)
  const ids: string[] = []
  let count = 0
  return {
    ids,
    once: async () => {
      count += 1
      const from = performance.now()
      const response = await fetch(addressOf(api.url, commandCalls.oven.sendCommand, {}), {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({
          kind: 'property.set',
          deviceId: oven.id,
          params: { FanSpeed: 30 + (count % 7) * 10 },
          password: testPassword,
        }),
      })
      if (!response.ok) throw new Error(`A command was refused: ${await response.text()}`)
      const event = await live.nextThat(({ devices }) =>
        devices.some(({ commands: moved = [] }) => moved.some(({ status }) => status === 'succeeded')),
      )
      const took = performance.now() - from
      for (const { commands: moved = [] } of event.devices) for (const { id } of moved) ids.push(id)
      return took
    },
    end: async () => {
      await live.leave()
      await device.leave()
    },
  }
}

/** From the insertion into the ledger to the answer, by the clocks of the api and the connector. */
async function inLedger(app: DurableApp, ids: readonly string[]): Promise<number[]> {
  const { rows } = await app.pool.query<{ ms: number }>(
    `select (extract(epoch from finished_at - created_at) * 1000)::float8 as ms from command where id = any($1::bigint[])`,
    [ids],
  )
  return rows.map(({ ms }) => ms)
}

/** The three are measured in turns, so that a busy moment of the machine affects all of them. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const [command, entry, roundTrip] = [await commands(app), await bareEntry(app), await bareRoundTrip()]
  const took: Record<'command' | 'entry' | 'roundTrip', number[]> = { command: [], entry: [], roundTrip: [] }
  for (let turn = -warmUps; turn < times; turn += 1) {
    const clicked = await command.once()
    await wait(restMs)
    const [row, message] = [await entry.once(), await roundTrip.once()]
    if (turn < 0) command.ids.length = 0
    else {
      took.command.push(clicked)
      took.entry.push(row)
      took.roundTrip.push(message)
    }
  }
  const ledger = percentile(await inLedger(app, command.ids), 0.5)
  for (const each of [command, entry, roundTrip]) await each.end()
  const [row, message, p50] = [
    percentile(took.entry, 0.5),
    percentile(took.roundTrip, 0.5),
    percentile(took.command, 0.5),
  ]
  const against = `${row.toFixed(2)} ms for a durable row with its notification + ${message.toFixed(2)} ms through a bare broker`
  return [
    {
      name: 'command in the ledger to the device and back (p50)',
      measured: `${ledger.toFixed(2)} ms`,
      against,
      ratio: ledger / (row + message),
      goal: 'at most 3; two commits on the way to the device, one for its answer',
    },
    {
      name: 'command from the click to its outcome on the live stream, password checked (p50)',
      measured: `${p50.toFixed(1)} ms, p99 ${percentile(took.command, 0.99).toFixed(1)}`,
      against,
      ratio: p50 / (row + message),
      goal: 'none; checking the password alone takes 25 ms on purpose',
    },
  ]
}
