import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { addVersion, inform, receiveOffer, runTask, startRollout } from '../../testing/firmware/rollout.ts'
import { seal } from '../../platform/secret/secret-box.ts'
import { connectDevice } from '../../testing/fake-device.ts'
import { connectMade, isOnline } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import {
  startHaproxy,
  startNginx,
  startPlainHaproxy,
  startPlainNginx,
  writeCertificate,
  type Certificate,
} from '../../testing/proxy/http-proxy.ts'
import type { RunningProxy } from '../../testing/proxy/run-proxy.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { testCertificate } from '../../testing/test-certificate.ts'

/** Compares the bytes that a device reads at its socket when it fetches firmware, both directly and behind proxies. */

let app: TestApp
let certificate: Certificate
let folder: string
before(async () => {
  app = await startTestApp({ settings: { DEVICE_URL: 'https://devices.example.com' } })
  folder = await mkdtemp(path.join(tmpdir(), 'brigade-raw-'))
  certificate = await writeCertificate(folder)
})
after(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const fileBytes = 5000

async function offered() {
  const rollout = await startRollout(app)
  const made = await make.device(app, rollout)
  const device = await connectMade(app, made)
  await inform(device, made, '1.0.0')
  const version = await addVersion(rollout, '01.02.00', { bytes: fileBytes })
  await runTask(rollout, [version.id], { deviceIds: [made.id] })
  const { url } = await receiveOffer(device, made)
  return { version, address: new URL(url).pathname }
}

type Way = () => net.Socket

const plainWay =
  (port: number): Way =>
  () =>
    net.connect(port, '127.0.0.1')
const secureWay =
  ({ port }: RunningProxy): Way =>
  () =>
    tls.connect({ port, host: '127.0.0.1', servername: 'localhost', ca: testCertificate.cert })

function bytesOf(connect: Way, method: string, address: string, range?: string): Promise<Buffer> {
  const asked = range === undefined ? '' : `Range: bytes=${range}\r\n`
  return answerTo(connect, `${method} ${address} HTTP/1.1\r\nHost: localhost\r\n${asked}Connection: close\r\n\r\n`)
}

/** All bytes of one answer; its end is that of the connection. */
function answerTo(connect: Way, request: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect()
    const chunks: Buffer[] = []
    socket.setTimeout(10_000, () => socket.destroy(new Error(`No end of ${request}`)))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.once('error', reject)
    socket.once('close', () => resolve(Buffer.concat(chunks)))
    socket.write(request)
  })
}

/** The parts of an answer by which a device reads it, with the names of headers as they are spelled. */
type Answer = Readonly<{ status: string; headers: readonly string[]; body: Buffer }>

const readBy = /^(content-length|content-range|transfer-encoding|content-encoding|accept-ranges|etag): /i

function read(bytes: Buffer): Answer {
  const split = bytes.indexOf('\r\n\r\n')
  assert.ok(split > 0, 'an answer without an end of its headers')
  const [status = '', ...headers] = bytes.subarray(0, split).toString('latin1').split('\r\n')
  return { status, headers: headers.filter((line) => readBy.test(line)).toSorted(), body: bytes.subarray(split + 4) }
}

type Differs = (own: Answer, method: string) => Answer

const asItIs: Differs = (own) => own
/** HAProxy writes names of headers in lower case; as documented, not the one that C SDKs look for. */
const inLowerCase =
  (kept: string): Differs =>
  (own) => ({
    ...own,
    headers: own.headers
      .map((line) => (line.startsWith(kept) ? line : line.replace(/^[^:]+/, (name) => name.toLowerCase())))
      .toSorted(),
  })
/** nginx ends a refusal, which has neither length nor body, with an empty chunk: a C SDK would write it into its flash. */
const chunkedRefusals: Differs = (own, method) =>
  own.status.startsWith('HTTP/1.1 4') && method !== 'HEAD'
    ? { ...own, headers: ['Transfer-Encoding: chunked'], body: Buffer.from('0\r\n\r\n') }
    : own

type Named = Readonly<{ name: string; way: Way; differs: Differs }>

/** The ways of a device to the api besides the direct one: through proxies as documented, and as Debian has them. */
async function proxied(use: (direct: Way, ways: readonly Named[]) => Promise<void>): Promise<void> {
  await using plainNginx = await startPlainNginx(app)
  await using plainHaproxy = await startPlainHaproxy(app)
  await using nginx = await startNginx(app, certificate)
  await using haproxy = await startHaproxy(app, certificate)
  await use(plainWay(Number(new URL(app.url).port)), [
    { name: 'nginx as documented', way: secureWay(nginx), differs: asItIs },
    { name: 'HAProxy as documented', way: secureWay(haproxy), differs: inLowerCase('Content-Length') },
    { name: 'nginx with its defaults', way: plainWay(plainNginx.port), differs: chunkedRefusals },
    { name: 'HAProxy with its defaults', way: plainWay(plainHaproxy.port), differs: inLowerCase('none') },
  ])
}

test('HEAD, ranges and refusals are the same bytes at a device’s socket directly, behind nginx as documented, and but for the case of names behind HAProxy; with its defaults nginx ends refusals with a chunk, and HAProxy spells the length otherwise', async () => {
  await proxied(assertDownloads)
})

