import { isRecord } from '@brigade/contract/thing-model/document-place.ts'
import type { DataType, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { checkReport } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { toTsl } from '@brigade/contract/thing-model/transfer/tsl.ts'
import { readModelFile, readModelText } from '@brigade/contract/thing-model/transfer/read-model-files.ts'
import type { Figure } from './run.ts'

const label = (en: string, zh: string) => ({ en, zh })
const stage = (index: number) => ({
  identifier: `M${index}`,
  name: label(`Member ${index}`, `成员${index}`),
  dataType: { type: 'int', min: 0, max: 9999, step: 1, unit: 's', unitName: 'second' } as const,
})
/**
 * Types in the proportions of appliance models: mostly numbers, a few choices and texts, and now and then a list of
 * structures.
 */
const types: readonly DataType[] = [
  { type: 'float', min: -40, max: 350, step: 0.1, unit: '°C', unitName: 'Celsius' },
  { type: 'int', min: 0, max: 100, step: 1, unit: '%', unitName: 'percent' },
  { type: 'bool', off: label('Off', '关'), on: label('On', '开') },
  { type: 'float', min: 0, max: 80, step: 0.01, unit: 'kW', unitName: 'kilowatt' },
  {
    type: 'enum',
    items: Array.from({ length: 8 }, (_, value) => ({ value, ...label(`Choice ${value}`, `选项${value}`) })),
  },
  { type: 'text', length: 64 },
  { type: 'int', min: 0, max: 10_000_000 },
  { type: 'date' },
  { type: 'double', min: 0, max: 100_000_000, step: 0.01, unit: 'kWh', unitName: 'kilowatt hour' },
  { type: 'array', size: 14, item: { type: 'struct', members: Array.from({ length: 7 }, (_, at) => stage(at)) } },
]
const typeOf = (index: number): DataType => types[index % types.length] ?? { type: 'date' }
const valueOf = (index: number): unknown =>
  [
    20 + index / 10,
    index % 100,
    index % 2,
    12.34,
    index % 8,
    '电 fault E05',
    index * 1000,
    '1795000000000',
    1234.56,
    Array.from({ length: 5 }, () => Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`M${at}`, at * 10]))),
  ][index % types.length]

const parameters = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    identifier: `Parameter${index}`,
    name: label(`Parameter ${index}`, `参数${index}`),
    dataType: typeOf(index),
  }))
const common = (kind: string, index: number) => ({
  identifier: `${kind}${index}`,
  name: label(`${kind} ${index}`, `功能${index}`),
  required: index % 5 === 0,
})
const model: ThingModel = {
  properties: Array.from({ length: 200 }, (_, index) => ({
    ...common('Property', index),
    accessMode: index % 3 === 0 ? 'rw' : 'r',
    dataType: typeOf(index),
  })),
  events: Array.from({ length: 50 }, (_, index) => ({
    ...common('Event', index),
    type: 'alert',
    outputData: parameters(3),
  })),
  services: Array.from({ length: 50 }, (_, index) => ({
    ...common('Service', index),
    callType: 'async',
    inputData: parameters(4),
    outputData: parameters(1),
  })),
}
const document = JSON.stringify(toTsl(model, { productKey: 'a1Bench' }, 'zh'))
const report = JSON.stringify(
  Object.fromEntries(
    model.properties.map(({ identifier }, index) => [identifier, { value: valueOf(index), time: 1_795_000_000_000 }]),
  ),
)

/** Time of one run: the minimum of many, because other load only adds time. The code is warm, as in a server after a minute. */
function microsecondsOf(work: () => unknown, forMs = 1500): number {
  let best = Number.POSITIVE_INFINITY
  for (const end = performance.now() + forMs; performance.now() < end;) {
    const from = performance.now()
    work()
    best = Math.min(best, performance.now() - from)
  }
  return best * 1000
}

function figure(name: string, work: () => unknown, text: string, goal: string): Figure {
  const peer = microsecondsOf(() => JSON.parse(text))
  const own = microsecondsOf(work)
  const shown = (microseconds: number) => `${Math.round(microseconds).toLocaleString('en')} µs`
  const bytes = `${Math.round(Buffer.byteLength(text) / 1024)} KB`
  return {
    name: `${name} (${bytes})`,
    measured: shown(own),
    against: `JSON.parse ${shown(peer)}`,
    ratio: own / peer,
    goal,
  }
}

/** Reading a document of 300 functions, and checking a report of 200 properties, each starting from its text. */
export async function measure(): Promise<readonly Figure[]> {
  return [
    figure(
      'import of a model of 300 functions, over JSON.parse of the file',
      () => {
        const read = readModelText(document)
        if (!read.ok || !readModelFile(read.json).ok) throw new Error('the bench reads no model')
      },
      document,
      'at most 4',
    ),
    figure(
      'report of 200 properties read and checked, over JSON.parse of it',
      () => {
        const params: unknown = JSON.parse(report)
        if (!isRecord(params) || checkReport(params, model).accepted.length !== 200)
          throw new Error('the bench reports what its model does not allow')
      },
      report,
      'at most 2',
    ),
  ]
}
