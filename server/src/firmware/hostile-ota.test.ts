import { minuteMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { connectMade, traceOf } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { fetchAsSdk } from '../testing/firmware/c-sdk-v3.ts'
import {
  addVersion,
  addressIn,
  receiveOffer,
  inform,
  progress,
  reaches,
  rowOf,
  runTask,
  startRollout,
} from '../testing/firmware/rollout.ts'
import { until } from '../testing/until.ts'

/**
 * A device can send anything about its firmware: its failure stays its own, leaves nothing behind, and affects nobody
 * else.
 */

let app: TestApp
let consoleFolder: string
before(async () => {
  // With a console, which answers any address that it does not know with its page.
  consoleFolder = await mkdtemp(path.join(tmpdir(), 'brigade-console-'))
  await writeFile(path.join(consoleFolder, 'index.html'), '<!doctype html>')
  app = await startTestApp({ settings: { DEVICE_URL: 'https://devices.example.com' }, consoleFolder })
})
after(async () => {
  await app.stop()
  await rm(consoleFolder, { recursive: true, force: true })
})

const inform1 = (params: string) => ['inform', `{"id":"1","params":${params}}`] as const
const progress1 = (params: string) => ['progress', `{"id":"1","params":${params}}`] as const

const hostile: Readonly<Record<string, readonly [string, string]>> = {
  'an inform that is no JSON': ['inform', '{"id":"1","params":{"version":"9.9.9"'],
  'an inform without a version': inform1('{}'),
  'an inform of an empty version': inform1('{"version":"  "}'),
  'an inform of a version of 65 characters': inform1(`{"version":"${'9'.repeat(65)}"}`),
  'an inform of a version of 200,000 characters': inform1(`{"version":"${'9'.repeat(200_000)}"}`),
  'an inform of a version that is a number': inform1('{"version":9}'),
  'an inform of a module that is a list': inform1('{"version":"9.9.9","module":["default"]}'),
  'an inform of a module of 65 characters': inform1(`{"version":"9.9.9","module":"${'m'.repeat(65)}"}`),
  'lists in lists instead of a version': inform1(`{"version":${'['.repeat(8000)}${']'.repeat(8000)}}`),
  'progress that is no JSON': ['progress', 'step=50'],
  'progress of 101 percent': progress1('{"step":"101"}'),
  'progress of 9,999 percent': progress1('{"step":9999}'),
  'a failure that has no number of its own': progress1('{"step":"-5"}'),
  'half a percent': progress1('{"step":0.5}'),
  'progress beyond any number': progress1('{"step":1e308}'),
  'progress in words': progress1('{"step":"half"}'),
  'progress of another module': progress1('{"step":"-4","module":"WIFI"}'),
  'a question that is a list': ['get', '[]'],
  'a question about a module of 65 characters': ['get', `{"id":"1","params":{"module":"${'m'.repeat(65)}"}}`],
  'progress at the bottom of a thousand objects': progress1(`${'{"step":'.repeat(1000)}-4${'}'.repeat(1000)}`),
  'a topic of firmware that there is not': ['erase', '{"id":"1","params":{"step":"-4"}}'],
}

test('hostile messages about firmware are refused one by one: no version, no state, no answer is left of them, and others upgrade', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const [bad, good] = [await make.device(app, rollout), await make.device(app, rollout)]
  const [evil, healthy] = [await connectMade(app, bad), await connectMade(app, good)]
  for (const [device, made] of [
    [evil, bad],
    [healthy, good],
  ] as const)
    await inform(device, made, '1.0.0')
  const taskId = await runTask(rollout, [version.id], { deviceIds: [bad.id, good.id] })
  await receiveOffer(evil, bad)
  await receiveOffer(healthy, good)
  const topicOf = (what: string) =>
    what === 'get' ? 'thing/ota/firmware/get' : `/ota/device/${what}/${bad.productKey}/${bad.sn}`
  for (const [topic, payload] of Object.values(hostile)) await evil.send(topicOf(topic), payload)
  assert.ok(evil.isConnected())
  const names = Object.keys(hostile)
  await until('all of them to be in the trace', async () => (await traceOf(app, bad)).length >= names.length + 1)
  // In between, the other device upgrades normally.
  await progress(healthy, good, 100)
  await inform(healthy, good, '1.2.0')
  await reaches(rollout, taskId, good.id, 'succeeded')
  const row = await rowOf(rollout, taskId, bad.id)
  assert.deepEqual([row.state, row.progress, row.attempts, row.reason], ['offered', 0, 0, null])
  const modules = await app.db
    .selectFrom('deviceModule')
    .select(['module', 'version'])
    .where('deviceId', '=', bad.id)
    .execute()
  assert.deepEqual(modules, [{ module: 'default', version: '1.0.0' }])
  await until('nothing of them to be left', async () => {
    const left = await app.db.selectFrom('firmwareReport').select('seq').where('deviceId', '=', bad.id).execute()
    return left.length === 0
  })
  // It can still be upgraded itself.
  await progress(evil, bad, 100)
  await inform(evil, bad, '1.2.0')
  await reaches(rollout, taskId, bad.id, 'succeeded')
})

