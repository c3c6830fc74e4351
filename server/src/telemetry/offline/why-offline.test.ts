import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Duplex } from 'node:stream'
import { after, before, test } from 'node:test'
import tls from 'node:tls'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'
import { startApp } from '../../app.ts'
import { passwordOf, readIntroduction } from '../../device/credentials/device-credentials.ts'
import { createLog } from '../../platform/log.ts'
import { connectDevice, type FakeDevice } from '../../testing/fake-device.ts'
import { ask, makeGateway, makeSub, own, session, signed } from '../../testing/gateway/gateway-device.ts'
import { testPassword } from '../../testing/make-account.ts'
import { connectMade, isOnline, onlineLogOf, tripleOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { testCertificate } from '../../testing/test-certificate.ts'
import { until } from '../../testing/until.ts'

/** Each cause is planted as it comes about: over real connections, through the same doors as devices and people use. */
let app: TestApp
let folder: string
let token = ''
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'brigade-why-'))
  const settings = { MQTT_TLS_CERT: path.join(folder, 'cert.pem'), MQTT_TLS_KEY: path.join(folder, 'key.pem') }
  await writeFile(settings.MQTT_TLS_CERT, testCertificate.cert)
  await writeFile(settings.MQTT_TLS_KEY, testCertificate.key)
  app = await startTestApp({ roles: ['api', 'connector'], settings })
  token = (await make.account(app, { role: 'administrator' })).token
})
after(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

type Made = Awaited<ReturnType<typeof make.device>>
const port = () => app.addresses.mqttPort ?? 0

const askWhy = ({ id, kind }: Readonly<{ id: string; kind: DeviceKind }>, as = token) =>
  app.ask(telemetryCalls[kind].whyOffline, { id }, { token: as })
const why = async (device: Made) => {
  const { status, envelope } = await askWhy(device)
  assert.equal(status, 200)
  return envelope.data
}
const verdictOf = async (device: Made) => {
  const { cause, confidence } = await why(device)
  return [cause, confidence]
}

/** In an order and at a pace of chance: a test must not depend on either. */
async function byChance<T>(all: readonly T[], act: (one: T) => Promise<unknown> | void): Promise<void> {
  const left = [...all]
  while (left.length > 0) {
    const [one] = left.splice(randomInt(left.length), 1)
    if (one !== undefined) await act(one)
    for (let turns = randomInt(20); turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve))
  }
}

/** A device of a customer with nothing else. */
const alone = async () => make.device(app, { organisationId: (await make.organisation(app)).id })

/** Devices of one customer that are connected. */
async function site(count: number) {
  const { id: organisationId } = await make.organisation(app)
  const made: { device: Made; link: FakeDevice }[] = []
  for (let n = 0; n < count; n += 1) {
    const device = await make.device(app, { organisationId, kind: n % 3 === 1 ? 'cooler' : 'oven' })
    made.push({ device, link: await connectMade(app, device) })
  }
  return { organisationId, made }
}

/** A TLS client that refuses the server's certificate with an alert, as a device's own TLS does. */
async function refuseCertificate(alert: number, localAddress: string): Promise<void> {
  const socket = net.connect({ port: port(), host: '127.0.0.1', localAddress })
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  socket.on('error', () => undefined)
  const stream = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      socket.write(chunk, () => done())
    },
  })
  tls.connect({ socket: stream, servername: 'localhost', maxVersion: 'TLSv1.2' }).on('error', () => undefined)
  await once(socket, 'data')
  socket.write(Buffer.from([0x15, 3, 3, 0, 2, 2, alert]))
  await closed
}
const certificateExpired = 45
const unknownCa = 48

const alertNoted = (address: string) =>
  until('the failed handshake to be noted', async () => {
    const row = await app.db.selectFrom('tlsRefusal').select('alert').where('address', '=', address).executeTakeFirst()
    return row !== undefined
  })

async function secured(localAddress: string) {
  const device = await alone()
  // The types do not know all options of a socket.
  const way = { protocol: 'mqtts', ca: testCertificate.cert, localAddress } as const
  const link = await connectMade(app, device, way)
  return { device, link }
}

