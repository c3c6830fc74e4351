import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '../document-place.ts'
import type { ModelFormat } from '../model-draft.model.ts'
import type { ThingModel } from '../thing-model.model.ts'
import { canonical, writtenIn } from './as-written.ts'
import { modelFilesOf } from './model-files.ts'
import { readModelFile } from './read-model-files.ts'

const schema = 'https://example.com/model-schema.json'
const switched = { type: 'bool', specs: { 0: '关闭', 1: '打开' } }
const level = { specs: { unit: '%', min: '0', unitName: '百分比', max: '100', step: '1' }, type: 'int' }
const threshold = { specs: { min: '0.00', max: '1.50', step: '0.10', unit: 'W' }, type: 'float' }

/** Documents in the forms that public repositories hold, each as the tool at its origin writes it. */
const forms: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'of the console, with the functions it generates': {
    schema,
    profile: { productKey: 'a1Key' },
    services: [
      {
        outputData: [],
        identifier: 'set',
        inputData: [
          { identifier: 'LightStatus', dataType: switched, name: '工作状态' },
          { identifier: 'Threshold', dataType: threshold, name: '功率阈值' },
        ],
        method: 'thing.service.property.set',
        name: 'set',
        required: true,
        callType: 'async',
        desc: '属性设置',
      },
      {
        outputData: [
          { identifier: 'LightStatus', dataType: switched, name: '工作状态' },
          { identifier: 'Level', dataType: level, name: '调光等级' },
          { identifier: 'Threshold', dataType: threshold, name: '功率阈值' },
        ],
        identifier: 'get',
        inputData: ['LightStatus', 'Level', 'Threshold'],
        method: 'thing.service.property.get',
        name: 'get',
        required: true,
        callType: 'async',
        desc: '属性获取',
      },
      {
        identifier: 'AddKey',
        inputData: [{ identifier: 'Kind', dataType: { specs: { 1: '指纹', 2: '密码' }, type: 'enum' }, name: '方式' }],
        outputData: [],
        method: 'thing.service.AddKey',
        name: '添加钥匙',
        required: true,
        callType: 'async',
      },
    ],
    properties: [
      { identifier: 'LightStatus', dataType: switched, name: '工作状态', accessMode: 'rw', required: true },
      { identifier: 'Level', dataType: level, name: '调光等级', accessMode: 'r', required: false },
      { identifier: 'Threshold', dataType: threshold, name: '功率阈值', accessMode: 'rw', required: false },
    ],
    events: [
      {
        outputData: [
          { identifier: 'LightStatus', dataType: switched, name: '工作状态' },
          { identifier: 'Level', dataType: level, name: '调光等级' },
          { identifier: 'Threshold', dataType: threshold, name: '功率阈值' },
        ],
        identifier: 'post',
        method: 'thing.event.property.post',
        name: 'post',
        type: 'info',
        required: true,
        desc: '属性上报',
      },
    ],
  },
  'written by hand: numbers as numbers, types without specs, keys of its own': {
    schema: 'http://example.com/schema.json',
    profile: { productKey: 'a1Key', version: '1.0' },
    extendedProperties: [{ identifier: 'Smoke', customize: true }],
    properties: [
      { identifier: 'Smoke', name: '烟雾', accessMode: 'r', dataType: { type: 'bool' }, std: false },
      { identifier: 'Door', name: 'Door', accessMode: 'r', required: 'true', dataType: { type: 'bool', specs: {} } },
      {
        identifier: 'Density',
        name: '浓度',
        accessMode: 'r',
        dataType: { type: 'float', specs: { min: 0, max: 100.0 } },
      },
      { identifier: 'Count', name: '次数', accessMode: 'r', dataType: { type: 'int' }, extendConfig: '{"a":1}' },
      { identifier: 'Note', name: 'Note', accessMode: 'rw', dataType: { type: 'text' }, desc: '' },
      {
        identifier: 'Many',
        name: 'Many',
        accessMode: 'r',
        dataType: { type: 'array', specs: { item: { type: 'text' } } },
      },
      { identifier: 'At', name: 'At', accessMode: 'r', dataType: { type: 'date', specs: null } },
    ],
    events: [
      {
        identifier: 'fire_alarm',
        name: '火警告警',
        type: 'alert',
        outputData: [{ identifier: 'Density', name: '烟雾浓度', dataType: { type: 'float' }, accessMode: 'r' }],
      },
    ],
    services: [{ identifier: 'test_alarm', name: '测试告警', callType: 'async', inputData: [], outputData: [] }],
  },
  'of the API': {
    productKey: 'a1Key',
    _ppk: { version: '1.0' },
    properties: [
      {
        createTs: 1_579_162_271_000,
        identifier: 'Power',
        rwFlag: 'READ_WRITE',
        dataType: 'BOOL',
        name: '电源',
        required: false,
        custom: true,
        dataSpecsList: [
          { custom: true, dataType: 'BOOL', name: '开', value: 1, defaultValue: 0 },
          { custom: true, dataType: 'BOOL', name: '关', value: 0 },
        ],
      },
      {
        identifier: 'Temp',
        rwFlag: 'READ_ONLY',
        dataType: 'DOUBLE',
        name: '温度',
        required: true,
        dataSpecs: { custom: true, dataType: 'DOUBLE', max: '120.0', min: '-40', precise: 7, step: '0.10', unit: '°C' },
      },
      { identifier: 'Bare', rwFlag: 'READ_ONLY', dataType: 'BOOL', name: 'Bare', required: false },
    ],
    events: [],
    services: [],
  },
}