test('a device that invents modules without end keeps sixteen of them, and the seventeenth is refused', async () => {
  const rollout = await startRollout(app)
  const made = await make.device(app, rollout)
  const device = await connectMade(app, made)
  for (let number = 0; number < 20; number += 1) await inform(device, made, '1.0.0', `module-${number}`)
  const modules = await app.db.selectFrom('deviceModule').select('module').where('deviceId', '=', made.id).execute()
  assert.equal(modules.length, 16)
  // The next report is still accepted.
  await inform(device, made, '1.0.1', 'module-3')
  const row = await app.db
    .selectFrom('deviceModule')
    .select('version')
    .where('deviceId', '=', made.id)
    .where('module', '=', 'module-3')
    .executeTakeFirstOrThrow()
  assert.equal(row.version, '1.0.1')
})

/** A device with an offer that it has not taken yet. */
async function offered(bytes = 5000) {
  const rollout = await startRollout(app)
  const made = await make.device(app, rollout)
  const device = await connectMade(app, made)
  await inform(device, made, '1.0.0')
  const version = await addVersion(rollout, '01.02.00', { bytes })
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  const { url } = await receiveOffer(device, made)
  return { rollout, made, device, version, taskId, url: addressIn(app, url) }
}

test('a device that speaks for another one changes nothing of it', async () => {
  const { rollout, made, device, taskId } = await offered()
  const foreign = await make.device(app, rollout)
  const { productKey, sn } = made
  // Each may end its connection.
  const tell = async (topic: string, payload: unknown) => {
    const evil = await connectMade(app, foreign)
    await Promise.race([evil.send(topic, payload), evil.ended])
    evil.vanish()
  }
  for (const [what, params] of [
    ['inform', { version: '1.2.0' }],
    ['progress', { step: '-4' }],
    ['request', {}],
  ] as const)
    await tell(`/ota/device/${what}/${productKey}/${sn}`, { id: '1', params })
  await tell(`/sys/${productKey}/${sn}/thing/ota/firmware/get`, { id: '2', params: {} })
  // A later message of the right device has been applied, and so all before it.
  await progress(device, made, 10)
  await reaches(rollout, taskId, made.id, 'downloading')
  const row = await rowOf(rollout, taskId, made.id)
  assert.deepEqual([row.progress, row.reason], [10, null])
  assert.ok(!device.received.some(({ topic }) => topic.endsWith('get_reply') || topic.includes('/ota/device/request/')))
})

test('a version or module with characters that no table can hold is refused, and holds up neither the device nor others', async () => {
  const rollout = await startRollout(app)
  const made = await make.device(app, rollout)
  const device = await connectMade(app, made)
  const topic = `/ota/device/inform/${made.productKey}/${made.sn}`
  await device.send(topic, String.raw`{"id":"1","params":{"version":"1.0\u0000.0","module":"a\ud800b"}}`)
  await device.send(`/ota/device/progress/${made.productKey}/${made.sn}`, {
    id: '2',
    params: { step: '10', desc: 'x\0'.repeat(5000) },
  })
  await device.send('thing/ota/firmware/get', String.raw`{"id":"3\u0000","params":{"module":"\u0000"}}`)
  await inform(device, made, '1.0.1')
  const modules = await app.db
    .selectFrom('deviceModule')
    .select(['module', 'version'])
    .where('deviceId', '=', made.id)
    .orderBy('module')
    .execute()
  assert.deepEqual(modules, [{ module: 'default', version: '1.0.1' }])
  await until('nothing of them to be left', async () => {
    const left = await app.db.selectFrom('firmwareReport').select('seq').where('deviceId', '=', made.id).execute()
    return left.length === 0
  })
  assert.ok(device.isConnected())
})

