import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import { checkReport } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { openControl, sendControl } from './control-socket.ts'
import { readDeviceList } from './device/device-list.ts'
import { startFleet } from './fleet.ts'
import { startBroker, type GivenModels, type ReceivedMessage } from './testing/broker.ts'

const devices = readDeviceList(`
  {"productKey":"a1Oven","deviceName":"OV1","deviceSecret":"s1","kind":"oven"}
  {"productKey":"a1Cool","deviceName":"RF1","deviceSecret":"s2","kind":"cooler"}
`)

const readyMade = (): GivenModels =>
  new Map([
    ['a1Oven', combiOven],
    ['a1Cool', refrigerator],
  ])

async function startLiving(t: TestContext, models = readyMade()) {
  const { place, received, send, next } = await startBroker(t, { models })
  const dataDir = await mkdtemp(join(tmpdir(), 'brigade-simulator-'))
  const fleet = startFleet({ devices, ...place, seed: '7', speed: 1, steady: true, reportEveryMs: 200 })
  const control = await openControl(fleet, dataDir)
  t.after(async () => {
    control.close()
    await fleet.stop()
    await rm(dataDir, { recursive: true })
  })
  return { dataDir, fleet, received, send, next }
}

function paramsOf({ payload }: ReceivedMessage): Record<string, unknown> {
  assert(typeof payload === 'object' && payload !== null && 'params' in payload)
  const { params } = payload
  assert(typeof params === 'object' && params !== null)
  return Object.fromEntries(Object.entries(params))
}
const reportOf = (key: string, name: string) => `/sys/${key}/${name}/thing/event/property/post`

test('each device reports its version and then everything in its thing model', async (t) => {
  const { next } = await startLiving(t)
  const inform = await next(({ topic }) => topic === '/ota/device/inform/a1Oven/OV1')
  assert.match(String(paramsOf(inform)['version']), /^\d\d\.\d\d\.\d\d$/)
  const oven = checkReport(paramsOf(await next(({ topic }) => topic === reportOf('a1Oven', 'OV1'))), combiOven)
  assert.deepEqual(oven.dropped, [])
  assert(oven.accepted.length > 38, `${oven.accepted.length} properties`)
  assert(oven.accepted.every(({ time }) => time !== undefined))
  const cooler = checkReport(paramsOf(await next(({ topic }) => topic === reportOf('a1Cool', 'RF1'))), refrigerator)
  assert.deepEqual(cooler.dropped, [])
  assert.equal(cooler.accepted.length, refrigerator.properties.length)
})

test('a device that is first switched on later is off until then, and comes with the fleet once it has lived', async (t) => {
  const { place, next } = await startBroker(t, { models: readyMade() })
  const list = devices.map((device) => (device.kind === 'cooler' ? { ...device, firstAfterMinutes: 60 } : device))
  const start = (saved: Readonly<Record<string, unknown>>) =>
    startFleet({ devices: list, ...place, seed: '7', speed: 1, steady: true, reportEveryMs: 200, saved })
  const first = start({})
  await next(({ topic }) => topic === '/ota/device/inform/a1Oven/OV1')
  assert.equal(first.find('RF1')?.isConnected(), false)
  const lives = first.keep()
  await first.stop()
  const second = start(lives)
  t.after(() => second.stop())
  await next(({ topic }) => topic === '/ota/device/inform/a1Cool/RF1')
})

