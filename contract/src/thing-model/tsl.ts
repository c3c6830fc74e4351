import { z } from 'zod'
import type { Locale } from '../locale.ts'
import { ThingModel } from './thing-model.model.ts'
import type { DataType, FunctionName, Parameter } from './thing-model.model.ts'

/**
 * A thing model as an Alink TSL document and back (alink.md 1). The document has one language; where the other says something
 * else it travels in a key of our own, `names` (functions) or `labels` (bools and enumerations), which Alink readers skip.
 * Register addresses travel in a document of their own (alink.md 1.7), not here.
 */

export type TslProfile = Readonly<{ productKey: string; deviceName?: string | undefined; version?: string | undefined }>
export type TslDataType = { type: string; specs?: unknown; labels?: unknown }
export type TslParameter = { identifier: string; name: string; names?: FunctionName; dataType: TslDataType }
type TslCommon = { identifier: string; name: string; names?: FunctionName; desc?: string; required: boolean }
export type TslDocument = {
  schema: string
  profile: TslProfile
  properties: (TslCommon & { accessMode: string; dataType: TslDataType })[]
  events: (TslCommon & { type: string; method: string; outputData: TslParameter[] })[]
  services: (TslCommon & {
    callType: string
    method: string
    /** Of the generated `get`, bare identifiers. */
    inputData: (TslParameter | string)[]
    outputData: TslParameter[]
  })[]
}

const schema = 'https://iotx-tsl.oss-ap-southeast-1.aliyuncs.com/schema.json'

/** Functions every document carries and no person writes: made on the way out, dropped on the way in. */
const generatedMethods: readonly string[] = [
  'thing.event.property.post',
  'thing.service.property.set',
  'thing.service.property.get',
]

export function toTsl(model: ThingModel, profile: TslProfile, locale: Locale): TslDocument {
  const named = ({ en, zh }: FunctionName) => ({
    name: locale === 'en' ? en : zh,
    ...(en === zh ? {} : { names: { en, zh } }),
  })
  const common = (from: {
    identifier: string
    name: FunctionName
    description?: string | undefined
    required: boolean
  }) => ({
    identifier: from.identifier,
    ...named(from.name),
    ...(from.description === undefined ? {} : { desc: from.description }),
    required: from.required,
  })
  const parameter = ({ identifier, name, dataType }: Parameter): TslParameter => ({
    identifier,
    ...named(name),
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
        method: `thing.event.${event.identifier}.post`,
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
        method: `thing.service.${service.identifier}`,
        inputData: service.inputData.map(parameter),
        outputData: service.outputData.map(parameter),
      })),
    ],
  }
}

/** Specs are strings, all of them: `{ "min": "0" }`. */
function typeToTsl(dataType: DataType, locale: Locale, parameter: (from: Parameter) => TslParameter): TslDataType {
  switch (dataType.type) {
    case 'int':
    case 'float':
    case 'double': {
      const { type, unit, unitName, ...numbers } = dataType
      const specs = Object.entries({ ...numbers, unit, unitName })
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, String(value)])
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
      return { type: 'struct', specs: dataType.members.map(parameter) }
    default:
      return {
        type: 'array',
        specs: { size: String(dataType.size), item: typeToTsl(dataType.item, locale, parameter) },
      }
  }
}

type Item = Readonly<{ value: number; en: string; zh: string }>

function labelled(type: string, items: readonly Item[], locale: Locale): TslDataType {
  const labels = (of: Locale) => Object.fromEntries(items.map((item) => [String(item.value), item[of]]))
  const specs = labels(locale)
  if (items.every((item) => item.en === item.zh)) return { type, specs }
  return { type, specs, labels: { en: labels('en'), zh: labels('zh') } }
}

// What is read: only as much of the document as a model needs, its other keys passed over.
const Text = z.union([z.string(), z.number().transform(String)])
const Names = z.object({ en: z.string(), zh: z.string() })
const RawType = z.object({
  type: z.string(),
  specs: z.unknown().optional(),
  labels: z.object({ en: z.record(z.string(), z.string()), zh: z.record(z.string(), z.string()) }).optional(),
})
const named = { identifier: z.string(), name: Text, names: Names.optional() }
const RawParameter = z.object({ ...named, dataType: RawType })
const RawParameters = z.array(RawParameter).default([])
const rawCommon = {
  ...named,
  desc: z.string().nullish(),
  required: z.boolean().default(false),
  method: z.string().optional(),
}
const isGenerated = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'method' in value && generatedMethods.includes(String(value.method))
/** Generated functions leave before their shape is looked at: the parameters of `get` are bare strings. */
const written = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .default([])
    .transform((list) => list.filter((entry) => !isGenerated(entry)))
    .pipe(z.array(item))
