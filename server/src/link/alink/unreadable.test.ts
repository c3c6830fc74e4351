import assert from 'node:assert/strict'
import { isUtf8 } from 'node:buffer'
import { after, before, test } from 'node:test'
import { ask, makeGateway, makeSub, named, own, session, signed } from '../../testing/gateway/gateway-device.ts'
import { connectMade, historyOf, shadowOf, traceOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { spoiltText } from '../../testing/malformed/nasty-json.ts'
import { randomFrom, seedOfRun } from '../../testing/malformed/random.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { findJsonFault } from './json-fault.ts'
import { hexOf, textOf } from './readable-text.ts'

/** Data of a device is stored unchanged, or dropped with a reason and its place. */

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['connector'] })
})
after(() => app.stop())

const post = 'thing/event/property/post'
const faultPost = 'thing/event/Fault/post'
/** 故障, as a device with GBK writes it. */
const gbk = Buffer.from([0xb9, 0xca, 0xd5, 0xcf])
const gbkHex = gbk.toString('hex')

/** A text with `@` in place of the bytes. */
const withBytes = (text: string, bytes: Buffer) => {
  const parts = text
    .split('@')
    .flatMap((part, index) => (index === 0 ? [Buffer.from(part)] : [bytes, Buffer.from(part)]))
  return Buffer.concat(parts)
}

async function linked() {
  const oven = await make.device(app)
  return { oven, device: await connectMade(app, oven) }
}
type Made = Awaited<ReturnType<typeof linked>>['oven']

async function lastOf(made: Made) {
  const last = (await traceOf(app, made)).at(-1)
  const dropped =
    last?.dropped?.map(({ identifier, reason, value }) => `${identifier} ${reason} ${String(value)}`) ?? []
  return { outcome: last?.outcome, code: last?.code, payload: last?.payload ?? '', dropped }
}
const numbersOf = async (made: Made) => (await historyOf(app, made, 'ChamberTemp')).map(({ number }) => number)

test('a text in GBK is dropped with its bytes, the other values of its message are stored, and the trace has all bytes', async () => {
  const { oven, device } = await linked()
  const payload = withBytes('{"id":"1","params":{"ChamberTemp":50,"FirmwareVersion":"@","@":1}}', gbk)
  await device.send(post, payload)
  assert.match((await device.receive('post_reply')).payload, /"code":200/)
  assert.deepEqual(await numbersOf(oven), [50])
  assert.deepEqual(Object.keys((await shadowOf(app, oven)).reported), ['ChamberTemp'])
  assert.deepEqual(await lastOf(oven), {
    outcome: 'partly',
    code: 200,
    payload: payload.toString('hex'),
    dropped: [`FirmwareVersion encoding ${gbkHex}`, `${gbkHex} encoding ${gbkHex}`],
  })
})

test('a fault whose text is in GBK is raised without the text', async () => {
  const { oven, device } = await linked()
  await device.send(faultPost, withBytes('{"id":"1","params":{"value":{"Code":"E01","Active":1,"Text":"@"}}}', gbk))
  const event = app.db.selectFrom('deviceEvent').select('output').where('deviceId', '=', oven.id)
  assert.deepEqual(await event.execute(), [{ output: { Code: 'E01', Active: 1 } }])
  assert.deepEqual((await lastOf(oven)).dropped, [`Fault.Text encoding ${gbkHex}`])
})

const zeros: readonly (readonly [string, string, string])[] = [
  ['a zero byte', '{"id":"1","params":{"ChamberTemp":50,"FirmwareVersion":"a\u0000b"}}', '610062'],
  [
    'an escaped zero character',
    String.raw`{"id":"1","params":{"ChamberTemp":50,"FirmwareVersion":"a\u0000b"}}`,
    '610062',
  ],
  [
    'half a surrogate pair',
    String.raw`{"id":"1","params":{"ChamberTemp":50,"FirmwareVersion":"a\ud800b"}}`,
    Buffer.from(String.raw`a\ud800b`).toString('hex'),
  ],
]
for (const [what, payload, hex] of zeros)
  test(`a text with ${what} is dropped, not stored without it`, async () => {
    const { oven, device } = await linked()
    await device.send(post, payload)
    assert.deepEqual(Object.keys((await shadowOf(app, oven)).reported), ['ChamberTemp'])
    const last = await lastOf(oven)
    assert.deepEqual([last.outcome, last.dropped], ['partly', [`FirmwareVersion encoding ${hex}`]])
    assert.equal(last.payload, payload.includes('\u0000') ? Buffer.from(payload).toString('hex') : payload)
  })

test('a name with a zero character is not the name without it', async () => {
  const { oven, device } = await linked()
  await device.send(post, String.raw`{"id":"1","params":{"Chamber\u0000Temp":50,"CoreTemp":40}}`)
  assert.deepEqual(Object.keys((await shadowOf(app, oven)).reported), ['CoreTemp'])
  const name = Buffer.from('Chamber\u0000Temp').toString('hex')
  assert.deepEqual((await lastOf(oven)).dropped, [`${name} encoding ${name}`])
})

