// @alone: measures memory.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { isOfApp, type Endpoint } from '@brigade/contract/endpoint.ts'
import { RefusalData } from '@brigade/contract/refusal.model.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { z } from 'zod'
import { heldBytes } from './testing/malformed/held-bytes.ts'
import { fieldsByType, malformedField, malformedRequest } from './testing/malformed/malformed-request.ts'
import type { MalformedRequest } from './testing/malformed/malformed-request.ts'
import { randomFrom, seedOfRun, type Random } from './testing/malformed/random.ts'
import { sendBytes } from './testing/malformed/send-bytes.ts'
import type { RawReply } from './testing/malformed/send-bytes.ts'
import { make } from './testing/make.ts'
import { makePerson } from './testing/person/make-person.ts'
import { startTestApp } from './testing/start-app.ts'
import type { TestApp } from './testing/start-app.ts'

/**
 * Every bad input over HTTP gets a clear refusal; nothing fails, and no memory is retained. Each run tries each call,
 * and each type of field at one of the calls that have it; with `--everything` also thousands more at random.
 */

const perCall = 16
const perType = 20
/** At random, besides. */
const isEverything = process.env['TEST_EVERYTHING'] === 'on'
const perDomain = isEverything ? 2000 : 0
const atOnce = 8
/** Requests to each domain before memory is measured, so that the memory of compiled code is excluded. */
const warmingUp = 100
/**
 * Limit for memory retained at the end, above the level when each domain had been called and the first one was
 * complete.
 */
const maxGrowthBytes = (isEverything ? 24 : 14) * 1_048_576

let app: TestApp
let account: { id: string; token: string }
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  account = await make.account(app, { role: 'administrator' })
  for (const kind of ['oven', 'cooler'] as const) await make.device(app, { kind })
})
after(() => app.stop())

const Refused = z.object({ success: z.literal(false), code: z.number(), msg: z.string().min(2), data: RefusalData })

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Signing out and changing the password are called too: a session that they ended is replaced. */
async function freshToken(): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = (hours: number) => new Date(app.clock.now() + hours * hourMs).toISOString()
  await app.db
    .insertInto('session')
    .values({
      tokenHash: createHash('sha256').update(token).digest(),
      accountId: account.id,
      address: '127.0.0.1',
      userAgent: 'test',
      createdAt: at(0),
      lastSeenAt: at(0),
      expiresAt: at(12),
      absoluteExpiresAt: at(720),
      revokedAt: null,
      revokedBecause: null,
    })
    .execute()
  return token
}

/**
 * An app user's token allows a number of calls a minute, and the clock is frozen here: each token is used for fewer.
 */
const callsOfToken = 40
function tokensOfPeople(): () => Promise<string> {
  let current = Promise.resolve('')
  let left = 0
  return () => {
    if (left === 0) {
      left = callsOfToken
      current = makePerson(app).then(({ token }) => token)
    }
    left -= 1
    return current
  }
}

/** The fault of an answer; undefined if there is none. */
function faultOf({ isUnframed }: MalformedRequest, reply: RawReply | undefined | 'silence'): string | undefined {
  if (reply === 'silence') return 'no answer'
  if (reply === undefined) return isUnframed ? undefined : 'the connection ended without an answer'
  const { status, headers, body } = reply
  if (status >= 200 && status < 300) return undefined
  if (status >= 500 || status < 400) return `status ${status}`
  // Node itself answers a request without a Host.
  if (isUnframed) return undefined
  if (!/content-type: application\/json/i.test(headers))
    return `a refusal without an envelope: ${status} ${body.slice(0, 100)}`
  const parsed = Refused.safeParse(jsonIn(body))
  return parsed.success ? undefined : `no clear refusal: ${body.slice(0, 200)}`
}

/** A request to a call, made with the caller's token. */
type Trial = Readonly<{ endpoint: Endpoint; make: (token: string) => MalformedRequest }>

const anyOf = (endpoint: Endpoint, random: Random): Trial => ({
  endpoint,
  make: (token) => malformedRequest(endpoint, token, random),
})

