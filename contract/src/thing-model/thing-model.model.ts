import { z } from 'zod'
import { identifierIssues } from './identifier-issues.ts'
import { mayRepeatProperty, mayRepeatService } from './repeatable.ts'
import { dayMs } from '../time.ts'

/**
 * The capabilities of a product's devices: properties, events, services (spec 3 "Function definition"; alink.md 1). Numbers are
 * JSON numbers and every name has both languages; tsl.ts creates the Alink TSL document, which writes numbers as strings.
 */

/** Limits of alink.md 1.3 and 1.8. */
export const thingModelLimits = {
  /** The length in an imported document. */
  nameLength: 30,
  /** Spec 5: the name a person types in the function form. */
  typedNameLength: 16,
  descriptionLength: 120,
  identifierLength: 50,
  textBytes: 10_240,
  enumItems: 100,
  structMembers: 50,
  arraySize: 512,
  /** Maximum number of functions, in the default module and in each other module. */
  functions: 300,
  modules: 200,
  parameters: 100,
  /** Maximum number of properties in one message (alink.md 2.3). */
  reportedProperties: 200,
} as const

/** Words the topics and payloads of Alink already use (alink.md 1.8). */
export const reservedIdentifiers: readonly string[] = ['set', 'get', 'post', 'time', 'value', 'property', 'event']

/** Identifier of a parameter, a member or a module: letters, digits, underscore (spec 5, Function definition). */
export const ParameterIdentifier = z
  .string()
  .regex(/^[A-Za-z0-9_]{1,50}$/, 'thingModel.identifier')
  .refine((identifier) => !reservedIdentifiers.includes(identifier), 'thingModel.reserved')

/** Identifier of a function. The module's identifier precedes it, as in device messages (alink.md 1.1): `Modem:Signal`. */
export const Identifier = z
  .string()
  .regex(/^(?:[A-Za-z0-9_]{1,50}:)?[A-Za-z0-9_]{1,50}$/, 'thingModel.identifier')
  .refine(
    (identifier) => !identifier.split(':').some((part) => reservedIdentifiers.includes(part)),
    'thingModel.reserved',
  )

/** The module a function belongs to; undefined for the default one. */
export function moduleOf(identifier: string): string | undefined {
  const colon = identifier.indexOf(':')
  return colon === -1 ? undefined : identifier.slice(0, colon)
}

/** A name as a model may carry it: imported documents have names of up to 30 characters of any script, spaces included. */
export const FunctionName = z.strictObject({
  en: z.string().trim().min(1, 'field.required').max(thingModelLimits.nameLength),
  zh: z.string().trim().min(1, 'field.required').max(thingModelLimits.nameLength),
})
export type FunctionName = z.output<typeof FunctionName>

/**
 * The name as typed in the function form (spec 5): starts with a Chinese character, letter or digit; letters, digits, hyphen,
 * underscore, slash, dot; up to 16 characters. In both languages.
 */
export const TypedName = z
  .string()
  .regex(/^[\p{Script=Han}A-Za-z0-9][\p{Script=Han}A-Za-z0-9\-_/.]{0,15}$/u, 'thingModel.name')

/** A label of one enumeration value or of one side of a bool. */
const Label = z.strictObject({
  en: z.string().trim().min(1, 'field.required').max(64),
  zh: z.string().trim().min(1, 'field.required').max(64),
})

const numberSpecs = {
  min: z.number(),
  max: z.number(),
  /** By default any value of the type. */
  step: z.number().positive().optional(),
  /** The symbol shown after a value: `°C`, `%`, `kW`; by default none. */
  unit: z.string().max(32).optional(),
  /** The unit's name, as Alink documents carry it beside the symbol. */
  unitName: z.string().max(32).optional(),
}
const rising = (specs: { min: number; max: number }) => specs.max > specs.min
const int32 = z.int().min(-2_147_483_648).max(2_147_483_647)

export const IntType = z
  .strictObject({ type: z.literal('int'), ...numberSpecs, min: int32, max: int32, step: z.int().positive().optional() })
  .refine(rising, { message: 'thingModel.range', path: ['max'] })
export const FloatType = z
  .strictObject({ type: z.literal('float'), ...numberSpecs })
  .refine(rising, { message: 'thingModel.range', path: ['max'] })
export const DoubleType = z
  .strictObject({ type: z.literal('double'), ...numberSpecs })
  .refine(rising, { message: 'thingModel.range', path: ['max'] })
/** `length` counts bytes of UTF-8, as Alink does. */
export const TextType = z.strictObject({
  type: z.literal('text'),
  length: z.int().min(1).max(thingModelLimits.textBytes),
})
/** On the wire a string of UTC milliseconds. */
export const DateType = z.strictObject({ type: z.literal('date') })
/** On the wire 0 or 1. */
export const BoolType = z.strictObject({ type: z.literal('bool'), off: Label, on: Label })

