import type { Locale } from '../../locale.ts'
import type { TslProfile } from './tsl-reader.ts'
import type { DataType, FunctionName, Module, Parameter, Property, ThingModel } from '../thing-model.model.ts'

export { fromTsl } from './tsl-reader.ts'
export type { TslProfile } from './tsl-reader.ts'

/**
 * Writes a thing model as an Alink TSL document (alink.md 1); tsl-reader.ts reads it. The document has one language. Names that differ in
 * the other language are in a key of our own, `names` (functions) or `labels` (bools and enumerations), which Alink readers ignore; so are
 * `defaultValue`, `onlyWhile`, `repeatable`, `optional` and `order`, because JSON objects sort keys that look like numbers. Register
 * addresses are in a document of their own (alink.md 1.7). Functions of modules are among the others under the identifiers that devices
 * use; in a file of a single module (transfer/model-files.ts) they have no prefix.
 */

export type TslDataType = { type: string; specs?: unknown; labels?: unknown; order?: string[] }
export type TslParameter = {
  identifier: string
  name: string
  names?: FunctionName
  dataType: TslDataType
  optional?: boolean
}
type TslCommon = { identifier: string; name: string; names?: FunctionName; desc?: string; required: boolean }
export type TslDocument = {
  schema: string
  profile: TslProfile
  properties: (TslCommon & {
    accessMode: string
    dataType: TslDataType
    defaultValue?: Property['defaultValue']
    repeatable?: boolean
    onlyWhile?: Property['onlyWhile']
  })[]
  events: (TslCommon & { type: string; method: string; outputData: TslParameter[] })[]
  services: (TslCommon & {
    callType: string
    method: string
    repeatable?: boolean
    /** The generated `get` has bare identifiers. */
    inputData: (TslParameter | string)[]
    outputData: TslParameter[]
  })[]
  functionBlocks?: TslBlock[]
  /** Present in a document of one module. */
  functionBlockId?: string
  functionBlockName?: string
  functionBlockNames?: FunctionName
}
type TslBlock = { functionBlockId: string; functionBlockName: string; names?: FunctionName; productKey: string }

/** A name in one language; both languages where they differ. */
export function nameIn({ en, zh }: FunctionName, locale: Locale): { name: string; names?: FunctionName }
export function nameIn({ en, zh }: FunctionName, locale: Locale, key: string): object
export function nameIn({ en, zh }: FunctionName, locale: Locale, key = 'name'): object {
  return { [key]: locale === 'en' ? en : zh, ...(en === zh ? {} : { names: { en, zh } }) }
}

const schema = 'https://iotx-tsl.oss-ap-southeast-1.aliyuncs.com/schema.json'

export function toTsl(model: ThingModel, profile: TslProfile, locale: Locale): TslDocument {
  const { modules = [] } = model
  return {
    ...documentOf(model, profile, locale),
    ...(modules.length === 0
      ? {}
      : {
          functionBlocks: modules.map(({ identifier, name: { en, zh } }) => ({
            functionBlockId: identifier,
            functionBlockName: locale === 'en' ? en : zh,
            ...(en === zh ? {} : { names: { en, zh } }),
            productKey: profile.productKey,
          })),
        }),
  }
}

/** The document of one module; `functions` have identifiers without its prefix. */
export function toTslModule(module: Module, functions: ThingModel, profile: TslProfile, locale: Locale): TslDocument {
  const { en, zh } = module.name
  return {
    ...documentOf(functions, profile, locale, `${module.identifier}:`),
    functionBlockId: module.identifier,
    functionBlockName: locale === 'en' ? en : zh,
    ...(en === zh ? {} : { functionBlockNames: { en, zh } }),
  }
}

