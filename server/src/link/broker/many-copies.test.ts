import assert from 'node:assert/strict'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { z } from 'zod'
import type { Role } from '../../app.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { connectDevice, type FakeDevice } from '../../testing/fake-device.ts'
import { forkRole } from '../../testing/process/fork-role.ts'
import { startFlood } from '../../testing/flood.ts'
import { historyOf, isOnline, onlineLogOf, tripleOf } from '../../testing/linked-device.ts'
import { testPassword } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { modbusFamily, reportedOf, startModem } from '../../testing/gateway/modbus-family.ts'
import { startMosquitto, type Mosquitto } from '../../testing/mosquitto.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { triesUnder } from '../../testing/tries-under.ts'
import { until } from '../../testing/until.ts'
import { watchLive } from '../../testing/watch-live.ts'

// PostgreSQL, Mosquitto, two api, two connector and one worker process, connected only by the database and the broker.

type Process = Readonly<{ child: ChildProcess; url: string }>

let app: TestApp
let mosquitto: Mosquitto
let token: string
let pool: ReturnType<typeof openDatabase>['pool']
let closePool = async () => {}
const children: ChildProcess[] = []
const apis: Process[] = []
const connectors: Process[] = []

async function start(role: Role): Promise<Process> {
  const started = await forkRole(app, role, { MQTT_URL: mosquitto.url })
  children.push(started.child)
  return started
}

before(async () => {
  mosquitto = await startMosquitto()
  app = await startTestApp({ roles: [] })
  ;({ pool, close: closePool } = openDatabase(
    { databaseUrl: app.settings.databaseUrl ?? '' },
    { applicationName: 'brigade test', max: 6 },
  ))
  ;({ token } = await make.account(app, { role: 'administrator' }))
  apis.push(await start('api'), await start('api'))
  connectors.push(await start('connector'), await start('connector'))
  await start('worker')
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await closePool()
  await app.stop()
  await mosquitto[Symbol.asyncDispose]()
})

type Made = Awaited<ReturnType<typeof make.device>>
const connect = async (made: Made): Promise<FakeDevice> => {
  const device = await connectDevice(mosquitto.port, tripleOf(made))
  await device.subscribe(`/sys/${made.productKey}/${made.sn}/#`)
  return device
}
/** Accepts every property set. */
function answer(device: FakeDevice) {
  const answering = async () => {
    for (;;) {
      const received = await device.receive('thing/service/property/set')
      const id = /"id":"(\d+)"/.exec(received.payload)?.[1] ?? ''
      await device.send('thing/service/property/set_reply', { id, code: 200, data: {}, message: 'success' })
    }
  }
  answering().catch(() => undefined)
}

const holders = async () => {
  const slots = await app.db.selectFrom('brokerSlot').select(['slot', 'holder']).execute()
  return { slots, distinct: new Set(slots.map(({ holder }) => holder)) }
}

test('a device at the broker is online while the broker reports so, and its reports are taken by any free connector', async () => {
  const made = await make.device(app)
  const device = await connect(made)
  await isOnline(app, made, true)
  await device.report({ DoorOpenings: 1 })
  await device.receive('thing/event/property/post_reply')
  await until('the report to be there', async () => (await historyOf(app, made, 'DoorOpenings')).length === 1)
  await device.leave()
  await isOnline(app, made, false)
})

test('a command from either api reaches a device and is answered, and both apis receive the answer', async () => {
  const made = await make.device(app)
  const device = await connect(made)
  await isOnline(app, made, true)
  answer(device)
  const streams = await Promise.all(apis.map(({ url }) => watchLive(url, liveCalls.oven.live, { id: made.id }, token)))
  for (const { url } of apis) {
    const response = await fetch(addressOf(url, commandCalls.oven.sendCommand, {}), {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({
        kind: 'property.set',
        deviceId: made.id,
        params: { FanSpeed: 60 },
        password: testPassword,
      }),
    })
    assert.equal(response.status, 200, await response.clone().text())
    const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(await response.json())
    await Promise.all(
      streams.map((stream) =>
        stream.nextThat((event) =>
          event.devices.some(({ commands = [] }) =>
            commands.some((command) => command.id === data.id && command.status === 'succeeded'),
          ),
        ),
      ),
    )
  }
  for (const stream of streams) await stream.leave()
  await device.leave()
})

