import type { DataType, EventFunction, Parameter, PlainType, Property, ServiceFunction } from '../thing-model.model.ts'

/** Shorthand for the models of this folder: one function, one line. */

type Named<T> = { identifier: string; name: { en: string; zh: string }; dataType: T }

export function member<T extends PlainType>(identifier: string, en: string, zh: string, dataType: T): Named<T> {
  return { identifier, name: { en, zh }, dataType }
}
/** One that a sender may leave out. */
export const optional = <T extends PlainType>(of: Named<T>) => ({ ...of, optional: true })
export function parameter<T extends DataType>(identifier: string, en: string, zh: string, dataType: T): Parameter {
  return { identifier, name: { en, zh }, dataType }
}
/** A read-only property. */
export function reading(identifier: string, en: string, zh: string, dataType: DataType): Property {
  return { identifier, name: { en, zh }, required: false, accessMode: 'r', dataType }
}
/** A property that can be set. */
export function setting(identifier: string, en: string, zh: string, dataType: DataType): Property {
  return { identifier, name: { en, zh }, required: false, accessMode: 'rw', dataType }
}
/** Setting it a second time does no harm, in case the device did not receive the first command. */
export const repeatable = (property: Property): Property => ({ ...property, repeatable: true })
/** Its value counts only while another property has one of these values. */
export const onlyWhile = (property: string, is: readonly number[], of: Property): Property => ({
  ...of,
  onlyWhile: { property, is: [...is] },
})
export function event(
  type: EventFunction['type'],
  identifier: string,
  en: string,
  zh: string,
  outputData: Parameter[],
): EventFunction {
  return { identifier, name: { en, zh }, required: false, type, outputData }
}
/** A service whose outcome the device reports later. */
export function service(
  identifier: string,
  en: string,
  zh: string,
  inputData: Parameter[] = [],
  outputData: Parameter[] = [],
): ServiceFunction {
  return { identifier, name: { en, zh }, required: false, callType: 'async', inputData, outputData }
}
/** The caller waits for its answer. */
export const answering = (of: ServiceFunction): ServiceFunction => ({ ...of, callType: 'sync' })
export const required = <F extends Property | EventFunction | ServiceFunction>(of: F): F => ({ ...of, required: true })

export const float = (min: number, max: number, step: number, unit?: string, unitName?: string) =>
  ({ type: 'float', min, max, step, unit, unitName }) as const
export const int = (min: number, max: number, step = 1, unit?: string, unitName?: string) =>
  ({ type: 'int', min, max, step, unit, unitName }) as const

export const celsius = (min: number, max: number, step = 0.1) => float(min, max, step, '°C', 'Celsius')
export const percent = (min = 0, max = 100, step = 1) => int(min, max, step, '%', 'percent')
export const minutes = (min: number, max: number) => int(min, max, 1, 'min', 'minute')
export const seconds = (min: number, max: number) => int(min, max, 1, 's', 'second')
export const hours = (min: number, max: number, step = 0.1) => float(min, max, step, 'h', 'hour')
export const text = (length: number) => ({ type: 'text', length }) as const

export const either = (off: readonly [en: string, zh: string], on: readonly [en: string, zh: string]) =>
  ({ type: 'bool', off: { en: off[0], zh: off[1] }, on: { en: on[0], zh: on[1] } }) as const
export const onOff = either(['Off', '关'], ['On', '开'])
export const openClosed = either(['Closed', '关闭'], ['Open', '打开'])

/** An enumeration of whatever carries a number and words. */
export const choice = (items: readonly { readonly value: number; readonly en: string; readonly zh: string }[]) => ({
  type: 'enum' as const,
  items: items.map(({ value, en, zh }) => ({ value, en, zh })),
})
