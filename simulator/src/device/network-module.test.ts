import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { startFleet } from '../fleet.ts'
import { startBroker } from '../testing/broker.ts'

const credentials = { productKey: 'a1Cool', deviceName: 'RF1', deviceSecret: 's' }
const sys = '/sys/a1Cool/RF1/thing'
const textOf = (payload: unknown) => JSON.stringify(payload)
const idOf = (payload: unknown) => /"id":"(\d+)"/.exec(textOf(payload))?.[1] ?? ''

test('a device reports its tags, applies the desired values set while it was away, and sends the reports it kept', async (t) => {
  const broker = await startBroker(t, { models: new Map([['a1Cool', refrigerator]]) })
  const folder = await mkdtemp(join(tmpdir(), 'brigade-record-'))
  const fleet = startFleet({
    devices: [{ kind: 'cooler', credentials }],
    ...broker.place,
    seed: '1',
    speed: 1,
    steady: true,
    reportEveryMs: 200,
    recordDir: folder,
  })
  t.after(async () => {
    await fleet.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  const device = fleet.find('RF1')
  assert.ok(device !== undefined)
  const tags = await broker.next(({ topic }) => topic === `${sys}/deviceinfo/update`)
  assert.match(textOf(tags.payload), /"attrKey":"firmware"/)

  const requested = await broker.next(({ topic }) => topic === `${sys}/property/desired/get`)
  const data = { SetPoint: { value: 2.5, version: 3 } }
  await broker.send(`${sys}/property/desired/get_reply`, { id: idOf(requested.payload), code: 200, data })
  await broker.next(
    ({ topic, payload }) => topic.endsWith('property/post') && textOf(payload).includes('"SetPoint":{"value":2.5'),
  )
  assert.equal(device.values(Date.now())['SetPoint'], 2.5)

  // The server requests its log.
  await broker.send(`${sys}/config/log/push`, { id: '7', params: { getType: 'content', content: { mode: 1 } } })
  const log = await broker.next(({ topic }) => topic === `${sys}/log/post`)
  assert.match(textOf(log.payload), /"logContent":"connected"/)

  device.setClock(-hourMs)
  device.goOffline(1500)
  device.setDoor(true)
  const history = await broker.next(({ topic }) => topic === `${sys}/event/property/history/post`)
  const times = [...textOf(history.payload).matchAll(/"time":(\d+)/g)].map(([, time]) => Number(time))
  assert.ok(textOf(history.payload).includes('"DoorState"'))
  assert.ok(times.length > 0 && times.every((time) => Math.abs(Date.now() - hourMs - time) < minuteMs))

  await broker.next(
    ({ topic, payload }) => topic.endsWith('property/post') && textOf(payload).includes('"DoorState":{"value":1'),
  )
  const lines = (await readFile(join(folder, 'RF1.jsonl'), 'utf8')).trim().split('\n')
  const done = lines.map((line) => /"do":"(\w+)"/.exec(line)?.[1])
  for (const what of ['started', 'connected', 'report', 'puback', 'desired', 'disconnected', 'history'])
    assert.ok(done.includes(what), what)
})
