import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { z } from 'zod'
import { connectMade, historyOf, shadowOf, traceOf } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import { modbusFamily, reportedOf, startModem } from '../testing/gateway/modbus-family.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

let app: TestApp
let token = ''
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  token = (await make.account(app, { role: 'administrator' })).token
})
after(() => app.stop())

const ValuesRequest = z.object({
  id: z.string(),
  params: z.array(z.string()).transform((names) => names.toSorted()),
  method: z.string(),
})
const ask = (id: string, identifiers?: string[]) =>
  app.ask(commandCalls.oven.readValues, { id, identifiers }, { token })
const rowOf = (id: string) => app.db.selectFrom('command').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a device answers a request for its values with a report: shadow and history are updated, and the ledger has its answer', async () => {
  const made = await make.device(app)
  const device = await connectMade(app, made)
  const { status, envelope } = await ask(made.id, ['DoorOpenings', 'ChildLock'])
  assert.equal(status, 200, JSON.stringify(envelope))
  const [row] = envelope.data
  assert.equal(row?.kind, 'property.get')
  const received = await device.receive('thing/service/property/get')
  const wanted = ValuesRequest.parse(JSON.parse(received.payload))
  assert.deepEqual(wanted, {
    id: row?.id,
    params: ['ChildLock', 'DoorOpenings'],
    method: 'thing.service.property.get',
  })
  const data = { DoorOpenings: 12, ChildLock: { value: 1, time: app.clock.now() - 5000 }, Nobody: 1 }
  await device.send('thing/service/property/get_reply', { id: wanted.id, code: 200, data })
  await until('the command to be closed', async () => (await rowOf(wanted.id)).status === 'succeeded')
  const { reported, desired } = await shadowOf(app, made)
  assert.deepEqual([reported['DoorOpenings']?.v, reported['ChildLock']?.v], [12, 1])
  assert.deepEqual(desired, {})
  // The ledger tells what changed something from what only asked.
  for (const [changes, ids] of [
    [false, [wanted.id]],
    [true, []],
  ] as const) {
    const page = await app.ask(commandCalls.oven.commands, { id: made.id, changes }, { token })
    assert.deepEqual(
      page.envelope.data.list.map(({ id }) => id),
      ids,
    )
  }
  assert.equal((await historyOf(app, made, 'DoorOpenings')).length, 1)
  const [reply] = (await traceOf(app, made)).filter(({ topic }) => topic.endsWith('get_reply'))
  assert.deepEqual(
    reply?.dropped?.map(({ identifier, reason }) => [identifier, reason]),
    [['Nobody', 'unknown']],
  )
  await device.leave()
})

test('a request for all values sends the device every property of its published thing model', async () => {
  const made = await make.device(app)
  const device = await connectMade(app, made)
  const { envelope } = await ask(made.id)
  const { params } = ValuesRequest.parse(JSON.parse((await device.receive('thing/service/property/get')).payload))
  assert.ok(params.length > 20)
  assert.deepEqual(Object.keys(envelope.data[0]?.params ?? {}).toSorted(), params.toSorted())
  const refused = { id: envelope.data[0]?.id, code: 5092, data: {} }
  await device.send('thing/service/property/get_reply', refused)
  await until('the refusal', async () => (await rowOf(envelope.data[0]?.id ?? '')).code === 5092)
  await device.leave()
})

test('values of an offline device, or values outside its thing model, are not requested', async () => {
  const made = await make.device(app)
  assert.equal((await ask(made.id)).envelope.data.key, 'device.offline')
  const device = await connectMade(app, made)
  assert.equal((await ask(made.id, ['Nobody'])).envelope.data.key, 'device.unknownFunction')
  await device.leave()
})

test('a unit on a line is polled for all its registers at once, including those that are read rarely', async (t) => {
  const { modem, units } = await modbusFamily(app, 1, undefined)
  const [unit] = units
  assert.ok(unit !== undefined)
  const fleet = startModem({ modem, units }, app.addresses.mqttPort ?? 0)
  t.after(() => fleet.stop())
  await until('a first report', async () => 'SetPoint' in (await reportedOf(app, unit)))
  const { status, envelope } = await app.ask(commandCalls.cooler.readValues, { id: unit.id }, { token })
  assert.equal(status, 200, JSON.stringify(envelope))
  const closed = await until('the answer', async () => {
    const row = await rowOf(envelope.data[0]?.id ?? '')
    return row.status === 'succeeded' ? row : undefined
  })
  const reply = z.record(z.string(), z.unknown()).parse(closed.reply)
  assert.equal(reply['SetPoint'], fleet.find(unit.sn)?.values(Date.now())['SetPoint'])
  assert.deepEqual(Object.keys(reply).toSorted(), Object.keys(closed.params).toSorted())
})
