import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { broadcastApi } from '@brigade/contract/product/broadcast/broadcast.endpoints.ts'
import { broadcastsKept, maxBroadcastBytes } from '@brigade/contract/product/broadcast/broadcast.model.ts'
import { connectMade, traceOf } from '../../testing/linked-device.ts'
import { testPassword } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let token = ''
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  token = (await make.account(app, { role: 'product-manager' })).token
})
after(() => app.stop())

type Draft = Partial<Record<'topic' | 'content' | 'password', string>>
const send = (productId: string, draft: Draft = {}, by = token) =>
  app.ask(
    broadcastApi.sendBroadcast,
    { productId, topic: 'news', content: '{"menu":"winter"}', password: testPassword, ...draft },
    { token: by },
  )
const list = async (productId: string) =>
  (await app.ask(broadcastApi.broadcasts, { productId }, { token })).envelope.data

test('a broadcast reaches the devices of its product that subscribe to its topic, by name or by wildcard, and reports how many', async () => {
  const product = await make.product(app)
  const of = { productId: product.id, productKey: product.productKey }
  const [named, wild, deaf, elsewhere] = [
    await make.device(app, of),
    await make.device(app, of),
    await make.device(app, of),
    await make.device(app),
  ]
  const [first, second, third, fourth] = [
    await connectMade(app, named),
    await connectMade(app, wild),
    await connectMade(app, deaf),
    await connectMade(app, elsewhere),
  ]
  const topic = `/broadcast/${product.productKey}/news`
  await first.subscribe(topic)
  await second.subscribe(`/broadcast/${product.productKey}/+`)
  await third.subscribe(`/broadcast/${product.productKey}/weather`)
  await fourth.subscribe(`/broadcast/${elsewhere.productKey}/news`)
  const { status, envelope } = await send(product.id)
  assert.equal(status, 200, JSON.stringify(envelope))
  for (const device of [first, second]) {
    const received = await device.receive(topic)
    assert.deepEqual([received.topic, received.payload], [topic, '{"menu":"winter"}'])
  }
  await until('the count', async () => (await list(product.id))[0]?.reached === 2)
  const receiversOf = async (made: typeof named) =>
    (await traceOf(app, made, 'down')).filter((message) => message.topic === topic).length
  assert.deepEqual(
    [await receiversOf(named), await receiversOf(wild), await receiversOf(deaf), await receiversOf(elsewhere)],
    [1, 1, 0, 0],
  )
  for (const device of [first, second, third, fourth]) await device.leave()
})

test('a broadcast needs the password and the platform’s own staff, and a topic and content that fit', async () => {
  const product = await make.product(app)
  const fieldsOf = async (draft: Draft) => Object.keys((await send(product.id, draft)).envelope.data.fields ?? {})
  assert.deepEqual(await fieldsOf({ password: 'wrong' }), ['password'])
  assert.deepEqual(await fieldsOf({ topic: 'a/b' }), ['topic'])
  assert.deepEqual(await fieldsOf({ topic: '#' }), ['topic'])
  assert.deepEqual(await fieldsOf({ content: '' }), ['content'])
  assert.deepEqual(await fieldsOf({ content: '菜'.repeat(maxBroadcastBytes / 3 + 1) }), ['content'])
  assert.equal((await send('999999')).envelope.data.key, 'product.unknown')
  const unknown = await app.ask(broadcastApi.broadcasts, { productId: '999999' }, { token })
  assert.deepEqual([unknown.status, unknown.envelope.data.key], [404, 'product.unknown'])
  const customer = await make.organisation(app)
  const outsider = await make.account(app, { role: 'administrator', organisationId: customer.id })
  assert.equal((await send(product.id, {}, outsider.token)).envelope.data.key, 'session.notAuthorised')
  assert.deepEqual(await list(product.id), [])
})

test('the newest fifty broadcasts of a product are kept, each of its own', async () => {
  const [product, other] = [await make.product(app), await make.product(app)]
  await send(other.id)
  for (let index = 0; index < broadcastsKept + 2; index += 1) await send(product.id, { content: String(index) })
  const kept = await list(product.id)
  assert.equal(kept.length, broadcastsKept)
  assert.deepEqual([kept[0]?.content, kept.at(-1)?.content], [String(broadcastsKept + 1), '2'])
  assert.equal((await list(other.id)).length, 1)
})
