import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelFormats } from '../model-draft.model.ts'
import type { ThingModel } from '../thing-model.model.ts'
import { modelFilesOf } from './model-files.ts'
import { fromModelFiles, readModelFile, readModelText, type ModelFileKind } from './read-model-files.ts'

/**
 * Documents that are unusual but valid, as other platforms, their consoles and people's editors write them. Each is
 * read correctly, and every format of ours exports it unchanged.
 */
type Tricky = Readonly<{
  text: string
  kind?: ModelFileKind
  /** The expected part of the model; keys that are absent here are not compared. */
  model: object
}>

const head = '"schema":"https://example.invalid/schema.json","profile":{"productKey":"a1Key"}'
const property = (dataType: string, more = '') =>
  `{${head},"properties":[{"identifier":"P","name":"P","accessMode":"r","required":false,"dataType":${dataType}${more}}],"events":[],"services":[]}`
const typed = (dataType: object, more: object = {}) => ({ properties: [{ dataType, ...more }] })
const both = (text: string) => ({ en: text, zh: text })

const documents: Readonly<Record<string, Tricky>> = {
  'a byte order mark, line breaks of Windows and tabs': {
    text: `\uFEFF${property('{"type":"date","specs":{}}').replaceAll(',', ',\r\n\t')}\r\n`,
    model: typed({ type: 'date' }),
  },
  'no specs at all': {
    text: property('{"type":"int"}'),
    model: typed({ type: 'int', min: -2_147_483_648, max: 2_147_483_647 }),
  },
  'specs that are null, and limits that are empty': {
    text: property('{"type":"float","specs":{"min":"","max":null,"step":"","unit":"","unitName":""}}'),
    model: typed({ type: 'float', min: -3.402_823_4e38, max: 3.402_823_4e38, unit: '', unitName: '' }),
  },
  'limits as numbers, lengths as numbers': {
    text: property(
      '{"type":"struct","specs":[{"identifier":"A","name":"A","dataType":{"type":"int","specs":{"min":0,"max":9,"step":1}}},{"identifier":"B","name":"B","dataType":{"type":"text","specs":{"length":16}}}]}',
    ),
    model: typed({
      members: [{ dataType: { type: 'int', min: 0, max: 9, step: 1 } }, { dataType: { type: 'text', length: 16 } }],
    }),
  },
  'numbers with exponents, signs, spaces and bare points': {
    text: property('{"type":"double","specs":{"min":" -1.5E+3 ","max":"+2e4","step":".5"}}'),
    model: typed({ type: 'double', min: -1500, max: 20_000, step: 0.5 }),
  },
  'a limit of minus nought': {
    text: property('{"type":"double","specs":{"min":"-0","max":"1","step":"0.1"}}'),
    model: typed({ type: 'double', min: -0, max: 1, step: 0.1 }),
  },
  'the longest text there is': {
    text: property('{"type":"text","specs":{"length":"10240"}}'),
    model: typed({ type: 'text', length: 10_240 }),
  },
  'the largest list there is, of structures': {
    text: property(
      '{"type":"array","specs":{"size":"512","item":{"type":"struct","specs":[{"identifier":"A","name":"A","dataType":{"type":"bool","specs":{"0":"关","1":"开"}}}]}}}',
    ),
    model: typed({ size: 512, item: { members: [{ dataType: { type: 'bool', off: both('关'), on: both('开') } }] } }),
  },
  'choices out of order, negative ones and one as long as may be': {
    text: property(`{"type":"enum","specs":{"-1":"未知","10":"Ten","2":"Two","2147483647":"${'高'.repeat(64)}"}}`),
    model: typed({
      // JavaScript has keys that look like numbers first, and in their order.
      items: [{ value: 2 }, { value: 10 }, { value: 2_147_483_647, zh: '高'.repeat(64) }, { value: -1 }],
    }),
  },
  'a label that is a number': {
    text: property('{"type":"bool","specs":{"1":1,"0":0}}'),
    model: typed({ off: both('0'), on: both('1') }),
  },
  'names in Chinese with spaces and marks, the longest there is': {
    text: property('{"type":"date"}').replace('"P","accessMode"', `" ${'炉'.repeat(27)}（℃）  ","accessMode"`),
    model: { properties: [{ name: both(`${'炉'.repeat(27)}（℃）`) }] },
  },
  'escapes, pictures and letters of two halves': {
    text: property('{"type":"date"}', ',"desc":"\\u6e29\\u5ea6 \\ud83d\\udd25\\n\\"x\\""'),
    model: { properties: [{ description: '温度 🔥\n"x"' }] },
  },
  'lists left out, null and empty': {
    text: `{${head},"properties":null,"events":[]}`,
    model: { properties: [], events: [], services: [] },
  },
  'a key called __proto__, and others nobody knows': {
    text: property(
      '{"type":"date","specs":{},"x":1}',
      ',"__proto__":{"accessMode":"rw"},"custom":true,"std":false,"extendConfig":"{}"',
    ).replace('"events"', '"abilities":[],"domain":"","events"'),
    model: { properties: [{ accessMode: 'r' }] },
  },
  'keys twice: the last one counts, as everywhere': {
    text: property('{"type":"date"}').replace('"name":"P"', '"name":"first","name":"second"'),
    model: { properties: [{ name: both('second') }] },
  },
  'flags as words and numbers': {
    text: property('{"type":"date"}').replace('"required":false', '"required":"true"'),
    model: { properties: [{ required: true }] },
  },
  'what is generated without a method, and with inputs of bare names': {
    text: `{${head},"properties":[],"events":[{"identifier":"post","name":"post","type":"info","outputData":[]}],"services":[{"identifier":"get","name":"get","callType":"async","inputData":["A"],"outputData":[]},{"identifier":"set","name":"set"}]}`,
    model: { properties: [], events: [], services: [] },
  },
  'a list of modules that is empty, and a module that is none': {
    text: `{${head},"functionBlockId":"","functionBlocks":[],"properties":[]}`,
    model: { properties: [] },
  },
  'a default module that names others, which are in other files': {
    text: `{${head},"properties":[],"functionBlocks":[{"functionBlockId":"Battery","functionBlockName":"电池","productKey":"a1Key"}]}`,
    model: { modules: [{ identifier: 'Battery', name: both('电池') }] },
  },
  'a module of its own, with identifiers as on the wire and without': {
    text: `{"profile":{"productKey":"a1Key"},"functionBlockId":"Battery","functionBlockName":"电池","properties":[{"identifier":"Level","name":"电量","accessMode":"r","required":false,"dataType":{"type":"int"}}],"events":[{"identifier":"post","name":"post","type":"info","method":"thing.event.Battery:property.post","outputData":[]},{"identifier":"Battery:Low","name":"Low","type":"alert","required":false,"outputData":[],"method":"thing.event.Battery:Low.post"}],"services":[]}`,
    kind: 'module',
    model: {
      modules: [{ identifier: 'Battery' }],
      properties: [{ identifier: 'Battery:Level' }],
      events: [{ identifier: 'Battery:Low' }],
    },
  },
  'a product key, a version that is a number, a device name that is null': {
    text: '{"profile":{"productKey":"a1Key","version":3,"deviceName":null},"link":"/sys/a1Key/${deviceName}/thing/","properties":[]}',
    model: { properties: [] },
  },
  'the dialect of the API, as its reference shows it': {
    text: '{"_ppk":{"description":"test","version":"159244410"},"events":[{"custom":true,"eventName":"缺水","eventType":"ALERT_EVENT_TYPE","identifier":"NoWater","outputdata":[{"custom":true,"dataSpecs":{"custom":true,"dataType":"DATE"},"dataType":"DATE","direction":"PARAM_OUTPUT","identifier":"Since","name":"起","paraOrder":0}],"productKey":"a1Key","required":false}],"productKey":"a1Key","properties":[{"custom":true,"dataSpecs":{"custom":true,"dataType":"INT","defaultValue":"30","max":"100","min":"0","precise":7,"step":"1","unit":"mmHg","unitName":"毫米汞柱"},"dataType":"INT","identifier":"Pressure","name":"压力","productKey":"a1Key","required":true,"rwFlag":"READ_ONLY","std":false},{"custom":true,"dataSpecsList":[{"custom":true,"dataType":"BOOL","name":"开","value":1},{"custom":true,"dataType":"BOOL","name":"关","value":0}],"dataType":"BOOL","identifier":"Power","name":"电源","productKey":"a1Key","required":false,"rwFlag":"READ_WRITE"}],"services":[{"callType":"SYNC","custom":true,"identifier":"Run","inputParams":[{"dataSpecs":{"childDataType":"STRUCT","custom":true,"dataSpecsList":[{"childDataType":"TEXT","childName":"步骤","dataSpecs":{"custom":true,"dataType":"TEXT","length":64},"dataType":"STRUCT","identifier":"Step","name":"步骤"},{"childDataType":"ENUM","childEnumSpecsDTO":[{"dataType":"ENUM","name":"蒸","value":"1"}],"childName":"模式","dataType":"STRUCT","identifier":"Mode"}],"dataType":"ARRAY","size":14},"dataType":"ARRAY","direction":"PARAM_INPUT","identifier":"Steps","name":"步骤","paraOrder":0}],"outputParams":[],"productKey":"a1Key","required":false,"serviceName":"启动"}]}',
    kind: 'api',
    model: {
      properties: [
        {
          identifier: 'Pressure',
          name: both('压力'),
          accessMode: 'r',
          required: true,
          dataType: { type: 'int', min: 0, max: 100, step: 1, unit: 'mmHg', unitName: '毫米汞柱' },
          defaultValue: 30,
        },
        { identifier: 'Power', accessMode: 'rw', dataType: { type: 'bool', off: both('关'), on: both('开') } },
      ],
      events: [
        { name: both('缺水'), type: 'alert', outputData: [{ identifier: 'Since', dataType: { type: 'date' } }] },
      ],
      services: [
        {
          name: both('启动'),
          callType: 'sync',
          inputData: [
            {
              dataType: {
                type: 'array',
                size: 14,
                item: {
                  type: 'struct',
                  members: [
                    { identifier: 'Step', name: both('步骤'), dataType: { type: 'text', length: 64 } },
                    { identifier: 'Mode', name: both('模式'), dataType: { items: [{ value: 1, zh: '蒸' }] } },
                  ],
                },
              },
            },
          ],
        },
      ],
    },
  },
  'the dialect of the API with types in small letters, empty specs and lists of null': {
    text: '{"productKey":"a1Key","properties":[{"identifier":"A","name":"A","dataType":"float","dataSpecs":null,"dataSpecsList":null,"rwFlag":"READ_ONLY"},{"identifier":"B","name":"B","dataType":"array","dataSpecs":{"childDataType":"int","size":"5","dataSpecsList":null},"rwFlag":"READ_WRITE"}],"events":null}',
    kind: 'api',
    model: {
      properties: [
        { dataType: { type: 'float', min: -3.402_823_4e38 }, required: false },
        { dataType: { type: 'array', size: 5, item: { type: 'int', max: 2_147_483_647 } } },
      ],
    },
  },
  'a module in the dialect of the API': {
    text: '{"productKey":"a1Key","identifier":"location0","name":"定位模块0","properties":[{"identifier":"Lon","name":"经度","dataType":"DOUBLE","dataSpecs":{"dataType":"DOUBLE","min":"-180","max":"180","step":"0.01"},"rwFlag":"READ_ONLY"}],"services":[],"events":[]}',
    kind: 'module',
    model: {
      modules: [{ identifier: 'location0', name: both('定位模块0') }],
      properties: [{ identifier: 'location0:Lon', dataType: { type: 'double', min: -180, max: 180, step: 0.01 } }],
    },
  },
}

