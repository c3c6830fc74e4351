import type { Locale } from '../../locale.ts'
import type { CallType, DataType, EventType, FunctionName, Parameter, ThingModel } from '../thing-model.model.ts'
import { numeral, nameIn } from './tsl.ts'
import type { TslProfile } from './tsl-reader.ts'

/**
 * A thing model in the form of Alibaba's API (`ThingModelJson`): keys sorted, version and description in `_ppk`, limits as strings,
 * lengths, sizes and choices as numbers. Names that differ in the other language are in `names`, which other readers ignore, like
 * `defaultValue`, `repeatable` and `onlyWhile` of a function. tsl-reader.ts reads it.
 */
export type ApiDialect = Readonly<Record<string, unknown>>

export function toApiDialect(model: ThingModel, profile: TslProfile, locale: Locale): ApiDialect {
  const { productKey, version, description } = profile
  const own = { custom: true, productKey }
  const ppk = { ...ifDefined('version', version), ...ifDefined('description', description) }
  return sorted({
    productKey,
    ...(Object.keys(ppk).length === 0 ? {} : { _ppk: ppk }),
    properties: model.properties.map((property) => ({
      ...own,
      identifier: property.identifier,
      ...nameIn(property.name, locale),
      ...ifDefined('description', property.description),
      required: property.required,
      rwFlag: property.accessMode === 'rw' ? 'READ_WRITE' : 'READ_ONLY',
      ...typed(property.dataType, locale, 'dataType'),
      ...ifDefined('defaultValue', property.defaultValue),
      ...ifDefined('repeatable', property.repeatable),
      ...ifDefined('onlyWhile', property.onlyWhile),
    })),
    events: model.events.map((event) => ({
      ...own,
      identifier: event.identifier,
      ...nameIn(event.name, locale, 'eventName'),
      ...ifDefined('description', event.description),
      required: event.required,
      eventType: eventTypeWord[event.type],
      outputdata: event.outputData.map(parameterIn(locale, 'PARAM_OUTPUT')),
    })),
    services: model.services.map((service) => ({
      ...own,
      identifier: service.identifier,
      ...nameIn(service.name, locale, 'serviceName'),
      ...ifDefined('description', service.description),
      required: service.required,
      callType: callTypeWord[service.callType],
      ...ifDefined('repeatable', service.repeatable),
      inputParams: service.inputData.map(parameterIn(locale, 'PARAM_INPUT')),
      outputParams: service.outputData.map(parameterIn(locale, 'PARAM_OUTPUT')),
    })),
    ...(model.modules === undefined || model.modules.length === 0
      ? {}
      : {
          functionBlocks: model.modules.map(({ identifier, name }) => ({
            functionBlockId: identifier,
            ...nameIn(name, locale, 'functionBlockName'),
            productKey,
          })),
        }),
  })
}

const eventTypeWord: Readonly<Record<EventType, string>> = {
  info: 'INFO_EVENT_TYPE',
  alert: 'ALERT_EVENT_TYPE',
  error: 'ERROR_EVENT_TYPE',
}
const callTypeWord: Readonly<Record<CallType, string>> = { async: 'ASYNC', sync: 'SYNC' }

const ifDefined = (key: string, value: unknown): object => (value === undefined ? {} : { [key]: value })
const coded = (value: number): number | string => (Object.is(value, -0) ? '-0' : value)

const parameterIn =
  (locale: Locale, direction: string) =>
  ({ identifier, name, dataType }: Parameter, paraOrder: number): object => ({
    identifier,
    ...nameIn(name, locale),
    direction,
    paraOrder,
    ...typed(dataType, locale, 'dataType'),
  })

/** The name of the type under `key`, and its specs beside it. */
function typed(dataType: DataType, locale: Locale, key: string): object {
  const word = dataType.type.toUpperCase()
  const of = { custom: true, dataType: word }
  const choices = (items: readonly (FunctionName & { value: number })[]) =>
    items.map(({ value, en, zh }) => ({ ...of, value: coded(value), ...nameIn({ en, zh }, locale) }))
  switch (dataType.type) {
    case 'int':
    case 'float':
    case 'double': {
      const { min, max, step, unit, unitName } = dataType
      return {
        [key]: word,
        dataSpecs: {
          ...of,
          min: numeral(min),
          max: numeral(max),
          ...ifDefined('step', step === undefined ? undefined : numeral(step)),
          ...ifDefined('unit', unit),
          ...ifDefined('unitName', unitName),
        },
      }
    }
    case 'text':
      return { [key]: word, dataSpecs: { ...of, length: dataType.length } }
    case 'date':
      return { [key]: word, dataSpecs: of }
    case 'bool':
      return {
        [key]: word,
        dataSpecsList: choices([
          { value: 0, ...dataType.off },
          { value: 1, ...dataType.on },
        ]),
      }
    case 'enum':
      return { [key]: word, dataSpecsList: choices(dataType.items) }
    case 'struct':
      return {
        [key]: word,
        dataSpecsList: dataType.members.map((member) => ({
          ...of,
          identifier: member.identifier,
          ...nameIn(member.name, locale),
          ...typed(member.dataType, locale, 'childDataType'),
          ...ifDefined('optional', member.optional),
        })),
      }
    // The item type of an array is written beside its size: the type name as `childDataType`, the specs as a nested `dataSpecs`.
    default:
      return {
        [key]: word,
        dataSpecs: { ...of, size: dataType.size, ...typed(dataType.item, locale, 'childDataType') },
      }
  }
}

function sorted<T extends object>(value: T): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, sortedWithin(entry)]),
  )
}
const sortedWithin = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(sortedWithin) : typeof value === 'object' && value !== null ? sorted(value) : value
