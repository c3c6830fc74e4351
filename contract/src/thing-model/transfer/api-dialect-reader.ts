import { flagIn, isRecord, numberIn, placed, type DocumentPath, type Places } from '../document-place.ts'
import { filled, listIn, readName, readType, ifPresent, textIn, usualSides, widest } from './tsl-parts-reader.ts'
import type { Raw, ReadFunction } from './tsl-parts-reader.ts'
import { thingModelLimits } from '../thing-model.model.ts'

/**
 * Reads functions in the form of Alibaba's API (`ThingModelJson`, developer reference "Data structure of ThingModelJson"): the same model
 * with other keys. A type is a word in capitals with `dataSpecs` beside it, or `dataSpecsList` for several (choices, members); members have
 * their type in `childDataType`. api-dialect.ts writes it. Ignored: `defaultValue` of single choices, `paraOrder` and `direction` (the
 * lists contain both), `custom`, `std`, `precise`.
 */
const ownKeys = [
  'rwFlag',
  'dataSpecs',
  'dataSpecsList',
  'eventName',
  'eventType',
  'outputdata',
  'serviceName',
  'inputParams',
  'outputParams',
] as const

export const isApiFunction = (from: Raw): boolean =>
  typeof from['dataType'] === 'string' || ownKeys.some((key) => from[key] !== undefined)

/** A whole document in this dialect. */
export const isApiDocument = (document: Raw, functions: readonly unknown[]): boolean =>
  document['_ppk'] !== undefined || functions.some((one) => isRecord(one) && isApiFunction(one))

/** The first of these keys that is present; the first of all if none is. */
const keyOf = (from: Raw, ...keys: readonly [string, ...string[]]): string =>
  keys.find((key) => from[key] !== undefined && from[key] !== null) ?? keys[0]

const words: ReadonlyMap<unknown, string> = new Map([
  ['READ_ONLY', 'r'],
  ['READ_WRITE', 'rw'],
  ['INFO_EVENT_TYPE', 'info'],
  ['ALERT_EVENT_TYPE', 'alert'],
  ['ERROR_EVENT_TYPE', 'error'],
  ['ASYNC', 'async'],
  ['SYNC', 'sync'],
])
const wordIn = (value: unknown): unknown => words.get(value) ?? value

function commonIn(places: Places, from: Raw, path: DocumentPath, nameKey: string, description: string): Raw {
  return {
    identifier: from['identifier'],
    name: readName(places, from, path, nameKey),
    ...ifPresent('description', from[description]),
    required: flagIn(from['required'] ?? false),
  }
}

const property: ReadFunction = (places, from, path) => {
  const description = keyOf(from, 'description', 'desc')
  const access = keyOf(from, 'rwFlag', 'accessMode')
  const specs = isRecord(from['dataSpecs']) ? from['dataSpecs'] : {}
  const dataType = readTyped(places, from, path, 'dataType')
  const isNumber = isRecord(dataType) && 'min' in dataType
  const inSpecs = filled(specs['defaultValue'] ?? undefined)
  return placed(
    places,
    {
      ...commonIn(places, from, path, 'name', description),
      accessMode: wordIn(from[access]),
      dataType,
      ...ifPresent('defaultValue', from['defaultValue'] ?? (isNumber ? numberIn(inSpecs) : inSpecs)),
      ...ifPresent('repeatable', flagIn(from['repeatable'])),
      ...ifPresent('onlyWhile', from['onlyWhile']),
    },
    path,
    {
      description: [description],
      accessMode: [access],
      ...(from['defaultValue'] === undefined ? { defaultValue: ['dataSpecs', 'defaultValue'] } : {}),
    },
  )
}

const event: ReadFunction = (places, from, path) => {
  const description = keyOf(from, 'description', 'desc')
  const type = keyOf(from, 'eventType', 'type')
  const output = keyOf(from, 'outputdata', 'outputData', 'outputParams')
  return placed(
    places,
    {
      ...commonIn(places, from, path, keyOf(from, 'eventName', 'name'), description),
      type: wordIn(from[type]),
      outputData: listIn(places, from[output], [...path, output], [], readParameter),
    },
    path,
    { description: [description], type: [type], outputData: [output] },
  )
}

const service: ReadFunction = (places, from, path) => {
  const description = keyOf(from, 'description', 'desc')
  const input = keyOf(from, 'inputParams', 'inputData')
  const output = keyOf(from, 'outputParams', 'outputData')
  return placed(
    places,
    {
      ...commonIn(places, from, path, keyOf(from, 'serviceName', 'name'), description),
      callType: wordIn(from['callType']),
      ...ifPresent('repeatable', flagIn(from['repeatable'])),
      inputData: listIn(places, from[input], [...path, input], [], readParameter),
      outputData: listIn(places, from[output], [...path, output], [], readParameter),
    },
    path,
    { description: [description], inputData: [input], outputData: [output] },
  )
}

