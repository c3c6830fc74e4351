import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { batchCalls } from '@brigade/contract/command/batch/batch.endpoints.ts'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { commandTimeoutMs } from '@brigade/contract/command/command.model.ts'
import { AlinkRequest } from '@brigade/contract/link/alink.model.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { connectMade, stateOf } from '../../testing/linked-device.ts'
import { insertDevices } from '../../device/record/device-registration.store.ts'
import { renewLease } from '../../device/presence/presence.store.ts'
import { testPassword } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let token: string
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector', 'worker'] })
  ;({ token } = await make.account(app, { role: 'administrator', name: 'Anke' }))
})
after(() => app.stop())

type BatchDevices = { ids?: string[]; found?: Record<string, string> }
const set = (requested: BatchDevices, params: Record<string, number | string>, more = {}) =>
  app.ask(
    batchCalls.oven.startBatch,
    { kind: 'property.set', params, password: testPassword, ...requested, ...more },
    { token },
  )
const detail = async (id: string) => (await app.ask(batchCalls.oven.batch, { id }, { token })).envelope.data
const rows = async (batchId: string, more = {}) =>
  (await app.ask(batchCalls.oven.batchRows, { batchId, ...more }, { token })).envelope.data
const jobEnded = (id: string) =>
  until(
    `job ${id} to end`,
    async () => {
      const { envelope } = await app.ask(jobApi.detail, { id }, { token })
      return envelope.data.finishedAt === null ? undefined : envelope.data
    },
    90_000,
  )

test('a batch reaches each device that is online, shows the outcome of each, and is one job', async () => {
  const product = await make.product(app)
  const wish = { productId: product.id, productKey: product.productKey }
  const [good, bad, away] = [
    await make.device(app, { ...wish, sn: 'BATCH001' }),
    await make.device(app, { ...wish, sn: 'BATCH002' }),
    await make.device(app, { ...wish, sn: 'BATCH003' }),
  ]
  const obeying = await connectMade(app, good)
  const refusing = await connectMade(app, bad)
  const ids = [good.id, bad.id, away.id]

  const question = await app.ask(batchCalls.oven.askBatch, { ids }, { token })
  assert.deepEqual(question.envelope.data, { devices: 3, online: 2, productId: product.id, tooMany: false })

  const { status, envelope } = await set({ ids }, { FanSpeed: 60 })
  assert.equal(status, 200, envelope.msg)
  const { batchId, jobId } = envelope.data
  for (const [device, code] of [
    [obeying, 200],
    [refusing, 500],
  ] as const) {
    const received = await device.receive('thing/service/property/set')
    const { id } = AlinkRequest.parse(JSON.parse(received.payload))
    await device.send('thing/service/property/set_reply', { id, code, data: {} })
  }
  const job = await jobEnded(jobId)
  assert.deepEqual(job.counts, { succeeded: 1, failed: 1, unknown: 0, refused: 1 })
  assert.deepEqual(
    job.errors.map(({ message }) => message),
    ['The device is offline: commands cannot reach it'],
  )
  assert.deepEqual((await detail(batchId)).counts, { open: 0, succeeded: 1, failed: 1, unknown: 0, refused: 1 })
  assert.deepEqual(
    (await rows(batchId)).list.map(({ sn, status: state, reason }) => [sn, state, reason]),
    [
      ['BATCH001', 'succeeded', ''],
      ['BATCH002', 'failed', 'The device answered 500'],
      ['BATCH003', null, 'The device is offline: commands cannot reach it'],
    ],
  )
  assert.deepEqual(
    (await rows(batchId, { outcome: 'failed' })).list.map(({ sn }) => sn),
    ['BATCH002'],
  )

  // Inserts a command confirmed by its report, or one with an unknown outcome, as the device's ledger has it.
  const planted = async (
    deviceId: string,
    change: { byReport: true } | { status: 'unknown' | 'timed_out'; error: string },
  ) => {
    await app.db
      .updateTable('command')
      .set({ code: null, ...change })
      .where('deviceId', '=', deviceId)
      .execute()
  }
  await planted(good.id, { byReport: true })
  await planted(bad.id, { status: 'unknown', error: 'arrivalUnknown' })
  assert.deepEqual(
    (await rows(batchId)).list.map(({ sn, error, byReport, reason }) => [sn, error, byReport, reason]),
    [
      ['BATCH001', '', true, 'Confirmed by its report'],
      [
        'BATCH002',
        'arrivalUnknown',
        false,
        'It is unknown whether it arrived. Check the device before you send it again',
      ],
      ['BATCH003', '', false, 'The device is offline: commands cannot reach it'],
    ],
  )
})