test('when nearly all devices of a site go within the same minutes, it is the power or the line of the site', async () => {
  const { made, organisationId } = await site(6)
  const elsewhere = await make.device(app, { organisationId, address: 'Another street 5' })
  const away = await connectMade(app, elsewhere)
  const [first] = made
  assert.ok(first !== undefined)
  await app.db.updateTable('device').set({ address: 'Main street 1' }).where('id', '=', first.device.id).execute()
  await byChance(made, ({ link }) => link.vanish())
  await byChance(made, ({ device }) => isOnline(app, device, false))
  const told = await why(first.device)
  assert.deepEqual([told.cause, told.confidence], ['site', 'likely'])
  assert.deepEqual(told.others, { online: 5, went: 5, back: 0, withinMs: 3 * minuteMs, isMore: false })
  // When most are back, what keeps this one away is no longer the site's.
  app.clock.advance(2 * minuteMs)
  await byChance(made.slice(1), async ({ device }) => connectMade(app, device))
  assert.deepEqual(await verdictOf(first.device), ['site', 'possible'])
  assert.equal((await why(first.device)).others?.back, 5)
  await away.leave()
})

test('a connection that is lost without a word while the others stay has no known cause, and who may see less counts less', async () => {
  const { made, organisationId } = await site(4)
  const [lost] = made
  assert.ok(lost !== undefined)
  await lost.link.report({ Rssi: -91 })
  lost.link.vanish()
  await isOnline(app, lost.device, false)
  const told = await why(lost.device)
  assert.deepEqual([told.cause, told.confidence, told.end?.reason], ['lost', 'unknown', 'connection_lost'])
  assert.deepEqual([told.others?.online, told.others?.went], [3, 0])
  assert.deepEqual([told.signal?.dbm, told.signal?.isWeak], [-91, true])
  assert.match(told.lastMessage?.topic ?? '', /thing\/event\/property\/post$/)
  assert.equal(told.site.id, organisationId)
  // One of the four is a refrigerator.
  const ovens = await make.account(app, { organisationId, operationCodes: ['oven:view'] })
  const seen = await askWhy(lost.device, ovens.token)
  assert.deepEqual([seen.status, seen.envelope.data.others?.online, seen.envelope.data.servedBy], [200, 2, null])
  const stranger = await make.account(app, {
    organisationId: (await make.organisation(app)).id,
    operationCodes: ['oven:view'],
  })
  assert.notEqual((await askWhy(lost.device, stranger.token)).status, 200)
  await connectMade(app, lost.device)
  assert.equal(await why(lost.device), null)
})

test('a sub-device is offline because its gateway is', async () => {
  const [gateway, sub] = [await makeGateway(app), await makeSub(app)]
  const link = await connectMade(app, gateway)
  assert.equal((await ask(link, own(gateway, 'thing/topo/add'), [signed(sub)])).code, 200)
  assert.equal((await ask(link, session(gateway, 'login'), signed(sub))).code, 200)
  await isOnline(app, sub, true)
  link.vanish()
  await isOnline(app, sub, false)
  await isOnline(app, gateway, false)
  const told = await why(sub)
  assert.deepEqual([told.cause, told.confidence, told.gateway?.id], ['gateway', 'certain', gateway.id])
  await connectMade(app, gateway)
  assert.deepEqual(await verdictOf(sub), ['gateway', 'possible'])
})

test('two clients with the credentials of one device replace each other until both are gone', async () => {
  const device = await alone()
  const { username, ...names } = { username: `${device.sn}&${device.productKey}`, ...tripleOf(device) }
  const as = (id: string) => {
    const clientId = `${id}|securemode=3,signmethod=hmacsha256|`
    const introduction = readIntroduction(clientId, username)
    assert.ok(introduction !== null)
    return connectDevice(port(), names, { clientId, username, password: passwordOf(introduction, device.secret) })
  }
  const times = 2 + randomInt(3)
  let last = await as('kitchen')
  for (let n = 0; n < times; n += 1) {
    const before = last
    last = await as(n % 2 === 0 ? 'workshop' : 'kitchen')
    await before.ended
  }
  await until('all to be written', async () => (await onlineLogOf(app, device)).length === 1 + 2 * times)
  last.vanish()
  await isOnline(app, device, false)
  const told = await why(device)
  assert.deepEqual([told.cause, told.confidence, told.takeovers?.times], ['replaced', 'likely', times])
  assert.ok(told.takeovers?.from.includes('127.0.0.1 workshop'))
})