function read(json: unknown): ThingModel {
  const result = readModelFile(json)
  assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.issues))
  return result.model
}
const formatOf = (json: Readonly<Record<string, unknown>>): ModelFormat => ('_ppk' in json ? 'api' : 'alink')
function out(model: ThingModel, json: Readonly<Record<string, unknown>>, locale: 'en' | 'zh' = 'en') {
  const version = formatOf(json) === 'api' || 'extendedProperties' in json ? { version: '1.0' } : {}
  const profile = { productKey: 'a1Key', ...version }
  const written = writtenIn([{ name: '', json }])
  const [file] = modelFilesOf(model, profile, locale, formatOf(json), written)
  assert.ok(isRecord(file?.json))
  return file.json
}
/** Removes functions that every document of the format contains and this one left out. */
const withoutNew = (document: object, came: object): unknown => {
  const had = new Set(JSON.stringify(came).match(/thing\.(?:event\.property\.post|service\.property\.[sg]et)/g))
  return Object.fromEntries(
    Object.entries(document).map(([key, list]: [string, unknown]) => [
      key,
      Array.isArray(list) ? list.filter((one: unknown) => !isGenerated(one) || had.has(methodOf(one))) : list,
    ]),
  )
}
const methodOf = (one: unknown): string => (isRecord(one) ? String(one['method']) : '')
const listOf = (json: unknown): readonly unknown[] =>
  isRecord(json) && Array.isArray(json['properties']) ? json['properties'] : []
const isGenerated = (one: unknown): boolean => /\.property\.(?:post|[sg]et)$/.test(methodOf(one))

for (const [name, json] of Object.entries(forms)) {
  test(`a document ${name} is exported as it was imported, to the letter of each value, in every language`, () => {
    for (const locale of ['en', 'zh'] as const)
      assert.deepEqual(
        JSON.parse(canonical(withoutNew(out(read(json), json, locale), json))),
        JSON.parse(canonical(json)),
        locale,
      )
  })
}

test('changed parts are written anew, unchanged ones stay as they were imported, and deleted ones are gone', () => {
  const [, json] = Object.values(forms)
  assert.ok(json !== undefined)
  const model = read(json)
  const changed = {
    ...model,
    properties: model.properties
      .filter(({ identifier }) => identifier !== 'Door')
      .map((one) => (one.identifier === 'Smoke' ? { ...one, name: { en: 'Smoke', zh: '烟雾' } } : one)),
  }
  const properties = listOf(out(changed, json)).filter(isRecord)
  assert.deepEqual(
    properties.map(({ identifier }) => identifier),
    ['Smoke', 'Density', 'Count', 'Note', 'Many', 'At'],
  )
  assert.deepEqual(properties[0]?.['dataType'], {
    type: 'bool',
    specs: { 0: 'Off', 1: 'On' },
    labels: { en: { 0: 'Off', 1: 'On' }, zh: { 0: '关', 1: '开' } },
  })
  assert.deepEqual(properties[2], listOf(json)[3])
  // A document with two languages is written in the requested one.
  assert.equal(listOf(out(changed, json, 'zh')).filter(isRecord)[0]?.['name'], '烟雾')
})

test('a document of one module and its registers are exported as they were imported', () => {
  const property = { identifier: 'Temp', name: '温度', accessMode: 'r', required: false, dataType: { type: 'float' } }
  const files = [
    { name: 'model.json', json: { schema, profile: { productKey: 'a1Key' }, properties: [property] } },
    {
      name: 'module.json',
      json: {
        schema,
        profile: { productKey: 'a1Key' },
        functionBlockId: 'Modem',
        functionBlockName: 'Modem',
        properties: [{ ...property, identifier: 'Signal', std: true }],
      },
    },
  ]
  const registers = {
    properties: [
      {
        identifier: 'Temp',
        operateType: 'inputRegister',
        registerAddress: '0x00a0',
        originalDataType: { type: 'int16', specs: { registerCount: '1', swap16: '0' } },
        scaling: '0.10',
        pollingTime: '1000',
        vendor: 'x',
      },
    ],
  }
  const main = { ...read(files[0]?.json), modules: [{ identifier: 'Modem', name: { en: 'Modem', zh: 'Modem' } }] }
  const model = { ...main, properties: [...main.properties, ...read(files[1]?.json).properties] }
  const placed = readModelFile(registers, model)
  assert.ok(placed.ok)
  const written = { ...writtenIn(files), ...writtenIn([{ name: '', json: registers }]) }
  const made = modelFilesOf(placed.model, { productKey: 'a1Key' }, 'en', 'bundle', written)
  assert.deepEqual(listOf(made[0]?.json), [property])
  assert.deepEqual(listOf(made[1]?.json), [{ ...property, identifier: 'Signal', std: true }])
  assert.deepEqual(made[2]?.json, registers)
})
