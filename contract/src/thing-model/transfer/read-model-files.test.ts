import assert from 'node:assert/strict'
import { test } from 'node:test'
import { combiOven } from '../ready-made/combi-oven.ts'
import { modbusDtu } from '../ready-made/modbus-dtu.ts'
import { refrigerator } from '../ready-made/refrigerator.ts'
import type { ThingModel } from '../thing-model.model.ts'
import { modelFilesOf, toModelFiles } from './model-files.ts'
import { fromModelFiles, readModelFile, readModelText, modelFileProblems } from './read-model-files.ts'
import type { ReadModelFiles } from './read-model-files.ts'

const profile = { productKey: 'a1Key', version: '2.4.0' }
const described = (read: ReadModelFiles): string[] =>
  read.ok ? [] : read.issues.map(({ file, issue }) => `${file} ${issue.path.map(String).join('.')} ${issue.message}`)
const property = (identifier: string, dataType: unknown = { type: 'date' }) => ({
  identifier,
  name: identifier,
  accessMode: 'r',
  required: false,
  dataType,
})
const main = (more: object = {}) => ({ profile, properties: [], ...more })
const block = (functionBlockId: string, more: object = {}) => ({
  profile,
  functionBlockId,
  functionBlockName: functionBlockId,
  ...more,
})
const named = (...ids: string[]) => ids.map((id) => ({ functionBlockId: id, functionBlockName: id }))

test('each kind of document is recognised', () => {
  const kindsOf = (model: ThingModel) =>
    (['alink', 'api', 'modbus', 'bundle'] as const).map((format) =>
      modelFilesOf(model, profile, 'en', format).flatMap(({ json }) => readModelFile(json, model).kinds),
    )
  assert.deepEqual(kindsOf(modbusDtu), [['alink'], ['api'], ['registers'], ['alink', 'module', 'registers']])
  assert.deepEqual(kindsOf(combiOven), [['alink'], ['api'], ['registers'], ['alink', 'module', 'registers']])
  assert.deepEqual(kindsOf(refrigerator), [['alink'], ['api'], ['registers'], ['alink', 'registers']])
})

test('the files of a model are one a module, with the identifiers of that module alone', () => {
  const files = toModelFiles(modbusDtu, profile, 'en')
  assert.deepEqual(
    files.map(({ name }) => name),
    ['model.json', 'module-Modem.json'],
  )
  const modem = JSON.stringify(files[1]?.json)
  assert.match(modem, /"functionBlockId":"Modem","functionBlockName":"Modem"/)
  assert.match(modem, /"identifier":"Signal"/)
  assert.match(modem, /"method":"thing\.event\.Modem:UnitLost\.post"/)
  assert.doesNotMatch(modem, /CabinetTemp/)
})

test('the dialect of the API has its keys sorted, and its version apart', () => {
  const [file] = modelFilesOf(modbusDtu, { ...profile, description: 'first' }, 'zh', 'api')
  const json: unknown = file?.json
  const unsorted: string[] = []
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) value.forEach((item: unknown) => walk(item, `${path}[]`))
    else if (typeof value === 'object' && value !== null) {
      const keys = Object.keys(value)
      if (keys.join() !== keys.toSorted().join()) unsorted.push(path)
      for (const [key, entry] of Object.entries(value)) walk(entry, `${path}.${key}`)
    }
  }
  walk(json, '')
  assert.deepEqual(unsorted, [])
  assert.match(JSON.stringify(json), /^\{"_ppk":\{"description":"first","version":"2\.4\.0"\},"events":\[/)
})

test('registers are imported with the model they are for, or with an existing one, and never alone', () => {
  const [registers] = modelFilesOf(modbusDtu, profile, 'en', 'modbus')
  assert.deepEqual(described(readModelFile(registers?.json)), ['  thingModel.registersAlone'])
  const applied = readModelFile(registers?.json, modbusDtu)
  assert.ok(applied.ok)
  assert.deepEqual(applied.model, modbusDtu)
  assert.equal(applied.profile, undefined)
  assert.deepEqual(described(readModelFile(registers?.json, combiOven)).slice(0, 1), [
    ' properties.0.identifier thingModel.modbusUnknown',
  ])
  // An empty list removes every register.
  const none = readModelFile({ properties: [] }, modbusDtu)
  assert.ok(none.ok && none.model.properties.every((one) => one.modbus === undefined))
})