test('a device that connects anew over its own half-open connection is nobody else', async () => {
  const device = await alone()
  const first = await connectMade(app, device)
  const second = await connectMade(app, device)
  await first.ended
  await until('the second to be written', async () => (await onlineLogOf(app, device)).length === 3)
  second.vanish()
  await isOnline(app, device, false)
  const told = await why(device)
  assert.deepEqual([told.cause, told.takeovers], ['lost', null])
})

test('a device that uses a topic of another is closed for it', async () => {
  const device = await alone()
  const link = await connectMade(app, device)
  const topic = `/sys/${device.productKey}/somebody/thing/event/property/post`
  void link.send(topic, {}, { qos: 0 })
  await link.ended
  await isOnline(app, device, false)
  const told = await why(device)
  assert.deepEqual([told.cause, told.confidence, told.end?.detail], ['topic', 'certain', topic])
})

test('a disabled device is offline because it is disabled, and its attempts are counted', async () => {
  const device = await alone()
  const link = await connectMade(app, device)
  const enable = (enabled: boolean) => app.ask(recordCalls.oven.setEnabled, { ids: [device.id], enabled }, { token })
  await enable(false)
  await link.ended
  await isOnline(app, device, false)
  await assert.rejects(connectDevice(port(), tripleOf(device)), { code: 5 })
  await until('the refusal to be noted', async () => (await onlineLogOf(app, device)).at(-1)?.online === null)
  const told = await why(device)
  assert.deepEqual([told.cause, told.confidence, told.end?.reason], ['disabled', 'certain', 'disabled'])
  assert.deepEqual(
    told.attempts.map(({ reason, times }) => [reason, times]),
    [['refused_disabled', 1]],
  )
  // Enabled again, it has not come back: why nobody can know yet.
  await enable(true)
  assert.deepEqual(await verdictOf(device), ['disabled', 'possible'])
})

test('a device with a new secret is closed, and refused while it uses the old one', async () => {
  const device = await alone()
  const link = await connectMade(app, device)
  await app.ask(recordCalls.oven.reissueSecret, { id: device.id, password: testPassword }, { token })
  await link.ended
  await isOnline(app, device, false)
  assert.deepEqual(await verdictOf(device), ['credentials', 'likely'])
  await assert.rejects(connectDevice(port(), tripleOf(device)), { code: 5 })
  await until('the refusal to be noted', async () => (await onlineLogOf(app, device)).at(-1)?.online === null)
  const told = await why(device)
  assert.deepEqual(
    [told.cause, told.end?.reason, told.attempts[0]?.reason],
    ['credentials', 'rekeyed', 'refused_credentials'],
  )
})

test('a device whose clock is wrong refuses a certificate that is valid', async () => {
  const { device, link } = await secured('127.0.0.2')
  await link.report({ Rssi: { value: -60, time: app.clock.now() - 4000 * dayMs } })
  link.vanish()
  await isOnline(app, device, false)
  assert.deepEqual(await verdictOf(device), ['clock', 'possible'])
  await refuseCertificate(certificateExpired, '127.0.0.2')
  await alertNoted('127.0.0.2')
  const told = await why(device)
  assert.deepEqual([told.cause, told.confidence], ['clock', 'likely'])
  assert.equal(Math.round((told.clock?.aheadMs ?? 0) / dayMs), -4000)
  assert.deepEqual(
    told.handshakes.map(({ alert, times, address, isEarlier }) => [alert, times, address, isEarlier]),
    [['certificate_expired', 1, '127.0.0.2', false]],
  )
})

test('a device that does not know the issuer of the certificate is offline over it, and one without TLS only may be', async () => {
  const { device, link } = await secured('127.0.0.3')
  link.vanish()
  await isOnline(app, device, false)
  await refuseCertificate(unknownCa, '127.0.0.3')
  await alertNoted('127.0.0.3')
  const told = await why(device)
  assert.deepEqual([told.cause, told.confidence, told.handshakes[0]?.alert], ['certificate', 'likely', 'unknown_ca'])
  assert.ok(Date.parse(told.handshakes[0]?.certificateUntil ?? '') > app.clock.now())
  // Somebody at the address failed while this one was online: that it is this one now is only possible.
  const other = await secured('127.0.0.3')
  other.link.vanish()
  await isOnline(app, other.device, false)
  app.clock.advance(2 * minuteMs)
  await refuseCertificate(unknownCa, '127.0.0.3')
  await until('the series to grow', async () => (await why(other.device)).handshakes[0]?.times === 2)
  assert.deepEqual(await verdictOf(other.device), ['certificate', 'possible'])
})