export const EnumItem = z.strictObject({ value: int32, ...Label.shape })
export type EnumItem = z.output<typeof EnumItem>
export const EnumType = z.strictObject({
  type: z.literal('enum'),
  items: z
    .array(EnumItem)
    .min(1, 'thingModel.noItems')
    .max(thingModelLimits.enumItems)
    .refine((items) => new Set(items.map((item) => item.value)).size === items.length, 'thingModel.sameValue'),
})

/** Types that a member of a structure may have: Alink allows no deeper nesting. */
export const PlainType = z.discriminatedUnion('type', [
  IntType,
  FloatType,
  DoubleType,
  TextType,
  DateType,
  BoolType,
  EnumType,
])
export type PlainType = z.output<typeof PlainType>

const distinct = (parameters: readonly { identifier: string }[]) =>
  new Set(parameters.map((parameter) => parameter.identifier)).size === parameters.length

export const Member = z.strictObject({
  identifier: ParameterIdentifier,
  name: FunctionName,
  dataType: PlainType,
  /** The sender of the structure may leave it out. */
  optional: z.boolean().optional(),
})
export type Member = z.output<typeof Member>
export const StructType = z.strictObject({
  type: z.literal('struct'),
  members: z
    .array(Member)
    .min(1, 'thingModel.noMembers')
    .max(thingModelLimits.structMembers)
    .refine(distinct, 'thingModel.sameParameter'),
})

/** An array of at most `size` items. */
export const ArrayType = z.strictObject({
  type: z.literal('array'),
  size: z.int().min(1).max(thingModelLimits.arraySize),
  item: z.discriminatedUnion('type', [IntType, FloatType, DoubleType, TextType, StructType]),
})

export const DataType = z.discriminatedUnion('type', [
  IntType,
  FloatType,
  DoubleType,
  TextType,
  DateType,
  BoolType,
  EnumType,
  StructType,
  ArrayType,
])
export type DataType = z.output<typeof DataType>
export type DataTypeName = DataType['type']
export const dataTypeNames = [
  'int',
  'float',
  'double',
  'text',
  'date',
  'bool',
  'enum',
  'struct',
  'array',
] as const satisfies readonly DataTypeName[]
export type NumberType = Extract<DataType, { min: number }>

/** One parameter of an event or a service. */
export const Parameter = z.strictObject({ identifier: ParameterIdentifier, name: FunctionName, dataType: DataType })
export type Parameter = z.output<typeof Parameter>
const Parameters = z.array(Parameter).max(thingModelLimits.parameters).refine(distinct, 'thingModel.sameParameter')

/** Register mapping of a property of a Modbus device behind a DTU (spec 3; alink.md 1.7). */
/** 123 registers, the most that one request of function 16 writes. */
export const registerTextBytes = 246
const numberBytes: readonly number[] = [1, 2, 4, 8]

export const Modbus = z
  .strictObject({
    protocolType: z.enum(['modbusRtu', 'modbusTcp']),
    operateType: z.enum(['coilStatus', 'inputStatus', 'holdingRegister', 'inputRegister']),
    /** Hex, `0x0` to `0xFFFF`. */
    registerAddress: z.string().regex(/^0x[0-9A-Fa-f]{1,4}$/, 'thingModel.registerAddress'),
    /** 1, 2, 4 or 8; of text whole registers, as many as one request may write. */
    byteLength: z.int().min(1).max(registerTextBytes, 'thingModel.byteLength'),
    signed: z.boolean(),
    /** Value = raw × coefficient. */
    coefficient: z.number().positive(),
    reportFrequencyMs: z.int().min(100).max(dayMs),
    /** By default whole numbers. Text is UTF-8, padded with zeros or spaces. */
    encoding: z.enum(['int', 'float', 'text']).optional(),
    /** The bytes of each register are exchanged. */
    swapBytes: z.boolean().optional(),
    /** The lowest register comes first. */
    reverseRegisters: z.boolean().optional(),
    /** Only these bits belong to the value, counted from the lowest of them. */
    bitMask: z.int().min(1).max(0xffff_ffff).optional(),
    /** By default reported every `reportFrequencyMs`, changed or not. */
    trigger: z.enum(['timed', 'onChange']).optional(),
    /** Set if the device does not support the default function: 5 and 15 write coils, 6 and 16 write registers. */
    writeFunctionCode: z.union([z.literal(5), z.literal(6), z.literal(15), z.literal(16)]).optional(),
    /** Never read: the device refuses it, or answers something else. */
    writeOnly: z.boolean().optional(),
  })
  .refine(
    ({ registerAddress, operateType, byteLength }) =>
      operateType === 'coilStatus' ||
      operateType === 'inputStatus' ||
      Number(registerAddress) + Math.max(1, byteLength / 2) <= 0x1_0000,
    { message: 'thingModel.registerAddress', path: ['registerAddress'] },
  )
  .refine(
    ({ encoding, byteLength }) => (encoding === 'text' ? byteLength % 2 === 0 : numberBytes.includes(byteLength)),
    { message: 'thingModel.byteLength', path: ['byteLength'] },
  )
  .refine(({ encoding, byteLength }) => encoding !== 'float' || byteLength >= 4, {
    message: 'thingModel.floatLength',
    path: ['byteLength'],
  })
  .refine(({ encoding, operateType }) => encoding !== 'text' || operateType.endsWith('Register'), {
    message: 'thingModel.textTable',
    path: ['operateType'],
  })
  .refine(
    ({ bitMask, encoding, byteLength }) =>
      bitMask === undefined || (encoding !== 'float' && encoding !== 'text' && bitMask < 256 ** byteLength),
    {
      message: 'thingModel.bitMask',
      path: ['bitMask'],
    },
  )
  .refine(
    ({ writeFunctionCode, operateType, byteLength }) => {
      if (writeFunctionCode === undefined) return true
      if (operateType === 'coilStatus') return writeFunctionCode === 5 || writeFunctionCode === 15
      if (operateType !== 'holdingRegister') return false
      return writeFunctionCode === 16 || (writeFunctionCode === 6 && byteLength <= 2)
    },
    { message: 'thingModel.writeFunctionCode', path: ['writeFunctionCode'] },
  )
  .refine(
    ({ writeOnly, operateType }) =>
      writeOnly !== true || operateType === 'coilStatus' || operateType === 'holdingRegister',
    {
      message: 'thingModel.writeOnly',
      path: ['writeOnly'],
    },
  )
