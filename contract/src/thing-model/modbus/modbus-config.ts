import { z } from 'zod'
import { flagIn, isRecord, issuesInDocument, numberIn, placed } from '../document-place.ts'
import type { DocumentPath, Places } from '../document-place.ts'
import { Modbus, type Property, type ThingModel } from '../thing-model.model.ts'
import { registerCount } from './register-value.ts'

/**
 * The document that assigns properties to registers of a Modbus device, for a modem (alink.md 1.7). It accompanies the TSL document and is
 * complete: a property that it does not name has no register. Data without a key in the format (one byte of a register, Modbus over TCP) is
 * in keys of our own, which other readers ignore.
 */
export type ModbusConfig = { properties: ModbusConfigProperty[] }
export type ModbusConfigProperty = {
  identifier: string
  operateType: Modbus['operateType']
  registerAddress: string
  originalDataType: {
    type: string
    specs: { registerCount: number; swap16?: 0 | 1; reverseRegister?: 0 | 1 }
  }
  scaling: number
  pollingTime: number
  trigger?: 1 | 2
  writeFunctionCode?: number
  writeOnly?: 0 | 1
  bitMask?: number
  /** Own keys, needed if the data type alone is ambiguous. */
  protocolType?: Modbus['protocolType']
  byteLength?: number
  signed?: boolean
  encoding?: Modbus['encoding']
}

type Layout = Pick<Modbus, 'byteLength' | 'signed'> & { encoding?: Modbus['encoding'] }
const dataTypes: ReadonlyMap<unknown, Layout> = new Map<string, Layout>([
  ['int16', { byteLength: 2, signed: true }],
  ['uint16', { byteLength: 2, signed: false }],
  ['int32', { byteLength: 4, signed: true }],
  ['uint32', { byteLength: 4, signed: false }],
  ['int64', { byteLength: 8, signed: true }],
  ['uint64', { byteLength: 8, signed: false }],
  ['float', { byteLength: 4, signed: true, encoding: 'float' }],
  ['double', { byteLength: 8, signed: true, encoding: 'float' }],
])
const isOfBits = (table: unknown): boolean => table === 'coilStatus' || table === 'inputStatus'
/** A coil is a bit, for which a byte is the least size; a bool in registers fills one. */
const layoutOf = (type: unknown, table: unknown): Layout | undefined =>
  type === 'bool' ? { byteLength: isOfBits(table) ? 1 : 2, signed: false } : dataTypes.get(type)
/** The registers alone give the length of a text. */
const textOf = (registers: unknown): Layout => ({
  byteLength: typeof registers === 'number' ? registers * 2 : 0,
  signed: false,
  encoding: 'text',
})

/** The name of the type of a register; a single byte of one has none. */
function dataTypeOf({ operateType, encoding, byteLength, signed }: Modbus): string {
  if (encoding === 'text') return 'string'
  if (encoding === 'float') return byteLength === 4 ? 'float' : 'double'
  if (isOfBits(operateType)) return 'bool'
  return byteLength === 1 ? 'customized data' : `${signed ? '' : 'u'}int${byteLength * 8}`
}

const bit = (flag: boolean): 0 | 1 => (flag ? 1 : 0)
/** Adds only present values: an absent value and an explicit default differ in a draft. */
const ifDefined = <K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> => {
  const entry: Partial<Record<K, T>> = {}
  if (value !== undefined) entry[key] = value
  return entry
}
const bitIfDefined = <K extends string>(key: K, flag: boolean | undefined) =>
  ifDefined(key, flag === undefined ? undefined : bit(flag))

export function toModbusConfig(model: ThingModel): ModbusConfig {
  return {
    properties: model.properties.flatMap(({ identifier, modbus }) =>
      modbus === undefined ? [] : [toConfigProperty(identifier, modbus)],
    ),
  }
}

function toConfigProperty(identifier: string, modbus: Modbus): ModbusConfigProperty {
  const type = dataTypeOf(modbus)
  const implied = type === 'string' ? textOf(registerCount(modbus)) : layoutOf(type, modbus.operateType)
  return {
    identifier,
    operateType: modbus.operateType,
    registerAddress: modbus.registerAddress,
    originalDataType: {
      type,
      specs: {
        registerCount: registerCount(modbus),
        ...bitIfDefined('swap16', modbus.swapBytes),
        ...bitIfDefined('reverseRegister', modbus.reverseRegisters),
      },
    },
    scaling: modbus.coefficient,
    pollingTime: modbus.reportFrequencyMs,
    ...ifDefined('trigger', triggerNumber(modbus.trigger)),
    ...ifDefined('writeFunctionCode', modbus.writeFunctionCode),
    ...bitIfDefined('writeOnly', modbus.writeOnly),
    ...ifDefined('bitMask', modbus.bitMask),
    ...ifDefined('protocolType', modbus.protocolType === 'modbusRtu' ? undefined : modbus.protocolType),
    ...ifDefined('byteLength', implied?.byteLength === modbus.byteLength ? undefined : modbus.byteLength),
    ...ifDefined('signed', implied?.signed === modbus.signed ? undefined : modbus.signed),
    ...ifDefined('encoding', implied?.encoding === modbus.encoding ? undefined : modbus.encoding),
  }
}

const triggerNumber = (trigger: Modbus['trigger']): 1 | 2 | undefined =>
  trigger === undefined ? undefined : trigger === 'timed' ? 1 : 2
const triggerIn = (value: unknown): unknown => {
  const number = numberIn(value)
  return number === 1 ? 'timed' : number === 2 ? 'onChange' : number
}
/** Documents write addresses in hex, or as plain numbers. */
const addressIn = (value: unknown): unknown =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? `0x${value.toString(16).toUpperCase()}` : value
/** Function codes and masks are written in hex as well. */
const codeIn = (value: unknown): unknown =>
  typeof value === 'string' && /^0x[0-9A-Fa-f]{1,8}$/.test(value) ? Number(value) : numberIn(value)