test('a device that floods the server and is gone went over its flood', async () => {
  const device = await alone()
  const link = await connectMade(app, device)
  const topic = `/sys/${device.productKey}/${device.sn}/thing/event/property/post`
  let sent = 0
  await until(
    'the flood to be refused',
    async () => {
      for (let n = 0; n < 1500; n += 1, sent += 1)
        void link.send(topic, `{"id":"${sent}","params":{"ChamberTemp":${20 + (sent % 9)}}}`, { qos: 0 })
      await link.report({ ChamberTemp: 20 })
      const refused = await app.db
        .selectFrom('deviceMessage')
        .select('code')
        .where('deviceId', '=', device.id)
        .where('code', '=', 429)
        .executeTakeFirst()
      return refused !== undefined
    },
    60_000,
  )
  link.vanish()
  await isOnline(app, device, false)
  const told = await why(device)
  assert.deepEqual([told.cause, told.confidence], ['flood', 'likely'])
  assert.ok((told.flood?.times ?? 0) >= 1)
})

test('where the process that a device was connected to has stopped, that is the cause for a while', async () => {
  const device = await alone()
  const { settings, clock } = app
  const other = await startApp({ roles: ['connector'], settings, clock, log: createLog({ level: 'silent' }) })
  await connectDevice(other.addresses.mqttPort ?? 0, tripleOf(device))
  await isOnline(app, device, true)
  await other.stop()
  await isOnline(app, device, false)
  const told = await why(device)
  assert.deepEqual([told.cause, told.confidence, told.end?.reason], ['server', 'likely', 'server_restart'])
  assert.equal(told.isServerAway, false)
  app.clock.advance(20 * minuteMs)
  assert.deepEqual(await verdictOf(device), ['server', 'possible'])
})

test('a device that has never been connected says so', async () => {
  const device = await alone()
  const told = await why(device)
  assert.deepEqual([told.cause, told.confidence, told.since, told.end], ['neverConnected', 'certain', null, null])
})

test('a device that is switched off every evening is off as on other evenings, until it stays away for longer', async () => {
  const { id: organisationId } = await make.organisation(app)
  const device = await make.device(app, { organisationId })
  await app.db.updateTable('device').set({ timeZone: 'Europe/Berlin' }).where('id', '=', device.id).execute()
  // Forward to the next morning there; the zone is an hour ahead in winter and two in summer.
  app.clock.advance(dayMs - (app.clock.now() % dayMs) + 6 * hourMs)
  const evenings = 7
  for (let evening = 0; evening < evenings; evening += 1) {
    const link = await connectMade(app, device)
    const open = 14 * hourMs + randomInt(40) * minuteMs
    app.clock.advance(open)
    if (evening % 2 === 0) await link.leave()
    else link.vanish()
    await isOnline(app, device, false)
    if (evening === evenings - 1) break
    app.clock.advance(dayMs - open)
  }
  app.clock.advance(3 * hourMs)
  ;({ token } = await make.account(app, { role: 'administrator' }))
  const told = await why(device)
  assert.deepEqual([told.cause, told.confidence], ['usualHours', 'likely'])
  assert.deepEqual(
    [told.usual?.days, told.usual?.ofDays, told.usual?.zone, told.usual?.isOver],
    [evenings - 1, evenings - 1, 'Europe/Berlin', false],
  )
  assert.match(told.usual?.from ?? '', /^2[12]:/)
  assert.match(told.usual?.until ?? '', /^0[78]:/)
  app.clock.advance(dayMs)
  ;({ token } = await make.account(app, { role: 'administrator' }))
  const later = await why(device)
  assert.equal(later.usual?.isOver, true)
  assert.deepEqual([later.cause, later.confidence], ['left', 'certain'])
})