test('a device of a batch that gave no answer counts as unknown, not as failed, and the values of registers are told apart', async (t) => {
  const product = await make.product(app)
  const wish = { productId: product.id, productKey: product.productKey }
  const made = []
  for (const sn of ['UNKNOWN1', 'UNKNOWN2', 'UNKNOWN3', 'UNKNOWN4']) made.push(await make.device(app, { ...wish, sn }))
  const ids = made.map(({ id }) => id)
  // Another connector, which is alive but sends nothing, holds the devices: without one they would soon count as
  // offline.
  const elsewhere = 'a connector that says nothing'
  const renewing = setInterval(() => void renewLease(app.db, elsewhere, Date.now(), app.clock.now()), 200)
  t.after(() => clearInterval(renewing))
  await renewLease(app.db, elsewhere, Date.now(), app.clock.now())
  const held = { online: true, connectorId: elsewhere }
  await app.db.updateTable('deviceState').set(held).where('deviceId', 'in', ids).execute()
  const { batchId } = (await set({ ids }, { FanSpeed: 40 })).envelope.data
  await until('its commands', async () => (await rows(batchId)).list.every(({ status }) => status === 'created'))
  const close = (
    n: number,
    change: { status: 'unknown' | 'timed_out' | 'failed'; error: string; valueOutcomes?: string },
  ) =>
    app.db
      .updateTable('command')
      .set(change)
      .where('deviceId', '=', ids[n] ?? '')
      .execute()
  const valueOutcomes = JSON.stringify({ FanSpeed: 'written', Light: 'unknown' })
  await close(0, { status: 'unknown', error: 'modbusUnsure', valueOutcomes })
  await close(1, { status: 'timed_out', error: 'noReply' })
  await close(2, { status: 'timed_out', error: 'notSent' })
  await close(3, { status: 'failed', error: 'modbusRefused' })
  const { counts } = await detail(batchId)
  assert.deepEqual(counts, { open: 0, succeeded: 0, failed: 2, unknown: 2, refused: 0 })
  const unknown = (await rows(batchId, { outcome: 'unknown' })).list
  assert.deepEqual(
    unknown.map(({ sn, reason }) => [sn, reason]),
    [
      [
        'UNKNOWN1',
        'The write had no valid answer and could not be read back. Check the device before you send it again · Written: FanSpeed · Unknown: Light',
      ],
      ['UNKNOWN2', 'No reply from the device in 60 seconds'],
    ],
  )
})

test('a batch is sent to all devices that the filters find', async () => {
  const product = await make.product(app)
  const wish = { productId: product.id, productKey: product.productKey }
  await make.device(app, wish)
  await make.device(app, wish)
  const { envelope } = await set({ found: { productId: product.id } }, { FanSpeed: 40 })
  assert.deepEqual((await jobEnded(envelope.data.jobId)).counts, { succeeded: 0, failed: 0, unknown: 0, refused: 2 })
})

