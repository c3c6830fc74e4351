import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { IClientOptions } from 'mqtt'
import { z } from 'zod'
import type { DynamicRegistration } from '@brigade/contract/product/registration/registration.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { seal } from '../../platform/secret/secret-box.ts'
import { connectDevice } from '../../testing/fake-device.ts'
import { isOnline, onlineLogOf } from '../../testing/linked-device.ts'
import { testPassword } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { testCertificate } from '../../testing/test-certificate.ts'
import { until } from '../../testing/until.ts'
import { registrationRate } from './registration-rate.ts'

let app: TestApp
let folder: string
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'brigade-registration-'))
  const settings = { MQTT_TLS_CERT: path.join(folder, 'cert.pem'), MQTT_TLS_KEY: path.join(folder, 'key.pem') }
  await writeFile(settings.MQTT_TLS_CERT, testCertificate.cert)
  await writeFile(settings.MQTT_TLS_KEY, testCertificate.key)
  app = await startTestApp({ roles: ['api', 'connector', 'worker'], settings })
})
after(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const productSecret = 'aProductSecret16'
async function makeProduct(dynamicRegistration: DynamicRegistration) {
  const product = await make.product(app, { productSecret: seal(app.settings.secretKey, productSecret) })
  await app.db.updateTable('product').set({ dynamicRegistration }).where('id', '=', product.id).execute()
  return product
}
const signOf = (productKey: string, deviceName: string, random: string, algorithm = 'sha256') =>
  createHmac(algorithm, productSecret)
    .update(`deviceName${deviceName}productKey${productKey}random${random}`)
    .digest('hex')

const Answer = z.object({
  code: z.number(),
  message: z.string(),
  data: z.object({ productKey: z.string(), deviceName: z.string(), deviceSecret: z.string() }).partial(),
})
async function post(fields: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(fields)
  const response = await fetch(`${app.url}/auth/register/device`, { method: 'POST', body })
  assert.equal(response.status, 200)
  return Answer.parse(await response.json())
}
function register(productKey: string, deviceName: string, change: Readonly<Record<string, string>> = {}) {
  // The C SDK sends the same random every time.
  const random = '567345'
  const sign = signOf(productKey, deviceName, random)
  return post({ productKey, deviceName, random, sign, signMethod: 'hmacsha256', ...change })
}
const port = () => app.addresses.mqttPort ?? 0

test('a device that is entered fetches its secret by its product’s, until it has connected', async () => {
  const product = await makeProduct('listed')
  const oven = await make.device(app, { productId: product.id, productKey: product.productKey })
  const first = await register(product.productKey, oven.sn)
  assert.equal(first.code, 200)
  assert.equal(first.message, 'success')
  assert.deepEqual([first.data.productKey, first.data.deviceName], [product.productKey, oven.sn])
  const random = 'other'
  const sign = signOf(product.productKey, oven.sn, random, 'sha1').toUpperCase()
  const second = await register(product.productKey, oven.sn, { random, sign, signMethod: 'hmacsha1' })
  assert.equal(second.code, 200)
  const triple = { productKey: product.productKey, deviceName: oven.sn }
  // An earlier requester under its name has void credentials.
  await assert.rejects(connectDevice(port(), { ...triple, deviceSecret: first.data.deviceSecret ?? '' }), { code: 5 })
  const device = await connectDevice(port(), { ...triple, deviceSecret: second.data.deviceSecret ?? '' })
  await isOnline(app, oven, true)
  assert.equal((await register(product.productKey, oven.sn)).code, 6289)
  await device.leave()
  const changes = await app.db.selectFrom('deviceChange').selectAll().where('deviceId', '=', oven.id).execute()
  assert.deepEqual(
    changes.map(({ action, accountId, fields }) => [action, accountId, fields]),
    [
      ['registered', null, []],
      ['registered', null, []],
    ],
  )
})

test('a failed registration is answered with the code of its reason', async () => {
  const [listed, off, any] = [await makeProduct('listed'), await makeProduct('off'), await makeProduct('any')]
  const ofOff = await make.device(app, { productId: off.id, productKey: off.productKey })
  const oven = await make.device(app, { productId: listed.id, productKey: listed.productKey })
  assert.equal((await register(off.productKey, ofOff.sn)).code, 6288)
  assert.equal((await register(listed.productKey, 'nobody')).code, 6100)
  assert.equal((await register(listed.productKey, oven.sn, { sign: 'ab'.repeat(32) })).code, 6600)
  assert.equal((await register(listed.productKey, oven.sn, { signMethod: 'rot13' })).code, 6292)
  assert.equal((await register('a1Nothing', oven.sn)).code, 6250)
  assert.equal((await register(any.productKey, oven.sn)).code, 6100)
  assert.equal((await register(any.productKey, 'no name at all')).code, 460)
  assert.equal((await post({ productKey: listed.productKey })).code, 460)
  await app.db.updateTable('deviceState').set({ enabled: false }).where('deviceId', '=', oven.id).execute()
  assert.equal((await register(listed.productKey, oven.sn)).code, 6204)
})

const overTls: Partial<IClientOptions> = { protocol: 'mqtts', ca: testCertificate.cert }

/** Connects to register, and returns the answer. */
async function registerByMqtt(
  productKey: string,
  deviceName: string,
  authType: 'register' | 'regnwl',
  { to = port(), over = overTls }: Readonly<{ to?: number; over?: Partial<IClientOptions> }> = {},
) {
  const random = '8Ygb7ULYh53B6OA'
  const device = await connectDevice(
    to,
    { productKey, deviceName, deviceSecret: '' },
    {
      clientId: `${deviceName}|securemode=${authType === 'register' ? 2 : -2},authType=${authType},random=${random},signmethod=hmacsha256|`,
      username: `${deviceName}&${productKey}`,
      password: signOf(productKey, deviceName, random).toUpperCase(),
      ...over,
    },
  )
  const { payload } = await device.receive(`/ext/${authType}`)
  await device.leave()
  return z.record(z.string(), z.string()).parse(JSON.parse(payload))
}

test('over MQTT a device registers only with TLS, unless a setting allows it without', async (t) => {
  const product = await makeProduct('listed')
  const oven = await make.device(app, { productId: product.id, productKey: product.productKey })
  for (const authType of ['register', 'regnwl'] as const)
    await assert.rejects(registerByMqtt(product.productKey, oven.sn, authType, { over: {} }), { code: 5 })
  const changes = await app.db.selectFrom('deviceChange').select('seq').where('deviceId', '=', oven.id).execute()
  assert.deepEqual(changes, [])
  assert.equal((await registerByMqtt(product.productKey, oven.sn, 'register'))['deviceName'], oven.sn)

  const lax = await startTestApp({ roles: ['connector'], settings: { MQTT_PLAIN_REGISTRATION: 'on' } })
  t.after(() => lax.stop())
  const theirs = await make.product(lax, { productSecret: seal(lax.settings.secretKey, productSecret) })
  await lax.db.updateTable('product').set({ dynamicRegistration: 'listed' }).where('id', '=', theirs.id).execute()
  const { sn } = await make.device(lax, { productId: theirs.id, productKey: theirs.productKey })
  const to = lax.addresses.mqttPort ?? 0
  assert.equal((await registerByMqtt(theirs.productKey, sn, 'register', { to, over: {} }))['deviceName'], sn)
})

test('over MQTT a device receives its secret and connects with it; a device that registers is not online', async () => {
  const product = await makeProduct('listed')
  const oven = await make.device(app, { productId: product.id, productKey: product.productKey })
  const {
    productKey = '',
    deviceName = '',
    deviceSecret = '',
  } = await registerByMqtt(product.productKey, oven.sn, 'register')
  assert.deepEqual(await onlineLogOf(app, oven), [])
  await connectDevice(port(), { productKey, deviceName, deviceSecret })
  await isOnline(app, oven, true)
  await assert.rejects(registerByMqtt(product.productKey, oven.sn, 'register'), { code: 5 })
})

test('a device that was not entered registers without a secret, and connects with its token', async () => {
  const product = await makeProduct('any')
  const deviceName = 'WILD0001'
  const registered = await registerByMqtt(product.productKey, deviceName, 'regnwl')
  assert.deepEqual([registered['productKey'], registered['deviceName']], [product.productKey, deviceName])
  const made = await app.db
    .selectFrom('deviceState')
    .innerJoin('device', 'device.id', 'deviceState.deviceId')
    .where('device.sn', '=', deviceName)
    .select(['device.id', 'device.sn', 'deviceState.installed'])
    .executeTakeFirstOrThrow()
  assert.equal(made.installed, false)
  const stored = await app.db
    .selectFrom('deviceToken')
    .selectAll()
    .where('deviceId', '=', made.id)
    .executeTakeFirstOrThrow()
  assert.ok(!stored.tokenHash.toString('utf8').includes(registered['deviceToken'] ?? '-'))
  const byToken = (token: string) =>
    connectDevice(
      port(),
      { productKey: product.productKey, deviceName, deviceSecret: '' },
      {
        clientId: `${registered['clientId']}|securemode=-2,authType=connwl|`,
        username: `${deviceName}&${product.productKey}`,
        password: token,
      },
    )
  await assert.rejects(byToken('another'), { code: 5 })
  await byToken(registered['deviceToken'] ?? '')
  await isOnline(app, { ...made, secret: '', productKey: product.productKey }, true)
  const listed = await makeProduct('listed')
  await assert.rejects(registerByMqtt(listed.productKey, 'WILD0002', 'regnwl'), { code: 5 })
})

test('giving a device another secret ends the token with which it signed in', async () => {
  const product = await makeProduct('any')
  const { productKey } = product
  const { token } = await make.account(app, { role: 'administrator' })
  /** Connects with its token; returns a function to try again. */
  const tokenOf = async (deviceName: string) => {
    const registered = await registerByMqtt(productKey, deviceName, 'regnwl')
    return async () => {
      const device = await connectDevice(
        port(),
        { productKey, deviceName, deviceSecret: '' },
        {
          clientId: `${registered['clientId']}|securemode=-2,authType=connwl|`,
          username: `${deviceName}&${productKey}`,
          password: registered['deviceToken'] ?? '',
        },
      )
      await device.leave()
    }
  }
  const idOf = async (sn: string) =>
    (await app.db.selectFrom('device').select('id').where('sn', '=', sn).executeTakeFirstOrThrow()).id

  const registered = await tokenOf('TOKEN0001')
  assert.equal((await register(productKey, 'TOKEN0001')).code, 200)
  await assert.rejects(registered(), { code: 5 })

  const reissued = await tokenOf('TOKEN0002')
  await reissued()
  const requested = { id: await idOf('TOKEN0002'), password: testPassword }
  assert.equal((await app.ask(recordCalls.oven.reissueSecret, requested, { token })).status, 200)
  await assert.rejects(reissued(), { code: 5 })

  const imported = await tokenOf('TOKEN0003')
  await imported()
  const form = new FormData()
  const csv = `ProductKey,DeviceName,DeviceSecret\n${productKey},TOKEN0003,Bb0123456789Bb0123456789\n`
  form.append('file', new Blob([csv]), 'triples.csv')
  const response = await fetch(app.url + importExportCalls.oven.checkTriples.path, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  const { data } = z.object({ data: z.object({ jobId: z.string() }) }).parse(await response.json())
  const ended = (id: string) =>
    until(`job ${id} to end`, async () => {
      const { status } = (await app.ask(jobApi.detail, { id }, { token })).envelope.data
      return status === 'succeeded'
    })
  await ended(data.jobId)
  const input = { checkedJobId: data.jobId, password: testPassword }
  await ended((await app.ask(importExportCalls.oven.importTriples, input, { token })).envelope.data.jobId)
  await assert.rejects(imported(), { code: 5 })
})

test('failures of one address are limited, and no invented value resets its count', async () => {
  const product = await makeProduct('listed')
  app.clock.advance(61_000)
  let codes: number[] = []
  for (let attempt = 0; attempt < 61; attempt += 1)
    codes = [...codes, (await register(product.productKey, 'nobody')).code]
  assert.deepEqual([codes[0], codes.at(-2), codes.at(-1)], [6100, 6100, 429])
  for (let attempt = 0; attempt < 50; attempt += 1) await register(`a1MadeUp${attempt}`, 'nobody')
  assert.equal((await register(product.productKey, 'nobody')).code, 429)
  app.clock.advance(61_000)
  assert.equal((await register(product.productKey, 'nobody')).code, 6100)
})

test('a factory registers as many devices behind one address as it makes', async () => {
  const product = await makeProduct('any')
  app.clock.advance(61_000)
  for (let made = 0; made < 80; made += 1)
    assert.equal((await register(product.productKey, `FACTORY${made}`)).code, 200)
})

test('wrong signatures use up no quota of a product; only its correctly signed devices are limited', async () => {
  const rate = registrationRate()
  const of = (address: string, isRight: boolean) =>
    rate(
      { address, productKey: 'a1', nowMs: 0 },
      () => isRight,
      async (isSigned) => ({ code: isSigned('') ? 200 : 6287 }),
    )
  for (let wrong = 0; wrong < 2000; wrong += 1) await of(`10.0.0.${wrong % 100}`, false)
  for (let right = 0; right < 1200; right += 1) assert.equal((await of('10.1.0.1', true)).code, 200)
  assert.equal((await of('10.1.0.1', true)).code, 429)
  assert.equal((await of('10.1.0.2', false)).code, 6287)
})

test('of very many addresses those that were longest silent are forgotten, not those that go on trying', async () => {
  const rate = registrationRate()
  const fails = (address: string) =>
    rate(
      { address, productKey: 'a1', nowMs: 0 },
      () => false,
      async () => ({ code: 6287 }),
    )
  for (let attempt = 0; attempt < 60; attempt += 1) await fails('10.0.0.1')
  for (let other = 0; other < 30_000; other += 1) {
    await fails(`other ${other}`)
    if (other % 1000 === 0) assert.equal((await fails('10.0.0.1')).code, 429)
  }
  assert.equal((await fails('10.0.0.1')).code, 429)
})

test('if a thousand try at once to register and fail, as many are evaluated as one after another would be', async () => {
  const rate = registrationRate()
  let looked = 0
  const attempts = Array.from({ length: 1000 }, (_, index) =>
    rate(
      // All addresses are of one /64.
      { address: `2001:db8:1:2::${index.toString(16)}`, productKey: 'a1', nowMs: 0 },
      () => false,
      async () => {
        looked += 1
        await new Promise((resolve) => setImmediate(resolve))
        return { code: 6287 }
      },
    ),
  )
  await Promise.all(attempts)
  assert.equal(looked, 60)
})