test('units on a line are polled by one connector, and by another when that one is killed', async (t) => {
  const { modem, units } = await modbusFamily(app, 1)
  const [unit] = units
  assert.ok(unit !== undefined)
  const fleet = startModem({ modem, units }, mosquitto.port)
  t.after(() => fleet.stop())
  await isOnline(app, unit, true)
  const doorIs = (state: number) =>
    until('the door', async () => (await reportedOf(app, unit))['DoorState']?.v === state, 20_000)
  const asker = async () => (await holders()).slots.find(({ slot }) => slot === 0)?.holder ?? ''
  const askers = new Set([await asker()])
  // One of these kills hits the process that polls.
  for (const isOpen of [true, false]) {
    connectors.shift()?.child.kill('SIGKILL')
    fleet.find(unit.sn)?.setDoor(isOpen)
    await doorIs(isOpen ? 1 : 0)
    askers.add(await asker())
    connectors.push(await start('connector'))
  }
  assert.ok(askers.size > 1)
  // The process that takes over finds the unit's state unchanged.
  assert.deepEqual(
    (await onlineLogOf(app, unit)).map(({ reason }) => reason),
    ['sub_login'],
  )
  await until('both to take part', async () => (await holders()).distinct.size === 2, 20_000)
})

const maxMs = 5000
test('a killed connector is replaced within 5 s: everything acknowledged to devices is stored, and nothing twice', async (t) => {
  const fleet: Made[] = []
  for (let index = 0; index < 30; index += 1) fleet.push(await make.device(app))
  const flood = startFlood({ port: mosquitto.port, triples: fleet.map(tripleOf), inFlight: 20, perSecond: 1500 })
  await flood.ready
  await until('reports to come', () => flood.acknowledged() > 3000, 20_000)
  const tookMs = await triesUnder(maxMs, async () => {
    await until('both to take part', async () => (await holders()).distinct.size === 2, 20_000)
    connectors.shift()?.child.kill('SIGKILL')
    const killedAt = performance.now()
    await until('the survivor to hold all sessions', async () => (await holders()).distinct.size === 1, 20_000)
    const replacedMs = performance.now() - killedAt
    const before = flood.acknowledged()
    await until('reports to go on', () => flood.acknowledged() > before + 2000, 20_000)
    connectors.push(await start('connector'))
    return replacedMs
  })
  t.diagnostic(`replaced after ${tookMs.join(', ')} ms`)
  assert.ok(Math.min(...tookMs) < maxMs, `it took ${tookMs.join(', ')} ms`)
  const acknowledged = await flood.stop()

  const sent = acknowledged.reduce((sum, own) => sum + own.length, 0)
  const ids = fleet.map(({ id }) => id)
  const counted = async () => {
    const { rows } = await pool.query<{ messages: string }>(
      // Messages that the killed connector wrote but could not acknowledge are delivered again, and the trace marks
      // them as repeated.
      `select count(*) messages from device_message
       where direction = 'up' and outcome is distinct from 'repeated' and device_id = any($1)`,
      [ids],
    )
    return Number(rows[0]?.messages)
  }
  await until('all of it to be written', async () => (await counted()) >= sent, 30_000)
  await until(
    'the sessions of the killed connector to be empty, and gone',
    async () => (await holders()).slots.length === 5,
    20_000,
  )
  assert.equal(await counted(), sent)
  for (const [index, made] of fleet.entries()) {
    const stored = (await historyOf(app, made, 'CookCount')).map(({ number }) => number ?? -1)
    assert.deepEqual(
      stored.toSorted((a, b) => a - b),
      acknowledged[index]?.toSorted((a, b) => a - b),
    )
  }
})

test('a scheduled job runs once, however many processes could run it', async () => {
  const runs: Readonly<{ name: string; atMs: number }>[] = []
  for (const name of ['first', 'second', 'third']) {
    const child = fork(fileURLToPath(new URL('../../testing/schedule-process.ts', import.meta.url)), {
      env: { ...process.env, DATABASE_URL: app.settings.databaseUrl },
    })
    children.push(child)
    await once(child, 'message')
    child.on('message', () => runs.push({ name, atMs: Date.now() }))
  }
  // A minute may have begun while they were started, so the next one is checked.
  const begun = Math.ceil(Date.now() / 60_000) * minuteMs
  const ofMinute = () => runs.filter(({ atMs }) => atMs >= begun)
  await until('the minute to begin', () => Date.now() > begun + 3000 && ofMinute().length > 0, 70_000)
  assert.equal(
    ofMinute().length,
    1,
    ofMinute()
      .map(({ name }) => name)
      .join(', '),
  )
})
