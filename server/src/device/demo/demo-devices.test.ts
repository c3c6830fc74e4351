import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { newLife } from '@brigade/simulator/device/device-life.ts'
import { readDeviceList } from '@brigade/simulator/device/device-list.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { demoTrial, demoVersions } from './demo-devices.seed.ts'
import { seedDevices, writeSimulatorFile } from './device.seed.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'], settings: { DEMO: 'on', OVENS: '26', COOLERS: '16' } })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

const Credentials = z.array(
  z.strictObject({
    productKey: z.string(),
    deviceName: z.string(),
    deviceSecret: z.string().min(32),
    kind: z.enum(['oven', 'cooler']),
    firmware: z.string().optional(),
    firstAfterMinutes: z.int().optional(),
    units: z.array(z.strictObject({ deviceName: z.string(), unit: z.int() })).optional(),
    subs: z.array(z.looseObject({ deviceName: z.string(), deviceSecret: z.string().min(32) })).optional(),
  }),
)
const file = () => path.join(app.settings.dataDir, 'simulator-devices.json')
const credentials = async () => Credentials.parse(JSON.parse(await readFile(file(), 'utf8')))

test('the demo lists as many devices as requested and two gateways with their sub-devices, at its customers', async () => {
  const ovens = (await app.ask(deviceCalls.oven.list, { pageSize: 50 }, { token })).envelope.data
  const coolers = (await app.ask(deviceCalls.cooler.list, { pageSize: 50 }, { token })).envelope.data
  assert.deepEqual([ovens.total, coolers.total], [31, 21])
  const pass = ovens.list.find(({ sn }) => sn === 'BX1025030318')
  assert.deepEqual([pass?.name, pass?.customer.name], ['Pass oven 2', 'Grand Quay Hotel'])
  assert(ovens.list.every((row) => row.customer.name !== 'Brigade'))
  assert(ovens.list.every((row) => /^02(:[0-9A-F]{2}){5}$/.test(row.mac)))
  assert.equal(
    (await app.ask(deviceCalls.oven.list, { keyword: '左炉' }, { token })).envelope.data.list[0]?.name,
    '面包房左炉',
  )
})

test('a demo device was activated soon after it was installed, though its simulated life begins with the demo; three arrive with it', async () => {
  const lists = await Promise.all([
    app.ask(deviceCalls.oven.list, { pageSize: 50 }, { token }),
    app.ask(deviceCalls.cooler.list, { pageSize: 50 }, { token }),
  ])
  const rows = lists.flatMap(({ envelope }) => envelope.data.list)
  assert.equal(rows.length, 52)
  const arrived = rows.filter(({ activatedAt }) => activatedAt === null)
  assert.deepEqual(arrived.map(({ sn }) => sn).sort(), ['BX1026090103', 'BX2026090301', 'RF7026090501'])
  for (const { sn, installedAt, activatedAt } of rows) {
    if (activatedAt === null) continue
    const hours = (Date.parse(activatedAt ?? '') - Date.parse(installedAt ?? '')) / hourMs
    assert.ok(hours >= 1 && hours <= 5, `${sn}: ${hours} h`)
  }
})

test('the simulated fleet finds the credentials of every device in a file that only its owner reads', async () => {
  const known = await credentials()
  assert.equal(known.length, 47)
  assert.equal(new Set(known.map((device) => device.deviceSecret)).size, 47)
  // These devices are first switched on while people watch.
  const later = known.filter(({ firstAfterMinutes }) => firstAfterMinutes !== undefined)
  assert.deepEqual(later.map(({ deviceName }) => deviceName).sort(), ['BX1026090103', 'BX2026090301', 'RF7026090501'])
  const ofGateways = known.map(({ units = [], subs = [] }) => [units.length, subs.length].join())
  assert.deepEqual(
    ofGateways.filter((behind) => behind !== '0,0'),
    ['0,2', '3,0'],
  )
  assert.equal((await stat(file())).mode & 0o777, 0o600)
})

test('with DEMO_DAYS=0 no device has a past: no connection, event, fault, reading, version, command, and no recipe that it got or cooked', async () => {
  for (const table of [
    'online_log',
    'device_event',
    'device_history_row',
    'device_history_day',
    'device_firmware',
    'fault_open',
    'fault_record',
    'fault_excursion',
    'command',
    'recipe_download',
    'recipe_cooked',
    'demo_past',
  ]) {
    const { rows } = await sql<{ many: number }>`select count(*)::int as many from ${sql.table(table)}`.execute(app.db)
    assert.equal(rows[0]?.many, 0, table)
  }
  const { rows } = await sql<{ early: number }>`
    select count(*)::int as early from upgrade_device u join device d on d.id = u.device_id where u.offered_at < d.activated_at`.execute(
    app.db,
  )
  assert.equal(rows[0]?.early, 0)
})

test('a simulated device begins with the version that the upgrades of its past led to', async () => {
  const simulated = new Map(
    readDeviceList(await readFile(file(), 'utf8')).map((device) => [device.credentials.deviceName, device]),
  )
  const { list: tasks } = (await app.ask(upgradeTaskApi.tasks, { status: 'FINISH' }, { token })).envelope.data
  const pages = await Promise.all(
    tasks.map(({ id }) => app.ask(upgradeTaskApi.taskDevices, { id, pageSize: 50 }, { token })),
  )
  const past = pages.flatMap(({ envelope }) => envelope.data.list)
  assert.deepEqual([tasks.length, past.length], [2, 39])
  for (const { device, state, from, target } of past) {
    const listed = simulated.get(device.sn)
    assert(listed !== undefined)
    const { firmware } = newLife({ ...listed, host: '127.0.0.1', port: 1, seed: '1', speed: 1 })
    const newest = demoTrial.succeeded.some((sn) => sn === device.sn) ? demoVersions.newest : undefined
    assert.equal(firmware, newest ?? (state === 'succeeded' ? target : from), `${device.sn} ${state}`)
  }
  assert.deepEqual([...new Set(past.map(({ state }) => state))].sort(), ['failed', 'succeeded'])
})

test('a second start makes no second devices and changes no secret', async () => {
  const first = await credentials()
  await seedDevices(app)
  await writeSimulatorFile(app)
  assert.deepEqual(await credentials(), first)
  assert.equal((await app.ask(deviceCalls.oven.totals, {}, { token })).envelope.data.all, 31)
})

test('without a simulated fleet no secret is written down', async () => {
  await writeSimulatorFile({ ...app, settings: { ...app.settings, simulator: undefined } })
  assert.deepEqual(await credentials(), [])
})