test('a device follows a new model from its next connection: it reports and allows that, and nothing else', async (t) => {
  const models = readyMade()
  const { fleet, received, send, next } = await startLiving(t, models)
  await next(({ topic }) => topic === reportOf('a1Oven', 'OV1'))
  const setting = combiOven.properties.find(({ identifier }) => identifier === 'Volume')
  assert.ok(setting !== undefined)
  const altitude = {
    ...setting,
    identifier: 'Altitude',
    name: { en: 'Altitude', zh: '海拔' },
    dataType: { type: 'int', min: 10, max: 4000 } as const,
  }
  models.set('a1Oven', {
    ...combiOven,
    properties: [...combiOven.properties.filter(({ identifier }) => identifier !== 'Volume'), altitude],
    events: [],
    services: [],
  })
  const before = received.length
  const nextReport = (matches: (params: Record<string, unknown>) => boolean) =>
    next(
      (message) =>
        received.indexOf(message) >= before &&
        message.topic === reportOf('a1Oven', 'OV1') &&
        matches(paramsOf(message)),
    )
  fleet.find('OV1')?.drop()
  const report = paramsOf(await nextReport((params) => 'Altitude' in params))
  assert.deepEqual(Object.keys(report).includes('Volume'), false)
  assert.match(JSON.stringify(report['Altitude']), /"value":10,/)
  const set = async (id: string, params: object) => {
    await send('/sys/a1Oven/OV1/thing/service/property/set', { id, params, method: 'thing.service.property.set' })
    return next(({ topic, payload }) => topic.endsWith('set_reply') && JSON.stringify(payload).includes(`"id":"${id}"`))
  }
  assert.match(JSON.stringify((await set('21', { Volume: 20 })).payload), /"code":460/)
  assert.match(JSON.stringify((await set('22', { Altitude: 1200 })).payload), /"code":200/)
  await nextReport((params) => JSON.stringify(params['Altitude'] ?? '').includes('"value":1200'))
})

test('a device without a model reports nothing, and sends the pending values once it has one', async (t) => {
  const models: GivenModels = new Map()
  const { fleet, received, next } = await startLiving(t, models)
  fleet.find('OV1')?.raiseFault('E05')
  await next(({ topic }) => topic === '/sys/a1Oven/OV1/thing/dsltemplate/get')
  models.set('a1Oven', combiOven)
  fleet.find('OV1')?.drop()
  await next(({ topic }) => topic === '/sys/a1Oven/OV1/thing/event/Fault/post')
  const wanted = received.flatMap(({ topic }, index) =>
    topic === '/sys/a1Oven/OV1/thing/dsltemplate/get' ? [index] : [],
  )
  assert.ok(wanted.length >= 2)
  const before = received.slice(0, wanted[1]).filter(({ topic }) => topic.startsWith('/sys/a1Oven/OV1/thing/event/'))
  assert.deepEqual(before, [])
})

test('a caller of the control socket that leaves before its answer stops nobody', async (t) => {
  const { dataDir } = await startLiving(t)
  for (let n = 0; n < 20; n += 1) {
    const caller = net.connect(join(dataDir, 'simulator.sock'))
    await once(caller, 'connect')
    caller.write('list\n')
    caller.destroy()
    await once(caller, 'close')
  }
  assert.match((await sendControl(dataDir, ['list'])).text, /OV1/)
})

test('a requested fault is raised, reported and cleared', async (t) => {
  const { dataDir, next } = await startLiving(t)
  const isFault = (active: number) => (message: ReceivedMessage) => {
    if (message.topic !== '/sys/a1Oven/OV1/thing/event/Fault/post') return false
    return JSON.stringify(paramsOf(message)['value']).includes(`"Active":${active}`)
  }
  assert.deepEqual(await sendControl(dataDir, ['OV1', 'fault', 'E05']), {
    ok: true,
    text: 'OV1 raises E05: Door switch failed',
  })
  const raised = await next(isFault(1))
  assert.deepEqual(paramsOf(raised)['value'], { Code: 'E05', Active: 1, Text: 'Door switch failed' })
  await next(
    (message) =>
      message.topic.endsWith('OV1/thing/event/property/post') &&
      JSON.stringify(message.payload).includes('"FaultCode":{"value":"E05"'),
  )
  assert.match((await sendControl(dataDir, ['list'])).text, /OV1 {2}oven {2}online {2}E05/)
  assert.equal((await sendControl(dataDir, ['OV1', 'clear'])).ok, true)
  await next(isFault(0))
})

test('a command is executed and its changes are reported; a muted device does neither', async (t) => {
  const { dataDir, received, send, next } = await startLiving(t)
  await next(({ topic }) => topic === reportOf('a1Oven', 'OV1'))
  const set = (id: string, Volume: number) =>
    send('/sys/a1Oven/OV1/thing/service/property/set', {
      id,
      version: '1.0.0',
      params: { Volume },
      method: 'thing.service.property.set',
    })
  await set('1', 20)
  await next(
    ({ topic, payload }) => topic.endsWith('set_reply') && JSON.stringify(payload).includes('"id":"1","code":200'),
  )
  await next(({ payload }) => JSON.stringify(payload).includes('"Volume":{"value":20'))

  await sendControl(dataDir, ['OV1', 'mute', '60'])
  await set('2', 30)
  await sendControl(dataDir, ['OV1', 'mute', '0'])
  await set('3', 40)
  await next(({ payload }) => JSON.stringify(payload).includes('"Volume":{"value":40'))
  assert.equal(
    received.some(({ topic, payload }) => topic.endsWith('set_reply') && JSON.stringify(payload).includes('"id":"2"')),
    false,
  )
})

