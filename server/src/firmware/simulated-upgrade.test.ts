import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { modbusModem } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import { startFleet } from '@brigade/simulator/fleet.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { tripleOf } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { addVersion, reaches, rowOf, runTask, startRollout } from '../testing/firmware/rollout.ts'
import { until } from '../testing/until.ts'

/** Devices of the simulator take firmware as real ones do: they download, verify, flash, start again, and fail in their own ways. */

let app: TestApp
before(async () => {
  const port = await freePort()
  app = await startTestApp({ settings: { HTTP_PORT: port, DEVICE_URL: `http://127.0.0.1:${port}` } })
})
after(() => app.stop())

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return String(typeof address === 'object' ? address?.port : '')
}

type Listed = Parameters<typeof startFleet>[0]['devices']
const started = (devices: Listed) =>
  startFleet({
    devices,
    host: '127.0.0.1',
    port: app.addresses.mqttPort ?? 0,
    seed: '5',
    // A minute of theirs is a second.
    speed: 60,
    steady: true,
    reportEveryMs: 500,
  })
const reports = (id: string, module: string, version: RegExp) =>
  until(`device ${id} to report ${module}`, async () => {
    const rows = await app.db.selectFrom('deviceModule').selectAll().where('deviceId', '=', id).execute()
    return rows.find((row) => row.module === module && version.test(row.version))
  })

/**
 * A simulated oven cooks for hours: whatever it reports, it counts as idle. Each device is a statement of its own, because one
 * over all of them could deadlock with what stores their reports. Returns the function that ends it.
 */
function keepIdle(deviceIds: readonly string[]): () => Promise<void> {
  const ended = new AbortController()
  const keep = async () => {
    while (!ended.signal.aborted) {
      for (const id of deviceIds)
        await app.db.updateTable('deviceState').set({ workState: 0 }).where('deviceId', '=', id).execute()
      await wait(100)
    }
  }
  const keeping = keep()
  return async () => {
    ended.abort()
    await keeping
  }
}

test('a simulated fleet upgrades: successfully, resumed after an interruption, with a wrong digest, a flash error, and a rollback', async (t) => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.09.00', { bytes: 60_000 })
  const fates = ['well', 'interruption', 'verification', 'flash', 'rollback', 'lie'] as const
  const made = await Promise.all(fates.map(() => make.device(app, rollout)))
  const fleet = started(made.map((one) => ({ kind: 'oven', credentials: tripleOf(one) })))
  t.after(() => fleet.stop())
  for (const { id } of made) await reports(id, 'default', /./)
  for (const [at, fate] of fates.entries()) fleet.find(made[at]?.sn ?? '')?.setFate?.(fate)
  const deviceIds = made.map(({ id }) => id)
  t.after(keepIdle(deviceIds))
  const taskId = await runTask(rollout, [version.id], { deviceIds })
  const [well = '', interrupted = '', verification = '', flash = '', rollback = '', lie = ''] = deviceIds
  await reaches(rollout, taskId, well, 'succeeded')
  await reports(well, 'default', /^01\.09\.00$/)
  await reaches(rollout, taskId, interrupted, 'succeeded')
  assert.ok(Number((await rowOf(rollout, taskId, interrupted)).bytes) >= 60_000)
  assert.equal((await reaches(rollout, taskId, flash, 'failed')).reason, 'flash')
  assert.equal((await reaches(rollout, taskId, verification, 'waiting')).reason, 'retry')
  await reaches(rollout, taskId, rollback, 'installing')
  await reaches(rollout, taskId, lie, 'installing')
  await until('the old version to be reported', async () => (await rowOf(rollout, taskId, rollback)).sawOld)
  app.clock.advance(21 * minuteMs)
  assert.equal((await reaches(rollout, taskId, rollback, 'failed')).reason, 'rolled-back')
  assert.equal((await reaches(rollout, taskId, lie, 'failed')).reason, 'silent')
})

test('a simulated DTU has a module of its own beside its firmware, and accepts both, one after the other', async (t) => {
  const rollout = await startRollout(
    app,
    { type: 'double', module: 'DTU' },
    { nodeType: 'gateway', model: modbusModem },
  )
  const main = await addVersion(rollout, '02.02.00')
  const dtu = await addVersion(rollout, '01.01.00', { module: 'DTU' })
  const made = await make.device(app, rollout)
  const fleet = started([{ kind: 'oven', credentials: tripleOf(made), units: [] }])
  t.after(() => fleet.stop())
  await reports(made.id, 'DTU', /^01\.00\.00$/)
  await reports(made.id, 'default', /^02\.01\.00$/)
  const taskId = await runTask(rollout, [main.id, dtu.id], { deviceIds: [made.id] })
  await reaches(rollout, taskId, made.id, 'succeeded', 1)
  await reports(made.id, 'DTU', /^01\.01\.00$/)
  await reaches(rollout, taskId, made.id, 'succeeded', 2)
  await reports(made.id, 'default', /^02\.02\.00$/)
})
