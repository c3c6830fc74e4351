import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { seal } from '../../platform/secret/secret-box.ts'
import { testPassword } from '../../testing/make-account.ts'
import { connectDevice } from '../../testing/fake-device.ts'
import { connectMade, isOnline, onlineLogOf, tripleOf, traceOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

/** Client ids, user names and passwords in the forms that SDKs really send (alink.md 2.1). */
let app: TestApp
let token = ''
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  token = (await make.account(app, { role: 'administrator' })).token
})
after(() => app.stop())

const port = () => app.addresses.mqttPort ?? 0
const vector = {
  productKey: 'a1B2c3D4e5F',
  deviceName: 'oven0001',
  deviceSecret: '0123456789abcdef0123456789abcdef',
} as const
const username = `${vector.deviceName}&${vector.productKey}`
const signs = {
  hmacsha256: 'a8d2e4aa6cd16f7a1839dd66ee5305932113272e3921cf55bcd8bcbadfb05c53',
  hmacsha1: 'c51f20f843783d5296edfd6dedf33df1b0c2dbba',
  hmacmd5: '3bf74e6ae0f8f938f91b3b775d1f88b2',
  withoutTime: 'd1e9c848f6054a101b7dc4d5950d33e6d369ac6995346377852df3c91300349f',
} as const
const id = `${vector.productKey}.${vector.deviceName}`

/** The device of the test vectors. */
async function makeVector() {
  const known = await app.db.selectFrom('device').select('id').where('sn', '=', vector.deviceName).executeTakeFirst()
  if (known !== undefined) return known
  const product = await make.product(app, { productKey: vector.productKey })
  const made = await make.device(app, { productId: product.id, productKey: product.productKey, sn: vector.deviceName })
  const deviceSecret = seal(app.settings.secretKey, vector.deviceSecret)
  await app.db.updateTable('device').set({ deviceSecret }).where('id', '=', made.id).execute()
  return made
}
/** Connects, sends a message that is answered, and disconnects. */
async function comesIn(clientId: string, password: string): Promise<void> {
  await makeVector()
  const device = await connectDevice(port(), vector, { clientId, username, password })
  await device.report({ ChamberTemp: 20 })
  await device.receive('post_reply')
  await device.leave()
}
const hmac = (algorithm: string, content: string) =>
  createHmac(algorithm, vector.deviceSecret).update(content).digest('hex')

const time = 'timestamp=2524608000000'
const forms: readonly (readonly [name: string, clientId: string, password: string])[] = [
  ['hmacsha256', `${id}|securemode=3,signmethod=hmacsha256,${time}|`, signs.hmacsha256],
  ['hmacsha1', `${id}|securemode=3,signmethod=hmacsha1,${time}|`, signs.hmacsha1],
  ['hmacmd5', `${id}|securemode=3,signmethod=hmacmd5,${time}|`, signs.hmacmd5],
  ['no timestamp', `${id}|securemode=3,signmethod=hmacsha256|`, signs.withoutTime],
  [
    'upper-case hex, as the C SDK v3 sends it',
    `${id}|securemode=3,${time},signmethod=hmacsha256,gw=0,ext=0|`,
    signs.hmacsha256.toUpperCase(),
  ],
  [
    'the order and the keys of the C SDK v4',
    `${id}|${time},_ss=1,_v=sdk-c-4.2.0,securemode=3,signmethod=hmacsha256,ext=3,custom=1|`,
    signs.hmacsha256.toUpperCase(),
  ],
  [
    'newlines and blanks, as the Node SDK writes them',
    `\n        ${id}|securemode=3,\n        signmethod=hmacsha1,\n        ${time}|\n      `,
    signs.hmacsha1,
  ],
  ['a sign method in capitals', `${id}|securemode=3,signMethod=hmacSHA256,${time}|`, signs.hmacsha256],
  ['no sign method at all: md5', `${id}|securemode=3,${time}|`, signs.hmacmd5],
  ['no sign method at all: sha256', `${id}|securemode=3,${time}|`, signs.hmacsha256],
  ['securemode 2 over plain MQTT', `${id}|securemode=2,signmethod=hmacsha256,${time}|`, signs.hmacsha256],
  [
    'keys nobody knows',
    `${id}|lan=C,_v=aos-r-3.0.0,securemode=3,signmethod=hmacsha256,${time},x,=,y=z=1|`,
    signs.hmacsha256,
  ],
  ['no closing bar', `${id}|securemode=3,signmethod=hmacsha256,${time}`, signs.hmacsha256],
  [
    'an empty id',
    `|${time},signmethod=hmacsha256,securemode=3|`,
    hmac('sha256', `clientIddeviceName${vector.deviceName}productKey${vector.productKey}timestamp2524608000000`),
  ],
  [
    'an id of the Node SDK',
    `${vector.productKey}&${vector.deviceName}_aliyun-iot-device-sdk-js|securemode=3,signmethod=hmacsha1|`,
    hmac(
      'sha1',
      `clientId${vector.productKey}&${vector.deviceName}_aliyun-iot-device-sdk-jsdeviceName${vector.deviceName}productKey${vector.productKey}`,
    ),
  ],
]
for (const [name, clientId, password] of forms) test(`connects with ${name}`, () => comesIn(clientId, password))

