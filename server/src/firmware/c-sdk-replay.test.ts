import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { after, before, test } from 'node:test'
import { liveSocketPath } from '@brigade/contract/live-socket.ts'
import { connectMade } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { fetchAsSdk, fitsLine, md5Of, takesOffer } from '../testing/firmware/c-sdk-v3.ts'
import {
  addVersion,
  receiveOffer,
  inform,
  progress,
  reaches,
  rowOf,
  runTask,
  startRollout,
} from '../testing/firmware/rollout.ts'

/** Replays the bytes that the C SDK 3.2.0 sends and reads (alink.md 2.4), over real sockets. */
let app: TestApp
before(async () => {
  app = await startTestApp({ settings: { DEVICE_URL: 'http://ota.example.com' } })
})
after(() => app.stop())

const port = () => Number(new URL(app.url).port)

async function offeredDevice(bytes = 5000) {
  const rollout = await startRollout(app)
  const made = await make.device(app, rollout)
  const device = await connectMade(app, made)
  await inform(device, made, '1.0.0')
  const version = await addVersion(rollout, '01.02.00', { bytes })
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  const offer = await receiveOffer(device, made)
  return { rollout, made, device, version, taskId, offer, path: new URL(offer.url).pathname }
}

test('its parser accepts the offer, which fits a buffer of 1,000 bytes with the longest names', async () => {
  const { offer } = await offeredDevice()
  assert.ok(takesOffer(offer.payload), offer.payload)
  // Names of 20 and 32 characters, a version of 64, a path and a host of 255.
  const longest = Buffer.byteLength(offer.payload) + 64 + 220 + '/ota/device/upgrade/'.length + 20 + 1 + 32 + 5
  assert.ok(longest <= 1000, String(longest))
})

test('it reads the file whole: 206 to its range, the length spelled as it looks for it, short lines, few headers', async () => {
  const { path, version } = await offeredDevice(70_000)
  const read = await fetchAsSdk(port(), path, 'ota.example.com')
  assert.match(read.statusLine, /^HTTP\/1\.1 206/)
  assert.equal(read.contentLength, 70_000)
  assert.ok(fitsLine(read.longestLine) && read.headBytes <= 512, `${read.longestLine} ${read.headBytes}`)
  assert.equal(md5Of(read.body), version.md5)
})

test('100 before the digest and −3 twice end as a failed verification that is tried again', async () => {
  const { device, made, rollout, taskId } = await offeredDevice()
  for (const step of [5, 50, 100, -3, -3]) await progress(device, made, step)
  const row = await reaches(rollout, taskId, made.id, 'waiting')
  assert.deepEqual([row.reason, row.attempts, row.tries], ['retry', 1, 1])
})

test('after −2 it requests the old address again and continues reading: the address is still valid', async () => {
  const { device, made, rollout, taskId, path, version } = await offeredDevice(40_000)
  await progress(device, made, 10)
  await reaches(rollout, taskId, made.id, 'downloading')
  await progress(device, made, -2)
  await reaches(rollout, taskId, made.id, 'waiting')
  const rest = await fetchAsSdk(port(), path, 'ota.example.com', 4000)
  assert.ok(rest.body.equals(version.content.subarray(4000)))
  await reaches(rollout, taskId, made.id, 'downloading')
  await progress(device, made, 100)
  await inform(device, made, '01.02.00')
  await reaches(rollout, taskId, made.id, 'succeeded')
})

