// @both-databases: retention drops partitions.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { batchCalls } from '@brigade/contract/command/batch/batch.endpoints.ts'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { insertBatch, setBatchJob, writeOutcomes } from './batch/batch.store.ts'
import { insertCommand } from './command.store.ts'
import { deviceJobs } from '../device/record/device-jobs.ts'
import { commandJobs } from './command-jobs.ts'
import { recordFirmware } from '../device/firmware/firmware.store.ts'
import { writeChanges } from '../device/changes/write-change.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({
    roles: ['api'],
    settings: { HISTORY_DAYS: '100', OPERATION_LOG_DAYS: '200' },
  })
})
after(() => app.stop())

const signIn = () => make.account(app, { role: 'administrator' })
const tidy = async () => {
  for (const job of [...deviceJobs(app), ...commandJobs(app)]) await job.run({})
}

type Oven = Awaited<ReturnType<typeof make.device>>

/** Inserts a batch with its command, a firmware version and a change of the record, at the present time. */
async function happen({ id: deviceId, productId }: Oven, accountId: string, version: string) {
  const { organisationId } = await app.db
    .selectFrom('deviceState')
    .select('organisationId')
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow()
  const at = app.clock.now()
  const content = { kind: 'property.set', identifier: '', params: { FanSpeed: 60 } } as const
  const createdAt = new Date(at).toISOString()
  const batch = { ...content, organisationId, accountId, deviceKind: 'oven', productId, createdAt } as const
  const batchId = await insertBatch(app.db, batch, [deviceId])
  const sent = { ...content, deviceId, callType: 'async', before: {}, accountId, batchId } as const
  const commandId = await insertCommand(app.db, { ...sent, repeatable: false, createdAt: at, deadlineAt: at + 1000 })
  await setBatchJob(app.db, batchId, '1')
  await writeOutcomes(app.db, batchId, [{ deviceId, commandId }])
  await app.db.transaction().execute(async (trx) => {
    await recordFirmware(trx, deviceId, { module: 'default', version }, at)
    await writeChanges(trx, [{ deviceId, at, action: 'enabled', accountId, fields: [] }])
  })
  return batchId
}

test('commands, batches, firmware versions and changes of the record go when their time is over, the firmware that a device has never', async () => {
  const oven = await make.device(app)
  const { id: accountId } = await signIn()
  const older = await happen(oven, accountId, '1.0')
  app.clock.advance(60 * dayMs)
  const newer = await happen(oven, accountId, '2.0')

  const left = async () => {
    const { token } = await signIn()
    const { id } = oven
    const batches = [older, newer].map((batch) => app.ask(batchCalls.oven.batch, { id: batch }, { token }))
    return {
      batches: (await Promise.all(batches)).map(({ status }) => status),
      commands: (await app.ask(commandCalls.oven.commands, { id }, { token })).envelope.data.total,
      firmwares: (await app.ask(recordCalls.oven.firmwares, { id }, { token })).envelope.data.list.map(
        ({ version }) => version,
      ),
      changes: (await app.ask(recordCalls.oven.changes, { id }, { token })).envelope.data.total,
    }
  }
  const all = { batches: [200, 200], commands: 2, firmwares: ['2.0', '1.0'], changes: 2 }
  app.clock.advance(39 * dayMs)
  await tidy()
  assert.deepEqual(await left(), all)
  app.clock.advance(2 * dayMs)
  await tidy()
  const newest = { batches: [404, 200], commands: 1, firmwares: ['2.0'] }
  assert.deepEqual(await left(), { ...newest, changes: 2 })
  app.clock.advance(100 * dayMs)
  await tidy()
  assert.deepEqual(await left(), { batches: [404, 404], commands: 0, firmwares: ['2.0'], changes: 1 })
})
