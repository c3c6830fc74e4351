import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { asName, nameMark } from '@brigade/contract/field.ts'
import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { emptyTemplate } from '@brigade/contract/product/template/propose-template.ts'
import { templateApi } from '@brigade/contract/product/template/template.endpoints.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted } from '@brigade/contract/job/job.model.ts'
import { z } from 'zod'
import { inputSchemaOf, withValue } from './testing/derive-input.ts'
import { make } from './testing/make.ts'
import { basesOf } from './testing/scope-walk/scope-calls.ts'
import { samples } from './testing/scope-walk/walked-calls.ts'
import { startTestApp, type TestApp } from './testing/start-app.ts'
import { until } from './testing/until.ts'

/** Tests invisible names and hidden characters in every field of every call, form and import. */

type Shape = Readonly<Record<string, unknown>>
const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null

type Found = Readonly<{ path: readonly string[]; isMarked: boolean; shape: Shape }>

/** The texts of an input by their paths; `*` is an item of a list. */
function textsIn(shape: unknown, path: readonly string[] = []): Found[] {
  if (!isShape(shape)) return []
  const inner = [
    ...(Array.isArray(shape['anyOf']) ? shape['anyOf'].flatMap((one: unknown) => textsIn(one, path)) : []),
    ...(Array.isArray(shape['allOf']) ? shape['allOf'].flatMap((one: unknown) => textsIn(one, path)) : []),
    ...(isShape(shape['properties'])
      ? Object.entries(shape['properties']).flatMap(([key, one]) => textsIn(one, [...path, key]))
      : []),
    ...(isShape(shape['items']) ? textsIn(shape['items'], [...path, '*']) : []),
    ...(isShape(shape['additionalProperties']) ? textsIn(shape['additionalProperties'], [...path, '*']) : []),
  ]
  const own = shape['type'] === 'string' ? [{ path, isMarked: shape[nameMark] === true, shape }] : []
  return [...own, ...inner]
}
const shapeOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
const nameOf = ({ domain, name }: Endpoint) => `${domain}.${name}`

/** Finds names that people give, unless a rule of their own limits their characters. */
const isNamed = ({ path, shape }: Found): boolean =>
  /^(name|enName|title|nickname|principal|place|factoryArea|alias)$/i.test(path.at(-1) ?? '') &&
  shape['pattern'] === undefined &&
  shape['format'] === undefined &&
  shape['enum'] === undefined &&
  shape['const'] === undefined

const unmarkedIn = (endpoint: string, shape: unknown): string[] =>
  textsIn(shape)
    .filter((found) => isNamed(found) && !found.isMarked)
    .map(({ path }) => `${endpoint} ${path.join('.')}`)

test('every field that names something refuses what nobody sees', () => {
  const unmarked = allEndpoints
    .filter(({ method }) => method !== 'GET')
    .flatMap((endpoint) => unmarkedIn(nameOf(endpoint), shapeOf(inputSchemaOf(endpoint), 'input')))
  assert.deepEqual(unmarked, [])
  // The walk finds a planted one.
  assert.deepEqual(
    unmarkedIn(
      'planted',
      shapeOf(z.object({ of: z.array(z.object({ name: z.string() })), title: asName(z.string()) }), 'input'),
    ),
    ['planted of.*.name'],
  )
})

test('an answer is not refused for a name that was stored before', () => {
  const marked = allEndpoints.flatMap((endpoint) =>
    endpoint.reply.kind === 'file'
      ? []
      : (['input', 'output'] as const).flatMap((io) =>
          textsIn(shapeOf(endpoint.reply.kind === 'file' ? z.never() : endpoint.reply.schema, io)).flatMap(
            ({ path, isMarked }) => (isMarked ? [`${nameOf(endpoint)} ${path.join('.')}`] : []),
          ),
        ),
  )
  assert.deepEqual(marked, [])
})

test('each of them says which characters, and takes what writing needs', () => {
  let asked = 0
  for (const endpoint of allEndpoints.filter(({ method }) => method !== 'GET')) {
    const schema = inputSchemaOf(endpoint)
    const marked = textsIn(shapeOf(schema, 'input')).filter(({ isMarked, path }) => isMarked && !path.includes('*'))
    for (const { path } of marked)
      for (const { input } of basesOf(endpoint, samples)) {
        const faultsOf = (text: string) =>
          (schema.safeParse(withValue(input, path, text)).error?.issues ?? [])
            .filter((issue) => issue.path.join('.') === path.join('.'))
            .map(({ message }) => message)
        asked += 1
        const at = `${nameOf(endpoint)} ${path.join('.')}`
        assert.ok(faultsOf('a\u200bb').includes('field.hidden'), at)
        assert.ok(faultsOf('\u3164').includes('field.unseen'), at)
        for (const text of ['👩‍🍳', '𰻞'])
          assert.ok(!faultsOf(text).some((key) => key === 'field.hidden' || key === 'field.unseen'), `${at} ${text}`)
      }
  }
  assert.ok(asked > 50, `${asked} were asked`)
})