test('over a connection that breaks again and again it goes on where each break left it, and the whole has the digest of the offer', async () => {
  const { device, made, rollout, taskId, path, version, offer } = await offeredDevice(200_000)
  const breaks = Array.from({ length: 6 }, () => Math.floor(Math.random() * 30_000))
  let flashed = Buffer.alloc(0)
  for (const after of [...breaks, Number.POSITIVE_INFINITY]) {
    const { statusLine, body } = await fetchAsSdk(port(), path, 'ota.example.com', flashed.length, after)
    assert.match(statusLine, /^HTTP\/1\.1 206/, `broken after ${breaks.join(', ')}`)
    flashed = Buffer.concat([flashed, body])
  }
  assert.equal(md5Of(flashed), version.md5, `broken after ${breaks.join(', ')}`)
  assert.ok(offer.payload.includes(version.md5))
  await progress(device, made, 100)
  await inform(device, made, '01.02.00')
  const { tries } = await reaches(rollout, taskId, made.id, 'succeeded')
  assert.equal(tries, 0, 'no try failed')
})

test('a refusal leaves it nothing to flash and nothing to wait for: a status line, no length, no body, and the end', async () => {
  const { path } = await offeredDevice()
  const wrong = await fetchAsSdk(port(), `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`, 'ota.example.com')
  const behind = await fetchAsSdk(port(), path, 'ota.example.com', 900_000)
  for (const refused of [wrong, behind])
    assert.deepEqual([refused.body.length, refused.contentLength, refused.waitedForClose], [0, -1, true])
  assert.match(wrong.statusLine, /404/)
  assert.match(behind.statusLine, /416/)
})

test('a range of seven digits or more truncates its request, which has no end: the answer is a status line that leaves nothing to flash', async () => {
  const { path } = await offeredDevice()
  // The first loses the end of its last line, the next the whole end, and the last the end of its range too.
  for (const [from, status] of [
    [1_234_567, '400 Bad Request'],
    [12_345_678, '408 Request Timeout'],
    [123_456_789, '408 Request Timeout'],
  ] as const) {
    const started = performance.now()
    const fetched = await fetchAsSdk(port(), path, 'ota.example.com', from)
    assert.equal(fetched.statusLine, `HTTP/1.1 ${status}`, String(from))
    assert.deepEqual([fetched.body.length, fetched.contentLength, fetched.waitedForClose], [0, -1, true], String(from))
    assert.ok(performance.now() - started < 10_000)
  }
  const again = await fetchAsSdk(port(), path, 'ota.example.com')
  assert.equal(again.body.length, 5000)
})

test('a device that repeats the whole download after a reboot succeeds all the same', async () => {
  const { device, made, rollout, taskId, path } = await offeredDevice()
  await fetchAsSdk(port(), path, 'ota.example.com')
  await fetchAsSdk(port(), path, 'ota.example.com')
  await progress(device, made, 100)
  await inform(device, made, '01.02.00')
  await reaches(rollout, taskId, made.id, 'succeeded')
  assert.ok(Number((await rowOf(rollout, taskId, made.id)).bytes) >= 10_000)
})

/** A page whose tab vanished silently: a server that stops waits for its closing frame. */
async function silentPage(url: string): Promise<net.Socket> {
  const page = net.connect(Number(new URL(url).port), '127.0.0.1')
  page.write(
    `GET ${liveSocketPath} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  const answered = await once(page, 'data')
  assert.match(String(answered[0]), /^HTTP\/1\.1 101/)
  return page
}

test('a server that stops gives it nothing to flash: the connection breaks, and it goes on at the next one', async () => {
  const stopping = await startTestApp({ roles: ['api'], settings: { DEVICE_URL: 'http://ota.example.com' } })
  const page = await silentPage(stopping.url)
  const fetchOne = () => fetchAsSdk(Number(new URL(stopping.url).port), `/ota/${'A'.repeat(43)}`, 'ota.example.com')
  assert.match((await fetchOne()).statusLine, /^HTTP\/1\.1 404/)
  let isOver = false
  const stopped = stopping.stop().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const { statusLine, contentLength, body } = await fetchOne()
    assert.ok(statusLine === '' || statusLine.startsWith('HTTP/1.1 404'), statusLine)
    assert.deepEqual([contentLength, body.length], [-1, 0], statusLine)
  }
  page.destroy()
  await stopped
})
