import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { isOfApp, type Endpoint } from '@brigade/contract/endpoint.ts'
import { pageSizes } from '@brigade/contract/paging.ts'
import { z } from 'zod'
import { deriveInputs } from '../../../testing/derive-input.ts'
import { make } from '../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../testing/start-app.ts'
import { parseInput } from '../input/decode.ts'
import { shapeReader } from './shapes.ts'

let app: TestApp
let token: string
let documents: Readonly<Record<'staff' | 'phone', OpenApi>>
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  const read = async (path: string) => OpenApi.parse(await (await fetch(app.url + path)).json())
  documents = { staff: await read('/api/openapi.json'), phone: await read('/api/app/openapi.json') }
})
after(() => app.stop())

const Media = z.record(z.string(), z.object({ schema: z.json() }))
const Operation = z.object({
  parameters: z.array(
    z.object({
      name: z.string(),
      required: z.boolean(),
      allowEmptyValue: z.boolean().default(false),
      schema: z.json(),
    }),
  ),
  requestBody: z.object({ content: Media }).optional(),
  responses: z.record(z.string(), z.looseObject({ $ref: z.string().optional() })),
})
const OpenApi = z.looseObject({
  info: z.looseObject({ license: z.object({ name: z.string(), identifier: z.string() }) }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
})
type OpenApi = z.output<typeof OpenApi>

const nameOf = ({ domain, name }: Endpoint) => `${domain}.${name}`
function operationOf(endpoint: Endpoint) {
  const document = documents[isOfApp(endpoint) ? 'phone' : 'staff']
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
  if (operation === undefined) throw new Error(`${nameOf(endpoint)} is not in its document`)
  return operation
}

/** Every member of every object in a document, with its path. */
function* membersOf(value: unknown, place = '#'): Generator<readonly [place: string, key: string, value: unknown]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield [place, key, inner]
    yield* membersOf(inner, `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

/** References that lead nowhere in their document. */
function danglingIn(document: unknown): string[] {
  const leads = (pointer: string) => {
    let node = document
    for (const key of pointer.split('/').slice(1))
      node =
        typeof node === 'object' && node !== null
          ? Reflect.get(node, key.replaceAll('~1', '/').replaceAll('~0', '~'))
          : undefined
    return node !== undefined
  }
  return [...membersOf(document)]
    .filter(([, key, value]) => key === '$ref' && typeof value === 'string' && !leads(value))
    .map(([place, , value]) => `${place}: ${String(value)}`)
}

test('every reference of both documents leads somewhere, and one that does not is found', () => {
  for (const document of Object.values(documents)) {
    assert.deepEqual(danglingIn(document), [])
    const references = [...membersOf(document)].filter(([, key]) => key === '$ref')
    assert.ok(references.length > 100)
  }
  const planted = { ...documents.phone, components: { schemas: {} } }
  assert.ok(danglingIn(planted).some((found) => found.endsWith('#/components/schemas/Refusal')))
})

test('no shape is written in a way that public generators end at: places of a list, two types at once, values that hold themselves', () => {
  for (const [name, document] of Object.entries(documents))
    for (const [place, key, value] of membersOf(document)) {
      assert.ok(!['prefixItems', '$defs', '$schema'].includes(key), `${name} ${place}/${key}`)
      const types = key === 'type' && Array.isArray(value) ? value.filter((type) => type !== 'null') : []
      assert.ok(types.length < 2, `${name} ${place}: ${types.join(', ')}`)
    }
  const { read, components } = shapeReader()
  assert.deepEqual(read(z.object({ value: z.json(), at: z.tuple([z.number(), z.string()]) }), 'output'), {
    type: 'object',
    properties: {
      value: { description: 'Any JSON value' },
      at: { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'string' }] }, minItems: 2, maxItems: 2 },
    },
    required: ['value', 'at'],
    additionalProperties: false,
  })
  assert.deepEqual(components, {})
})

test('a shape that holds itself needs a name, and two shapes cannot have one', () => {
  type Tree = { of: Tree[] }
  const Nameless: z.ZodType<Tree> = z.object({ of: z.lazy(() => z.array(Nameless)) })
  assert.throws(() => shapeReader().read(z.object({ tree: Nameless }), 'output'), /needs a name/)
  const { read } = shapeReader()
  read(z.array(z.object({ a: z.string() }).meta({ id: 'Twice' })), 'output')
  assert.throws(
    () => read(z.array(z.object({ b: z.string() }).meta({ id: 'Twice ' }).meta({ id: 'Twice' })), 'output'),
    /Twice/,
  )
})

/** A value of each kind that a form has, in JSON. */
const given = (name: string) => (/^(ids?|.*Ids?)$/.test(name) ? '42' : undefined)
const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

test('a form is offered where all members are single values, and then says what JSON says', () => {
  let offered = 0
  for (const endpoint of allEndpoints.filter(({ bodyKind }) => bodyKind === 'json')) {
    const { content = {} } = operationOf(endpoint).requestBody ?? {}
    if (!('application/x-www-form-urlencoded' in content)) {
      // Bodies that no form can express: a list, an object, null, or a choice between bodies.
      assert.match(JSON.stringify(content), /"(array|object|null|oneOf|anyOf)"/, nameOf(endpoint))
      continue
    }
    offered += 1
    for (const { input } of deriveInputs(endpoint.body, given)) {
      const asJson = parseInput(endpoint.body, input, 'json')
      const form = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, written(value)]))
      const asForm = parseInput(endpoint.body, form, 'form')
      assert.deepEqual(asForm.data, asJson.data, nameOf(endpoint))
      assert.deepEqual(
        asForm.error?.issues.map(({ path }) => path),
        asJson.error?.issues.map(({ path }) => path),
      )
    }
  }
  assert.ok(offered > 50, String(offered))
})

/** The answer to a read whose parameters are given without a value: its status, and the refused fields. */
async function askedEmpty({ path }: Endpoint, given: readonly string[]) {
  const query = new URLSearchParams(given.map((name) => [name, ''])).toString()
  const response = await fetch(`${app.url}${path}?${query}`, { headers: { authorization: token } })
  const Fields = z.object({ data: z.object({ fields: z.record(z.string(), z.string()) }) })
  const refused = response.status === 422 ? Fields.parse(await response.json()).data.fields : {}
  const names = Object.keys(refused).map((path) => path.split('.')[0] ?? '')
  return { status: response.status, refused: [...new Set(names)].toSorted() }
}

test('an empty value in an address counts as none exactly where the document says so', async () => {
  let marked = 0
  for (const endpoint of allEndpoints.filter(({ method, access }) => method === 'GET' && access !== 'app')) {
    const { parameters } = operationOf(endpoint)
    const [asNone, others] = [true, false].map((wanted) =>
      parameters.filter(({ allowEmptyValue }) => allowEmptyValue === wanted).map(({ name }) => name),
    )
    if (others !== undefined && others.length > 0) {
      const { refused } = await askedEmpty(endpoint, others)
      assert.deepEqual(
        others.filter((name) => !refused.includes(name)),
        [],
        nameOf(endpoint),
      )
    }
    if (asNone === undefined || asNone.length === 0 || endpoint.reply.kind !== 'json') continue
    marked += asNone.length
    assert.deepEqual(await askedEmpty(endpoint, asNone), await askedEmpty(endpoint, []), nameOf(endpoint))
  }
  assert.ok(marked > 300, String(marked))
})

test('an empty value or null is never the number 0', () => {
  let numbers = 0
  for (const { domain, name, query } of allEndpoints) {
    if (!(query instanceof z.ZodObject)) continue
    for (const [key, type] of Object.entries<unknown>(query.shape)) {
      if (!(type instanceof z.ZodType)) continue
      if (typeof type.safeParse('5').data === 'number') numbers += 1
      for (const none of ['', ' ', null])
        assert.notEqual(typeof type.safeParse(none).data, 'number', `${domain}.${name} ${key}: ${JSON.stringify(none)}`)
    }
  }
  assert.ok(numbers > 60, String(numbers))
})

test('a file that holds JSON is described as JSON, and another one as bytes', () => {
  const kinds = new Map<string, Set<string>>()
  for (const endpoint of allEndpoints) {
    if (endpoint.reply.kind !== 'file') continue
    const { content } = z.object({ content: Media }).parse(operationOf(endpoint).responses['200'])
    assert.deepEqual(Object.keys(content), endpoint.reply.mediaTypes)
    for (const [type, { schema }] of Object.entries(content)) {
      const kind = type.endsWith('/json') || type.endsWith('+json') ? 'JSON' : 'bytes'
      kinds.set(kind, (kinds.get(kind) ?? new Set()).add(JSON.stringify(schema)))
    }
  }
  assert.deepEqual([...(kinds.get('JSON') ?? [])], ['{"description":"A file that holds JSON"}'])
  assert.deepEqual([...(kinds.get('bytes') ?? [])], ['{"type":"string","format":"binary"}'])
})

test('the document names the page sizes, the JSON that stands in a text, what the bytes of an upgrade count, its licence, its server and every refusal', () => {
  const list = allEndpoints.find((endpoint) => nameOf(endpoint) === 'customer.list')
  if (list === undefined) throw new Error('There is no list of customers')
  const { parameters, responses } = operationOf(list)
  const size = z.object({ enum: z.array(z.number()) }).parse(parameters.find(({ name }) => name === 'pageSize')?.schema)
  assert.deepEqual(size.enum, [...pageSizes])
  assert.deepEqual(Object.keys(responses), ['200', '400', '401', '403', '404', '422', '429', '503', 'default'])
  assert.match(JSON.stringify(documents.staff), /"bytes":\{[^}]*"description":"What left the server/)
  const jsonTexts = [...membersOf(documents.staff)].filter(([, , value]) => value === 'application/json')
  assert.ok(jsonTexts.some(([place, key]) => key === 'contentMediaType' && place.includes('checkSrcDestVersion')))
  for (const { info, servers } of Object.values(documents)) {
    assert.equal(info.license.identifier, 'Apache-2.0')
    assert.deepEqual(
      servers.map(({ url }) => url),
      ['/'],
    )
  }
})
