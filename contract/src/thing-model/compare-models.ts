import type {
  BreakingReason,
  DataType,
  FunctionName,
  Parameter,
  Property,
  ServiceFunction,
  ThingModel,
} from './thing-model.model.ts'
import { isNumberType } from './thing-model.rules.ts'

/**
 * Lists the effects of publishing: functions added, changed and removed, and the changes that break existing users of the
 * model. A change breaks if a value that was allowed, or a call that was complete, no longer is. A wider range or a new choice
 * does not break.
 */

/** `path` is the place within the function: `dataType.item.Temp`, `inputData.Program.dataType`; empty for the function itself. */
export type Breaking = Readonly<{ reason: BreakingReason; path: string }>
export type FunctionKind = 'property' | 'event' | 'service'
export type FunctionChange = Readonly<{
  change: 'added' | 'changed' | 'removed'
  kind: FunctionKind
  identifier: string
  /** The new name; for a removed function, the former one. */
  name: FunctionName
  breaking: readonly Breaking[]
}>

/**
 * Changes in the order of the new model, with removed functions last. The order of functions itself is not a change.
 */
export function compareModels(before: ThingModel, after: ThingModel): FunctionChange[] {
  return [
    ...compareLists('property', before.properties, after.properties, breaksOfProperty),
    ...compareLists('event', before.events, after.events, (was, is) => [
      ...(was.type === is.type ? [] : [broken('eventType', 'type')]),
      ...breaksOfOutput(was.outputData, is.outputData),
    ]),
    ...compareLists('service', before.services, after.services, breaksOfService),
  ].toSorted((a, b) => Number(a.change === 'removed') - Number(b.change === 'removed'))
}

const broken = (reason: BreakingReason, path: string): Breaking => ({ reason, path })
type Compared = Readonly<{ identifier: string; name: FunctionName; required: boolean }>

function compareLists<T extends Compared>(
  kind: FunctionKind,
  before: readonly T[],
  after: readonly T[],
  breaks: (was: T, is: T) => readonly Breaking[],
): FunctionChange[] {
  const { added, kept, removed } = matched(before, after)
  const keys = new Map<T, FunctionChange>()
  const changeOf = (change: FunctionChange['change'], { identifier, name }: T, breaking: readonly Breaking[]) => ({
    change,
    kind,
    identifier,
    name,
    breaking,
  })
  for (const is of added) keys.set(is, changeOf('added', is, is.required ? [broken('required', '')] : []))
  for (const { was, is } of kept) {
    if (isSame(was, is)) continue
    const required = is.required && !was.required ? [broken('required', 'required')] : []
    keys.set(is, changeOf('changed', is, [...required, ...breaks(was, is)]))
  }
  return [
    ...after.flatMap((is) => keys.get(is) ?? []),
    ...removed.map((was) => changeOf('removed', was, [broken('removed', '')])),
  ]
}

function matched<T extends Readonly<{ identifier: string }>>(before: readonly T[], after: readonly T[]) {
  const earlier = new Map(before.map((item) => [item.identifier, item]))
  const later = new Set(after.map((item) => item.identifier))
  return {
    added: after.filter((item) => !earlier.has(item.identifier)),
    kept: after.flatMap((is) => {
      const was = earlier.get(is.identifier)
      return was === undefined ? [] : [{ was, is }]
    }),
    removed: before.filter((item) => !later.has(item.identifier)),
  }
}

/** `down`: people and programs send it, whole. */
type Way = 'up' | 'down'

const breaksOfProperty = (was: Property, is: Property): Breaking[] => [
  ...(was.accessMode === 'rw' && is.accessMode === 'r' ? [broken('readOnly', 'accessMode')] : []),
  ...breaksOfType(was.dataType, is.dataType, 'dataType', was.accessMode === 'rw' ? 'down' : 'up'),
]

