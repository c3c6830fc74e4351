import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { after, before, test } from 'node:test'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { liveSocketCodes, liveSocketLimits, liveSocketPath } from '@brigade/contract/live-socket.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { sessionLimits } from '@brigade/contract/session/session.rules.ts'
import { LiveEvent } from '@brigade/contract/telemetry/live.model.ts'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { makeAccount } from '../../../testing/make-account.ts'
import { make } from '../../../testing/make.ts'
import { heldBytes } from '../../../testing/malformed/held-bytes.ts'
import { startTestApp, type TestApp } from '../../../testing/start-app.ts'
import { until } from '../../../testing/until.ts'
import {
  firstEvent,
  refusedUpgrade,
  socketUrl,
  watchSocket,
  type LiveSocket,
} from '../../../testing/live/watch-socket.ts'
import { notifyOnCommit } from '../../db/notify.ts'
import { maxSockets } from './live-door.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const ovens = liveCalls.oven.live.path
const admin = () => makeAccount(app, { role: 'administrator' })

async function following(token: string, address = ovens): Promise<LiveSocket & { id: number }> {
  const live = await watchSocket(app.url, token)
  const id = live.follow(address)
  await firstEvent(live, id)
  return { ...live, id }
}

const change = (...ids: string[]) => notifyOnCommit(app.db, 'live', { device: ids })
const devicesIn = (live: LiveSocket, id: number): readonly string[] =>
  live.eventsOf(id).flatMap((event) => LiveEvent.parse(event).devices.map((device) => device.id))

/** Milliseconds until all of these have ended. */
async function endsOf(sockets: readonly LiveSocket[]) {
  const startedMs = performance.now()
  const ends = await Promise.all(sockets.map(({ closed }) => closed))
  return { ends, ms: performance.now() - startedMs }
}

test('several live calls go over one socket, each with its events, and one is left without the others', async () => {
  const { token } = await admin()
  const [one, other] = [await make.device(app), await make.device(app)]
  const live = await watchSocket(app.url, token)
  const [all, single, jobs] = [live.follow(ovens), live.follow(`${ovens}?id=${one.id}`), live.follow(jobApi.live.path)]
  for (const id of [all, single, jobs]) await firstEvent(live, id)
  await change(one.id, other.id)
  await until('both devices', () => devicesIn(live, all).includes(other.id) && devicesIn(live, all).includes(one.id))
  assert.ok(!devicesIn(live, single).includes(other.id))
  live.say({ unsubscribe: all })
  const again = live.follow(ovens)
  await firstEvent(live, again)
  const before = live.of(all).length
  await change(one.id)
  await until('the change', () => devicesIn(live, again).includes(one.id))
  assert.equal(live.of(all).length, before, 'nothing comes under a number that was left')
  await live.leave()
})

test('a live call over a socket is refused as it is over HTTP, and the socket goes on', async () => {
  const { token } = await makeAccount(app, { operationCodes: [] })
  const live = await watchSocket(app.url, token)
  const ids = [ovens, '/api/no/such/call', `${jobApi.live.path}?no=1`, jobApi.live.path].map(live.follow)
  const [codeless = 0, unknown = 0, bad = 0, right = 0] = ids
  await firstEvent(live, right)
  await until('the refusals', () => [codeless, unknown, bad].every((id) => live.endOf(id) !== undefined))
  assert.deepEqual(
    [codeless, unknown, bad].map((id) => [live.endOf(id)?.status, live.endOf(id)?.envelope.code]),
    [
      [403, 102],
      [404, 404],
      [422, 422],
    ],
  )
  assert.deepEqual(Object.keys(live.endOf(bad)?.envelope.data.fields ?? {}), ['no'])
  const page = await fetch(`${app.url}${ovens}`, { headers: { authorization: token } })
  assert.equal(page.status, 403)
  await live.leave()
})

test('when a session is revoked, twenty sockets of it end within a second with code 103 and its reason, and others go on', async () => {
  const [leaving, staying] = [await admin(), await admin()]
  const sockets = await Promise.all(Array.from({ length: 20 }, () => following(leaving.token)))
  const other = await following(staying.token)
  await app.ask(sessionApi.signOut, {}, { token: leaving.token })
  const { ends, ms } = await endsOf(sockets)
  assert.ok(ms < 1000, `${ms} ms`)
  for (const [at, { code, reason }] of ends.entries()) {
    assert.deepEqual([code, reason], [4103, 'invalid'])
    const { status, envelope } = sockets[at]?.refused() ?? {}
    assert.deepEqual([status, envelope?.code, envelope?.data.reason], [401, 103, 'invalid'])
  }
  const oven = await make.device(app)
  await change(oven.id)
  await until('the change', () => devicesIn(other, other.id).includes(oven.id))
  await other.leave()
})

