// @alone: measures the processor time of its own thread.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { isOfApp, type Endpoint } from '@brigade/contract/endpoint.ts'
import { z } from 'zod'
import { inputSchemaOf, withValue, type Field } from './testing/derive-input.ts'
import { make } from './testing/make.ts'
import { makePerson } from './testing/person/make-person.ts'
import { basesOf } from './testing/scope-walk/scope-calls.ts'
import { samples } from './testing/scope-walk/walked-calls.ts'
import { startTestApp, type TestApp } from './testing/start-app.ts'

/**
 * Every field of every call is tried with the extremes of its type: nothing fails, and no call blocks the event loop.
 */

let app: TestApp
let ids: Readonly<Record<'oven' | 'cooler', string>>
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  const [oven, cooler] = [await make.device(app, { kind: 'oven' }), await make.device(app, { kind: 'cooler' })]
  ids = { oven: oven.id, cooler: cooler.id }
})
after(() => app.stop())

/** TEST_ONLY_DOMAINS limits the test to the calls of these domains. */
const wanted = process.env['TEST_ONLY_DOMAINS']?.split(',')
const endpoints = allEndpoints.filter(
  ({ domain, bodyKind, reply }) =>
    bodyKind !== 'upload' && reply.kind !== 'live' && (wanted === undefined || wanted.includes(domain)),
)
const nameOf = ({ domain, name }: Endpoint) => `${domain}.${name}`

type Shape = Readonly<{ format?: string; 'x-years'?: unknown; [key: string]: unknown }>
const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null

/** Paths of days and times in an input. */
function timesIn(shape: unknown, path: string): { path: string; isBounded: boolean }[] {
  if (!isShape(shape)) return []
  const { format } = shape
  const own = format === 'date' || format === 'date-time' ? [{ path, isBounded: shape['x-years'] !== undefined }] : []
  return [...own, ...Object.entries(shape).flatMap(([key, inner]) => timesIn(inner, `${path}.${key}`))]
}

test('every day and time that comes in has bounds, and the API document says so', () => {
  const times = endpoints.flatMap((endpoint) =>
    timesIn(z.toJSONSchema(inputSchemaOf(endpoint), { io: 'input', unrepresentable: 'any' }), nameOf(endpoint)),
  )
  assert.ok(times.length > 100 || wanted !== undefined, `only ${times.length} were found`)
  assert.deepEqual(
    times.filter(({ isBounded }) => !isBounded).map(({ path }) => path),
    [],
  )
})

const years = ['0000', '0001', '0020', '1000', '1999', '2000', '2100', '2101', '9999']
const instants = years.flatMap((year) => [`${year}-01-01T00:00:00Z`, `${year}-12-31T23:59:59.999Z`])
const days = years.flatMap((year) => [`${year}-01-01`, `${year}-12-31`])
const numbers = [-1, 0, 1, 0.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e308]
/** Pairs of names that are the ends of a span, and spans: the widest, ahead, turned round, and of no length. */
const spans = [
  ['startTime', 'endTime', '2000-01-01T00:00:00Z', '2100-12-31T23:59:59Z'],
  ['startTime', 'endTime', '2099-01-01T00:00:00Z', '2099-01-02T00:00:00Z'],
  ['startTime', 'endTime', '2099-01-01T00:00:00Z', '2099-01-01T00:00:00.001Z'],
  ['startTime', 'endTime', '2001-01-01T00:00:00Z', '2001-01-01T00:00:00.001Z'],
  ['startTime', 'endTime', '2001-01-02T00:00:00Z', '2001-01-01T00:00:00Z'],
  ['startTime', 'endTime', '2001-01-01T00:00:00Z', '2001-01-01T00:00:00Z'],
  ['from', 'to', '2000-01-01', '2100-12-31'],
  ['from', 'to', '2100-12-31', '2100-12-31'],
  ['from', 'to', '2099-01-01', '2099-01-02'],
  ['from', 'to', '2001-01-02', '2001-01-01'],
] as const
const longest = 20_000

const isAt = (shape: unknown, name: string): Shape | undefined => {
  const found = JSON.stringify(shape).includes(`"${name}":`) && isShape(shape) ? shape['properties'] : undefined
  const own = isShape(found) ? found[name] : undefined
  return isShape(own) ? own : undefined
}