const notJson: readonly (readonly [string, string, string, string])[] = [
  ['NaN', post, '{"id":"5","params":{"ChamberTemp":50,"CoreTemp":NaN}}', 'CoreTemp json NaN'],
  ['nan within a time', post, '{"id":"5","params":{"CoreTemp":{"value":nan,"time":1}}}', 'CoreTemp.value json nan'],
  ['an infinity', post, '{"id":"5","params":{"CoreTemp":-Infinity}}', 'CoreTemp json -Infinity'],
  [
    'NaN in a list of stored values',
    'thing/event/property/history/post',
    '{"id":"5","params":[{"properties":[{"CoreTemp":{"value":1,"time":1}},{"CoreTemp":{"value":NaN}}]}]}',
    '0.properties.1.CoreTemp.value json NaN',
  ],
  ['an output that is missing', faultPost, '{"id":"5","params":{"value":{"Code":,"Active":1}}}', 'value.Code json ,'],
  ['a message that was cut', post, '{"id":"5","params":{"ChamberTemp":5', 'ChamberTemp json '],
]
for (const [what, topic, payload, expected] of notJson)
  test(`the trace of a refused message names the place and the text of ${what}`, async () => {
    const { oven, device } = await linked()
    await device.send(topic, payload)
    assert.match((await device.receive(`${topic}_reply`)).payload, /"id":"5","code":6207/)
    const last = await lastOf(oven)
    assert.deepEqual([last.outcome, last.code, last.dropped], ['refused', 6207, [expected]])
  })

test('a whole number over 2^53 is dropped as not exact, and one below it is stored', async () => {
  const { oven, device } = await linked()
  for (const number of [
    '9007199254740993',
    '18446744073709551615',
    '-9223372036854775808',
    '9223372036854775808',
    '1e400',
  ]) {
    await device.send(post, `{"id":"1","params":{"ChamberTemp":50,"FanSpeed":${number}}}`)
    assert.deepEqual((await lastOf(oven)).dropped, [`FanSpeed inexact ${number}`])
  }
  assert.equal((await numbersOf(oven)).length, 5)
  await device.send(post, '{"id":"1","params":{"ChamberTemp":21.299999999999997158,"FanSpeed":9007199254740991}}')
  assert.deepEqual((await lastOf(oven)).dropped, ['FanSpeed range 9007199254740991'])
  assert.equal((await numbersOf(oven)).at(-1), 21.299999999999997)
})

test('an id of many digits is answered with all of them', async () => {
  const { device } = await linked()
  await device.send(post, '{"id":18446744073709551615,"params":{"ChamberTemp":50}}')
  assert.match((await device.receive('post_reply')).payload, /"id":"18446744073709551615","code":200/)
})

test('a byte order mark in front of a message is passed over, and kept in the trace', async () => {
  const { oven, device } = await linked()
  const payload = '\uFEFF{"id":"1","params":{"ChamberTemp":50}}'
  await device.send(post, payload)
  assert.deepEqual(await lastOf(oven), { outcome: 'stored', code: 200, payload, dropped: [] })
  await device.send(post, Buffer.from(payload, 'utf16le'))
  assert.match((await lastOf(oven)).dropped.join(), /^\$ encoding fffe/)
})

test('a reply counts although its message is in GBK, and its trace says what was left out', async () => {
  const { oven, device } = await linked()
  const reply = withBytes('{"id":"4294967295","code":200,"data":{},"message":"@"}', gbk)
  await device.send('thing/service/property/set_reply', reply)
  const last = await lastOf(oven)
  assert.deepEqual([last.outcome, last.code, last.dropped], ['partly', 200, [`message encoding ${gbkHex}`]])
})

test('a tag or a log line that is not all text is dropped alone; its digits are kept', async () => {
  const { oven, device } = await linked()
  const tags = '{"id":"1","params":[{"attrKey":"a","attrValue":"@"},{"attrKey":"b","attrValue":18446744073709551615}]}'
  await device.send('thing/deviceinfo/update', withBytes(tags, gbk))
  assert.deepEqual((await lastOf(oven)).dropped, [`0.attrValue encoding ${gbkHex}`])
  const kept = await app.db.selectFrom('deviceTag').select(['key', 'value']).where('deviceId', '=', oven.id).execute()
  assert.deepEqual(kept, [{ key: 'b', value: '18446744073709551615' }])
  const lines = '{"id":"2","params":[{"logContent":"@"},{"logContent":"good","code":18446744073709551615}]}'
  await device.send('thing/log/post', withBytes(lines, gbk))
  const last = await lastOf(oven)
  assert.deepEqual([last.outcome, last.dropped], ['partly', [`0.logContent encoding ${gbkHex}`]])
  const logged = app.db.selectFrom('deviceLog').select(['content', 'code']).where('deviceId', '=', oven.id)
  assert.deepEqual(await logged.execute(), [{ content: 'good', code: '18446744073709551615' }])
})