test('of many questions at once each is answered with the same offer, which counts once', async () => {
  const { rollout, made, device, taskId, url } = await offered()
  await progress(device, made, -2)
  await reaches(rollout, taskId, made.id, 'waiting')
  app.clock.advance(11 * minuteMs)
  const before = await rowOf(rollout, taskId, made.id)
  const ids = Array.from({ length: 50 }, (_, number) => String(1000 + number))
  await Promise.all(ids.map((id) => device.send('thing/ota/firmware/get', { id, version: '1.0', params: {} })))
  const answers = await until('all to be answered', () => {
    const heard = device.received.filter(({ topic }) => topic.endsWith('/thing/ota/firmware/get_reply'))
    return heard.length >= ids.length ? heard : undefined
  })
  const given = new Set(answers.map(({ payload }) => /"url":"[^"]+(\/ota\/[\w-]{43})"/.exec(payload)?.[1] ?? payload))
  assert.deepEqual(given, new Set([new URL(url).pathname]))
  assert.equal(answers.length, ids.length)
  const row = await reaches(rollout, taskId, made.id, 'offered')
  assert.deepEqual([row.attempts, row.tries], [before.attempts, before.tries])
})

test('any range of a request gets the bytes that it names, the whole file, or a refusal without a body', async () => {
  const { url, version } = await offered()
  const last = 4999
  for (const [range, status, from, to] of [
    ['bytes=0-', 206, 0, last],
    ['bytes=10-19', 206, 10, 19],
    ['bytes=-5', 206, 4995, last],
    ['bytes=-99999', 206, 0, last],
    ['bytes=4999-4999999', 206, last, last],
    ['BYTES=1-1', 206, 1, 1],
    ['bytes=20-10', 200, 0, last],
    ['bytes=-', 200, 0, last],
    ['bytes=0-1,5-6', 200, 0, last],
    ['bytes=0x1-2', 200, 0, last],
    ['bytes=1e3-', 200, 0, last],
    ['bytes=--5', 200, 0, last],
    [`bytes=${'9'.repeat(400)}-`, 200, 0, last],
    ['lines=1-2', 200, 0, last],
    [`bytes=0-${',1-2'.repeat(2000)}`, 200, 0, last],
    ['bytes=-0', 416, 0, -1],
    ['bytes=-000', 416, 0, -1],
    ['bytes=5000-', 416, 0, -1],
    ['bytes=999999999999999-', 416, 0, -1],
  ] as const) {
    const answer = await fetch(url, { headers: { range } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.equal(answer.status, status, range.slice(0, 40))
    assert.ok(bytes.equals(version.content.subarray(from, to + 1)), range.slice(0, 40))
  }
})

test('a client that reads a file byte by byte costs no write for each of them, and every byte is counted', async () => {
  const { url, made } = await offered()
  await sql`create table written_row (at timestamptz)`.execute(app.db)
  await sql`create function note_written_row() returns trigger language plpgsql as
    'begin insert into written_row values (now()); return null; end'`.execute(app.db)
  await sql`create trigger notes_written_row after update on upgrade_device for each row execute function note_written_row()`.execute(
    app.db,
  )
  const requests = 200
  for (let at = 0; at < requests; at += 1)
    assert.equal((await fetch(url, { headers: { range: `bytes=${at % 50}-${at % 50}` } })).status, 206)
  for (let n = 0; n < requests; n += 1) assert.equal((await fetch(url, { headers: { range: 'bytes=-1' } })).status, 206)
  await until('all bytes to be counted', async () => {
    const [counted] = (
      await sql<{ bytes: number }>`
      select bytes::int as bytes from upgrade_device where device_id = ${made.id}::bigint`.execute(app.db)
    ).rows
    return counted?.bytes === 2 * requests
  })
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from written_row`.execute(app.db)
  assert.ok((rows[0]?.n ?? 0) < 40, `${rows[0]?.n} writes`)
})

test('whatever is asked for beside an address gets a status line, and nothing that a device could flash', async () => {
  const { url } = await offered()
  const { port, pathname } = new URL(url)
  for (const requested of [
    '/ota/',
    `${pathname}x`,
    pathname.slice(0, -1),
    `${pathname}/`,
    `${pathname}/x`,
    `/ota/${'A'.repeat(43)}`,
    `/ota/${'A'.repeat(300)}`,
    `/ota/${'A'.repeat(9000)}`,
    '/ota/%00',
    `/${pathname}`,
    `//${pathname}`,
    pathname.replace('/ota/', '/OTA/'),
    pathname.replace('/ota/', '/Ota/'),
    pathname.replace('/ota/', '/%4fta/'),
    '/ota',
    `/ota/..%2f..%2fapi`,
    `/ota/${encodeURIComponent('固件'.repeat(20))}`,
  ]) {
    const fetched = await fetchAsSdk(Number(port), requested, 'devices.example.com')
    const what = `${requested.slice(0, 60)}: ${fetched.statusLine}`
    assert.match(fetched.statusLine, /^HTTP\/1\.1 4\d\d/, what)
    assert.deepEqual([fetched.body.length, fetched.contentLength, fetched.waitedForClose], [0, -1, true], what)
  }
})

test('HEAD is answered as GET is, without a body, and reads nothing', async () => {
  const { url, made, rollout, taskId } = await offered()
  const before = await reaches(rollout, taskId, made.id, 'offered')
  const headersOf = async (method: 'GET' | 'HEAD', address: string, range?: string) => {
    const { status, headers } = await fetch(address, { method, headers: range === undefined ? {} : { range } })
    const wanted = ['content-length', 'content-range', 'content-type', 'etag', 'accept-ranges']
    return [status, ...wanted.map((name) => headers.get(name))]
  }
  const dead = url.replace(/[\w-]{43}$/, 'A'.repeat(43))
  const heads = [
    await headersOf('HEAD', url),
    await headersOf('HEAD', url, 'bytes=10-19'),
    await headersOf('HEAD', url, 'bytes=5000-'),
    await headersOf('HEAD', dead),
  ]
  assert.deepEqual(await rowOf(rollout, taskId, made.id), before)
  assert.deepEqual(heads, [
    await headersOf('GET', url),
    await headersOf('GET', url, 'bytes=10-19'),
    await headersOf('GET', url, 'bytes=5000-'),
    await headersOf('GET', dead),
  ])
  assert.deepEqual(
    heads.map(([status]) => status),
    [200, 206, 416, 404],
  )
})

test('another method than GET and HEAD gets a status line alone', async () => {
  const { url } = await offered()
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const answer = await fetch(url, { method })
    assert.deepEqual([answer.status, await answer.text(), answer.headers.get('content-type')], [405, '', null], method)
  }
})

