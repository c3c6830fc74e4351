import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { isRecord } from '@brigade/contract/thing-model/document-place.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { modbusDtu } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { fromTsl } from '@brigade/contract/thing-model/transfer/tsl.ts'
import type { FakeDevice } from '../../testing/fake-device.ts'
import { connectMade, historyOf, shadowOf, traceOf } from '../../testing/linked-device.ts'
import { testPassword } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { publishThingModel } from '../../thing-model/publish-thing-model.ts'

let app: TestApp
let token: string
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

type Made = Awaited<ReturnType<typeof make.device>>
const placeOf = ({ productKey, sn }: Made) => `/sys/${productKey}/${sn}/thing`

/** Sends the SDKs' request and returns the reply. */
async function requested(
  device: FakeDevice,
  made: Made,
  what: 'dsltemplate' | 'dynamicTsl',
  params: unknown,
  id = '7',
) {
  await device.subscribe(`${placeOf(made)}/${what}/get_reply`)
  await device.send(`thing/${what}/get`, { id, version: '1.0', params, method: `thing.${what}.get` })
  const { payload } = await device.receive(`/${what}/get_reply`)
  const reply: unknown = JSON.parse(payload)
  assert.ok(isRecord(reply))
  const { data, ...head } = reply
  return { head, data }
}

/** A device of a separate product. */
async function linked(model?: ThingModel | null) {
  const product = await make.product(app, model === undefined ? {} : { model })
  const made = await make.device(app, { productId: product.id, productKey: product.productKey })
  return { product, made, device: await connectMade(app, made) }
}
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('a device that requests its model gets the document of the newest version, and again at a repeated request', async () => {
  const { product, made, device } = await linked()
  const { head, data } = await requested(device, made, 'dsltemplate', {}, 'own|id')
  assert.deepEqual(head, {
    id: 'own|id',
    code: 200,
    message: 'success',
    method: 'thing.dsltemplate.get',
    version: '1.0',
  })
  const read = fromTsl(data)
  assert.ok(read.ok)
  assert.deepEqual(read.model, plain(combiOven))
  assert.deepEqual(read.profile, { productKey: made.productKey, version: '1.0.0' })

  const light = combiOven.properties.filter(({ identifier }) => identifier !== 'Light')
  const model = { ...combiOven, properties: light }
  await publishThingModel(app.db, { productId: product.id, model, note: '', publishedBy: null, at: app.clock.now() })
  await until('the device to be given the new version', async () => {
    const again = fromTsl((await requested(device, made, 'dsltemplate', '{}')).data)
    return again.ok && again.profile.version === '2.0.0' && again.model.properties.length === light.length
  })
  await device.leave()
})

test('a device with little memory names the parts that it requests of each function', async () => {
  const { made, device } = await linked()
  const short = await requested(device, made, 'dynamicTsl', { nodes: ['type', 'identifier'], addDefault: false })
  assert.equal(short.head['code'], 200)
  assert.ok(isRecord(short.data))
  const { properties, events, services } = short.data
  assert.deepEqual(
    properties,
    combiOven.properties.map(({ identifier, dataType }) => ({
      identifier,
      dataType: {
        type: dataType.type,
        ...(dataType.type === 'array' && dataType.item.type === 'struct'
          ? {
              specs: {
                item: {
                  type: 'struct',
                  specs: dataType.item.members.map((member) => ({
                    identifier: member.identifier,
                    dataType: { type: member.dataType.type },
                  })),
                },
              },
            }
          : {}),
      },
    })),
  )
  assert.ok(Array.isArray(events) && Array.isArray(services))
  assert.equal(events.length, combiOven.events.length)
  assert.equal(services.length, combiOven.services.length)

  const full = await requested(device, made, 'dynamicTsl', { nodes: ['type', 'identifier'], addDefault: true })
  const inFull = isRecord(full.data) ? full.data['services'] : undefined
  assert.ok(Array.isArray(inFull))
  assert.equal(inFull.length, combiOven.services.length + 2)
  const whole = fromTsl((await requested(device, made, 'dynamicTsl', [])).data)
  assert.ok(whole.ok)
  assert.deepEqual(whole.model, plain(combiOven))
  await device.leave()
})

