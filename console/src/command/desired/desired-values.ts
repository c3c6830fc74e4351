import type { Shadow } from '@brigade/contract/telemetry/shadow.model.ts'
import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { checkValue, type Value, type ValueProblem } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Units } from '../../platform/units.ts'
import { problemsIn, readTyped, typedOf, type Draft, type Problems, type Typed } from '../command-draft.ts'
import { desiredOf } from '../../device/view/device-view.ts'

/** A field starts with the desired value if there is one, else with the reported value. */
export function firstTyped(property: Property, shadow: Shadow, units: Units): Typed {
  const { identifier, dataType } = property
  const value =
    desiredOf(shadow, identifier)?.value ?? shadow.list.find((entry) => entry.identifier === identifier)?.value
  return typedOf(dataType, value, units)
}

/** Converts typed input to the values to send, and collects the problems that block them. */
export function readDesired(
  properties: readonly Property[],
  draft: Draft,
  units: Units,
): { values: Readonly<Record<string, Value>>; problems: Problems } {
  const values: Record<string, Value> = {}
  const problems: Record<string, ValueProblem> = {}
  for (const property of properties) {
    const value = readTyped(property.dataType, draft[property.identifier], units)
    const checked = checkValue(property, value, 'down')
    if (checked.ok) values[property.identifier] = checked.value
    else Object.assign(problems, problemsIn(property, value, checked))
  }
  return { values, problems }
}

/** Returns the desired values that were set, changed or removed since they were last read. */
export function movedDesires(before: Shadow, now: Shadow): readonly string[] {
  const all = [...before.list, ...before.wanted, ...now.list, ...now.wanted].map(({ identifier }) => identifier)
  return [...new Set(all)].filter(
    (identifier) => wordOf(desiredOf(before, identifier)) !== wordOf(desiredOf(now, identifier)),
  )
}
const wordOf = (desired: { value: unknown; commandId: string | null } | null): string =>
  desired === null ? '' : JSON.stringify([desired.value, desired.commandId])