const breaksOfService = (was: ServiceFunction, is: ServiceFunction): Breaking[] => {
  const { added, kept, removed } = matched(was.inputData, is.inputData)
  return [
    ...(was.callType === is.callType ? [] : [broken('callType', 'callType')]),
    ...added.map(({ identifier }) => broken('inputAdded', `inputData.${identifier}`)),
    ...removed.map(({ identifier }) => broken('inputRemoved', `inputData.${identifier}`)),
    ...kept.flatMap((pair) => breaksOfPair(pair, 'inputData', 'down')),
    ...breaksOfOutput(was.outputData, is.outputData),
  ]
}

function breaksOfOutput(before: readonly Parameter[], after: readonly Parameter[]): Breaking[] {
  const { kept, removed } = matched(before, after)
  return [
    ...removed.map(({ identifier }) => broken('outputRemoved', `outputData.${identifier}`)),
    ...kept.flatMap((pair) => breaksOfPair(pair, 'outputData', 'up')),
  ]
}

const breaksOfPair = ({ was, is }: { was: Parameter; is: Parameter }, list: string, way: Way): Breaking[] =>
  breaksOfType(was.dataType, is.dataType, `${list}.${was.identifier}.dataType`, way)

/** Numbers may become wider: every int is a float and a double, every float a double. */
const widening = { int: 0, float: 1, double: 2 } as const

function breaksOfType(was: DataType, is: DataType, path: string, way: Way): Breaking[] {
  if (isNumberType(was) && isNumberType(is)) {
    return [
      ...(widening[is.type] < widening[was.type] ? [broken('type', path)] : []),
      ...(is.min > was.min || is.max < was.max ? [broken('range', path)] : []),
      // Reported values need not be multiples of the step.
      ...(way === 'down' && !staysOnStep(was, is) ? [broken('step', path)] : []),
    ]
  }
  if (was.type === 'text' && is.type === 'text') return is.length < was.length ? [broken('length', path)] : []
  if (was.type === 'enum' && is.type === 'enum') {
    const left = new Set(is.items.map((item) => item.value))
    return was.items.filter((item) => !left.has(item.value)).map((item) => broken('enumItem', `${path}.${item.value}`))
  }
  if (was.type === 'struct' && is.type === 'struct') {
    const { added, kept, removed } = matched(was.members, is.members)
    return [
      ...removed.map(({ identifier }) => broken('memberRemoved', `${path}.${identifier}`)),
      ...(way === 'down'
        ? [...added, ...kept.filter(({ was: before }) => before.optional === true).map(({ is: after }) => after)]
            .filter(({ optional }) => optional !== true)
            .map(({ identifier }) => broken('memberAdded', `${path}.${identifier}`))
        : []),
      ...kept.flatMap((pair) =>
        breaksOfType(pair.was.dataType, pair.is.dataType, `${path}.${pair.is.identifier}`, way),
      ),
    ]
  }
  if (was.type === 'array' && is.type === 'array') {
    return [
      ...(is.size < was.size ? [broken('size', path)] : []),
      ...breaksOfType(was.item, is.item, `${path}.item`, way),
    ]
  }
  return was.type === is.type ? [] : [broken('type', path)]
}

type Steps = Readonly<{ type: string; min: number; step?: number | undefined }>
/** Every value on the old steps is also on the new ones. An int without a step has a step of one. */
function staysOnStep(was: Steps, is: Steps): boolean {
  if (is.step === undefined) return true
  const step = was.step ?? (was.type === 'int' ? 1 : undefined)
  return step !== undefined && isMultiple(step, is.step) && isMultiple(was.min - is.min, is.step)
}
function isMultiple(value: number, of: number): boolean {
  const times = value / of
  return Math.abs(times - Math.round(times)) < 1e-6 * Math.max(1, Math.abs(times))
}

/** The same content: neither the order of keys nor a key that is there and undefined makes a difference. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => isSame(Reflect.get(a, key), Reflect.get(b, key)))
}