export const apiFunctions = { property, event, service } as const

const readParameter: ReadFunction = (places, from, path) =>
  placed(
    places,
    {
      identifier: from['identifier'],
      name: readName(places, from, path),
      dataType: readTyped(places, from, path, 'dataType'),
    },
    path,
  )

/** A member of a structure has its type in `child…`; its `dataType` only says that it belongs to a structure. */
const readMember: ReadFunction = (places, from, path) =>
  placed(
    places,
    {
      identifier: from['identifier'],
      name: readName(places, from, path, keyOf(from, 'name', 'childName')),
      dataType: readTyped(places, from, path, keyOf(from, 'childDataType', 'dataType')),
      ...ifPresent('optional', flagIn(from['optional'])),
    },
    path,
  )

/** Reads the type under `key`, with the specs beside it. */
function readTyped(places: Places, from: Raw, path: DocumentPath, key: string): unknown {
  const given = from[key]
  if (isRecord(given)) return readType(places, given, [...path, key])
  const type = typeof given === 'string' ? given.toLowerCase() : given
  const specsKey = keyOf(from, 'dataSpecs', 'childSpecsDTO')
  const listKey = keyOf(from, 'dataSpecsList', 'childEnumSpecsDTO')
  const list = from[listKey] ?? undefined
  const specs = from[specsKey] ?? undefined
  const own = isRecord(specs) ? specs : {}
  const isWrong = specs !== undefined && !isRecord(specs)
  const at = (name: string): DocumentPath => (isWrong ? [specsKey] : [specsKey, name])
  const numberAt = (name: string, otherwise?: number) => (isWrong ? specs : numberIn(filled(own[name]) ?? otherwise))
  switch (type) {
    case 'int':
    case 'float':
    case 'double':
      return placed(
        places,
        {
          type,
          min: numberAt('min', widest[type].min),
          max: numberAt('max', widest[type].max),
          ...(isWrong ? {} : ifPresent('step', numberAt('step'))),
          ...ifPresent('unit', textIn(own['unit'])),
          ...ifPresent('unitName', textIn(own['unitName'])),
        },
        path,
        {
          type: [key],
          ...Object.fromEntries(['min', 'max', 'step', 'unit', 'unitName'].map((name) => [name, at(name)])),
        },
      )
    case 'text':
      return placed(places, { type, length: numberAt('length', 10_240) }, path, { length: at('length') })
    case 'bool':
      if (list === undefined || (Array.isArray(list) && list.length === 0))
        return placed(places, { type, ...structuredClone(usualSides) }, path)
      return readSides(places, list, path, listKey)
    case 'enum':
      return placed(places, { type, items: listIn(places, list, [...path, listKey], [], readItem) }, path, {
        items: [listKey],
      })
    case 'struct':
      return placed(places, { type, members: listIn(places, list, [...path, listKey], [], readMember) }, path, {
        members: [listKey],
      })
    case 'array':
      return placed(
        places,
        {
          type,
          size: numberAt('size', thingModelLimits.arraySize),
          item: isWrong ? specs : readTyped(places, own, [...path, specsKey], 'childDataType'),
        },
        path,
        { size: at('size'), item: at('childDataType') },
      )
    default:
      return placed(places, { type }, path, { type: [key] })
  }
}

const readItem: ReadFunction = (places, from, path) =>
  placed(
    places,
    { value: numberIn(from['value']), ...readName(places, from, path) },
    path,
    isRecord(from['names']) ? { en: ['names', 'en'], zh: ['names', 'zh'] } : { en: ['name'], zh: ['name'] },
  )

/** The sides of a bool are two items, in any order. */
function readSides(places: Places, list: unknown, path: DocumentPath, listKey: string): object {
  const items: readonly unknown[] = Array.isArray(list) ? list : []
  const side = (value: number): unknown => {
    const index = items.findIndex((item) => isRecord(item) && numberIn(item['value']) === value)
    const item = items[index]
    if (!isRecord(item)) return undefined
    const at = isRecord(item['names']) ? ['names'] : []
    return placed(
      places,
      { ...readName(places, item, [...path, listKey, index]) },
      [...path, listKey, index, ...at],
      isRecord(item['names']) ? {} : { en: ['name'], zh: ['name'] },
    )
  }
  return placed(places, { type: 'bool', off: side(0), on: side(1) }, path, { off: [listKey], on: [listKey] })
}