test('when an organisation is disabled, twenty sockets of its account end within a second with code 103', async () => {
  const { token } = await admin()
  const organisation = await make.organisation(app, { kind: 'customer' })
  const account = await makeAccount(app, { organisationId: organisation.id, operationCodes: [] })
  const sockets = await Promise.all(Array.from({ length: 20 }, () => following(account.token, jobApi.live.path)))
  const answer = await app.ask(
    customerApi.setEnabled,
    { ids: [organisation.id], enabled: false, reason: 'test' },
    { token },
  )
  assert.equal(answer.status, 200)
  const { ends, ms } = await endsOf(sockets)
  assert.ok(ms < 1000, `${ms} ms`)
  assert.deepEqual([...new Set(ends.map(({ code }) => code))], [4103])
})

test('a device that is transferred falls silent on twenty sockets within a second, and its own live call ends', async () => {
  const { token } = await admin()
  const [from, to] = [await make.organisation(app), await make.organisation(app)]
  const account = await makeAccount(app, {
    organisationId: from.id,
    operationCodes: [liveCalls.oven.live.access],
  })
  const oven = await make.device(app, { organisationId: from.id })
  const stays = await make.device(app, { organisationId: from.id })
  const sockets = await Promise.all(Array.from({ length: 20 }, () => following(account.token)))
  const own = sockets.map((live) => live.follow(`${ovens}?id=${oven.id}`))
  for (const [at, live] of sockets.entries()) await firstEvent(live, own[at] ?? 0)
  const moved = await app.ask(recordCalls.oven.transfer, { ids: [oven.id], organisationId: to.id }, { token })
  assert.equal(moved.status, 200)
  const startedMs = performance.now()
  await until('the ends', () => sockets.every((live, at) => live.endOf(own[at] ?? 0) !== undefined))
  const ms = performance.now() - startedMs
  assert.ok(ms < 1000, `${ms} ms`)
  const marks = sockets.map((live) => live.said.length)
  await change(oven.id)
  await change(stays.id)
  await until('the other device', () => sockets.every((live) => devicesIn(live, live.id).includes(stays.id)))
  for (const [at, live] of sockets.entries())
    assert.ok(!JSON.stringify(live.said.slice(marks[at])).includes(`"${oven.id}"`), 'a foreign device is shown')
  for (const live of sockets) await live.leave()
})

test('a socket whose session has run out sends nothing more', async () => {
  const { token } = await admin()
  const live = await following(token)
  app.clock.advance(sessionLimits.slidingHours * hourMs)
  const oven = await make.device(app)
  await change(oven.id)
  await until('the end', () => live.endOf(live.id) !== undefined)
  assert.deepEqual(live.endOf(live.id)?.envelope.data.reason, 'expired')
  assert.ok(!devicesIn(live, live.id).includes(oven.id))
  await live.leave()
})

test('a page of another server is refused, and programs and pages of this one are not', async () => {
  for (const origin of ['https://evil.example', 'null', `http://127.0.0.1:1`]) {
    const { status, body } = await refusedUpgrade(app.url, { origin })
    assert.equal(status, 403, origin)
    assert.match(JSON.stringify(body), /system\.foreignPage/)
  }
  const { token } = await admin()
  for (const options of [{}, { origin: app.url }]) {
    const live = await watchSocket(app.url, token, options)
    await firstEvent(live, live.follow(ovens))
    await live.leave()
  }
})

test('the token of an app user or of nobody opens no socket, and nothing is carried before a session is named', async () => {
  const stranger = await watchSocket(app.url, 'no such token')
  assert.deepEqual(await stranger.closed, { code: liveSocketCodes.refused(103), reason: 'invalid' })
  const hasty = await watchSocket(app.url)
  hasty.follow(ovens)
  assert.equal((await hasty.closed).code, liveSocketCodes.refused(400))
  assert.deepEqual(
    hasty.said.filter((one) => 'event' in one),
    [],
  )
})