/** `prefix` is the prefix of methods, which contains the module even where identifiers do not. */
function documentOf(model: ThingModel, profile: TslProfile, locale: Locale, prefix = ''): TslDocument {
  const common = (from: {
    identifier: string
    name: FunctionName
    description?: string | undefined
    required: boolean
  }) => ({
    identifier: from.identifier,
    ...nameIn(from.name, locale),
    ...(from.description === undefined ? {} : { desc: from.description }),
    required: from.required,
  })
  const parameter = ({ identifier, name, dataType }: Parameter): TslParameter => ({
    identifier,
    ...nameIn(name, locale),
    dataType: typeToTsl(dataType, locale, parameter),
  })
  const generated = { required: true, desc: '' }
  const all = model.properties.map(parameter)
  const writable = model.properties.filter((property) => property.accessMode === 'rw').map(parameter)
  return {
    schema,
    profile,
    properties: model.properties.map((property) => ({
      ...common(property),
      accessMode: property.accessMode,
      dataType: typeToTsl(property.dataType, locale, parameter),
      ...(property.defaultValue === undefined ? {} : { defaultValue: property.defaultValue }),
      ...(property.repeatable === undefined ? {} : { repeatable: property.repeatable }),
      ...(property.onlyWhile === undefined ? {} : { onlyWhile: property.onlyWhile }),
    })),
    events: [
      {
        ...generated,
        identifier: 'post',
        name: 'post',
        type: 'info',
        method: 'thing.event.property.post',
        outputData: all,
      },
      ...model.events.map((event) => ({
        ...common(event),
        type: event.type,
        method: `thing.event.${prefix}${event.identifier}.post`,
        outputData: event.outputData.map(parameter),
      })),
    ],
    services: [
      {
        ...generated,
        identifier: 'set',
        name: 'set',
        callType: 'async',
        method: 'thing.service.property.set',
        inputData: writable,
        outputData: [],
      },
      {
        ...generated,
        identifier: 'get',
        name: 'get',
        callType: 'async',
        method: 'thing.service.property.get',
        inputData: all.map((property) => property.identifier),
        outputData: all,
      },
      ...model.services.map((service) => ({
        ...common(service),
        callType: service.callType,
        method: `thing.service.${prefix}${service.identifier}`,
        ...(service.repeatable === undefined ? {} : { repeatable: service.repeatable }),
        inputData: service.inputData.map(parameter),
        outputData: service.outputData.map(parameter),
      })),
    ],
  }
}

/** A number that reads as itself: `String(-0)` would be `0`. */
export const numeral = (value: number): string => (Object.is(value, -0) ? '-0' : String(value))

/** Specs are strings, all of them: `{ "min": "0" }`. */
function typeToTsl(dataType: DataType, locale: Locale, parameter: (from: Parameter) => TslParameter): TslDataType {
  switch (dataType.type) {
    case 'int':
    case 'float':
    case 'double': {
      const { type, unit, unitName, ...numbers } = dataType
      const specs = Object.entries({ ...numbers, unit, unitName })
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, typeof value === 'number' ? numeral(value) : value])
      return { type, specs: Object.fromEntries(specs) }
    }
    case 'text':
      return { type: 'text', specs: { length: String(dataType.length) } }
    case 'date':
      return { type: 'date', specs: {} }
    case 'bool':
      return labelled(
        'bool',
        [
          { value: 0, ...dataType.off },
          { value: 1, ...dataType.on },
        ],
        locale,
      )
    case 'enum':
      return labelled('enum', dataType.items, locale)
    case 'struct':
      return {
        type: 'struct',
        specs: dataType.members.map(({ optional, ...member }) => ({
          ...parameter(member),
          ...(optional === undefined ? {} : { optional }),
        })),
      }
    default:
      return {
        type: 'array',
        specs: { size: String(dataType.size), item: typeToTsl(dataType.item, locale, parameter) },
      }
  }
}

type Item = Readonly<{ value: number; en: string; zh: string }>

function labelled(type: string, items: readonly Item[], locale: Locale): TslDataType {
  const labels = (of: Locale) => Object.fromEntries(items.map((item) => [numeral(item.value), item[of]]))
  const specs = labels(locale)
  const order = items.map((item) => numeral(item.value))
  const isSorted = Object.keys(specs).every((key, index) => key === order[index])
  return {
    type,
    specs,
    ...(items.every((item) => item.en === item.zh) ? {} : { labels: { en: labels('en'), zh: labels('zh') } }),
    ...(isSorted ? {} : { order }),
  }
}
