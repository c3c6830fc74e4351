import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import { DataType, Parameter } from '@brigade/contract/thing-model/thing-model.model.ts'
import { checkParams, checkValue } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Direction, Valued, ValueProblem } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { TypedFunction } from '../typed/typed-function.ts'
import { readParameter, readType } from '../typed/typed-type.ts'

/** A value is checked against one property, or against the parameters of an event or a service. */
export type Tried =
  | Readonly<{ is: 'value'; of: Valued; isReadOnly: boolean }>
  | Readonly<{ is: 'params'; of: readonly Valued[] }>

export type Verdict =
  | Readonly<{ is: 'allowed'; stored: unknown }>
  | Readonly<{ is: 'refused'; problems: readonly ValueProblem[] }>

/** The present definition in the form; null while its type is invalid. */
export function triedIn(kind: FunctionKind, typed: TypedFunction, direction: Direction): Tried | null {
  if (kind === 'property') {
    const dataType = DataType.safeParse(readType(typed.dataType))
    if (!dataType.success) return null
    const identifier = typed.identifier.trim() || 'value'
    const name = { en: typed.en.trim() || identifier, zh: typed.zh.trim() || identifier }
    return { is: 'value', of: { identifier, name, dataType: dataType.data }, isReadOnly: typed.accessMode === 'r' }
  }
  const list = kind === 'service' && direction === 'down' ? typed.inputData : typed.outputData
  const parameters = list.map((parameter) => Parameter.safeParse(readParameter(parameter)))
  const of = parameters.flatMap(({ data }) => (data === undefined ? [] : [data]))
  return of.length === list.length ? { is: 'params', of } : null
}

/** The same check as the server's, and the value it would store or send. */
export function tryValue(tried: Tried, value: unknown, direction: Direction): Verdict {
  if (tried.is === 'params') {
    const checked = checkParams(value, tried.of, direction)
    return checked.ok ? { is: 'allowed', stored: checked.value } : { is: 'refused', problems: checked.problems }
  }
  const { of, isReadOnly } = tried
  if (direction === 'down' && isReadOnly) {
    const refused = { ok: false, reason: 'readOnly', path: of.identifier, name: of.name } as const
    return { is: 'refused', problems: [refused] }
  }
  const checked = checkValue(of, value, direction)
  return checked.ok ? { is: 'allowed', stored: checked.value } : { is: 'refused', problems: [checked] }
}