async function assertDownloads(direct: Way, ways: readonly Named[]): Promise<void> {
  const { version, address } = await offered()
  const dead = address.replace(/[\w-]{43}$/, 'A'.repeat(43))
  const whole = [0, fileBytes] as const
  const none = [0, 0] as const
  for (const [method, at, range, status, length, [from, to]] of [
    ['GET', address, undefined, '200 OK', fileBytes, whole],
    ['GET', address, '0-', '206 Partial Content', fileBytes, whole],
    ['GET', address, '10-19', '206 Partial Content', 10, [10, 20]],
    ['GET', address, '4999-9999', '206 Partial Content', 1, [4999, 5000]],
    ['GET', address, '-7', '206 Partial Content', 7, [4993, 5000]],
    ['GET', address, '0-1,5-6', '200 OK', fileBytes, whole],
    ['GET', address, '5000-', '416 Range Not Satisfiable', undefined, none],
    ['HEAD', address, undefined, '200 OK', fileBytes, none],
    ['HEAD', address, '10-19', '206 Partial Content', 10, none],
    ['HEAD', address, '5000-', '416 Range Not Satisfiable', undefined, none],
    ['GET', dead, undefined, '404 Not Found', undefined, none],
    ['HEAD', dead, undefined, '404 Not Found', undefined, none],
    ['GET', `${address}/x`, undefined, '404 Not Found', undefined, none],
    ['POST', address, undefined, '405 Method Not Allowed', undefined, none],
    ['DELETE', address, undefined, '405 Method Not Allowed', undefined, none],
  ] as const) {
    const what = `${method} ${at.length > address.length ? 'beside' : at === dead ? 'dead' : 'live'} ${range ?? ''}`
    const own = read(await bytesOf(direct, method, at, range))
    const told = own.headers.find((line) => line.startsWith('Content-Length: '))
    assert.deepEqual([own.status, told], [`HTTP/1.1 ${status}`, length && `Content-Length: ${length}`], what)
    assert.ok(own.body.equals(version.content.subarray(from, to)), `${what}: ${own.body.length} bytes`)
    for (const { name, way, differs } of ways) {
      const answer = read(await bytesOf(way, method, at, range))
      const expected = differs(own, method)
      assert.deepEqual([answer.status, answer.headers], [expected.status, expected.headers], `${what}: ${name}`)
      assert.ok(answer.body.equals(expected.body), `${what}: ${name}: ${answer.body.length} bytes of body`)
    }
  }
}

const productSecret = 'aProductSecret16'

/** The registration request of the C SDK: a form that is signed with the product's secret. */
function registering(productKey: string, deviceName: string, random: string, secret = productSecret): string {
  const sign = createHmac('sha256', secret)
    .update(`deviceName${deviceName}productKey${productKey}random${random}`)
    .digest('hex')
  const form = new URLSearchParams({ productKey, deviceName, random, sign, signMethod: 'hmacsha256' }).toString()
  return (
    `POST /auth/register/device HTTP/1.1\r\nHost: localhost\r\nAccept: text/xml,text/javascript,text/html,application/json\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\nConnection: close\r\n\r\n${form}`
  )
}

const Registered = z.object({ code: z.number(), data: z.object({ deviceSecret: z.string() }).partial() })

/** The limits of C SDKs: lines of 128 bytes with their end, and 1,024 bytes of headers in all. */
function assertReadable(bytes: Buffer, what: string): void {
  const head = bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 4).toString('latin1')
  assert.ok(head.length <= 1024 && head.split('\r\n').every((line) => line.length + 2 < 128), `${what}: ${head}`)
}

test('a device registers by its product’s secret through nginx and HAProxy, reads the same bytes as directly, and connects with what it got', async () => {
  const product = await make.product(app, { productSecret: seal(app.settings.secretKey, productSecret) })
  await app.db.updateTable('product').set({ dynamicRegistration: 'listed' }).where('id', '=', product.id).execute()
  const made = await make.device(app, { productId: product.id, productKey: product.productKey })
  let latest = ''
  await proxied(async (direct, ways) => {
    for (const secret of [productSecret, 'notTheSecretOfIt']) {
      const own = read(await answerTo(direct, registering(product.productKey, made.sn, 'direct', secret)))
      assert.equal(own.status, 'HTTP/1.1 200 OK')
      for (const { name, way, differs } of ways) {
        const bytes = await answerTo(way, registering(product.productKey, made.sn, name, secret))
        assertReadable(bytes, name)
        const answer = read(bytes)
        const expected = differs(own, 'POST')
        assert.deepEqual([answer.status, answer.headers], [expected.status, expected.headers], name)
        const { code, data } = Registered.parse(JSON.parse(answer.body.toString()))
        assert.deepEqual([code, data.deviceSecret?.length], secret === productSecret ? [200, 32] : [6600, undefined])
        latest = data.deviceSecret ?? latest
      }
    }
  })
  // Each registration makes the secrets before it void.
  const triple = { productKey: product.productKey, deviceName: made.sn, deviceSecret: latest }
  const device = await connectDevice(app.addresses.mqttPort ?? 0, triple)
  await isOnline(app, made, true)
  await device.leave()
})
