import type { z } from 'zod'
import type { DeviceKind } from '../product/product.model.ts'
import { workStates, type DeviceRow, type DeviceState, type WorkState, type warranties } from './device.model.ts'

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

/** The order of states in a list; the database function `state_rank` has the same order. */
export const stateOrder = [
  'cooking',
  'preheating',
  'completed',
  'cooling',
  'washing',
  'defrosting',
  'standby',
  'error',
  'online',
  'offline',
] as const satisfies readonly z.output<typeof DeviceState>[]

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

/** The value to show beside the state: an oven in standby shows none, a cooler always shows its temperature. */
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
