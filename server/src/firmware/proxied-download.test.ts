import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { after, before, test } from 'node:test'
import { firmwareApi, firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { upgradeReasonWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { addVersion, inform, receiveOffer, rowOf, runTask, startRollout } from '../testing/firmware/rollout.ts'
import { connectMade } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import {
  startHaproxy,
  startNginx,
  startPlainHaproxy,
  startPlainNginx,
  writeCertificate,
  type Certificate,
} from '../testing/proxy/http-proxy.ts'
import type { RunningProxy } from '../testing/proxy/run-proxy.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { testCertificate } from '../testing/test-certificate.ts'
import { until } from '../testing/until.ts'

/** Stopping a version behind a proxy has the same result as without one: nobody gets the whole file. */

/** The largest that the kernel lets the buffers of one connection grow to, sending and receiving, in bytes: on some machines eight times that of others. */
const kernelHolds = ['tcp_rmem', 'tcp_wmem']
  .map((name) => readFileSync(`/proc/sys/net/ipv4/${name}`, 'utf8').trim().split(/\s+/).at(-1))
  .reduce((sum, most) => sum + Number(most), 0)
/**
 * Bytes that may still be in transit: in the buffers of both connections of a proxy, and 2 MB in the proxy and in the
 * programs.
 */
const maxUnderWay = 2 * kernelHolds + 2_000_000
/** More than can be in transit and is read before the stop; at most the limit of a version. */
const fileBytes = Math.min(maxUnderWay + 60_000_000, 250_000_000)

let app: TestApp
let certificate: Certificate
let folder: string
before(async () => {
  app = await startTestApp({ settings: { DEVICE_URL: 'https://devices.example.com' } })
  folder = await mkdtemp(path.join(tmpdir(), 'brigade-proxied-'))
  certificate = await writeCertificate(folder)
})
after(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

type Way = () => net.Socket

const plainWay =
  (port: number): Way =>
  () =>
    net.connect(port, '127.0.0.1')
const secureWay =
  ({ port }: RunningProxy): Way =>
  () =>
    tls.connect({ port, host: '127.0.0.1', servername: 'localhost', ca: testCertificate.cert })

/** A client that reads half a megabyte a second at most, until the test lets it read the rest at full speed. */
async function readSlowly(connect: Way, address: string) {
  const socket = connect()
  const [head, body] = [Promise.withResolvers<string>(), { bytes: 0 }]
  let [isFree, end]: [boolean, 'open' | 'ended' | 'reset'] = [false, 'open']
  let start = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    if (start.length < 2000) start = Buffer.concat([start, chunk])
    const split = start.indexOf('\r\n\r\n')
    if (split >= 0) head.resolve(start.subarray(0, split).toString('latin1'))
    body.bytes += chunk.length
    if (isFree) return
    socket.pause()
    setTimeout(() => socket.resume(), chunk.length / 500)
  })
  socket.once('end', () => (end = 'ended'))
  socket.once('error', () => (end = 'reset'))
  socket.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await until('the download to be under way', () => body.bytes >= 1_000_000)
  return {
    head: await head.promise,
    bytes: () => body.bytes,
    readOn: async () => {
      isFree = true
      socket.resume()
      await until('the download to end', () => end !== 'open' || body.bytes >= fileBytes)
      socket.destroy()
      return { bytes: body.bytes, end }
    },
  }
}

/** A device with an offer for each way, all of one version. */
async function offeredOver(count: number) {
  const rollout = await startRollout(app)
  const devices = []
  for (let number = 0; number < count; number += 1) {
    const made = await make.device(app, rollout)
    const device = await connectMade(app, made)
    await inform(device, made, '1.0.0')
    devices.push({ made, device })
  }
  const version = await addVersion(rollout, '01.02.00', { bytes: fileBytes })
  const taskId = await runTask(rollout, [version.id], { deviceIds: devices.map(({ made }) => made.id) })
  const offers = []
  for (const { made, device } of devices) {
    const { url } = await receiveOffer(device, made)
    offers.push({ id: made.id, path: new URL(url).pathname })
  }
  return { rollout, version, taskId, offers }
}

test('a version that is stopped in the middle reaches nobody whole, directly or behind a proxy: what is on its way comes, then the connection breaks off, and the device is shown as stopped', async (t) => {
  await using plainNginx = await startPlainNginx(app)
  await using plainHaproxy = await startPlainHaproxy(app)
  await using nginx = await startNginx(app, certificate)
  await using haproxy = await startHaproxy(app, certificate)
  const ways = [
    { name: 'directly', way: plainWay(Number(new URL(app.url).port)), end: 'reset' },
    { name: 'nginx with its defaults', way: plainWay(plainNginx.port), end: 'ended' },
    { name: 'HAProxy with its defaults', way: plainWay(plainHaproxy.port), end: 'ended', spelling: 'content-length' },
    { name: 'nginx as documented', way: secureWay(nginx), end: 'ended' },
    { name: 'HAProxy as documented', way: secureWay(haproxy), end: 'ended' },
  ] as const
  const { rollout, version, taskId, offers } = await offeredOver(ways.length)
  const reading = []
  for (const [index, { way, ...rest }] of ways.entries()) {
    const offer = offers[index] ?? assert.fail()
    reading.push({ spelling: 'Content-Length', ...rest, id: offer.id, download: await readSlowly(way, offer.path) })
  }
  for (const { name, download, spelling } of reading) {
    assert.match(download.head, /^HTTP\/1\.1 200 /, name)
    assert.match(download.head, new RegExp(`\r\n${spelling}: ${fileBytes}(\r\n|$)`), name)
  }
  // Bytes are recorded every five seconds, and at the end of the file: a proxy that reads it whole has it by then.
  for (const { id, name } of reading)
    await until(`bytes over ${name} to be noted`, async () => Number((await rowOf(rollout, taskId, id)).bytes) > 0)
  const atStop = reading.map(({ download }) => download.bytes())
  const { updatedAt } = (await app.ask(firmwareApi.version, { id: version.id }, rollout.engineer)).envelope.data
  await app.ask(firmwareApi.disableVersion, { id: version.id, updatedAt }, rollout.engineer)
  for (const [index, { name, id, download, end }] of reading.entries()) {
    const ended = await download.readOn()
    const after = ended.bytes - (atStop[index] ?? 0)
    t.diagnostic(`${name}: ${after} bytes after the stop, ${ended.end}`)
    assert.ok(ended.bytes < fileBytes, `${name}: the whole file`)
    assert.ok(after <= maxUnderWay, `${name}: ${after} bytes after the stop`)
    assert.equal(ended.end, end, name)
    const page = (await app.ask(firmwareDeviceApi.device, { deviceId: id }, rollout.engineer)).envelope.data
    const [upgrade] = page.upgrades
    assert.deepEqual([upgrade?.state, upgrade?.reason], ['waiting', 'version-disabled'], name)
  }
  assert.match(upgradeReasonWords['version-disabled'].en, /^Stopped/)
})
