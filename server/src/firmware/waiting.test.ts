import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { z } from 'zod'
import { connectMade, isOnline } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import {
  addVersion,
  addressIn,
  receiveOffer,
  inform,
  reaches,
  rowOf,
  runTask,
  startRollout,
  type Rollout,
} from '../testing/firmware/rollout.ts'
import { until } from '../testing/until.ts'

/** Devices wait for the cap, for a person at the panel, and for the end of a day of silence. */

const [minute, hour] = [60_000, hourMs]
let app: TestApp
before(async () => {
  app = await startTestApp({ settings: { DEVICE_URL: 'https://devices.example.com', FOTA_CONCURRENT: '3' } })
})
after(() => app.stop())

async function connected(rollout: Rollout, count: number) {
  const fleet = []
  for (let number = 0; number < count; number += 1) {
    const made = await make.device(app, rollout)
    const device = await connectMade(app, made)
    await inform(device, made, '1.0.0')
    fleet.push({ made, device })
  }
  return fleet
}

test('a device that finds the cap used up says that it waits for a place', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const fleet = await connected(rollout, 4)
  const taskId = await runTask(rollout, [version.id], { deviceIds: fleet.map(({ made }) => made.id) })
  const shown = await until('three to be offered', async () => {
    const { list } = (await app.ask(upgradeTaskApi.taskDevices, { id: taskId }, rollout.engineer)).envelope.data
    return list.filter(({ state }) => state === 'offered').length === 3 ? list : undefined
  })
  assert.deepEqual(
    shown.filter(({ state }) => state === 'waiting').map(({ reason }) => reason),
    ['slot'],
  )
})

test('where the panel asks first, an offer lasts 24 hours without a place under the cap and without an attempt, and then was not confirmed', async () => {
  const rollout = await startRollout(app, { needConfirm: true })
  const fleet = await connected(rollout, 5)
  const version = await addVersion(rollout, '01.02.00')
  const taskId = await runTask(rollout, [version.id], { deviceIds: fleet.map(({ made }) => made.id) })
  // There are more devices than the cap of three.
  const offers = await Promise.all(fleet.map(({ made, device }) => receiveOffer(device, made)))
  const [one, two, three] = fleet
  assert.ok(one !== undefined && two !== undefined && three !== undefined)
  // An offer that is not yet recorded as sent would exceed its minute.
  for (const { made } of fleet) await reaches(rollout, taskId, made.id, 'offered')
  // Nobody touches the panel for 23 hours: offer and address stay valid, and no attempt is counted.
  app.clock.advance(23 * hour)
  const row = await reaches(rollout, taskId, one.made.id, 'offered')
  assert.deepEqual([row.attempts, row.offers], [0, 0])
  assert.equal((await fetch(addressIn(app, offers[0]?.url ?? ''))).status, 200)
  await reaches(rollout, taskId, one.made.id, 'downloading')
  // After a reconnect it gets the same offer, and its day continues.
  three.device.vanish()
  await isOnline(app, three.made, false)
  const back = await connectMade(app, three.made)
  assert.equal((await receiveOffer(back, three.made)).url, offers[2]?.url)
  await reaches(rollout, taskId, three.made.id, 'offered')
  app.clock.advance(hour + minute)
  for (const { made } of [two, three]) {
    const failed = await reaches(rollout, taskId, made.id, 'failed')
    assert.deepEqual([failed.reason, failed.attempts], ['not-confirmed', 0])
  }
})

test('a device online that said nothing of its firmware for a day is asked for its version, and its answer counts as heard', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const [made, other] = [await make.device(app, rollout), await make.device(app, rollout)]
  const [device, talking] = [await connectMade(app, made), await connectMade(app, other)]
  await inform(device, made, '1.0.0')
  await inform(talking, other, '1.0.0')
  // Both wait, because they are busy.
  const ids = [made.id, other.id]
  await app.db.updateTable('deviceState').set({ workState: 2 }).where('deviceId', 'in', ids).execute()
  const taskId = await runTask(rollout, [version.id], { deviceIds: ids })
  app.clock.advance(23 * hour)
  await inform(talking, other, '1.0.0')
  await until('its answer', async () => {
    const row = await app.db
      .selectFrom('upgradeAsked')
      .select('heardAt')
      .where('deviceId', '=', other.id)
      .executeTakeFirst()
    return (row?.heardAt ?? null) !== null
  })
  app.clock.advance(hour + 2 * minute)
  const requested = z
    .looseObject({ id: z.string(), params: z.array(z.string()) })
    .parse(JSON.parse((await device.receive('thing/service/property/get')).payload))
  assert.deepEqual(requested.params, ['FirmwareVersion'])
  await device.send('thing/service/property/get_reply', {
    id: requested.id,
    code: 200,
    data: { FirmwareVersion: '1.2.0' },
  })
  // The property counts like a report, as devices send it when they are asked.
  await device.report({ FirmwareVersion: '1.2.0' })
  app.clock.advance(2 * minute)
  const row = await reaches(rollout, taskId, made.id, 'skipped')
  assert.equal(row.reason, 'target-there')
  assert.equal((await rowOf(rollout, taskId, other.id)).state, 'waiting')
  assert.ok(!talking.received.some(({ topic }) => topic.endsWith('thing/service/property/get')))
})