/** Every call of the domain, and every type of field that was given to it. */
function trialsOf(endpoints: readonly Endpoint[], random: Random): readonly Trial[] {
  const each = endpoints.flatMap((endpoint) => Array.from({ length: perCall }, () => anyOf(endpoint, random)))
  const typed = oneOfEachType
    .filter(({ endpoint }) => endpoints.includes(endpoint))
    .flatMap((field): Trial[] =>
      Array.from({ length: perType }, () => ({
        endpoint: field.endpoint,
        make: (token) => malformedField(field, token, random),
      })),
    )
  return [...each, ...typed, ...atRandom(endpoints, random, perDomain)]
}

const atRandom = (endpoints: readonly Endpoint[], random: Random, count: number): readonly Trial[] =>
  Array.from({ length: count }, () => endpoints[random.int(endpoints.length)]).flatMap((endpoint) =>
    endpoint === undefined ? [] : [anyOf(endpoint, random)],
  )

async function badRequests(trials: readonly Trial[]): Promise<{ faults: string[]; statuses: Map<number, number> }> {
  const port = Number(new URL(app.url).port)
  const faults: string[] = []
  const statuses = new Map<number, number>()
  let token = await freshToken()
  const tokenOfPerson = tokensOfPeople()
  const left = trials.values()
  const send = async () => {
    for (const { endpoint, make: makeRequest } of left) {
      const request = makeRequest(isOfApp(endpoint) ? await tokenOfPerson() : token)
      const reply = await sendBytes(port, request.bytes, request)
      const status = typeof reply === 'object' ? reply.status : 0
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const fault = faultOf(request, reply)
      if (fault !== undefined)
        faults.push(
          `${endpoint.domain}.${endpoint.name}, ${request.what}: ${fault}; sent ${request.bytes.toString('latin1').slice(0, 600)}`,
        )
      if (status === 401 && !isOfApp(endpoint)) token = await freshToken()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))
  return { faults, statuses }
}

/** TEST_ONLY_DOMAINS limits the test to the calls of these domains. */
const wanted = process.env['TEST_ONLY_DOMAINS']?.split(',')
const domains = [...Map.groupBy(allEndpoints, ({ domain }) => domain)].filter(
  ([domain]) => wanted === undefined || wanted.includes(domain),
)
const oneOfEachType = fieldsByType(
  domains.flatMap(([, endpoints]) => endpoints),
  randomFrom(seedOfRun),
)
let heldAfterFirst = 0

for (const [index, [domain, endpoints]] of domains.entries()) {
  test(`malformed requests to each call of ${domain}: each is refused in words`, async (context) => {
    if (index === 0)
      for (const [, others] of domains) await badRequests(atRandom(others, randomFrom(seedOfRun), warmingUp))
    const trials = trialsOf(endpoints, randomFrom(seedOfRun + index))
    const { faults, statuses } = await badRequests(trials)
    context.diagnostic(
      `seed ${seedOfRun}; ${[...statuses]
        .toSorted(([a], [b]) => a - b)
        .map(([status, count]) => `${count} x ${status}`)
        .join(', ')}`,
    )
    assert.deepEqual(faults.slice(0, 5), [], `${faults.length} faults; MALFORMED_SEED=${seedOfRun}`)
    // Most inputs have to be refused, or this test would show nothing.
    const refused = [...statuses].reduce((sum, [status, count]) => sum + (status >= 400 ? count : 0), 0)
    assert.ok(refused > trials.length / 4, `only ${refused} of ${trials.length} were refused`)
    const held = await heldBytes()
    context.diagnostic(`${(held / 1_048_576).toFixed(1)} MB held`)
    if (index === 0) heldAfterFirst = held
  })
}

test(`after all of it at most ${maxGrowthBytes / 1_048_576} MB more are held, nothing is polluted, and calls are answered`, async (context) => {
  const grown = (await heldBytes()) - heldAfterFirst
  context.diagnostic(`${(grown / 1_048_576).toFixed(1)} MB`)
  assert.ok(grown < maxGrowthBytes, `${(grown / 1_048_576).toFixed(1)} MB more are held`)
  assert.equal(Reflect.get({}, 'polluted'), undefined)
  const endpoint = allEndpoints.find(({ domain, name }) => domain === 'session' && name === 'user')
  assert.ok(endpoint)
  const { status } = await app.ask(endpoint, {}, { token: await freshToken() })
  assert.equal(status, 200)
})
