import {
  checkParams,
  checkPropertySet,
  checkValue,
  findEvent,
  findService,
  isNumberType,
} from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Value, Valued } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { DataType, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { clamp } from '../random.ts'
import type { Answer, Call } from './call/calls.ts'

/**
 * Fits an appliance to the thing model that the server sent: it reports only properties of the model, and executes only calls
 * that the model allows. A property that the simulation does not know keeps the value that it was set to.
 */
export type Settings = Map<string, unknown>

/** Everything the model has, as far as there is a value for it. */
export function valuesWithin(
  model: ThingModel,
  known: Readonly<Record<string, unknown>>,
  settings: ReadonlyMap<string, unknown>,
): Record<string, Value> {
  const values: Record<string, Value> = {}
  for (const property of model.properties) {
    const { identifier } = property
    const value = Object.hasOwn(known, identifier)
      ? fitted(property, known[identifier])
      : fitted(property, settings.get(identifier) ?? property.defaultValue ?? anyValue(property.dataType))
    if (value !== undefined) values[identifier] = value
  }
  return values
}

/** A sensor value beyond its range is set to the limit. Any other value that does not fit is not reported. */
function fitted(of: Valued, value: unknown): Value | undefined {
  const { dataType } = of
  const held =
    isNumberType(dataType) && typeof value === 'number'
      ? clamp(dataType.type === 'int' ? Math.round(value) : value, dataType.min, dataType.max)
      : value
  const checked = checkValue(of, held, 'up')
  return checked.ok ? checked.value : undefined
}

/** Initial value of a type before anybody has set it. */
function anyValue(dataType: DataType): Value {
  switch (dataType.type) {
    case 'int':
    case 'float':
    case 'double':
      return clamp(0, dataType.min, dataType.max)
    case 'text':
      return ''
    case 'date':
      return '0'
    case 'bool':
      return 0
    case 'enum':
      return dataType.items[0]?.value ?? 0
    case 'array':
      return []
    case 'struct':
      return Object.fromEntries(dataType.members.map((member) => [member.identifier, anyValue(member.dataType)]))
  }
}

/** The outputs of an event as far as the model has them; undefined if it has no such event. */
export function outputWithin(
  model: ThingModel,
  event: string,
  output: Readonly<Record<string, unknown>>,
): Record<string, Value> | undefined {
  const of = findEvent(model, event)
  if (of === undefined) return undefined
  return Object.fromEntries(
    of.outputData.flatMap((parameter): [string, Value][] => {
      const value = fitted(parameter, output[parameter.identifier])
      return value === undefined ? [] : [[parameter.identifier, value]]
    }),
  )
}

/** A service call as the model allows it, or why it does not. */
export function allowedService(model: ThingModel, call: Call): Readonly<{ call: Call } | { refused: Answer }> {
  const service = findService(model, call.identifier)
  if (service === undefined) return { refused: unknown }
  const checked = checkParams(call.params, service.inputData, 'down')
  return checked.ok ? { call: { ...call, params: checked.value } } : { refused: wrong }
}

const wrong: Answer = { code: 460, message: 'request parameter error' }
const unknown: Answer = { code: 5004, message: 'no such service' }

/**
 * Executes a call that the model allows. `obey` is the reaction of the appliance; a call that it does not know is remembered (`settings`)
 * or has no effect.
 */
export function obeyWithin(
  model: ThingModel,
  call: Call,
  obey: (call: Call) => Answer,
  settings: Settings = new Map(),
): Answer {
  if (call.kind === 'property.set') {
    const checked = checkPropertySet(call.params, model)
    if (!checked.ok) return wrong
    for (const [identifier, value] of Object.entries(checked.value)) settings.set(identifier, value)
    return obey({ ...call, params: checked.value })
  }
  const service = findService(model, call.identifier)
  if (service === undefined) return unknown
  const checked = checkParams(call.params, service.inputData, 'down')
  if (!checked.ok) return wrong
  const answer = obey({ ...call, params: checked.value })
  if (answer.code !== unknown.code) return answer
  const data = service.outputData.map(({ identifier, dataType }): [string, Value] => [identifier, anyValue(dataType)])
  return { code: 200, data: Object.fromEntries(data) }
}
