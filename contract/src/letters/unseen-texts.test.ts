import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { emptyTemplate } from '../product/template/propose-template.ts'
import { asTyped, templateContents, templateKinds } from '../product/template/template.model.ts'
import { combiOven } from '../thing-model/ready-made/combi-oven.ts'
import { readyMadeModels } from '../thing-model/ready-made/ready-made-models.ts'
import { fromTsl } from '../thing-model/transfer/tsl.ts'
import { unseenTexts } from './unseen-texts.rules.ts'

type Path = readonly (string | number)[]
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The places of the texts of a value. */
const leavesOf = (value: unknown, path: Path = []): Path[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) =>
        leavesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
      )
    : typeof value === 'string'
      ? [path]
      : []

/** A copy with another text at a place. */
function withText(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text
  if (Array.isArray(value)) return value.map((item: unknown, at) => (at === key ? withText(item, rest, text) : item))
  return isObject(value) ? { ...value, [key]: withText(Reflect.get(value, key), rest, text) } : value
}

const isTold = (path: Path) => ['en', 'zh'].includes(String(path.at(-1)))
let made = 0
const newId = () => `id${String((made += 1)).padStart(6, '0')}`

/** The paths of the texts in two languages that a schema has, without the places in lists. */
function toldBy(schema: unknown, path: Path = []): string[] {
  if (!isObject(schema)) return []
  const of = (key: string): unknown => Reflect.get(schema, key)
  const properties = of('properties')
  const inner = isObject(properties)
    ? Object.entries(properties).flatMap(([key, one]) => toldBy(one, [...path, key]))
    : []
  return [
    ...(of('type') === 'string' && isTold(path) ? [path.join('.')] : []),
    ...inner,
    ...toldBy(of('items'), path),
    ...['anyOf', 'allOf', 'oneOf'].flatMap((key) => {
      const all = of(key)
      return Array.isArray(all) ? all.flatMap((one: unknown) => toldBy(one, path)) : []
    }),
  ]
}

/** A content with every text that its kind may have. */
function full(kind: (typeof templateKinds)[number]): unknown {
  const label = { en: 'Label', zh: '名称' }
  const withLabels = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withLabels)
    if (!isObject(value)) return value
    const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withLabels(one)]))
    return 'property' in inner ? { ...inner, label } : inner
  }
  const content = withLabels(emptyTemplate(kind, combiOven, newId))
  return kind === 'temperature-control' && isObject(content)
    ? { ...content, presets: [{ id: newId(), name: label, temperatureC: 20 }] }
    : content
}

test('every text of every template is refused at its place where nobody sees it, and a name where it hides a character', () => {
  for (const kind of templateKinds) {
    const content = full(kind)
    const schema = asTyped<z.ZodType>(templateContents[kind])
    assert.equal(schema.safeParse(content).error, undefined, kind)
    const leaves = leavesOf(content).filter(isTold)
    const places = new Set(leaves.map((path) => path.filter((key) => typeof key === 'string').join('.')))
    assert.deepEqual(
      toldBy(z.toJSONSchema(templateContents[kind], { io: 'input', unrepresentable: 'any', reused: 'inline' })).filter(
        (path) => !places.has(path),
      ),
      [],
      'every text that the schema has stands in the content',
    )
    for (const path of leaves) {
      const faultsOf = (text: string) =>
        (schema.safeParse(withText(content, path, text)).error?.issues ?? [])
          .filter((issue) => issue.path.join('.') === path.join('.'))
          .map(({ message }) => message)
      assert.deepEqual(faultsOf('\u3164'), ['field.unseen'], `${kind} ${path.join('.')}`)
      const isSeveral = path.at(-2) === 'text'
      assert.deepEqual(faultsOf('a\u200bb'), isSeveral ? [] : ['field.hidden'], `${kind} ${path.join('.')}`)
      assert.deepEqual(faultsOf('\u{1f469}\u200d\u{1f373}'), [], path.join('.'))
    }
  }
})

test('every text of a function is refused so, unless it was there before', () => {
  const functions = [combiOven, readyMadeModels['modbus-dtu']].flatMap(({ properties, events, services }) => [
    ...properties,
    ...events,
    ...services,
  ])
  const asked = new Set<string>()
  for (const definition of functions)
    for (const path of leavesOf(definition).filter(
      (each) => isTold(each) || ['unit', 'unitName', 'description'].includes(String(each.at(-1))),
    )) {
      const hidden = withText(definition, path, 'a\u200bb')
      const unseen = withText(definition, path, '\u3164')
      const found = (typed: unknown, was?: unknown) =>
        unseenTexts(typed, was).map((each) => `${each.path.join('.')} ${each.fault.key}`)
      assert.deepEqual(found(unseen), [`${path.join('.')} field.unseen`])
      assert.deepEqual(
        found(hidden),
        path.at(-1) === 'description' ? [] : [`${path.join('.')} field.hidden`],
        path.join('.'),
      )
      assert.deepEqual([found(hidden, hidden), found(unseen, unseen), found(definition)], [[], [], []])
      asked.add(String(path.at(-1)))
    }
  for (const key of ['en', 'zh', 'unit']) assert.ok(asked.has(key), key)
})

const document = (word: string, label: string) => ({
  profile: { productKey: 'a1Else' },
  properties: [
    {
      identifier: 'Door',
      name: word,
      accessMode: 'r',
      required: false,
      dataType: { type: 'enum', specs: { 0: label, 1: 'Open' } },
    },
  ],
  events: [],
  services: [],
})

test('a document is refused at the names that show nothing, and keeps what else its maker wrote', () => {
  const refused = fromTsl(document('\u3164', '\u200b\u200d'))
  assert.deepEqual(refused.ok ? [] : refused.issues.map(({ path, message }) => [path.join('.'), message]), [
    ['properties.0.name', 'field.unseen'],
    ['properties.0.dataType.specs.0', 'field.unseen'],
  ])
  const kept = fromTsl(document('Do\u200bor\u200e', 'Clo\u00adsed'))
  assert.deepEqual(kept.ok && kept.model.properties[0]?.name, { en: 'Do\u200bor\u200e', zh: 'Do\u200bor\u200e' })
})

test('a content that is nested without an end stops nobody', () => {
  let deep: unknown = { en: '\u3164' }
  for (let depth = 0; depth < 20_000; depth += 1) deep = [deep]
  assert.deepEqual(unseenTexts({ deep, name: { en: '\u3164', zh: '名称' } }).length, 1)
})