test('one address is read by four at once: another one cuts the oldest, gets the file, and takes no place of other devices', async () => {
  const { url, version } = await offered(20_000_000)
  const other = await offered()
  const { port, pathname } = new URL(url)
  const stall = async () => {
    const socket = net.connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    return socket
  }
  // Reads that have ended take no place: the slow one is sent to its end.
  const slow = await stall()
  for (let number = 0; number < 4; number += 1)
    await (await fetch(url, { headers: { range: 'bytes=0-9' } })).arrayBuffer()
  let have = 0
  slow.on('data', (some: Buffer) => (have += some.length)).resume()
  await until('the slow one to have nearly all', () => have > 19_000_000)
  slow.destroy()
  const stalled: net.Socket[] = []
  for (let number = 0; number < 4; number += 1) stalled.push(await stall())
  const [first, ...rest] = stalled
  const read = Buffer.from(await (await fetch(url)).arrayBuffer())
  assert.ok(read.equals(version.content))
  // The client still reads what was sent before, and then the end of the stream.
  first?.resume()
  await until('the oldest to be cut', () => first?.destroyed === true)
  assert.ok(rest.every(({ destroyed }) => !destroyed))
  const content = Buffer.from(await (await fetch(other.url)).arrayBuffer())
  assert.ok(content.equals(other.version.content))
  for (const socket of rest) socket.destroy()
})