test('the time of a command of a batch runs from its turn: of thousands at most 500 wait to be sent, and a command of a person alone waits for none', async (t) => {
  const product = await make.product(app)
  const wish = { productId: product.id, productKey: product.productKey }
  const last = await make.device(app, wish)
  const device = await connectMade(app, last)
  // Another connector, which is alive but sends nothing, holds the device.
  const elsewhere = 'a connector that hangs'
  const renewing = setInterval(() => void renewLease(app.db, elsewhere, Date.now(), app.clock.now()), 200)
  t.after(() => clearInterval(renewing))
  await renewLease(app.db, elsewhere, Date.now(), app.clock.now())
  const { organisationId } = await stateOf(app, last)
  const drafts = Array.from({ length: 1200 }, (_, number) => ({
    productId: product.id,
    kind: 'oven' as const,
    organisationId,
    name: 'Oven',
    mac: '',
    installed: true,
    sn: `BATCHM${number}`,
    secret: Buffer.from('sealed'),
    createdAt: app.clock.now() + 1000,
  }))
  await insertDevices(app.db, drafts)
  await app.db
    .updateTable('deviceState')
    .set({ online: true, connectorId: elsewhere })
    .where('productId', '=', product.id)
    .where('deviceId', '<>', last.id)
    .execute()

  const { batchId, jobId } = (await set({ found: { productId: product.id } }, { FanSpeed: 40 })).envelope.data
  // Both are read in one query: between two queries a waiting command may time out.
  const statuses = async () => {
    const rows = await app.db
      .selectFrom('command')
      .select(({ fn }) => ['status', fn.countAll<string>().as('commands')])
      .where('batchId', '=', batchId)
      .groupBy('status')
      .execute()
    const counted = new Map<string, number>(rows.map(({ status, commands }) => [status, Number(commands)]))
    return { unsent: counted.get('created') ?? 0, timedOut: counted.get('timed_out') ?? 0 }
  }
  const waitsFull = (expected: number) =>
    until(
      'as many to be entered as may wait',
      async () => {
        const { unsent, timedOut } = await statuses()
        assert(unsent <= 500, `${unsent} wait to be sent`)
        return unsent > 400 && timedOut === expected
      },
      120_000,
    )
  const obey = async () => {
    const { id } = AlinkRequest.parse(JSON.parse((await device.receive('thing/service/property/set')).payload))
    await device.send('thing/service/property/set_reply', { id, code: 200, data: {} })
    return id
  }
  await waitsFull(0)
  const alone = { kind: 'property.set', deviceId: last.id, params: { FanSpeed: 60 }, password: testPassword } as const
  const { id } = (await app.ask(commandCalls.oven.sendCommand, alone, { token })).envelope.data
  assert.equal(await obey(), id)

  app.clock.advance(commandTimeoutMs)
  await waitsFull(500)
  app.clock.advance(commandTimeoutMs)
  await obey()
  // It was the last chunk: all commands that are open now were inserted.
  app.clock.advance(commandTimeoutMs)
  const { succeeded = 0, failed = 0, refused = 0 } = (await jobEnded(jobId)).counts ?? {}
  assert.deepEqual([succeeded, succeeded + failed + refused], [1, 1201])
  await device.leave()
})

test('a Modbus unit of a batch is refused properties without a register', async () => {
  const line = await make.product(app, { nodeType: 'gateway' })
  const modem = await make.device(app, { productId: line.id, productKey: line.productKey })
  const product = await make.product(app, { nodeType: 'sub-device', protocol: 'modbusRtu' })
  const unit = await make.device(app, { productId: product.id, productKey: product.productKey })
  const addedAt = new Date(app.clock.now()).toISOString()
  await app.db
    .insertInto('deviceGateway')
    .values({ deviceId: unit.id, gatewayId: modem.id, unit: 3, addedAt })
    .execute()
  const { batchId, jobId } = (await set({ ids: [unit.id] }, { FanSpeed: 40 })).envelope.data
  assert.deepEqual((await jobEnded(jobId)).counts, { succeeded: 0, failed: 0, unknown: 0, refused: 1 })
  assert.deepEqual(
    (await rows(batchId)).list.map(({ reason }) => reason),
    ['It has no register in this unit'],
  )
})

test('a batch is refused as a whole: several products, a bad value, unconfirmed heat, a wrong password, a foreign device', async () => {
  const [one, other] = [
    await make.device(app, { productId: (await make.product(app)).id }),
    await make.device(app, { productId: (await make.product(app)).id }),
  ]
  const key = async (answer: ReturnType<typeof set>) => (await answer).envelope.data.key
  assert.equal(await key(set({ ids: [one.id, other.id] }, { FanSpeed: 60 })), 'device.severalProducts')
  assert.equal(await key(set({ ids: [one.id] }, { FanSpeed: 7 })), 'device.badValue')
  assert.equal(await key(set({ ids: [one.id] }, { FanSpeed: 60 }, { password: 'Wrong1234' })), 'session.wrongPassword')
  const heat = { kind: 'service', identifier: 'Preheat', params: { Temp: 180 }, password: testPassword } as const
  const hot = await app.ask(batchCalls.oven.startBatch, { ...heat, ids: [one.id] }, { token })
  assert.equal(hot.envelope.data.key, 'device.heatUnconfirmed')

  const customer = await make.organisation(app)
  const foreign = await make.account(app, { role: 'administrator', organisationId: customer.id })
  const unseen = await app.ask(
    batchCalls.oven.startBatch,
    { kind: 'property.set', params: { FanSpeed: 60 }, password: testPassword, ids: [one.id] },
    { token: foreign.token },
  )
  assert.equal(unseen.status, 404)
  assert.equal(
    (await app.db.selectFrom('commandBatchDevice').select('batchId').where('deviceId', '=', one.id).execute()).length,
    0,
  )
})
