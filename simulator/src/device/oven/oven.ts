import { closeDoor, openDoor, stepKitchen } from './oven-kitchen.ts'
import { settlePower, stepHeat } from './oven-physics.ts'
import { beginCooking, enter, goOn, noteEnd, stepProgram, stop } from './oven-program.ts'
import type { Chance } from '../../random.ts'
import type { Happening, Oven } from './oven-state.ts'
import type { Cookable } from './recipe-shelf.ts'

export type OvenInput = Readonly<{
  ambientC: number
  /** The local hour of the kitchen, 0 to 24. */
  hour: number
  /** False: no people, the oven only executes commands. Default: true. */
  people?: boolean
  /** Picks one of the stored recipes for people to cook. */
  recipe?: (chance: Chance) => Cookable | undefined
}>

/** Advances the oven by `dtMs`. The given state is not modified. */
export function stepOven(oven: Oven, input: OvenInput, dtMs: number): { oven: Oven; happenings: Happening[] } {
  const next = structuredClone(oven)
  const happenings: Happening[] = []
  for (let left = dtMs; left > 0; left -= secondMs) happenings.push(...glideOven(next, input, Math.min(left, secondMs)))
  return { oven: next, happenings }
}

const secondMs = 1000

/** Advances the oven in place by one step: a second, or as long as `ovenGlideMs` allows. */
export function glideOven(oven: Oven, input: OvenInput, dtMs: number): Happening[] {
  stepHeat(oven, input.ambientC, dtMs)
  const happenings = stepProgram(oven, dtMs)
  if (input.people !== false) happenings.push(...stepKitchen(oven, input, dtMs))
  settlePower(oven)
  return happenings
}

/**
 * How long one step may be so that energy, counts and temperatures come out as by seconds: it ends when a person comes
 * or a door shuts, and is short while the element, whose node is fast, is hot.
 */
export function ovenGlideMs(oven: Oven): number {
  if (oven.doorOpen) return atLeastASecond(Math.min(3000, oven.doorClosesInMs))
  if (oven.workState === 'standby') return atLeastASecond(Math.min(isSettled(oven) ? 30_000 : 10_000, oven.idleMs))
  if (oven.workState === 'washing' || oven.workState === 'cooling' || oven.workState === 'error') return 10_000
  return 5000
}

/** The element no longer gives the chamber a noticeable amount of heat. */
const isSettled = ({ elementC, chamberC }: Oven): boolean => Math.abs(elementC - chamberC) < 5
const atLeastASecond = (ms: number): number => Math.max(secondMs, ms)

/** With these it still cooks: no core probe, no steam, a warm drain. */
const harmless: readonly string[] = ['E02', 'E06', 'E08', 'E10']
const halted = (oven: Oven) => oven.faults.some((code) => !harmless.includes(code))

export function raiseOvenFault(oven: Oven, code: string): void {
  if (oven.faults.includes(code)) return
  oven.faults.push(code)
  if (!halted(oven) || oven.workState === 'error') return
  noteEnd(oven, 'fault')
  oven.program = null
  oven.recipe = null
  oven.stage = 0
  oven.foodInside = false
  oven.washWanted = false
  enter(oven, 'error')
}

export function clearOvenFault(oven: Oven, code: string): void {
  oven.faults = oven.faults.filter((active) => active !== code)
  if (oven.workState === 'error' && !halted(oven)) {
    enter(oven, 'standby')
    // People look at the result before they continue.
    oven.idleMs = 180_000
  }
}

/** A person comes: loads a preheated oven, with the probe in; answers a pause; takes out finished food. */
export function comeToOven(oven: Oven): void {
  if (oven.workState === 'preheating' && oven.program !== null) {
    oven.probePlugged = true
    beginCooking(oven)
  } else if (oven.workState === 'completed') {
    oven.foodInside = false
    oven.probePlugged = false
    stop(oven)
  } else goOn(oven)
}

/** The key of the panel that ends a pause. */
export const pressOvenKey = (oven: Oven): void => goOn(oven)

export const setOvenDoor = (oven: Oven, open: boolean): void => (open ? openDoor(oven, Infinity) : closeDoor(oven))