test('every problem of every file is reported, each in its own file', () => {
  const read = fromModelFiles([
    { name: 'model.json', json: main({ properties: [property('A', { type: 'int', specs: { min: '9', max: '1' } })] }) },
    { name: 'module-B.json', json: block('B', { events: [{}], properties: 'none' }) },
    { name: 'registers.json', json: { properties: [{ identifier: 'A', registerAddress: 'x' }] } },
  ])
  assert.deepEqual(
    read.ok ? [] : [...new Set(read.issues.map(({ file, issue }) => `${file} ${issue.path.map(String).join('.')}`))],
    [
      'model.json properties.0.dataType.specs.max',
      'module-B.json properties',
      'module-B.json events.0.identifier',
      'module-B.json events.0.name',
      'module-B.json events.0.type',
    ],
  )
})

test('a problem between files is reported at its place', () => {
  assert.deepEqual(
    described(
      fromModelFiles([
        { name: 'a.json', json: main({ functionBlocks: named('Gone', 'Here'), properties: [property('Here:A')] }) },
        { name: 'b.json', json: main() },
        {
          name: 'c.json',
          json: block('Here', {
            properties: [property('B'), property('A')],
            events: [{ identifier: 'post', method: 'thing.event.property.post' }],
          }),
        },
        { name: 'd.json', json: block('Here') },
      ]),
    ),
    [
      'b.json  thingModel.secondModel',
      'd.json functionBlockId thingModel.sameModule',
      'a.json functionBlocks.0 thingModel.moduleMissing',
      'c.json properties.1.identifier thingModel.sameIdentifier',
    ],
  )
  assert.deepEqual(described(fromModelFiles([])), ['  thingModel.noModel'])
})

test('a function of a module that the document does not name is reported at its identifier', () => {
  assert.deepEqual(
    described(readModelFile(main({ properties: [property('A'), property('Modem:B'), property('x:y:z')] }))),
    [
      ' properties.2.identifier thingModel.identifier',
      ' properties.1.identifier thingModel.unknownModule',
      ' properties.2.identifier thingModel.unknownModule',
    ],
  )
  assert.deepEqual(described(readModelFile(block('set', { properties: [property('A')] }))), [
    ' functionBlockId thingModel.reserved',
    ' properties.0.identifier thingModel.reserved',
  ])
  assert.deepEqual(described(readModelFile(block('no space', { properties: [property('A')] }))), [
    ' functionBlockId thingModel.identifier',
  ])
  assert.deepEqual(described(readModelFile(main({ functionBlocks: [...named('A', 'A'), { functionBlockId: 'B' }] }))), [
    ' functionBlocks.2.functionBlockName Invalid input: expected string, received undefined',
    ' functionBlocks.1.functionBlockId thingModel.sameModule',
  ])
})

test('a module holds 300 functions and a model 200 modules', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => property(`P${index}`))
  assert.equal(readModelFile(main({ properties: many(300) })).ok, true)
  assert.deepEqual(described(readModelFile(main({ properties: many(301) }))), [
    ' properties thingModel.tooManyFunctions',
  ])
  const both = [
    { name: 'model.json', json: main({ properties: many(300) }) },
    { name: 'module-B.json', json: block('B', { properties: many(300) }) },
  ]
  assert.equal(fromModelFiles(both).ok, true)
  const modules = (count: number) => named(...Array.from({ length: count }, (_, index) => `M${index}`))
  assert.equal(readModelFile(main({ functionBlocks: modules(200) })).ok, true)
  assert.deepEqual(described(readModelFile(main({ functionBlocks: modules(201) }))), [
    ' functionBlocks thingModel.tooManyModules',
  ])
})

