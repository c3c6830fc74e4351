import { EventFunction, Property, ServiceFunction } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { KindOfFunction } from '../typed/typed-function.ts'

/** The parts of a function that two people may change apart from each other. */
export const partNames = [
  'identifier',
  'en',
  'zh',
  'description',
  'required',
  'repeatable',
  'accessMode',
  'dataType',
  'defaultValue',
  'modbus',
  'onlyWhile',
  'type',
  'callType',
  'inputData',
  'outputData',
] as const
export type PartName = (typeof partNames)[number]

/** Each part written down, so that equal ones compare as equal. One that is not there is empty. */
export type Parts = Readonly<Record<PartName, string>>

export function partsOf({ definition }: KindOfFunction): Parts {
  const { name, ...rest } = definition
  const given = new Map<string, unknown>(Object.entries({ ...rest, en: name.en, zh: name.zh }))
  const part = (key: PartName): string => {
    const value = given.get(key)
    return value === undefined ? '' : JSON.stringify(sorted(value))
  }
  return {
    identifier: part('identifier'),
    en: part('en'),
    zh: part('zh'),
    description: part('description'),
    required: part('required'),
    repeatable: part('repeatable'),
    accessMode: part('accessMode'),
    dataType: part('dataType'),
    defaultValue: part('defaultValue'),
    modbus: part('modbus'),
    onlyWhile: part('onlyWhile'),
    type: part('type'),
    callType: part('callType'),
    inputData: part('inputData'),
    outputData: part('outputData'),
  }
}

/** The order of keys makes no difference. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}

/** The function these parts make. Parts of two that do not go together leave it as `mine` has it. */
export function checkedAs(parts: Parts, mine: KindOfFunction): KindOfFunction {
  const given = Object.fromEntries(
    partNames
      .filter((name) => parts[name] !== '' && name !== 'en' && name !== 'zh')
      .map((name): [string, unknown] => [name, JSON.parse(parts[name])]),
  )
  const en: unknown = JSON.parse(parts.en)
  const zh: unknown = JSON.parse(parts.zh)
  const made = { ...given, name: { en, zh } }
  switch (mine.kind) {
    case 'property': {
      const { data } = Property.safeParse(made)
      return data === undefined ? mine : { kind: 'property', definition: data }
    }
    case 'event': {
      const { data } = EventFunction.safeParse(made)
      return data === undefined ? mine : { kind: 'event', definition: data }
    }
    case 'service': {
      const { data } = ServiceFunction.safeParse(made)
      return data === undefined ? mine : { kind: 'service', definition: data }
    }
  }
}
