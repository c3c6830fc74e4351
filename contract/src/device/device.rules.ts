import type { DeviceKind } from '../product/product.model.ts'
import type { ThingModel } from '../thing-model/thing-model.model.ts'
import { workStates } from './device.model.ts'
import type { DeviceRow, WorkState, warranties } from './device.model.ts'

/** The place of a state in `workStates` is its number in the property `WorkState`, for both kinds (ready-made/work-state.ts). */
export const workStateNumberOf = (state: WorkState): number => workStates.indexOf(state)

/** Null for a number no state has, and for none reported. */
export const workStateOf = (number: number | null): WorkState | null =>
  number === null ? null : (workStates[number] ?? null)

/** The states a kind can be in, in the order screens show them. */
export const workStatesOf: Readonly<Record<DeviceKind, readonly WorkState[]>> = {
  oven: ['cooking', 'preheating', 'completed', 'cooling', 'washing', 'standby', 'error'],
  cooler: ['cooling', 'defrosting', 'standby', 'error'],
}

/** The own name of a function: those of a module are `module:identifier`. */
const ownName = (identifier: string): string => identifier.slice(identifier.lastIndexOf(':') + 1)
const heatingService = /^(start_?(program|cook|heat|preheat|bak|roast|steam)|(pre)?heat|cook|bake|roast|steam)/i
const heatingProperty =
  /^(start_?(cook|heat)|(pre)?heat(ing)?(_?(on|switch|start))?$|cook(ing)?(_?(on|switch|start))?$)/i
const isOn = (value: unknown): boolean => value === true || (typeof value === 'number' && value > 0)

/**
 * Whether a command makes an oven hot with nobody at it: a service that begins to cook or heat, or a switch of that name set
 * on. Washing and a set temperature alone heat nothing. Only ovens heat; a thing model cannot say so, names do.
 */
export function startsHeat(
  kind: DeviceKind,
  command:
    | Readonly<{ kind: 'service'; identifier: string }>
    | Readonly<{ kind: 'property.set'; params: Readonly<Record<string, unknown>> }>,
): boolean {
  if (kind !== 'oven') return false
  if (command.kind === 'service') return heatingService.test(ownName(command.identifier))
  return Object.entries(command.params).some(([key, value]) => heatingProperty.test(ownName(key)) && isOn(value))
}

/**
 * Whether a command may be sent again to a device that comes back in time, as it is not known whether the first arrived:
 * where the thing model says so of the service, or of each property. What makes an oven hot never is.
 */
export function isRepeatable(
  command:
    | Readonly<{ kind: 'service'; identifier: string }>
    | Readonly<{ kind: 'property.set'; params: Readonly<Record<string, unknown>> }>,
  { properties, services }: Pick<ThingModel, 'properties' | 'services'>,
): boolean {
  if (startsHeat('oven', command)) return false
  const marked = (all: readonly Readonly<{ identifier: string; repeatable?: boolean | undefined }>[], named: string) =>
    all.some(({ identifier, repeatable }) => identifier === named && repeatable === true)
  return command.kind === 'service'
    ? marked(services, command.identifier)
    : Object.keys(command.params).every((identifier) => marked(properties, identifier))
}

/** Both instants in epoch ms. No date: the warranty was never registered. */
export function warrantyOf(warrantyUntilMs: number | null, nowMs: number): (typeof warranties)[number] {
  if (warrantyUntilMs === null) return 'unregistered'
  return warrantyUntilMs > nowMs ? 'in' : 'over'
}

/** The properties behind the one short fact of a state, as the ready-made models name them. */
export const factIdentifiers = [
  'ChamberTemp',
  'CabinetTemp',
  'CurStage',
  'StageCount',
  'StageRemaining',
  'WashRemaining',
] as const
export type FactIdentifier = (typeof factIdentifiers)[number]

/** What applies to the state: an oven that stands by shows nothing, a cooler always shows its temperature. */
export function factOf(
  kind: DeviceKind,
  state: WorkState | null,
  reported: Readonly<Partial<Record<FactIdentifier, unknown>>>,
): DeviceRow['fact'] {
  const number = (identifier: FactIdentifier): number | null => {
    const value = reported[identifier]
    return typeof value === 'number' ? value : null
  }
  const minutes = (identifier: FactIdentifier): number | null => {
    const seconds = number(identifier)
    return seconds === null ? null : Math.ceil(seconds / 60)
  }
  const none: DeviceRow['fact'] = { stage: null, stageCount: null, temperatureC: null, minutesLeft: null }
  if (kind === 'cooler') return { ...none, temperatureC: number('CabinetTemp') }
  switch (state) {
    case 'cooking':
      return {
        stage: number('CurStage'),
        stageCount: number('StageCount'),
        temperatureC: number('ChamberTemp'),
        minutesLeft: minutes('StageRemaining'),
      }
    case 'preheating':
    case 'cooling':
      return { ...none, temperatureC: number('ChamberTemp') }
    case 'washing':
      return { ...none, minutesLeft: minutes('WashRemaining') }
    case 'standby':
    case 'completed':
    case 'error':
    case 'defrosting':
    case null:
      return none
  }
}