/** The places of texts in two languages within a value. */
function toldIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return ['en', 'zh'].includes(path.at(-1) ?? '') && value !== '' ? [path] : []
  return isShape(value) ? Object.entries(value).flatMap(([key, inner]) => toldIn(inner, [...path, key])) : []
}

/** These forms may keep invisible characters from an import, so the call compares them (edit-functions.ts). */
const comparedByCall = /^thing-model\.(add|update)(Property|Event|Service)$/

/** Finds texts in two languages, at any depth, that a call accepts although they have no visible character. */
function unseenTaken(endpoint: Endpoint): { asked: number; taken: string[] } {
  const schema = inputSchemaOf(endpoint)
  const asked = basesOf(endpoint, samples).flatMap(({ input }) =>
    schema.safeParse(input).success ? toldIn(input).map((path) => ({ path, input })) : [],
  )
  const taken = asked.filter(({ path, input }) => {
    const issues = schema.safeParse(withValue(input, path, '\u3164')).error?.issues ?? []
    return !issues.some((issue) => issue.path.join('.') === path.join('.'))
  })
  return { asked: asked.length, taken: taken.map(({ path }) => `${nameOf(endpoint)} ${path.join('.')}`) }
}

test('every text in two languages has something to read, however deep it stands in what is sent', () => {
  const writes = allEndpoints.filter((endpoint) => endpoint.method !== 'GET' && !comparedByCall.test(nameOf(endpoint)))
  const found = writes.map(unseenTaken)
  assert.deepEqual(
    found.flatMap(({ taken }) => taken),
    [],
  )
  const asked = found.reduce((sum, each) => sum + each.asked, 0)
  assert.ok(asked > 30, `${asked} were asked`)
  // The walk finds a planted one.
  const body = z.strictObject({ steps: z.array(z.strictObject({ title: z.strictObject({ en: z.string() }) })) })
  const input = { steps: [{ title: { en: 'Step' } }] }
  assert.deepEqual(
    toldIn(input).filter((path) => body.safeParse(withValue(input, path, '\u3164')).success),
    [['steps', '0', 'title', 'en']],
  )
})

let app: TestApp
let token: string
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

test('a form is refused with the characters in the words of the reader', async () => {
  for (const [language, name, words] of [
    ['en', 'Acme\u200bHotel\u202e', 'Remove the characters that nobody sees: U+200B, U+202E'],
    ['zh', 'Acme\u200bHotel', '请删除不可见字符：U+200B'],
    ['en', '\u3164\u2800', 'This has no character that can be seen'],
    ['zh', '\u200b', '内容中没有可见字符'],
  ] as const) {
    const { status, envelope } = await app.ask(customerApi.add, { name }, { token, language })
    assert.deepEqual([status, envelope.data], [422, { ...envelope.data, fields: { name: words } }])
  }
})