test('another secret, another method and a client id without parameters are refused', async () => {
  await makeVector()
  const refused = (clientId: string, password: string) =>
    assert.rejects(connectDevice(port(), vector, { clientId, username, password }), { code: 5 })
  await refused(`${id}|securemode=3,signmethod=hmacsha256,${time}|`, signs.hmacsha1)
  await refused(`${id}|securemode=3,signmethod=hmacsha512,${time}|`, signs.hmacsha256)
  await refused(`${id}|securemode=3,signmethod=hmacsha256|`, signs.hmacsha256)
  await refused(id, signs.hmacsha256)
  await refused(`${id}|securemode=3,signmethod=hmacsha256,${time}|`, '')
})

test('a synchronous service is published to /ext/rrpc if the client id contains ext=1, otherwise to /sys/…/rrpc', async () => {
  for (const ext of [0, 1, 3] as const) {
    const oven = await make.device(app)
    const content = `clientIdxdeviceName${oven.sn}productKey${oven.productKey}`
    const device = await connectDevice(port(), tripleOf(oven), {
      clientId: `x|securemode=3,signmethod=hmacsha256,ext=${ext}|`,
      password: createHmac('sha256', oven.secret).update(content).digest('hex'),
    })
    await isOnline(app, oven, true)
    const requested = {
      deviceId: oven.id,
      kind: 'service',
      identifier: 'SelfTest',
      params: {},
      password: testPassword,
    } as const
    assert.equal(
      (await app.ask(commandCalls.oven.sendCommand, { ...requested, confirmsHeat: false }, { token })).status,
      200,
    )
    const names = `${oven.productKey}/${oven.sn}`
    const { topic } = await device.receive(ext === 0 ? '' : 'SelfTest')
    const { id: commandId } = await app.db
      .selectFrom('command')
      .select('id')
      .where('deviceId', '=', oven.id)
      .executeTakeFirstOrThrow()
    const expected =
      ext === 0
        ? `/sys/${names}/rrpc/request/${commandId}`
        : `/ext/rrpc/${commandId}/sys/${names}/thing/service/SelfTest`
    assert.equal(topic, expected)
    const reply = ext === 0 ? topic.replace('request', 'response') : topic
    await device.send(reply, { id: commandId, code: 200, data: { Passed: 1 } })
    await until('the command to be answered', async () => {
      const row = await app.db.selectFrom('command').select('status').where('id', '=', commandId).executeTakeFirst()
      return row?.status === 'succeeded'
    })
    await device.leave()
  }
})

test('an answer that has the id of its request and the name of another service counts, with a note in the trace', async () => {
  const oven = await make.device(app)
  const content = `clientIdxdeviceName${oven.sn}productKey${oven.productKey}`
  const device = await connectDevice(port(), tripleOf(oven), {
    clientId: `x|securemode=3,signmethod=hmacsha256,ext=1|`,
    password: createHmac('sha256', oven.secret).update(content).digest('hex'),
  })
  await isOnline(app, oven, true)
  const draft = {
    deviceId: oven.id,
    kind: 'service',
    identifier: 'SelfTest',
    params: {},
    password: testPassword,
  } as const
  await app.ask(commandCalls.oven.sendCommand, { ...draft, confirmsHeat: false }, { token })
  const { topic } = await device.receive('SelfTest')
  const [, , , commandId = ''] = topic.split('/')
  await device.send(topic.replace('SelfTest', 'CommonService'), { id: commandId, code: 200, data: { Passed: 1 } })
  await until('the command to be answered', async () => {
    const row = await app.db.selectFrom('command').select('status').where('id', '=', commandId).executeTakeFirst()
    return row?.status === 'succeeded'
  })
  const traced = (await traceOf(app, oven)).find(({ topic: of }) => of.endsWith('/CommonService'))
  assert.deepEqual([traced?.dropped?.[0]?.identifier, traced?.dropped?.[0]?.reason], ['SelfTest', 'otherService'])
  await device.leave()
})

test('a device that is disabled or deleted is notified, disconnected, and refused from then on', async () => {
  const [oven, gone] = [await make.device(app), await make.device(app)]
  const [device, other] = [await connectMade(app, oven), await connectMade(app, gone)]
  await app.ask(recordCalls.oven.setEnabled, { ids: [oven.id], enabled: false }, { token })
  await device.receive('thing/disable')
  await device.ended
  await isOnline(app, oven, false)
  await assert.rejects(connectDevice(port(), tripleOf(oven)), { code: 5 })
  await until(
    'the refusal to be noted',
    async () => (await onlineLogOf(app, oven)).at(-1)?.reason === 'refused_disabled',
  )
  assert.deepEqual(
    (await onlineLogOf(app, oven)).map(({ reason }) => reason),
    ['connected', 'disabled', 'refused_disabled'],
  )
  await app.ask(recordCalls.oven.setEnabled, { ids: [oven.id], enabled: true }, { token })
  await (await connectMade(app, oven)).leave()
  assert.equal((await app.ask(recordCalls.oven.remove, { id: gone.id, sn: gone.sn }, { token })).status, 200)
  await other.receive('thing/delete')
  await other.ended
  await assert.rejects(connectDevice(port(), tripleOf(gone)), { code: 5 })
  assert.deepEqual(await onlineLogOf(app, gone), [])
})

test('a device that was deleted without a word is cut off all the same', async () => {
  const oven = await make.device(app)
  const device = await connectMade(app, oven)
  await app.db.deleteFrom('device').where('id', '=', oven.id).execute()
  await device.receive('thing/delete')
  await device.ended
  await assert.rejects(connectDevice(port(), tripleOf(oven)), { code: 5 })
})
