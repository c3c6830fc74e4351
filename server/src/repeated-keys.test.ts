import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { z } from 'zod'
import { makeAccount } from './testing/make-account.ts'
import { makePerson } from './testing/person/make-person.ts'
import { startTestApp, type TestApp } from './testing/start-app.ts'

/**
 * A repeated key of an address is refused at its name, or is a list of both: none of the values is dropped silently.
 */

let app: TestApp
const tokens: Record<'admin' | 'person', string> = { admin: '', person: '' }
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  tokens.admin = (await makeAccount(app, { role: 'administrator' })).token
  tokens.person = (await makePerson(app)).token
})
after(() => app.stop())

const Typed = z.object({ type: z.unknown().optional() })
const Property = Typed.extend({ anyOf: z.array(Typed).default([]) })
const Shape = z.object({ properties: z.record(z.string(), Property).default({}) })
const isList = ({ type, anyOf }: z.output<typeof Property>): boolean =>
  [type, ...anyOf.map((one) => one.type)].includes('array')
type Key = Readonly<{ endpoint: Endpoint; name: string }>

/** Every key with a single value, of every call. */
const scalarKeys = (endpoints: readonly Endpoint[]): readonly Key[] =>
  endpoints.flatMap((endpoint) => {
    const schema = Shape.parse(z.toJSONSchema(endpoint.query, { io: 'output', unrepresentable: 'any' }))
    return Object.entries(schema.properties).flatMap(([name, property]) =>
      isList(property) ? [] : [{ endpoint, name }],
    )
  })

const Answer = z.object({ data: z.unknown() })
const Refused = z.object({ fields: z.record(z.string(), z.string()) })
type Asked = Readonly<{ status: number; fields: Readonly<Record<string, string>> }>

async function askTwice({ endpoint, name }: Key): Promise<Asked> {
  // The phone app's calls have a ceiling a minute.
  if (endpoint.access === 'app') app.clock.advance(2000)
  const response = await fetch(`${app.url}${endpoint.path}?${name}=1&${name}=2`, {
    method: endpoint.method,
    headers: {
      authorization: endpoint.access === 'app' ? tokens.person : tokens.admin,
      ...(endpoint.method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(endpoint.method === 'POST' ? { body: '{}' } : {}),
    signal: AbortSignal.timeout(10_000),
  })
  if (response.headers.get('content-type')?.includes('json') !== true) {
    await response.body?.cancel()
    return { status: response.status, fields: {} }
  }
  return {
    status: response.status,
    fields: Refused.safeParse(Answer.parse(await response.json()).data).data?.fields ?? {},
  }
}

async function faultsOf(keys: readonly Key[], ask: (key: Key) => Promise<Asked>): Promise<readonly string[]> {
  const faults: string[] = []
  for (const key of keys) {
    const { status, fields } = await ask(key)
    if (status !== 422 || fields[key.name] !== 'This was given more than once')
      faults.push(`${key.endpoint.domain}.${key.endpoint.name} ${key.name}: ${status} ${JSON.stringify(fields)}`)
  }
  return faults
}

test('every key of every call that holds one value is refused at its name when it is given twice', async () => {
  const keys = scalarKeys(allEndpoints)
  assert.ok(keys.length > 500, `${keys.length} keys`)
  assert.deepEqual(await faultsOf(keys, askTwice), [])
})

test('the walk finds a call that takes one of the two, and one that refuses another field', async () => {
  const [first, second, third] = scalarKeys(allEndpoints)
  assert.ok(first && second && third)
  const planted = await faultsOf([first, second, third], async (key) => {
    if (key === first) return { status: 200, fields: {} }
    if (key === second) return { status: 422, fields: { other: 'This was given more than once' } }
    return askTwice(key)
  })
  assert.deepEqual(planted.length, 2)
})