const RawDocument = z.object({
  profile: z.object({ productKey: z.string(), deviceName: z.string().optional(), version: z.string().optional() }),
  properties: written(z.object({ ...rawCommon, accessMode: z.string(), dataType: RawType })),
  events: written(z.object({ ...rawCommon, type: z.string(), outputData: RawParameters })),
  services: written(
    z.object({ ...rawCommon, callType: z.string(), inputData: RawParameters, outputData: RawParameters }),
  ),
})
type RawParameter = z.output<typeof RawParameter>
type RawType = z.output<typeof RawType>

export type ReadTsl =
  | Readonly<{ ok: true; model: ThingModel; profile: TslProfile }>
  /** Where the document is none, or its model breaks a rule. Paths are those of the document's own lists. */
  | Readonly<{ ok: false; issues: readonly z.core.$ZodIssue[] }>

export function fromTsl(json: unknown): ReadTsl {
  const raw = RawDocument.safeParse(json)
  if (!raw.success) return { ok: false, issues: raw.error.issues }
  const { properties, events, services, profile } = raw.data
  const model = ThingModel.safeParse({
    properties: properties.map((from) => ({
      ...commonFromTsl(from),
      accessMode: from.accessMode,
      dataType: typeFromTsl(from.dataType),
    })),
    events: events.map((from) => ({
      ...commonFromTsl(from),
      type: from.type,
      outputData: from.outputData.map(parameterFromTsl),
    })),
    services: services.map((from) => ({
      ...commonFromTsl(from),
      callType: from.callType,
      inputData: from.inputData.map(parameterFromTsl),
      outputData: from.outputData.map(parameterFromTsl),
    })),
  })
  return model.success ? { ok: true, model: model.data, profile } : { ok: false, issues: model.error.issues }
}

const nameFromTsl = (from: { name: string; names?: FunctionName | undefined }): FunctionName =>
  from.names ?? { en: from.name, zh: from.name }

const commonFromTsl = (from: {
  identifier: string
  name: string
  names?: FunctionName | undefined
  desc?: string | null | undefined
  required: boolean
}) => ({
  identifier: from.identifier,
  name: nameFromTsl(from),
  ...(from.desc === undefined || from.desc === null ? {} : { description: from.desc }),
  required: from.required,
})

const parameterFromTsl = (from: RawParameter): unknown => ({
  identifier: from.identifier,
  name: nameFromTsl(from),
  dataType: typeFromTsl(from.dataType),
})

const Members = z.array(RawParameter)
const ArraySpecs = z.object({ size: Text, item: RawType })
const NumberSpecs = z.object({
  min: Text.optional(),
  max: Text.optional(),
  step: Text.optional(),
  unit: z.string().optional(),
  unitName: z.string().optional(),
})
const Labels = z.record(z.string(), Text)
/** A document may leave a range out: then it is the type's own. */
const widest = {
  int: { min: -2_147_483_648, max: 2_147_483_647 },
  float: { min: -3.402_823_4e38, max: 3.402_823_4e38 },
  double: { min: -Number.MAX_VALUE, max: Number.MAX_VALUE },
} as const

/** The data type as our model writes it, not yet checked: `ThingModel` does, and says where it is wrong. */
function typeFromTsl({ type, specs, labels }: RawType): unknown {
  switch (type) {
    case 'int':
    case 'float':
    case 'double': {
      const { min, max, step, ...units } = NumberSpecs.safeParse(specs ?? {}).data ?? {}
      return {
        type,
        min: min === undefined ? widest[type].min : Number(min),
        max: max === undefined ? widest[type].max : Number(max),
        ...(step === undefined ? {} : { step: Number(step) }),
        ...units,
      }
    }
    case 'text':
      return { type, length: Number(z.object({ length: Text }).safeParse(specs).data?.length ?? 10_240) }
    case 'date':
      return { type }
    case 'bool': {
      const own = Labels.safeParse(specs).data ?? {}
      const label = (value: string) => ({ en: labels?.en[value] ?? own[value], zh: labels?.zh[value] ?? own[value] })
      return { type, off: label('0'), on: label('1') }
    }
    case 'enum': {
      const own = Object.entries(Labels.safeParse(specs).data ?? {})
      return {
        type,
        items: own.map(([value, label]) => ({
          value: Number(value),
          en: labels?.en[value] ?? label,
          zh: labels?.zh[value] ?? label,
        })),
      }
    }
    case 'struct':
      return { type, members: (Members.safeParse(specs).data ?? []).map(parameterFromTsl) }
    case 'array': {
      const read = ArraySpecs.safeParse(specs).data
      return { type, size: Number(read?.size), item: read === undefined ? undefined : typeFromTsl(read.item) }
    }
    default:
      return { type }
  }
}