test('a device that is sent offline disconnects and reconnects', async (t) => {
  const { dataDir, fleet, next, received } = await startLiving(t)
  await next(({ topic }) => topic === reportOf('a1Cool', 'RF1'))
  await sendControl(dataDir, ['RF1', 'offline', '1'])
  assert.equal(fleet.find('RF1')?.isConnected(), false)
  const before = received.length
  await next((message) => received.indexOf(message) >= before && message.topic === '/ota/device/inform/a1Cool/RF1')
  assert.equal(fleet.find('RF1')?.isConnected(), true)
})

test('a device that is frozen reads and writes nothing, keeps its connection, and goes on where it was', async (t) => {
  const { dataDir, fleet, next, received } = await startLiving(t)
  await next(({ topic }) => topic === reportOf('a1Cool', 'RF1'))
  assert.equal((await sendControl(dataDir, ['RF1', 'freeze', '3'])).ok, true)
  const from = received.length
  const reportFrom = (key: string, name: string) =>
    next((message) => message.topic === reportOf(key, name) && received.indexOf(message) >= from)
  // Both would report it at once.
  for (const name of ['RF1', 'OV1']) await sendControl(dataDir, [name, 'door', 'open'])
  await reportFrom('a1Oven', 'OV1')
  assert.deepEqual(
    received.slice(from).filter(({ topic }) => topic.includes('RF1')),
    [],
  )
  assert.equal(fleet.find('RF1')?.isConnected(), true)
  await reportFrom('a1Cool', 'RF1')
  assert.match((await sendControl(dataDir, ['RF1', 'freeze', '0'])).text, /how many seconds/)
})

test('reports what it cannot do', async (t) => {
  const { dataDir, fleet } = await startLiving(t)
  assert.match((await sendControl(dataDir, ['OV9', 'fault', 'E05'])).text, /no device OV9/)
  assert.match((await sendControl(dataDir, ['OV1', 'fault', 'E99'])).text, /which fault\?/)
  assert.equal((await sendControl(dataDir, ['OV1', 'dance'])).ok, false)
  await assert.rejects(openControl(fleet, dataDir), /another simulator/)
  await assert.rejects(sendControl(join(dataDir, 'nowhere'), ['list']))
})

test('continues its life after a restart', async (t) => {
  const { place, next } = await startBroker(t, { models: readyMade() })
  const living = { devices, ...place, seed: '7', speed: 1, steady: true, reportEveryMs: 200 }
  const first = startFleet(living)
  first.find('OV1')?.raiseFault('E09')
  await next(({ topic }) => topic.endsWith('/Fault/post'))
  const saved: unknown = JSON.parse(JSON.stringify(first.keep()))
  const before = first.find('OV1')?.values(0)
  await first.stop()
  assert(typeof saved === 'object' && saved !== null)
  const second = startFleet({ ...living, seed: '8', saved: Object.fromEntries(Object.entries(saved)) })
  t.after(() => second.stop())
  const after = second.find('OV1')?.values(0)
  assert.equal(after?.['DoorOpenings'], before?.['DoorOpenings'])
  assert.equal(after?.['FaultCode'], 'E09')
  second.find('OV1')?.clearFault()
  await next(({ topic, payload }) => topic.endsWith('/Fault/post') && JSON.stringify(payload).includes('"Active":0'))
})

test('reads a list of devices as an array or as lines, and reports what is missing', () => {
  const [oven] = devices
  assert.deepEqual(readDeviceList(JSON.stringify([{ ...oven?.credentials, kind: 'oven' }])), [oven])
  assert.throws(() => readDeviceList('[{"productKey":"a"}]'), /device 1 of the list has no kind/)
})