/** The extremes of one field: of a list, the longest. */
function extremesOf(field: Field, shape: unknown): readonly unknown[] {
  const name = field.path[0] ?? ''
  const own = field.path.length === 1 ? JSON.stringify(isAt(shape, name) ?? {}) : ''
  if (own.includes('"date-time"') || /Time$|At$|Start$|End$|Before$|until$/i.test(field.path.at(-1) ?? ''))
    return instants
  if (own.includes('"date"')) return days
  if (own.includes('"number"') || own.includes('"integer"')) return numbers
  return []
}

type Attempt = Readonly<{ what: string; input: unknown }>

function attemptsOf(endpoint: Endpoint): readonly Attempt[] {
  const shape = z.toJSONSchema(inputSchemaOf(endpoint), { io: 'input', unrepresentable: 'any' })
  return basesOf(endpoint, samples).flatMap(({ input: derived, fields }) => {
    const kind = endpoint.path.includes('/cooler/') || endpoint.name.includes('cooler') ? 'cooler' : 'oven'
    const input: unknown = 'id' in derived && endpoint.domain !== 'session' ? { ...derived, id: ids[kind] } : derived
    const single = fields.flatMap((field) =>
      extremesOf(field, shape).map((value) => ({
        what: `${field.path.join('.')}=${JSON.stringify(value)}`,
        input: withValue(input, field.path, value),
      })),
    )
    const lists = fields
      .filter(({ path }) => path.at(-1) === '0')
      .map(({ path }) => ({
        what: `${longest} of ${path.join('.')}`,
        input: withValue(
          input,
          path.slice(0, -1),
          Array.from({ length: longest }, (_, index) => String(index + 1)),
        ),
      }))
    const names = new Set(fields.map(({ path }) => path[0]))
    // A report is drawn otherwise than a table is written: each span with each choice.
    const choices = fields
      .filter(({ path, choices: given }) => path.length === 1 && given.length > 0)
      .flatMap(({ path, choices: given }) => given.map((choice) => ({ path, choice })))
    const wide = spans.flatMap(([from, to, first, last]) => {
      if (!names.has(from) || !names.has(to)) return []
      const spanned = withValue(withValue(input, [from], first), [to], last)
      const what = `${first} to ${last}`
      return [
        { what, input: spanned },
        ...choices.map(({ path, choice }) => ({
          what: `${what}, ${path.join('.')}=${String(choice)}`,
          input: withValue(spanned, path, choice),
        })),
      ]
    })
    return [...single, ...lists, ...wide]
  })
}

/** The longest time for which one call may occupy its thread, in processor time: a busy machine is not its fault. */
const maxMs = 1000

type Token = () => Promise<string>

/** The status of a call with any input. */
async function statusOf({ method, path }: Endpoint, input: unknown, token: string): Promise<number> {
  const headers = { authorization: token, 'content-type': 'application/json' }
  const query = new URLSearchParams(
    Object.entries(isShape(input) ? input : {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  const response =
    method === 'GET'
      ? await fetch(`${app.url}${path}?${query.toString()}`, { headers })
      : await fetch(`${app.url}${path}`, { method, headers, body: JSON.stringify(input) })
  await response.arrayBuffer()
  return response.status
}

async function faultsOf(endpoint: Endpoint, token: Token): Promise<readonly string[]> {
  const faults: string[] = []
  for (const { what, input } of attemptsOf(endpoint)) {
    const bearer = await token()
    const begun = process.threadCpuUsage()
    const status = await statusOf(endpoint, input, bearer)
    const { user, system } = process.threadCpuUsage(begun)
    const usedMs = (user + system) / 1000
    if (status >= 500) faults.push(`${nameOf(endpoint)}, ${what}: status ${status}`)
    if (usedMs > maxMs) faults.push(`${nameOf(endpoint)}, ${what}: held the thread for ${Math.round(usedMs)} ms`)
  }
  return faults
}

for (const [domain, calls] of Map.groupBy(endpoints, ({ domain: of }) => of)) {
  test(`the extremes of each field of ${domain} are answered, and none holds the event loop`, async () => {
    const faults: string[] = []
    let left = 0
    let current = ''
    for (const endpoint of calls) {
      const token = async () => {
        // Some calls end their own session.
        if (left === 0) {
          current = isOfApp(endpoint)
            ? (await makePerson(app)).token
            : (await make.account(app, { role: 'administrator' })).token
          left = 30
        }
        left -= 1
        return current
      }
      left = 0
      faults.push(...(await faultsOf(endpoint, token)))
    }
    assert.deepEqual(faults.slice(0, 10), [], `${faults.length} faults`)
  })
}