test('who names no session within five seconds is sent away', async () => {
  const startedMs = performance.now()
  const live = await watchSocket(app.url)
  const { code } = await live.closed
  const ms = performance.now() - startedMs
  assert.equal(code, 1008)
  assert.ok(ms >= liveSocketLimits.firstMessageMs && ms < liveSocketLimits.firstMessageMs + 3000, `${ms} ms`)
})

test('a message that is none, or too long, ends the socket with its reason', async () => {
  const { token } = await admin()
  const wrong = ['{', '[]', '{"subscribe":"x"}', '{"token":"twice"}', '{"subscribe":-1,"to":"/"}', 'null']
  for (const text of wrong) {
    const live = await watchSocket(app.url, token)
    live.say(text)
    assert.equal((await live.closed).code, liveSocketCodes.refused(400), text)
    assert.equal(live.refused()?.envelope.data.key, 'field.badJson')
  }
  const binary = await watchSocket(app.url, token)
  binary.socket.send(Buffer.from('{}'), { binary: true })
  assert.equal((await binary.closed).code, liveSocketCodes.refused(400))
  const long = await watchSocket(app.url, token)
  long.say(JSON.stringify({ subscribe: 1, to: `${ovens}?id=${'1'.repeat(liveSocketLimits.messageBytes)}` }))
  assert.equal((await long.closed).code, 1009)
})

test('a socket carries so many live calls, and an account has so many sockets, and another when it closes one', async () => {
  const { token } = await admin()
  const live = await watchSocket(app.url, token)
  const ids = Array.from({ length: liveSocketLimits.topics }, () => live.follow(jobApi.live.path))
  for (const id of ids) await firstEvent(live, id)
  const beyond = live.follow(jobApi.live.path)
  await until('the refusal', () => live.endOf(beyond))
  assert.equal(live.endOf(beyond)?.status, 429)
  live.say({ unsubscribe: ids[0] })
  await firstEvent(live, live.follow(jobApi.live.path))
  const others = await Promise.all(
    Array.from({ length: maxSockets.ofAccount - 1 }, () => following(token, sessionApi.menusLive.path)),
  )
  const refused = await watchSocket(app.url, token)
  assert.equal((await refused.closed).code, liveSocketCodes.refused(429))
  await others[0]?.leave()
  const again = await until('the place to be free', async () => {
    const tried = await watchSocket(app.url, token)
    const id = tried.follow(sessionApi.menusLive.path)
    await until('an answer', () => tried.eventsOf(id).length > 0 || tried.refused() !== undefined)
    return tried.refused() === undefined ? tried : undefined
  })
  for (const one of [live, again, ...others.slice(1)]) await one.leave()
})

test('an address has so many sockets over all accounts, and another when one of them closes', async () => {
  const { ofAccount, ofAddress } = maxSockets
  const accounts = await Promise.all(Array.from({ length: Math.ceil(ofAddress / ofAccount) }, () => admin()))
  const sockets: LiveSocket[] = []
  for (const { token } of accounts) {
    const count = Math.min(ofAccount, ofAddress - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: count }, () => watchSocket(app.url, token)))))
    // The last of them is known when it is answered.
    const last = sockets.at(-1)
    if (last !== undefined) await firstEvent(last, last.follow(sessionApi.menusLive.path))
  }
  const { token } = await admin()
  const refused = await watchSocket(app.url, token)
  assert.equal((await refused.closed).code, liveSocketCodes.refused(429))
  await sockets.pop()?.leave()
  const again = await until('the place to be free', async () => {
    const tried = await watchSocket(app.url, token)
    const id = tried.follow(sessionApi.menusLive.path)
    await until('an answer', () => tried.eventsOf(id).length > 0 || tried.refused() !== undefined)
    return tried.refused() === undefined ? tried : undefined
  })
  await Promise.all([again, ...sockets].map((live) => live.leave()))
})

