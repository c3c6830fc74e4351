import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { batchCalls } from '@brigade/contract/command/batch/batch.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { AlinkRequest } from '@brigade/contract/link/alink.model.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { connectMade } from '../../testing/linked-device.ts'
import { testPassword } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { insertCommand } from '../command.store.ts'
import { dropOldCommands } from '../old-commands.store.ts'
import { insertBatch, setBatchJob, writeOutcomes } from './batch.store.ts'

/** A batch counts its devices for as long as there is a record of it, also those that were deleted since. */

let app: TestApp
let token: string
before(async () => {
  app = await startTestApp()
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

const batchOf = async (id: string) => {
  const { counts } = (await app.ask(batchCalls.oven.batch, { id }, { token })).envelope.data
  const { list, total } = (await app.ask(batchCalls.oven.batchRows, { batchId: id, sort: 'sn' }, { token })).envelope
    .data
  return { counts, total, rows: list.map(({ sn, isGone, status, reason }) => [sn, isGone, status, reason]) }
}
const remove = async ({ id, sn }: { id: string; sn: string }) => {
  const { status, envelope } = await app.ask(recordCalls.oven.remove, { id, sn }, { token })
  assert.equal(status, 200, JSON.stringify(envelope))
}

test('devices that are deleted stay in the rows and sums of a batch with what came of them, while it runs and after', async () => {
  const { id: productId, productKey } = await make.product(app)
  const wish = { productId, productKey }
  const [good, silent, away] = [
    await make.device(app, { ...wish, sn: 'GONE001' }),
    await make.device(app, { ...wish, sn: 'GONE002' }),
    await make.device(app, { ...wish, sn: 'GONE003' }),
  ]
  const [obeying, deaf] = [await connectMade(app, good), await connectMade(app, silent)]
  const draft = { kind: 'property.set', params: { FanSpeed: 60 }, password: testPassword } as const
  const started = await app.ask(batchCalls.oven.startBatch, { ...draft, ids: [good.id, silent.id, away.id] }, { token })
  assert.equal(started.status, 200, started.envelope.msg)
  const { batchId, jobId } = started.envelope.data
  const { payload } = await obeying.receive('thing/service/property/set')
  await obeying.send('thing/service/property/set_reply', {
    id: AlinkRequest.parse(JSON.parse(payload)).id,
    code: 200,
    data: {},
  })
  await deaf.receive('thing/service/property/set')
  await until('the others to be decided', async () => (await batchOf(batchId)).counts.open === 1)
  await until('it to be sent', async () =>
    ['sent', 'acknowledged'].includes(String((await batchOf(batchId)).rows[1]?.[2])),
  )
  for (const device of [good, silent, away]) await remove(device)

  const job = await until('the job to end', async () => {
    const { envelope } = await app.ask(jobApi.detail, { id: jobId }, { token })
    return envelope.data.finishedAt === null ? undefined : envelope.data
  })
  assert.deepEqual(job.counts, { succeeded: 1, failed: 0, unknown: 1, refused: 1 })
  const expected = {
    counts: { open: 0, succeeded: 1, failed: 0, unknown: 1, refused: 1 },
    total: 3,
    rows: [
      ['GONE001', true, 'succeeded', ''],
      ['GONE002', true, 'unknown', 'It is unknown whether it arrived. Check the device before you send it again'],
      ['GONE003', true, null, 'The device is offline: commands cannot reach it'],
    ],
  }
  assert.deepEqual(await batchOf(batchId), expected)
  const succeeded = await app.ask(batchCalls.oven.batchRows, { batchId, outcome: 'succeeded' }, { token })
  assert.equal(succeeded.envelope.data.total, 1)

  // Nobody of another organisation reads them.
  const customer = await make.organisation(app)
  const foreign = await make.account(app, { role: 'administrator', organisationId: customer.id })
  assert.equal((await app.ask(batchCalls.oven.batchRows, { batchId }, foreign)).status, 404)
})

/** A batch of these devices, in its state before the first of them is processed. */
async function batchFor(devices: readonly Readonly<{ id: string; productId: string }>[]): Promise<string> {
  const { organisationId, productId } = await app.db
    .selectFrom('deviceState')
    .select(['organisationId', 'productId'])
    .where('deviceId', '=', devices[0]?.id ?? '')
    .executeTakeFirstOrThrow()
  const { id: accountId } = await make.account(app, { operationCodes: [] })
  const createdAt = new Date(app.clock.now()).toISOString()
  const batch = { kind: 'property.set', identifier: '', params: { FanSpeed: 60 }, deviceKind: 'oven' } as const
  const id = await insertBatch(
    app.db,
    { ...batch, organisationId, productId, accountId, createdAt },
    devices.map((device) => device.id),
  )
  await setBatchJob(app.db, id, '1')
  return id
}

test('commands that go by their age before their batch leave it what came of them', async () => {
  const made = await make.device(app, { sn: 'OLD001' })
  const batchId = await batchFor([made])
  const createdAt = app.clock.now() - 500 * dayMs
  const { id: accountId } = await make.account(app, { operationCodes: [] })
  const content = {
    kind: 'property.set',
    identifier: '',
    callType: 'async',
    params: { FanSpeed: 60 },
    before: {},
  } as const
  const command = { ...content, deviceId: made.id, accountId, batchId, repeatable: false, createdAt }
  const commandId = await insertCommand(app.db, { ...command, deadlineAt: createdAt + 1000 })
  await writeOutcomes(app.db, batchId, [{ deviceId: made.id, commandId }])
  await app.db.updateTable('command').set({ status: 'failed', code: 500 }).where('id', '=', commandId).execute()
  const before = await batchOf(batchId)
  await dropOldCommands(app.db, app.clock.now(), 400)
  assert.deepEqual(await app.db.selectFrom('command').select('id').where('id', '=', commandId).execute(), [])
  assert.deepEqual(await batchOf(batchId), before)
  assert.deepEqual([before.counts.failed, before.rows], [1, [['OLD001', false, 'failed', 'The device answered 500']]])
})

test('a device that is deleted before its turn is refused, and holds up nobody', async () => {
  const [first, second] = [await make.device(app, { sn: 'TURN001' }), await make.device(app, { sn: 'TURN002' })]
  const batchId = await batchFor([first, second])
  await remove(first)
  assert.deepEqual((await batchOf(batchId)).rows, [
    ['TURN001', true, null, 'The device was deleted before it was sent anything'],
    ['TURN002', false, null, ''],
  ])
  assert.deepEqual((await batchOf(batchId)).counts, { open: 1, succeeded: 0, failed: 0, unknown: 0, refused: 1 })
})