async function refusedBy(endpoint: Endpoint, rows: readonly (readonly string[])[]): Promise<string[]> {
  const form = new FormData()
  form.append('file', new Blob([rows.map((row) => row.join(',')).join('\r\n')]), 'names.csv')
  const response = await fetch(app.url + endpoint.path, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  const { data } = z.object({ data: JobStarted }).parse(await response.json())
  const job = await until('the check to end', async () => {
    const row = (await app.ask(jobApi.detail, { id: data.jobId }, { token, language: 'en' })).envelope.data
    return row.finishedAt === null ? undefined : row
  })
  return job.errors.map(({ row, column, message }) => `${row} ${column}: ${message}`)
}

test('an import refuses them by row and column', async () => {
  const hidden = 'Remove the characters that nobody sees: U+200B'
  const unseen = 'This has no character that can be seen'
  assert.deepEqual(
    await refusedBy(customerApi.checkImport, [
      ['Name', 'Person in charge'],
      ['Acme\u200bHotel', 'Lin'],
      ['Harbour', '\u3164'],
      ['Lakeside', 'Lin'],
    ]),
    [`2 Name: ${hidden}`, `3 Person in charge: ${unseen}`],
  )
  const { productKey } = await make.product(app)
  assert.deepEqual(
    await refusedBy(importExportCalls.oven.checkUninstalledImport, [
      ['SN', 'Name', 'Product key'],
      ['HID-0001', 'Oven\u200b', productKey],
      ['HID-0002', '\u2800', productKey],
      ['HID-0003', 'Oven', productKey],
    ]),
    [`2 Name: ${hidden}`, `3 Name: ${unseen}`],
  )
  assert.deepEqual(
    await refusedBy(faultCodeApi.checkCodeImport, [
      ['Product key', 'Event', 'Code', 'Severity', 'Category', '"Name, English"', '"Name, Chinese"'],
      [productKey, 'Fault', 'E01', 'major', 'fan', 'Fan\u200bstuck', '风机'],
    ]),
    [`2 Name, English: ${hidden}`],
  )
})

test('a function is refused with the labels, units and texts that nobody sees, and keeps those that came with an import', async () => {
  const { id: productId } = await make.product(app, { model: null })
  const definition: Property = {
    identifier: 'Door',
    name: { en: 'Door', zh: '门' },
    accessMode: 'r',
    required: false,
    description: '\u3164',
    dataType: {
      type: 'enum',
      items: [
        { value: 0, en: 'Clo\u200bsed', zh: '关' },
        { value: 1, en: 'Open', zh: '\u2800' },
      ],
    },
  }
  const refused = await app.ask(thingModelApi.addProperty, { productId, definition }, { token })
  assert.deepEqual(
    [refused.status, refused.envelope.data.fields],
    [
      422,
      {
        'definition.description': 'This has no character that can be seen',
        'definition.dataType.items.0.en': 'Remove the characters that nobody sees: U+200B',
        'definition.dataType.items.1.zh': 'This has no character that can be seen',
      },
    ],
  )
  const measured: Property = {
    identifier: 'Heat',
    name: { en: 'Heat', zh: '热量' },
    accessMode: 'r',
    required: false,
    dataType: { type: 'int', min: 0, max: 9, unit: 'k\u200bW', unitName: '\u200e' },
  }
  const unit = await app.ask(thingModelApi.addProperty, { productId, definition: measured }, { token })
  assert.deepEqual(Object.keys(unit.envelope.data.fields ?? {}), [
    'definition.dataType.unit',
    'definition.dataType.unitName',
  ])

  const imported = {
    profile: { productKey: 'a1Else' },
    properties: [
      {
        identifier: 'Door',
        name: 'Do\u200bor',
        accessMode: 'r',
        required: false,
        dataType: { type: 'enum', specs: { 0: 'Clo\u200bsed', 1: 'Open' } },
      },
    ],
    events: [],
    services: [],
  }
  const form = new FormData()
  form.append('productId', productId)
  form.append('dryRun', 'false')
  form.append('file', new Blob([JSON.stringify(imported)]), 'model.json')
  const taken = await fetch(app.url + thingModelApi.import.path, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  assert.equal(taken.status, 200)
  const [was] = (await app.ask(thingModelApi.draft, { productId }, { token })).envelope.data.model.properties
  assert.ok(was?.dataType.type === 'enum')
  const changed = { ...was, required: true }
  const kept = await app.ask(thingModelApi.updateProperty, { productId, was, definition: changed }, { token })
  assert.equal(kept.status, 200)
  const items = was.dataType.items.map((item) => (item.value === 1 ? { ...item, en: 'Op\u200ben' } : item))
  const typed = { ...changed, dataType: { ...was.dataType, items } }
  const no = await app.ask(thingModelApi.updateProperty, { productId, was: changed, definition: typed }, { token })
  assert.deepEqual(Object.keys(no.envelope.data.fields ?? {}), ['definition.dataType.items.1.en'])
})

test('a template is refused with the texts that nobody sees, at their places', async () => {
  const { id: productId } = await make.product(app)
  let made = 0
  const content = emptyTemplate('distribution-network', combiOven, () => `step${(made += 1)}`)
  const modes = content.modes.map((mode) => ({
    ...mode,
    steps: mode.steps.map((step) => ({ ...step, title: { en: 'Sw\u200bitch', zh: '\u3164' } })),
  }))
  const { status, envelope } = await app.ask(
    templateApi.saveNetwork,
    { productId, content: { modes }, updatedAt: null },
    { token },
  )
  assert.equal(status, 422)
  assert.equal(
    envelope.data.fields?.['content.modes.0.steps.0.title.en'],
    'Remove the characters that nobody sees: U+200B',
  )
  assert.equal(envelope.data.fields?.['content.modes.0.steps.0.title.zh'], 'This has no character that can be seen')
})
