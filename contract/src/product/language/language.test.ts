import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ovenFaults } from '../../fault/fault.model.ts'
import { combiOven } from '../../thing-model/ready-made/combi-oven.ts'
import type { ThingModel } from '../../thing-model/thing-model.model.ts'
import { productApi } from '../product.endpoints.ts'
import { emptyTemplate } from '../template/propose-template.ts'
import { templateApi } from '../template/template.endpoints.ts'
import { templateKinds } from '../template/template.model.ts'
import { templatesByKind } from '../template/template.rules.ts'
import { languageApi } from './language.endpoints.ts'
import { coverageOf, textOf, wordsOf } from './language.rules.ts'

const ids = () => {
  let made = 0
  return () => `id${String((made += 1)).padStart(4, '0')}`
}
const source = (model: ThingModel) => {
  const newId = ids()
  const templates = new Map(templateKinds.map((kind) => [kind, emptyTemplate(kind, model, newId)]))
  return { model, templates: templatesByKind((kind) => templates.get(kind)), faults: ovenFaults }
}

test('every word that a person may read is listed once, under its own key', () => {
  const words = wordsOf(source(combiOven))
  const keys = words.map(({ key }) => key)
  assert.equal(new Set(keys).size, keys.length)
  assert.ok(words.every(({ en, zh }) => en !== '' && zh !== ''))
  for (const key of [
    'property.ChamberTemp.name',
    'property.WorkState.item.3',
    'property.Light.item.0',
    'property.Light.item.1',
    'property.Stages.member.Temp.name',
    'property.Stages.member.Mode.item.9',
    'event.Fault.output.Code.name',
    'service.StartWash.input.WashProgram.name',
    'service.StartWash.input.WashProgram.item.4',
    'service.StartWash.output.Minutes.name',
    'fault.E01',
    'template.distribution-network.id0001.title',
    'template.distribution-network.id0001.text',
    'template.distribution-network.id0001.button',
  ]) {
    assert.ok(keys.includes(key), key)
  }
  assert.ok(keys.some((key) => /^template\.device-control\.id\d+\.label$/.test(key)))
  assert.ok(keys.some((key) => /^template\.params-edit\.id\d+\.title$/.test(key)))
  assert.ok(keys.some((key) => /^template\.temperature-control\.id\d+\.name$/.test(key)))
})

test('a key is unchanged while its owner is moved', () => {
  const moved = {
    ...combiOven,
    properties: combiOven.properties.toReversed(),
    services: combiOven.services.toReversed(),
  }
  const keysOf = (model: ThingModel) => wordsOf({ model, templates: {}, faults: [] }).map(({ key }) => key)
  assert.notDeepEqual(keysOf(moved), keysOf(combiOven))
  assert.deepEqual(keysOf(moved).toSorted(), keysOf(combiOven).toSorted())
})

test('a part that is named only by its function has no word of its own', () => {
  const { templates } = source(combiOven)
  const words = wordsOf({ model: { properties: [], events: [], services: [] }, templates, faults: [] })
  const [group] = templates['params-info']?.groups ?? []
  assert.ok(group)
  assert.deepEqual(
    words.filter(({ key }) => key.startsWith('template.params-info.') && key.endsWith('.label')),
    [],
  )
})

test('identifiers that are words of a key are kept apart from those words', () => {
  const name = { en: 'Name', zh: '名称' }
  const text = { type: 'text', length: 9 } as const
  const member = (identifier: string) => ({ identifier, name, dataType: text })
  const model: ThingModel = {
    properties: [
      {
        identifier: 'name',
        name,
        required: false,
        accessMode: 'r',
        dataType: { type: 'struct', members: [member('name'), member('item')] },
      },
      {
        identifier: 'member',
        name,
        required: false,
        accessMode: 'r',
        dataType: { type: 'struct', members: [member('member')] },
      },
    ],
    events: [{ identifier: 'output', name, required: false, type: 'info', outputData: [member('name')] }],
    services: [
      {
        identifier: 'input',
        name,
        required: false,
        callType: 'async',
        inputData: [member('x')],
        outputData: [member('x')],
      },
    ],
  }
  const keys = wordsOf({ model, templates: {}, faults: [] }).map(({ key }) => key)
  assert.equal(new Set(keys).size, keys.length)
  assert.equal(keys.length, 10)
})

test('texts of removed words are not counted, and neither are empty ones', () => {
  const words = [{ key: 'property.A.name' }, { key: 'property.B.name' }, { key: 'property.toString.name' }]
  const texts = { 'property.A.name': 'A', 'property.B.name': '', 'property.Gone.name': 'Weg' }
  assert.equal(coverageOf(words, texts), 1)
  assert.equal(textOf(texts, 'toString'), '')
})

test('no call of products, their templates or languages has the name of another', () => {
  const names = [productApi, templateApi, languageApi].flatMap((api) => Object.keys(api))
  assert.equal(new Set(names).size, names.length)
})