test('a device of a product without a model is answered so, and invalid JSON is refused; each is in its trace', async () => {
  const { made, device } = await linked(null)
  for (const what of ['dsltemplate', 'dynamicTsl'] as const) {
    const { head, data } = await requested(device, made, what, {})
    assert.deepEqual([head['code'], head['id'], data], [6313, '7', {}])
  }
  await device.send('thing/dsltemplate/get', '{"id":"8"')
  const { payload } = await device.receive('/dsltemplate/get_reply')
  assert.match(payload, /"id":"8","code":6207/)
  const trace = await traceOf(app, made)
  assert.deepEqual(
    trace.map(({ topic, code }) => [topic.replace(placeOf(made), ''), code]),
    [
      ['/dsltemplate/get', 6313],
      ['/dynamicTsl/get', 6313],
      ['/dsltemplate/get', 6207],
    ],
  )
  await device.leave()
})

test('a module’s functions go every way the others go: reported, kept, shown, raised, set and called', async () => {
  const { made, device } = await linked(modbusDtu)
  await device.subscribe(`${placeOf(made)}/#`)
  const time = app.clock.now()
  await device.report({ 'Modem:Signal': { value: -71, time }, 'Modem:Nothing': 1, Signal: -70 })
  await device.receive('property/post_reply')
  const [reported] = await traceOf(app, made)
  assert.deepEqual(
    reported?.dropped?.map(({ identifier, reason }) => [identifier, reason]),
    [
      ['Modem:Nothing', 'unknown'],
      ['Signal', 'unknown'],
    ],
  )
  assert.equal((await shadowOf(app, made)).reported['Modem:Signal']?.v, -71)
  assert.deepEqual(
    (await historyOf(app, made, 'Modem:Signal')).map(({ number }) => number),
    [-71],
  )
  const span = { startTime: new Date(time - 60_000).toISOString(), endTime: new Date(time + 60_000).toISOString() }
  const rows = await app.ask(
    telemetryCalls.oven.history,
    { id: made.id, identifiers: 'Modem:Signal', ...span },
    { token },
  )
  assert.deepEqual(
    rows.envelope.data.list.map(({ identifier, value }) => [identifier, value]),
    [['Modem:Signal', -71]],
  )
  const curve = await app.ask(
    telemetryCalls.oven.curve,
    { id: made.id, identifiers: 'Modem:Signal,CabinetTemp', ...span },
    { token },
  )
  assert.deepEqual(
    curve.envelope.data.series.map(({ identifier, mean }) => [identifier, mean]),
    [
      ['Modem:Signal', [-71]],
      ['CabinetTemp', []],
    ],
  )

  await device.send('thing/event/Modem:UnitLost/post', {
    id: '3',
    params: { value: { UnitAddress: 4, Seconds: 30 }, time },
    method: 'thing.event.Modem:UnitLost.post',
  })
  assert.match((await device.receive('thing/event/Modem:UnitLost/post_reply')).payload, /"code":200/)
  const events = await app.ask(telemetryCalls.oven.events, { id: made.id }, { token })
  assert.deepEqual(
    events.envelope.data.list.map(({ identifier, output }) => [identifier, output]),
    [['Modem:UnitLost', { UnitAddress: 4, Seconds: 30 }]],
  )

  const send = (params: Record<string, number>, identifier?: string) =>
    app.ask(
      commandCalls.oven.sendCommand,
      identifier === undefined
        ? { kind: 'property.set', deviceId: made.id, params, password: testPassword }
        : { kind: 'service', identifier, deviceId: made.id, params, password: testPassword },
      { token },
    )
  assert.equal((await send({ 'Modem:BaudRate': 9600 })).status, 200)
  assert.match((await device.receive('service/property/set')).payload, /"params":\{"Modem:BaudRate":9600\}/)
  const called = await send({}, 'Modem:Restart')
  assert.equal(called.status, 200, called.envelope.msg)
  const call: unknown = JSON.parse((await device.receive('service/Modem:Restart')).payload)
  assert.ok(typeof call === 'object' && call !== null && 'id' in call && 'method' in call)
  assert.equal(call.method, 'thing.service.Modem:Restart')
  await device.send('thing/service/Modem:Restart_reply', { id: call.id, code: 200, data: {} })
  await until('the ledger to have the answer', async () => {
    const ledger = await app.ask(commandCalls.oven.commands, { id: made.id }, { token })
    return ledger.envelope.data.list.some(
      ({ identifier, status }) => identifier === 'Modem:Restart' && status === 'succeeded',
    )
  })
  await device.leave()
})