export type ReadModbusConfig =
  | Readonly<{ ok: true; model: ThingModel }>
  /** Every problem, at its place in the document. */
  | Readonly<{ ok: false; issues: readonly z.core.$ZodIssue[] }>

const Document = z.object({ properties: z.array(z.record(z.string(), z.unknown())) })

/** The model with its properties in the registers of the document. */
export function fromModbusConfig(json: unknown, model: ThingModel): ReadModbusConfig {
  const document = Document.safeParse(json, { reportInput: true })
  if (!document.success) return { ok: false, issues: document.error.issues }
  const issues: z.core.$ZodIssue[] = []
  const registers = new Map<string, Modbus>()
  const known = new Set(model.properties.map((property) => property.identifier))
  const named = new Set<unknown>()
  for (const [index, entry] of document.data.properties.entries()) {
    const path = ['properties', index]
    const { identifier } = entry
    if (typeof identifier !== 'string' || !known.has(identifier)) {
      issues.push(problem('thingModel.modbusUnknown', [...path, 'identifier'], identifier))
    } else if (named.has(identifier)) {
      issues.push(problem('thingModel.modbusTwice', [...path, 'identifier'], identifier))
    }
    named.add(identifier)
    const read = readEntry(entry, path)
    if (!read.ok) issues.push(...read.issues)
    else if (typeof identifier === 'string') registers.set(identifier, read.modbus)
  }
  if (issues.length > 0) return { ok: false, issues }
  const properties = model.properties.map((property) => inRegister(property, registers.get(property.identifier)))
  return { ok: true, model: { ...model, properties } }
}

function inRegister(property: Property, modbus: Modbus | undefined): Property {
  const without = { ...property }
  delete without.modbus
  return modbus === undefined ? without : { ...without, modbus }
}

const problem = (message: string, path: DocumentPath, input: unknown): z.core.$ZodIssue => ({
  code: 'custom',
  message,
  path: [...path],
  input,
})

/** It defines a register for a property, but not the property itself. */
export const isRegisterEntry = (entry: unknown): entry is Readonly<Record<string, unknown>> =>
  isRecord(entry) &&
  entry['dataType'] === undefined &&
  ['originalDataType', 'registerAddress', 'operateType'].some((key) => entry[key] !== undefined)

/** Reads one entry of a register document; undefined if it breaks a rule. */
export function registerIn(entry: Readonly<Record<string, unknown>>): Modbus | undefined {
  const read = readEntry(entry, [])
  return read.ok ? read.modbus : undefined
}

type ReadEntry = Readonly<{ ok: true; modbus: Modbus }> | Readonly<{ ok: false; issues: z.core.$ZodIssue[] }>

function readEntry(entry: Readonly<Record<string, unknown>>, path: DocumentPath): ReadEntry {
  const places: Places = new Map()
  const original = isRecord(entry['originalDataType']) ? entry['originalDataType'] : {}
  const specs = isRecord(original['specs']) ? original['specs'] : {}
  const type = original['type']
  const count = numberIn(specs['registerCount'] ?? undefined)
  const implied = type === 'string' ? textOf(count) : layoutOf(type, entry['operateType'])
  const byteLength = numberIn(entry['byteLength']) ?? implied?.byteLength
  const given = {
    encoding: entry['encoding'] ?? implied?.encoding,
    swapBytes: flagIn(specs['swap16'] ?? undefined),
    reverseRegisters: flagIn(specs['reverseRegister'] ?? undefined),
    bitMask: codeIn(entry['bitMask'] ?? undefined),
    trigger: triggerIn(entry['trigger'] ?? undefined),
    writeFunctionCode: codeIn(entry['writeFunctionCode'] ?? undefined),
    writeOnly: flagIn(entry['writeOnly'] ?? undefined),
  }
  const candidate = {
    protocolType: entry['protocolType'] ?? 'modbusRtu',
    operateType: entry['operateType'],
    registerAddress: addressIn(entry['registerAddress']),
    // A default avoids a second problem about the same missing length.
    byteLength: byteLength ?? 2,
    signed: flagIn(entry['signed'] ?? undefined) ?? implied?.signed ?? false,
    coefficient: numberIn(entry['scaling'] ?? 1),
    reportFrequencyMs: numberIn(entry['pollingTime'] ?? 1000),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }
  placed(places, candidate, path, {
    byteLength:
      entry['byteLength'] !== undefined
        ? ['byteLength']
        : type === 'string'
          ? ['originalDataType', 'specs', 'registerCount']
          : ['originalDataType', 'type'],
    coefficient: ['scaling'],
    reportFrequencyMs: ['pollingTime'],
    swapBytes: ['originalDataType', 'specs', 'swap16'],
    reverseRegisters: ['originalDataType', 'specs', 'reverseRegister'],
  })
  const read = Modbus.safeParse(candidate, { reportInput: true })
  const issues = read.success ? [] : issuesInDocument(places, candidate, read.error.issues)
  const typeAt = [...path, 'originalDataType', 'type']
  if (byteLength === undefined) issues.push(problem('thingModel.modbusType', typeAt, type))
  if (byteLength !== undefined && count !== undefined && read.success && count !== registerCount(read.data)) {
    issues.push(problem('thingModel.registerCount', [...path, 'originalDataType', 'specs', 'registerCount'], count))
  }
  return read.success && issues.length === 0 ? { ok: true, modbus: read.data } : { ok: false, issues }
}