test('a document of the shadow and a version are stored as they came or not at all', async () => {
  const { oven, device } = await linked()
  const own = `${oven.productKey}/${oven.sn}`
  await device.send(
    `/shadow/update/${own}`,
    withBytes('{"method":"update","state":{"reported":{"a":"@","b":"good"}},"version":1}', gbk),
  )
  assert.deepEqual((await lastOf(oven)).dropped, [`state.reported.a encoding ${gbkHex}`])
  assert.deepEqual(Object.keys((await shadowOf(app, oven)).extraReported), ['b'])
  await device.send(`/shadow/update/${own}`, '{"method":"update","state":{"reported":{"a":NaN}},"version":2}')
  assert.deepEqual((await lastOf(oven)).dropped, ['state.reported.a json NaN'])
  await device.send(`/ota/device/inform/${own}`, String.raw`{"id":"1","params":{"version":"1\u00000"}}`)
  const last = await lastOf(oven)
  assert.deepEqual([last.outcome, last.dropped], ['refused', ['version encoding 310030']])
})

test('bytes on a topic of one’s own are in the trace in hex, and nothing of them was dropped', async () => {
  const { oven, device } = await linked()
  await device.send(`/${oven.productKey}/${oven.sn}/user/picture`, Buffer.from([0, 1, 255]))
  assert.deepEqual(await lastOf(oven), { outcome: 'custom', code: null, payload: '0001ff', dropped: [] })
})

test('a pack loses only what is not text, each device’s in its own trace', async () => {
  const [gateway, sub] = [await makeGateway(app), await makeSub(app)]
  const device = await connectMade(app, gateway)
  assert.equal((await ask(device, own(gateway, 'thing/topo/add'), [signed(sub)])).code, 200)
  assert.equal((await ask(device, session(gateway, 'login'), signed(sub))).code, 200)
  const identity = JSON.stringify(named(sub))
  const params = `{"subDevices":[{"identity":${identity},"properties":{"ChamberTemp":50,"FirmwareVersion":"@"}}]}`
  await device.send('thing/event/property/pack/post', withBytes(`{"id":"1","params":${params}}`, gbk))
  await until('it to be stored', async () => (await numbersOf(sub)).length === 1)
  const last = await lastOf(sub)
  assert.deepEqual([last.outcome, last.dropped], ['partly', [`FirmwareVersion encoding ${gbkHex}`]])
  assert.ok(last.payload.includes(gbkHex), last.payload)
})

test('no signature is in the trace of a login that is not all text', async () => {
  const [gateway, sub] = [await makeGateway(app), await makeSub(app)]
  const device = await connectMade(app, gateway)
  const { sign, ...rest } = signed(sub)
  const login = JSON.stringify({ ...rest, sign }).slice(0, -1)
  await device.send(session(gateway, 'login'), withBytes(`{"id":"1","params":${login},"note":"@"}}`, gbk))
  await device.send(session(gateway, 'login'), withBytes(`{"id":"1","params":${login},"note":"@"`, gbk))
  const traced = await until('both', async () => {
    const rows = await traceOf(app, gateway)
    return rows.length === 2 ? rows : undefined
  })
  for (const { payload } of traced) {
    assert.ok(!payload.includes(sign), payload)
    assert.ok(!payload.includes(Buffer.from(sign).toString('hex')), payload)
  }
})

test('any bytes are read as a text that has all of them', () => {
  const random = randomFrom(seedOfRun)
  const whole = Buffer.from('{"a":"中文 é 😀","b":1}')
  for (let round = 0; round < 3000; round += 1) {
    const bytes = random.chance(0.5) ? random.bytes(random.int(24)) : Buffer.from(whole)
    for (let spoilt = random.int(4); spoilt > 0; spoilt -= 1)
      if (bytes.length > 0) bytes[random.int(bytes.length)] = random.int(256)
    const text = textOf('a/topic', bytes)
    const what = `MALFORMED_SEED=${seedOfRun} ${bytes.toString('hex')}`
    assert.equal(hexOf(text), bytes.toString('hex'), what)
    assert.equal(text.isWellFormed(), isUtf8(bytes) && !bytes.includes(0), what)
    if (text.isWellFormed()) assert.equal(text, bytes.toString('utf8'), what)
  }
})

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('a text has a place where it stops to be JSON exactly if it is none', () => {
  const random = randomFrom(seedOfRun)
  const whole = JSON.stringify({ id: '1', params: { a: [1, -2.5e3, { b: 'x\n"y' }], c: null, d: [true, [], {}] } })
  for (let round = 0; round < 5000; round += 1) {
    const cut = random.chance(0.3) ? whole.slice(0, random.int(whole.length)) : spoiltText(whole, random)
    assert.equal(findJsonFault(cut) === undefined, isJson(cut), `MALFORMED_SEED=${seedOfRun} ${cut}`)
  }
  assert.equal(findJsonFault(`${'['.repeat(100_000)}NaN`)?.found, 'NaN')
})
