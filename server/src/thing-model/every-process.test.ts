import assert from 'node:assert/strict'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import type { Endpoint, ReplyOf, RequestOf } from '@brigade/contract/endpoint.ts'
import type { Envelope } from '@brigade/contract/envelope.ts'
import type { RefusalData } from '@brigade/contract/refusal.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { Property, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { z } from 'zod'
import { connectDevice } from '../testing/fake-device.ts'
import { isOnline, shadowOf, traceOf, tripleOf } from '../testing/linked-device.ts'
import { testPassword } from '../testing/make-account.ts'
import { make } from '../testing/make.ts'
import { addressOf, startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'
import { watchLive } from '../testing/watch-live.ts'

/**
 * Two API processes and a connector use one database: none of them is restarted or otherwise asked to drop its cache.
 */

const secretKey = 'the key that all processes know of'
let app: TestApp
let token: string
const children: ChildProcess[] = []
let urls: string[] = []
let port = 0

before(async () => {
  app = await startTestApp({ roles: [], settings: { SECRET_KEY: secretKey } })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  const [one, two, connector] = await Promise.all([startRole('api'), startRole('api'), startRole('connector')])
  urls = [one.url ?? '', two.url ?? '']
  port = connector.port ?? 0
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await app.stop()
})

async function startRole(role: string) {
  const child = fork(fileURLToPath(new URL('../testing/role-process.ts', import.meta.url)), [role], {
    env: {
      ...process.env,
      DATABASE_URL: app.settings.databaseUrl,
      DATA_DIR: app.settings.dataDir,
      SECRET_KEY: secretKey,
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: '0',
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: '0',
    },
  })
  children.push(child)
  const message: unknown = await once(child, 'message')
  const Addresses = z.object({ port: z.number().optional(), url: z.string().optional() })
  return z.tuple([Addresses, z.unknown()]).parse(message)[0]
}

type Answer<E extends Endpoint> = { status: number; data: ReplyOf<E> & RefusalData }
async function askAt<E extends Endpoint>(url: string, endpoint: E, input: RequestOf<E>): Promise<Answer<E>> {
  const response = await fetch(addressOf(url, endpoint, input), {
    method: endpoint.method,
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(endpoint.method === 'POST' ? { body: JSON.stringify(input) } : {}),
  })
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what came over the wire is what the test then checks
  const envelope = (await response.json()) as Envelope<ReplyOf<E> & RefusalData>
  return { status: response.status, data: envelope.data }
}

const property = (identifier: string, max: number): Property => ({
  identifier,
  name: { en: identifier, zh: identifier },
  required: false,
  accessMode: 'rw',
  dataType: { type: 'int', min: 0, max },
})
const model: ThingModel = { properties: [property('Speed', 10)], events: [], services: [] }

test('a version published in one process is valid at once in all of them, for devices, commands and open screens', async () => {
  const [first = '', second = ''] = urls
  const product = await make.product(app, { model })
  const productId = product.id
  const made = await make.device(app, { productId, productKey: product.productKey })
  const device = await connectDevice(port, tripleOf(made))
  await isOnline(app, made, true)
  const inShadow = async () =>
    Object.entries((await shadowOf(app, made)).reported).map(([key, { v }]) => [key, v] as const)
  const set = (url: string, params: Record<string, number>) =>
    askAt(url, commandCalls.oven.sendCommand, {
      deviceId: made.id,
      kind: 'property.set',
      params,
      password: testPassword,
    })
  const names = async (url: string) =>
    (await askAt(url, thingModelApi.properties, { productId })).data.map(({ identifier }) => identifier)

  // Each process has the first version in its cache now.
  await device.report({ Speed: 9, Fan: 2 })
  await until('the report to be taken', async () => (await inShadow()).length > 0)
  assert.deepEqual(await inShadow(), [['Speed', 9]])
  assert.deepEqual([await names(first), await names(second)], [['Speed'], ['Speed']])
  assert.equal((await set(second, { Fan: 2 })).data.key, 'device.unknownFunction')
  const open = await watchLive(second, thingModelApi.live, {}, token)
  assert.deepEqual((await open.next())?.products, [])

  await askAt(first, thingModelApi.addProperty, { productId, definition: property('Fan', 5) })
  const edit = { productId, was: property('Speed', 10), definition: property('Speed', 4) }
  const { updatedAt: draftUpdatedAt } = (await askAt(first, thingModelApi.updateProperty, edit)).data
  assert.deepEqual(await names(second), ['Speed'], 'a draft is nobody’s')
  const publication = { productId, name: '2.0.0', draftUpdatedAt, acceptBreaking: true }
  assert.equal((await askAt(first, thingModelApi.publish, publication)).status, 200)

  assert.deepEqual(await names(first), ['Speed', 'Fan'], 'whoever published reads it')
  const received = await open.nextThat(({ products }) => products.length > 0)
  assert.deepEqual(received.products, [productId])
  assert.deepEqual(await names(second), ['Speed', 'Fan'], 'a process that was notified reads it')
  assert.equal((await set(second, { Fan: 2 })).status, 200)
  assert.deepEqual(Object.keys((await set(second, { Speed: 9 })).data.fields ?? {}), ['params.Speed'])
  await until('the connector to take the new property', async () => {
    await device.report({ Fan: 3 })
    return (await inShadow()).some(([key]) => key === 'Fan')
  })
  await device.report({ Speed: 9, Fan: 4 })
  const shown = await until('the last report to be taken', async () => {
    const values = new Map(await inShadow())
    return values.get('Fan') === 4 ? values : undefined
  })
  assert.equal(shown.get('Speed'), 9, 'what was reported before is not taken back')
  const dropped = (await traceOf(app, made)).at(-1)?.dropped?.map(({ identifier, reason }) => [identifier, reason])
  assert.deepEqual(dropped, [['Speed', 'range']])
  await device.leave()
  await open.leave()
})
