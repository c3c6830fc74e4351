import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import tls from 'node:tls'
import { watchCertificate, readCertificate } from '../../platform/mqtt/listener/watch-certificate.ts'
import { createLog } from '../../platform/log.ts'
import { connectMade, onlineLogOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { testCertificate, testRsaCertificate } from '../../testing/test-certificate.ts'
import { until } from '../../testing/until.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { noteTlsRefusals } from './note-tls-refusals.ts'
import { pskFor } from '../../device/credentials/device-credentials.ts'

let app: TestApp
let folder: string
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'brigade-tls-'))
  const settings = { MQTT_TLS_CERT: path.join(folder, 'cert.pem'), MQTT_TLS_KEY: path.join(folder, 'key.pem') }
  await writeFile(settings.MQTT_TLS_CERT, testCertificate.cert)
  await writeFile(settings.MQTT_TLS_KEY, testCertificate.key)
  app = await startTestApp({ roles: ['connector'], settings })
})
after(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

test('a device connects over TLS on the port of plain MQTT, and its online log shows it', async () => {
  const oven = await make.device(app)
  const device = await connectMade(app, oven, { protocol: 'mqtts', ca: testCertificate.cert })
  await device.report({ ChamberTemp: 180 })
  assert.equal((await onlineLogOf(app, oven))[0]?.protocol, 'MQTT 3.1.1 over TLS')
})

test('a device connects over WebSocket', async () => {
  const oven = await make.device(app)
  await connectMade(app, oven, { protocol: 'ws', path: '/mqtt' })
  assert.equal((await onlineLogOf(app, oven))[0]?.protocol, 'MQTT 3.1.1 over WebSocket')
})

/** A TLS connection of a device that knows its secret, as the C SDK makes one. */
function preShared(names: string, secret: string): tls.TLSSocket {
  const socket = tls.connect({
    host: '127.0.0.1',
    port: app.addresses.mqttPort ?? 0,
    ciphers: 'PSK-AES128-CBC-SHA',
    maxVersion: 'TLSv1.2',
    checkServerIdentity: () => undefined,
    pskCallback: () => ({
      psk: pskFor(`id${names}timestamp2524608000000`, secret),
      identity: `devicename|hmacsha256|${names}|2524608000000`,
    }),
  })
  return socket
}
const securing = (socket: tls.TLSSocket) =>
  new Promise<boolean>((resolve) => {
    socket.once('secureConnect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })

test('a device proves itself in TLS by its own secret, without a certificate', async () => {
  const cooler = await make.device(app, { kind: 'cooler' })
  const names = `${cooler.productKey}&${cooler.sn}`
  const socket = preShared(names, cooler.secret)
  assert.equal(await securing(socket), true)
  socket.destroy()
  assert.equal(await securing(preShared(names, 'another secret')), false)
  assert.equal(await securing(preShared(`${cooler.productKey}&${randomUUID()}`, cooler.secret)), false)
})

test('a renewed certificate is used without a restart, and half a pair is not', async () => {
  const files = { certFile: path.join(folder, 'own-cert.pem'), keyFile: path.join(folder, 'own-key.pem') }
  await writeFile(files.certFile, testCertificate.cert)
  await writeFile(files.keyFile, testCertificate.key)
  const used: string[] = []
  const use = (certificate: { cert: string; key: string }) => {
    tls.createSecureContext(certificate)
    used.push(certificate.cert)
  }
  const keeping = watchCertificate(files, { log: createLog({ level: 'silent' }), use, everyMs: 5 })
  try {
    await until('the first certificate', () => used.length === 1)
    await writeFile(files.certFile, 'half of one')
    await writeFile(files.certFile, `${testCertificate.cert}\n`)
    await until('the renewed certificate', () => used.length === 2)
    assert.deepEqual(used, [testCertificate.cert, `${testCertificate.cert}\n`])
    assert.equal((await readCertificate(files)).key, testCertificate.key)
  } finally {
    await keeping.stop()
  }
})

test('the log names a certificate whose key is no RSA key', async () => {
  const files = { certFile: path.join(folder, 'kind-cert.pem'), keyFile: path.join(folder, 'kind-key.pem') }
  let lines = ''
  const log = createLog({ level: 'warn', destination: { write: (line) => void (lines += line) } })
  const warned = async (certificate: { cert: string; key: string }) => {
    await writeFile(files.certFile, certificate.cert)
    await writeFile(files.keyFile, certificate.key)
    lines = ''
    let looked = 0
    const keeping = watchCertificate(files, { log, use: () => (looked += 1), everyMs: 5 })
    await until('the certificate to be used', () => looked === 1)
    await keeping.stop()
    return lines.split('RSA').length - 1
  }
  assert.equal(await warned(testRsaCertificate), 0)
  assert.equal(await warned(testCertificate), 1)
})

test('TLS that fails over a certificate is written once a minute of an address and reason, and sixty times of all', async () => {
  const note = noteTlsRefusals({ db: app.db, clock: app.clock, log: createLog({ level: 'silent' }) })
  const refused = (address: string, alert = 'unknown_ca') => note({ address, alert, certificateUntilMs: null })
  const timesOf = (prefix: string) =>
    app.db.selectFrom('tlsRefusal').select(['address', 'times']).where('address', 'like', `${prefix}%`).execute()
  using held = app.clock.hold()
  assert.ok(held)
  refused('10.1.0.1')
  refused('10.1.0.1')
  refused('10.1.0.1', 'record_overflow')
  app.clock.advance(minuteMs)
  refused('10.1.0.1')
  await until('the second to be counted', async () => (await timesOf('10.1.'))[0]?.times === 2)
  app.clock.advance(minuteMs)
  for (let n = 0; n < 100; n += 1) refused(`10.2.0.${n}`)
  app.clock.advance(minuteMs)
  refused('10.3.0.1')
  await until('the last to be written', async () => (await timesOf('10.3.')).length === 1)
  assert.equal((await timesOf('10.2.')).length, 60)
})