/** Reduces `seen` to the keys and the number of items that the expectation has. */
function partOf(seen: unknown, wanted: unknown): unknown {
  if (Array.isArray(wanted) && Array.isArray(seen))
    return seen.map((item: unknown, index) => (index < wanted.length ? partOf(item, wanted[index]) : item))
  if (typeof wanted !== 'object' || wanted === null || typeof seen !== 'object' || seen === null) return seen
  return Object.fromEntries(
    Object.keys(wanted).map((key) => [key, partOf(Reflect.get(seen, key), Reflect.get(wanted, key))]),
  )
}

const plain = (json: unknown): unknown => JSON.parse(JSON.stringify(json))

function readText(text: string): { kind: ModelFileKind | undefined; model: ThingModel } {
  const json = readModelText(text)
  assert.ok(json.ok)
  const read = readModelFile(json.json)
  assert.ok(read.ok, read.ok ? '' : JSON.stringify(read.issues))
  return { kind: read.kinds[0], model: read.model }
}

for (const [name, { text, kind = 'alink', model: wanted }] of Object.entries(documents)) {
  test(`is read as intended, and unchanged after every format: ${name}`, () => {
    const { kind: seen, model } = readText(text)
    assert.equal(seen, kind)
    assert.deepEqual(partOf(model, wanted), wanted)
    for (const format of modelFormats) {
      if (format === 'modbus') continue
      const files = modelFilesOf(model, { productKey: 'a1Key' }, 'zh', format)
      const again = fromModelFiles(files.map(({ name: file, json }) => ({ name: file, json: plain(json) })))
      assert.ok(again.ok, `${format}: ${again.ok ? '' : JSON.stringify(again.issues)}`)
      assert.deepEqual(again.model, model, format)
    }
  })
}