test('problems of the API dialect are reported with the names of that dialect', () => {
  const read = readModelFile({
    productKey: 5,
    properties: [
      { identifier: 'A', name: 'A', dataType: 'INT', dataSpecs: { min: '5', max: '1' }, rwFlag: 'WRITE' },
      { identifier: 'B', name: 'B', dataType: 'BLOB', rwFlag: 'READ_ONLY' },
      { identifier: 'C', name: 'C', dataType: 'BOOL', dataSpecsList: [{ value: 0, name: 'Off' }, { value: 1 }] },
      { identifier: 'D', name: 'D', dataType: 'ENUM', dataSpecsList: [], rwFlag: 'READ_ONLY' },
      {
        identifier: 'E',
        name: 'E',
        rwFlag: 'READ_ONLY',
        dataType: 'ARRAY',
        dataSpecs: {
          size: '513',
          childDataType: 'STRUCT',
          dataSpecsList: [{ identifier: 'set', childName: 'S', childDataType: 'TEXT', dataSpecs: { length: 0 } }],
        },
      },
    ],
    events: [{ identifier: 'F', eventName: 'F', eventType: 'WARN_EVENT_TYPE', outputdata: {} }],
    services: [{ identifier: 'G', serviceName: 'x'.repeat(31), callType: 'LATER', inputParams: ['bare'] }],
  })
  assert.deepEqual(read.ok ? [] : read.issues.map(({ issue }) => issue.path.map(String).join('.')), [
    'productKey',
    'properties.0.rwFlag',
    'properties.0.dataSpecs.max',
    'properties.1.dataType',
    'properties.2.rwFlag',
    'properties.2.dataSpecsList.1.name',
    'properties.3.dataSpecsList',
    'properties.4.dataSpecs.size',
    'properties.4.dataSpecs.dataSpecsList.0.identifier',
    'properties.4.dataSpecs.dataSpecsList.0.dataSpecs.length',
    'events.0.eventType',
    'events.0.outputdata',
    'services.0.serviceName',
    'services.0.callType',
    'services.0.inputParams.0',
  ])
})

test('problems are reported in both languages, one per place; a file that is neither JSON nor a document is reported as such', () => {
  const read = fromModelFiles([
    { name: 'a.json', json: main({ properties: [property('a b'), property('Modem:B')] }) },
    { name: 'b.json', json: [] },
    { name: 'c.json', json: { name: 'brigade', version: '1' } },
  ])
  assert.ok(!read.ok)
  assert.deepEqual(modelFileProblems(read.issues, 'en'), [
    { file: 'a.json', path: 'properties.0.identifier', message: 'Use up to 50 letters, digits or underscores' },
    { file: 'a.json', path: 'properties.1.identifier', message: 'The thing model has no such module' },
    { file: 'b.json', path: '', message: 'This is not a thing model document' },
    { file: 'c.json', path: '', message: 'This is not a thing model document' },
  ])
  assert.equal(modelFileProblems(read.issues, 'zh')[1]?.message, '物模型中没有该模块')
  for (const text of ['', '{', 'model', '{"a":1}x', '\uFEFF']) {
    const json = readModelText(text, 'x.json')
    assert.ok(!json.ok)
    assert.deepEqual(modelFileProblems(json.issues, 'en'), [{ file: 'x.json', path: '', message: 'This is not JSON' }])
  }
})

test('a value that cannot be converted to a text is a problem at its place, whatever its meaning', () => {
  const evil = { toString: 1, valueOf: 1 }
  // Passed over, as every method is.
  assert.ok(readModelFile(main({ properties: [{ ...property('A'), method: evil }] })).ok)
  for (const places of [{ identifier: evil }, { name: evil }, { dataType: evil }])
    assert.ok(!readModelFile(main({ properties: [{ ...property('A'), ...places }] })).ok)
  const registers = {
    properties: [{ identifier: evil, registerAddress: '0x1', operateType: evil, originalDataType: evil }],
  }
  assert.ok(!readModelFile(registers, modbusDtu).ok)
})

test('a document that is nested more deeply than any model is refused, as itself and within an answer', () => {
  const deep = `${'{"type":"array","specs":{"size":"1","item":'.repeat(20_000)}{"type":"int"}${'}}'.repeat(20_000)}`
  const document = `{"profile":{"productKey":"a1Deep"},"properties":[{"identifier":"Deep","name":"Deep","dataType":${deep}}]}`
  for (const text of [document, `{"code":200,"data":${document}}`, JSON.stringify({ data: document })]) {
    const read = readModelText(text, 'deep.json')
    assert(!read.ok)
    const message = 'This is nested more deeply than any thing model'
    assert.deepEqual(modelFileProblems(read.issues, 'en'), [{ file: 'deep.json', path: '', message }])
  }
})
