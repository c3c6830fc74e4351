import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBroker } from '../../testing/broker.ts'
import { connectDevice } from './device-link.ts'
import { ConnectFailed } from './link.ts'
import type { Answer, Call } from '../call/calls.ts'
import { introduce } from './credentials.ts'

// The vector of alink.md 2.1.
const oven = { productKey: 'a1B2c3D4e5F', deviceName: 'oven0001', deviceSecret: '0123456789abcdef0123456789abcdef' }
const sys = '/sys/a1B2c3D4e5F/oven0001'

test('introduces itself as the Link SDK does', () => {
  const { clientId, username, password } = introduce(oven)
  assert.equal(username, 'oven0001&a1B2c3D4e5F')
  assert.match(
    clientId,
    /^a1B2c3D4e5F\.oven0001\|timestamp=2524608000000,.*securemode=3,signmethod=hmacsha256,ext=3\|$/,
  )
  assert.equal(password, 'A8D2E4AA6CD16F7A1839DD66EE5305932113272E3921CF55BCD8BCBADFB05C53')
  assert.equal(introduce(oven, { signMethod: 'hmacsha1' }).password, 'C51F20F843783D5296EDFD6DEDF33DF1B0C2DBBA')
  assert.equal(introduce(oven, { signMethod: 'hmacmd5' }).password, '3BF74E6AE0F8F938F91B3B775D1F88B2')
})

test('a wrong secret is refused with the code of the broker', async (t) => {
  const { place } = await startBroker(t, { admits: (_, password) => password === introduce(oven).password })
  await assert.rejects(connectDevice({ ...oven, ...place, deviceSecret: 'wrong' }), (error) => {
    assert(error instanceof ConnectFailed)
    assert.equal(error.code, 5)
    return true
  })
})

test('reports properties and receives the reply', async (t) => {
  const { place, send, next } = await startBroker(t)
  const link = await connectDevice({ ...oven, ...place })
  t.after(() => link.close())
  const sent = link.report({ ChamberTemp: 85.5 })
  await sent.acknowledged
  const message = await next(({ topic }) => topic === `${sys}/thing/event/property/post`)
  assert.deepEqual(message.payload, {
    id: sent.id,
    version: '1.0',
    sys: { ack: 1 },
    params: { ChamberTemp: 85.5 },
    method: 'thing.event.property.post',
  })
  await send(`${sys}/thing/event/property/post_reply`, { id: sent.id, code: 200, data: {}, message: 'success' })
  assert.equal((await sent.replied).code, 200)
})

test('sends again, under the same id, the messages that were not acknowledged before the connection broke', async (t) => {
  let acknowledging = false
  const { place, next } = await startBroker(t, { acknowledges: () => acknowledging })
  const link = await connectDevice({ ...oven, ...place })
  t.after(() => link.close())
  const sent = link.report({ ChamberTemp: 85.5 })
  const first = await next(({ dup }) => !dup)
  assert.equal(link.unacknowledged(), 1)
  acknowledging = true
  link.vanish()
  await link.online()
  const second = await next(({ dup }) => dup)
  assert.deepEqual(second.payload, first.payload)
  await sent.acknowledged
  assert.equal(link.unacknowledged(), 0)
})

test('reconnects by itself after a loss', async (t) => {
  const { place } = await startBroker(t)
  const changes: boolean[] = []
  const back = Promise.withResolvers<void>()
  const link = await connectDevice({
    ...oven,
    ...place,
    reconnect: true,
    spread: () => -0.49,
    onConnection: (connected) => {
      changes.push(connected)
      if (changes.length === 3) back.resolve()
    },
  })
  t.after(() => link.close())
  link.drop()
  await back.promise
  assert.deepEqual(changes, [true, false, true])
})

test('answers a property set, an asynchronous service and both ways of a synchronous one', async (t) => {
  const { place, send, next } = await startBroker(t)
  const calls: Call[] = []
  const answer = (call: Call): Answer => {
    calls.push(call)
    return call.identifier === 'Preheat' ? { code: 5005, message: 'door open' } : { code: 200, data: { Done: 1 } }
  }
  const link = await connectDevice({ ...oven, ...place, answer })
  t.after(() => link.close())
  const request = { id: '7', version: '1.0.0', params: { SetTemp: 180 }, method: 'thing.service.property.set' }
  await send(`${sys}/thing/service/property/set`, request)
  const set = await next(({ topic }) => topic === `${sys}/thing/service/property/set_reply`)
  assert.deepEqual(set.payload, { id: '7', code: 200, data: { Done: 1 }, message: 'success', version: '1.0' })

  await send(`${sys}/thing/service/Preheat`, { ...request, method: 'thing.service.Preheat' })
  const service = await next(({ topic }) => topic === `${sys}/thing/service/Preheat_reply`)
  assert.deepEqual(service.payload, { id: '7', code: 5005, data: {}, message: 'door open', version: '1.0' })

  await send(`${sys}/rrpc/request/99`, { ...request, method: 'thing.service.Identify' })
  await next(({ topic }) => topic === `${sys}/rrpc/response/99`)
  await send(`/ext/rrpc/98${sys}/thing/service/SelfTest`, { ...request, method: 'thing.service.SelfTest' })
  await next(({ topic, payload }) => topic.startsWith('/ext/rrpc/98') && JSON.stringify(payload).includes('Done'))
  assert.deepEqual(
    calls.map(({ kind, identifier, way }) => [kind, identifier, way]),
    [
      ['property.set', 'set', 'async'],
      ['service', 'Preheat', 'async'],
      ['service', 'Identify', 'rrpc'],
      ['service', 'SelfTest', 'extRrpc'],
    ],
  )
})

test('a mute device receives requests and sends nothing', async (t) => {
  const { place, send, received } = await startBroker(t)
  const request = Promise.withResolvers<Call>()
  const link = await connectDevice({ ...oven, ...place, answer: (call) => (request.resolve(call), null) })
  t.after(() => link.close())
  await send(`${sys}/thing/service/Preheat`, { id: '1', params: {}, method: 'thing.service.Preheat' })
  await request.promise
  // Any earlier message would have arrived before this one.
  await link.report({ Rssi: -60 }).acknowledged
  assert.deepEqual(
    received.map(({ topic }) => topic),
    [`${sys}/thing/event/property/post`],
  )
})

test('waiting callers are notified when the link is closed', async (t) => {
  const { place } = await startBroker(t, { acknowledges: () => false })
  const link = await connectDevice({ ...oven, ...place })
  const sent = link.report({ ChamberTemp: 85.5 })
  link.vanish()
  await link.close()
  await assert.rejects(sent.acknowledged, /closed/)
})
