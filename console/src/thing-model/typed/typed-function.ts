import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import type {
  CallType,
  EventFunction,
  EventType,
  Modbus,
  Property,
  ServiceFunction,
} from '@brigade/contract/thing-model/thing-model.model.ts'
import { blankType, readNumber, readParameter, readType, typedParameter, typedType } from './typed-type.ts'
import type { TypedParameter, TypedType } from './typed-type.ts'
import { readDefault, typedDefault } from './typed-value.ts'

/** A function of any kind, with its kind, which its definition does not contain. */
export type KindOfFunction =
  | Readonly<{ kind: 'property'; definition: Property }>
  | Readonly<{ kind: 'event'; definition: EventFunction }>
  | Readonly<{ kind: 'service'; definition: ServiceFunction }>

export type TypedModbus = Readonly<{
  protocolType: Modbus['protocolType']
  operateType: Modbus['operateType']
  registerAddress: string
  byteLength: string
  signed: boolean
  coefficient: string
  reportFrequencyMs: string
  encoding: '' | 'int' | 'float' | 'text'
  swapBytes: boolean
  reverseRegisters: boolean
  bitMask: string
  trigger: '' | 'timed' | 'onChange'
  writeFunctionCode: string
  writeOnly: boolean
}>

/** A function in the form. Values that its kind does not have are kept, and not read. */
export type TypedFunction = Readonly<{
  identifier: string
  en: string
  zh: string
  description: string
  required: boolean
  /** Only writable properties and services have this flag. */
  repeatable: boolean
  accessMode: Property['accessMode']
  dataType: TypedType
  /** Plain types may have a default value; an empty string means none. */
  defaultValue: string
  /** Imported and exported with files, and not edited. */
  onlyWhile?: Property['onlyWhile']
  hasRegister: boolean
  modbus: TypedModbus
  eventType: EventType
  callType: CallType
  inputData: readonly TypedParameter[]
  outputData: readonly TypedParameter[]
}>

const blankModbus = (protocolType: Modbus['protocolType']): TypedModbus => ({
  protocolType,
  operateType: 'holdingRegister',
  registerAddress: '',
  byteLength: '2',
  signed: false,
  coefficient: '1',
  reportFrequencyMs: '10000',
  encoding: '',
  swapBytes: false,
  reverseRegisters: false,
  bitMask: '',
  trigger: '',
  writeFunctionCode: '',
  writeOnly: false,
})

/** `protocol` of the product: null if its devices connect without a modem. */
export const blankFunction = (protocol: Modbus['protocolType'] | null): TypedFunction => ({
  identifier: '',
  en: '',
  zh: '',
  description: '',
  required: false,
  repeatable: false,
  accessMode: 'r',
  dataType: blankType(),
  defaultValue: '',
  hasRegister: protocol !== null,
  modbus: blankModbus(protocol ?? 'modbusRtu'),
  eventType: 'info',
  callType: 'async',
  inputData: [],
  outputData: [],
})

export function typedFunction(of: KindOfFunction, protocol: Modbus['protocolType'] | null): TypedFunction {
  const { identifier, name, description = '', required } = of.definition
  const common = { ...blankFunction(protocol), identifier, en: name.en, zh: name.zh, description, required }
  switch (of.kind) {
    case 'property': {
      const { accessMode, dataType, defaultValue, repeatable = false, modbus, onlyWhile } = of.definition
      return {
        ...common,
        repeatable,
        accessMode,
        dataType: typedType(dataType),
        defaultValue: typedDefault(dataType, defaultValue),
        ...(onlyWhile === undefined ? {} : { onlyWhile }),
        hasRegister: modbus !== undefined,
        modbus: modbus === undefined ? common.modbus : typedModbus(modbus),
      }
    }
    case 'event':
      return { ...common, eventType: of.definition.type, outputData: of.definition.outputData.map(typedParameter) }
    case 'service': {
      const { callType, repeatable = false, inputData, outputData } = of.definition
      return {
        ...common,
        repeatable,
        callType,
        inputData: inputData.map(typedParameter),
        outputData: outputData.map(typedParameter),
      }
    }
  }
}

const typedModbus = (modbus: Modbus): TypedModbus => ({
  ...modbus,
  byteLength: String(modbus.byteLength),
  coefficient: String(modbus.coefficient),
  reportFrequencyMs: String(modbus.reportFrequencyMs),
  encoding: modbus.encoding ?? '',
  swapBytes: modbus.swapBytes === true,
  reverseRegisters: modbus.reverseRegisters === true,
  bitMask: modbus.bitMask === undefined ? '' : `0x${modbus.bitMask.toString(16).toUpperCase()}`,
  trigger: modbus.trigger ?? '',
  writeFunctionCode: modbus.writeFunctionCode === undefined ? '' : String(modbus.writeFunctionCode),
  writeOnly: modbus.writeOnly === true,
})

/** Converts typed input to a definition; `checkFunction` decides whether it is valid. */
export function readFunction(kind: FunctionKind, typed: TypedFunction): unknown {
  const { identifier, en, zh, description, required } = typed
  const common = {
    identifier: identifier.trim(),
    name: { en: en.trim(), zh: zh.trim() },
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    required,
  }
  switch (kind) {
    case 'property': {
      const defaultValue = readDefault(typed)
      return {
        ...common,
        accessMode: typed.accessMode,
        dataType: readType(typed.dataType),
        ...(defaultValue === undefined ? {} : { defaultValue }),
        ...(typed.repeatable && typed.accessMode === 'rw' ? { repeatable: true } : {}),
        ...(typed.onlyWhile === undefined ? {} : { onlyWhile: typed.onlyWhile }),
        ...(typed.hasRegister ? { modbus: readModbus(typed.modbus) } : {}),
      }
    }
    case 'event':
      return { ...common, type: typed.eventType, outputData: typed.outputData.map(readParameter) }
    case 'service':
      return {
        ...common,
        callType: typed.callType,
        ...(typed.repeatable ? { repeatable: true } : {}),
        inputData: typed.inputData.map(readParameter),
        outputData: typed.outputData.map(readParameter),
      }
  }
}

/** Default values are omitted, so that an unchanged definition yields the same result as before. */
const readModbus = (typed: TypedModbus): unknown => ({
  protocolType: typed.protocolType,
  operateType: typed.operateType,
  registerAddress: typed.registerAddress.trim(),
  byteLength: readNumber(typed.byteLength),
  signed: typed.signed,
  coefficient: readNumber(typed.coefficient),
  reportFrequencyMs: readNumber(typed.reportFrequencyMs),
  ...(typed.encoding === '' ? {} : { encoding: typed.encoding }),
  ...(typed.swapBytes ? { swapBytes: true } : {}),
  ...(typed.reverseRegisters ? { reverseRegisters: true } : {}),
  ...(typed.bitMask.trim() === '' ? {} : { bitMask: readNumber(typed.bitMask) }),
  ...(typed.trigger === '' ? {} : { trigger: typed.trigger }),
  ...(typed.writeFunctionCode === '' ? {} : { writeFunctionCode: readNumber(typed.writeFunctionCode) }),
  ...(typed.writeOnly ? { writeOnly: true } : {}),
})