test('an upgrade to anything else is answered like any call', async () => {
  const { hostname, port } = new URL(app.url)
  for (const [path, upgrade] of [
    [sessionApi.user.path, 'websocket'],
    [liveSocketPath, 'h2c'],
    ['/healthz', 'h2c'],
  ] as const) {
    const socket = net.connect(Number(port), hostname)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`)
    const answer: unknown[] = await once(socket, 'data')
    assert.match(String(answer[0]), path === '/healthz' ? /^HTTP\/1.1 200/ : /^HTTP\/1.1 401/, `${path} ${upgrade}`)
    socket.destroy()
  }
})

test('strangers have so many places of an address, and each costs at most 64 KB until it is ended', async (context) => {
  const { hostname, port } = new URL(app.url)
  const before = await heldBytes()
  const sockets: net.Socket[] = []
  // A text frame that never ends, sent in pieces until the server stops reading.
  const frame = Buffer.alloc(liveSocketLimits.messageBytes - 100, 0x7b)
  const head = Buffer.from([0x01, 0xfe, frame.length >> 8, frame.length & 255, 0, 0, 0, 0])
  for (let n = 0; n < maxSockets.strangersOfAddress; n += 1) {
    const socket = net.connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(
      `GET ${liveSocketPath} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nX-Filling: ${'y'.repeat(12_000)}\r\n\r\n`,
    )
    const answer: unknown[] = await once(socket, 'data')
    assert.match(String(answer[0]), /^HTTP\/1.1 101/)
    socket.write(head)
    socket.write(frame)
    sockets.push(socket)
  }
  assert.equal((await refusedUpgrade(app.url)).status, 429)
  const each = ((await heldBytes()) - before) / sockets.length
  context.diagnostic(`${(each / 1024).toFixed(1)} KB each, with the client's end`)
  assert.ok(each < 65_536, `${each} bytes`)
  const startedMs = performance.now()
  await until('the ends', () => sockets.every(({ destroyed }) => destroyed))
  assert.ok(performance.now() - startedMs < liveSocketLimits.firstMessageMs + 3000)
  const { token } = await admin()
  const live = await until('a place', () => watchSocket(app.url, token).catch(() => undefined))
  await firstEvent(live, live.follow(ovens))
  await live.leave()
})

test('every 30 seconds the server asks for a sign of life, and cuts a socket that gives none', async () => {
  const { token } = await admin()
  const [awake, mute] = [await watchSocket(app.url, token), await watchSocket(app.url, token, { autoPong: false })]
  const startedMs = performance.now()
  await once(awake.socket, 'ping')
  const ms = performance.now() - startedMs
  assert.ok(ms < liveSocketLimits.pingEveryMs + 5000, `${ms} ms`)
  assert.equal((await mute.closed).code, 1006)
  await firstEvent(awake, awake.follow(ovens))
  await awake.leave()
})

test('what cannot upgrade reads the same messages as server-sent events, with its live calls in the address', async () => {
  const { token } = await admin()
  const oven = await make.device(app)
  const ask = (query: string, authorization = token) =>
    fetch(`${app.url}${liveSocketPath}${query}`, { headers: { authorization, accept: 'text/event-stream' } })
  assert.equal((await ask('', 'nobody')).status, 401)
  for (const query of ['', '?topics=x', '?topics=[]', '?topics=[1]'])
    assert.equal((await ask(query)).status, 422, query)
  const topics = [`${ovens}?id=${oven.id}`, '/api/no/such/call', ovens]
  const response = await ask(`?topics=${encodeURIComponent(JSON.stringify(topics))}`)
  assert.equal(response.headers.get('content-type')?.split(';')[0], 'text/event-stream')
  let text = ''
  const reading = (async () => {
    const chunks: AsyncIterable<string> = response.body?.pipeThrough(new TextDecoderStream()) ?? new ReadableStream()
    for await (const chunk of chunks) text += chunk
  })()
  await until('all three to say something', () => [0, 1, 2].every((id) => text.includes(`data: {"id":${id},`)))
  assert.match(text, /"id":1,"end":\{"status":404/)
  await app.ask(sessionApi.signOut, {}, { token })
  await reading
  assert.match(text, /data: \{"refused":\{"status":401/)
})

test('a server that stops says so with 1001, on every socket, and does not wait for those that do not answer', async () => {
  const stopping = await startTestApp({ roles: ['api'] })
  const { token } = await makeAccount(stopping, { role: 'administrator' })
  const sockets = await Promise.all(Array.from({ length: 5 }, () => watchSocket(stopping.url, token)))
  for (const live of sockets) await firstEvent(live, live.follow(ovens))
  const deaf = await watchSocket(stopping.url, token)
  deaf.socket.pause()
  const startedMs = performance.now()
  await stopping.stop()
  assert.ok(performance.now() - startedMs < 8000)
  for (const { closed } of sockets) assert.equal((await closed).code, liveSocketCodes.goingAway)
  deaf.socket.terminate()
  await assert.rejects(once(new (await import('ws')).WebSocket(socketUrl(stopping.url)), 'open'))
})
