// @icu: there a digit is a digit of any script, until a pattern says which.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { firmwareApi, firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { compareVersions, relationOf } from '@brigade/contract/firmware/version.rules.ts'
import { sql } from 'kysely'
import { addVersion, startRollout, type Rollout } from '../testing/firmware/rollout.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'

/** Versions and values that only look like numbers: what a device reports must not fail the calls of others. */

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const oddVersions = [
  '１.２.３',
  '１２３',
  '٣.٤',
  '१.२',
  'v１',
  '1.²',
  '\u30001.2.0\u3000',
  '\t1.2.0',
  '1.2.0\u00a0',
  '½',
]

async function reporting(rollout: Rollout, version: string) {
  const device = await make.device(app, rollout)
  const reportedAt = new Date(app.clock.now()).toISOString()
  await app.db
    .insertInto('deviceModule')
    .values({ deviceId: device.id, module: 'default', version, reportedAt })
    .execute()
  return device.id
}

test('versions in digits of other scripts stop no call about firmware, and are told as not comparable', async () => {
  const rollout = await startRollout(app)
  const { id } = await addVersion(rollout, '01.02.00')
  for (const version of oddVersions) await reporting(rollout, version)
  const { engineer, modelId } = rollout
  const draft = JSON.stringify({ type: 'version', modelId, versionIds: [id], sources: ['1.0.0'] })
  const answers = {
    models: await app.ask(firmwareApi.models, {}, engineer),
    model: await app.ask(firmwareApi.model, { id: modelId }, engineer),
    options: await app.ask(firmwareApi.versionOptions, { modelId }, engineer),
    versions: await app.ask(firmwareApi.versions, { modelId }, engineer),
    version: await app.ask(firmwareApi.version, { id }, engineer),
    versionFigures: await app.ask(firmwareApi.versionFigures, { id }, engineer),
    figures: await app.ask(firmwareApi.figures, {}, engineer),
    distribution: await app.ask(firmwareApi.distribution, { modelId }, engineer),
    devices: await app.ask(firmwareDeviceApi.devices, {}, engineer),
  }
  const failed = Object.entries(answers).filter(([, { status }]) => status !== 200)
  assert.deepEqual(
    failed.map(([name, { status, envelope }]) => `${name} ${status} ${envelope.msg}`),
    [],
  )
  const run = await app.ask(upgradeTaskApi.extractDevices, { draft, pageSize: 80 }, engineer)
  assert.equal(run.status, 200, run.envelope.msg)
  const told = oddVersions.map((version) => relationOf(version, '01.02.00'))
  const expected = Object.fromEntries(
    Object.entries(run.envelope.data.relations).map(([name]) => [name, told.filter((one) => one === name).length]),
  )
  assert.deepEqual(run.envelope.data.relations, expected, 'the database and the page agree on each')
})

test('the database compares two versions as the page does', async () => {
  const all = ['1.2.0', 'V01.02', '01.02.00', '2.0', '', ...oddVersions]
  for (const a of all)
    for (const b of all) {
      const { rows } = await sql<{ order: number | null }>`select version_order(${a}, ${b}) as order`.execute(app.db)
      const order = compareVersions(a, b)
      assert.equal(Math.sign(rows[0]?.order ?? Number.NaN), Math.sign(order ?? Number.NaN), JSON.stringify([a, b]))
    }
})

test('a condition on a reported value compares numbers, and takes a text that only looks like one as a text', async () => {
  const rollout = await startRollout(app)
  const { id } = await addVersion(rollout, '01.02.00')
  const values = ['5', '5.5', '1x5', '１５', '1-5', '٣']
  const devices = new Map<string, string>()
  for (const value of values) {
    const deviceId = await reporting(rollout, '1.0.0')
    devices.set(deviceId, value)
    await app.db.updateTable('deviceState').set({ online: true }).where('deviceId', '=', deviceId).execute()
    const reported = JSON.stringify({ Level: { v: value, t: 1, s: 1 } })
    await sql`insert into device_shadow (device_id, reported) values (${deviceId}, ${reported}::jsonb)
      on conflict (device_id) do update set reported = excluded.reported`.execute(app.db)
  }
  const condition = { kind: 'property', identifier: 'Level', op: '>', value: '4' }
  const draft = JSON.stringify({
    type: 'version',
    modelId: rollout.modelId,
    versionIds: [id],
    sources: ['1.0.0'],
    conditions: [condition],
  })
  const { status, envelope } = await app.ask(upgradeTaskApi.extractDevices, { draft, pageSize: 80 }, rollout.engineer)
  assert.equal(status, 200, envelope.msg)
  const reached = envelope.data.list.filter(({ verdict }) => verdict === 'reached')
  assert.deepEqual(
    reached.map(({ device }) => devices.get(device.id) ?? '').toSorted((a, b) => a.localeCompare(b)),
    ['5', '5.5'],
  )
})
