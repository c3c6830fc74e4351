// @alone: measures memory.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { isOfApp } from '@brigade/contract/endpoint.ts'
import { liveSocketCodes, liveSocketLimits, LiveRefused } from '@brigade/contract/live-socket.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { RefusalData } from '@brigade/contract/refusal.model.ts'
import { z } from 'zod'
import { heldBytes } from './held-bytes.ts'
import { malformedRequest } from './malformed-request.ts'
import { nastyJson } from './nasty-json.ts'
import { randomFrom, seedOfRun, type Random } from './random.ts'
import { make } from '../make.ts'
import { startTestApp, type TestApp } from '../start-app.ts'
import { until } from '../until.ts'
import { firstEvent, watchSocket, type LiveSocket } from '../live/watch-socket.ts'

/** Every bad input over a WebSocket gets a clear refusal; nothing fails, and no memory is retained. */

const liveCalls = allEndpoints.filter((endpoint) => endpoint.reply.kind === 'live' && !isOfApp(endpoint))
const perCall = 150
const messages = 600
const maxGrowthBytes = 12 * 1_048_576

let app: TestApp
let account: { token: string }
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  account = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const Clear = LiveRefused.extend({
  envelope: z.object({ success: z.literal(false), code: z.number(), msg: z.string().min(2), data: RefusalData }),
})

/** The address in the first line of a request over HTTP that is spoilt. */
const targetOf = (bytes: Buffer): string => bytes.toString('utf8').split(' ', 2)[1] ?? '/'

/** The fault in the messages about a live call; undefined if there is none. */
async function faultOf(live: LiveSocket, id: number): Promise<string | undefined> {
  const isAnswered = () => live.of(id).length > 0 || live.refused() !== undefined
  const answered = await until('an answer', isAnswered, 15_000).catch(() => false)
  if (!answered) return 'no answer'
  const end = live.endOf(id)
  if (end === undefined) return live.eventsOf(id).length > 0 ? undefined : 'the socket was ended'
  if (end === null) return undefined
  if (end.status >= 500) return `status ${end.status}`
  return Clear.safeParse(end).success ? undefined : `no clear refusal: ${JSON.stringify(end).slice(0, 200)}`
}

for (const [index, endpoint] of liveCalls.entries()) {
  const name = `${endpoint.domain}.${endpoint.name}`
  test(`${perCall} malformed addresses of ${name} over a socket are each refused in words, and the socket goes on`, async (context) => {
    const random = randomFrom(seedOfRun + index)
    const live = await watchSocket(app.url, account.token)
    let refused = 0
    for (let n = 0; n < perCall; n += 1) {
      const { bytes, what } = malformedRequest(endpoint, account.token, random)
      const to = targetOf(bytes).slice(0, liveSocketLimits.messageBytes - 100) || '/'
      const id = live.follow(to)
      const fault = await faultOf(live, id)
      assert.equal(fault, undefined, `${what}: ${to.slice(0, 300)}; MALFORMED_SEED=${seedOfRun}`)
      if (live.endOf(id) !== undefined) refused += 1
      else live.say({ unsubscribe: id })
    }
    context.diagnostic(`seed ${seedOfRun}; ${refused} refused`)
    assert.ok(refused > perCall / 4, `only ${refused} were refused`)
    await firstEvent(live, live.follow(sessionApi.menusLive.path))
    await live.leave()
  })
}

/** A message that is wrong in some way, as bytes of a text or as any bytes. */
function spoiltMessage(random: Random): string | Buffer {
  const right = random.pick([
    JSON.stringify({ subscribe: random.int(100), to: '/api/web/job/live' }),
    JSON.stringify({ unsubscribe: random.int(100) }),
    JSON.stringify({ token: account.token }),
  ])
  const dice = random.int(6)
  if (dice === 0) return nastyJson(random).toWellFormed()
  if (dice === 1) return right.slice(0, random.int(right.length))
  if (dice === 2) return right.replace(/:("[^"]*"|\d+)/, () => `:${nastyJson(random).toWellFormed()}`)
  if (dice === 3) return right.replace('}', `,"${random.pick(['x', '__proto__', 'constructor'])}":1}`)
  if (dice === 4) return random.bytes(random.int(2000))
  return `${right}${random.pick([' ', '\n', ',', right, '\u0000'])}`
}

test(`after ${messages} malformed messages and all of the above at most ${maxGrowthBytes / 1_048_576} MB more are held, and a socket is served`, async (context) => {
  const random = randomFrom(seedOfRun)
  const send = async () => {
    const live = await watchSocket(app.url, account.token)
    const message = spoiltMessage(random)
    live.socket.send(message, { binary: typeof message !== 'string' && random.chance(0.5) })
    // An input that happens to be right gets no wrong answer.
    live.say({ subscribe: 1_000_000_000, to: sessionApi.menusLive.path })
    const ends = await Promise.race([
      live.closed,
      until('an event', () => live.of(1_000_000_000).length > 0).then(() => undefined),
    ])
    const allowed = [liveSocketCodes.refused(400), 1002, 1007, 1009]
    if (ends !== undefined)
      assert.ok(allowed.includes(ends.code), `${ends.code} after ${String(message).slice(0, 300)}; ${seedOfRun}`)
    await live.leave()
    return ends !== undefined
  }
  for (let n = 0; n < 50; n += 1) await send()
  const before = await heldBytes()
  let refused = 0
  for (let n = 0; n < messages; n += 1) if (await send()) refused += 1
  const grown = (await heldBytes()) - before
  context.diagnostic(`${refused} refused, ${(grown / 1_048_576).toFixed(1)} MB`)
  assert.ok(refused > messages / 4, `only ${refused} were refused`)
  assert.ok(grown < maxGrowthBytes, `${grown} bytes more are held`)
  assert.equal(Reflect.get({}, 'polluted'), undefined)
  const live = await watchSocket(app.url, account.token)
  await firstEvent(live, live.follow(sessionApi.menusLive.path))
  await live.leave()
})