export type Modbus = z.output<typeof Modbus>

/** `r` the device reports it; `rw` it can be set too. */
export const accessModes = ['r', 'rw'] as const
export const eventTypes = ['info', 'alert', 'error'] as const
export const callTypes = ['async', 'sync'] as const
export type EventType = (typeof eventTypes)[number]
export type CallType = (typeof callTypes)[number]

const common = {
  identifier: Identifier,
  name: FunctionName,
  description: z.string().max(thingModelLimits.descriptionLength).optional(),
  /** A device needs it to be accepted as one of this product. */
  required: z.boolean(),
}

/**
 * A value counts only while another property has one of these values: a core temperature while the probe is plugged in,
 * a time left while something runs. Otherwise it is not shown, drawn or exported, though it stays in the history. A
 * property that was never reported, or is not in the model, denies nothing.
 */
export const OnlyWhile = z.strictObject({ property: Identifier, is: z.array(int32).min(1).max(100) })
export type OnlyWhile = z.output<typeof OnlyWhile>

/**
 * False by default. True if doing it twice has the same effect as doing it once, so that it is sent again to a device
 * that reconnects in time.
 */
const repeatable = z.boolean().optional()
const neverRepeated = { message: 'thingModel.neverRepeated', path: ['repeatable'] }

export const Property = z
  .strictObject({
    ...common,
    accessMode: z.enum(accessModes),
    dataType: DataType,
    defaultValue: z.union([z.number(), z.string()]).optional(),
    repeatable,
    modbus: Modbus.optional(),
    onlyWhile: OnlyWhile.optional(),
  })
  .refine((property) => property.repeatable !== true || mayRepeatProperty(property.identifier), neverRepeated)
export type Property = z.output<typeof Property>

/** `error` raises a fault, `alert` an alarm, `info` neither. */
export const EventFunction = z.strictObject({ ...common, type: z.enum(eventTypes), outputData: Parameters })
export type EventFunction = z.output<typeof EventFunction>

/** `sync` answers at once (RRPC); `async` answers on its reply topic, within 60 s. */
export const ServiceFunction = z
  .strictObject({
    ...common,
    callType: z.enum(callTypes),
    repeatable,
    inputData: Parameters,
    outputData: Parameters,
  })
  .refine((service) => service.repeatable !== true || mayRepeatService(service.identifier), neverRepeated)
export type ServiceFunction = z.output<typeof ServiceFunction>

/** A group of functions with a name of its own (Alink's custom module, alink.md 1.1). */
export const Module = z.strictObject({ identifier: ParameterIdentifier, name: FunctionName })
export type Module = z.output<typeof Module>

/** All functions of a product. Identifiers are distinct over all three kinds. */
export const ThingModel = z
  .strictObject({
    /** If empty or left out, all functions belong to the default module. */
    modules: z.array(Module).max(thingModelLimits.modules, 'thingModel.tooManyModules').optional(),
    properties: z.array(Property),
    events: z.array(EventFunction),
    services: z.array(ServiceFunction),
  })
  .check((context) => {
    context.issues.push(...identifierIssues(context.value, thingModelLimits.functions))
  })
export type ThingModel = z.output<typeof ThingModel>

/** Reasons why publishing a change breaks present uses of the model (compare-models.ts). */
export const breakingReasons = [
  'removed',
  'required',
  'readOnly',
  'type',
  'range',
  'step',
  'length',
  'size',
  'enumItem',
  'memberRemoved',
  'memberAdded',
  'inputRemoved',
  'inputAdded',
  'outputRemoved',
  'eventType',
  'callType',
] as const
export type BreakingReason = (typeof breakingReasons)[number]
