import { closeDoor, openDoor, stepKitchen } from './oven-kitchen.ts'
import { stepHeat } from './oven-physics.ts'
import { enter, goOn, stepProgram } from './oven-program.ts'
import type { Happening, Oven } from './oven-state.ts'

export type OvenInput = Readonly<{
  ambientC: number
  /** 0 to 24, where the kitchen is. */
  hour: number
  /** False: nobody is there, the oven does only what it is told. Default: true. */
  people?: boolean
}>

/** What comes of `dtMs` of the oven's life. The state given is left as it was. */
export function stepOven(oven: Oven, input: OvenInput, dtMs: number): { oven: Oven; happenings: Happening[] } {
  const next = structuredClone(oven)
  const happenings: Happening[] = []
  for (let left = dtMs; left > 0; left -= 1000) {
    const dt = Math.min(left, 1000)
    stepHeat(next, input.ambientC, dt)
    happenings.push(...stepProgram(next, dt))
    if (input.people !== false) happenings.push(...stepKitchen(next, input.hour, dt))
  }
  return { oven: next, happenings }
}

/** With these it still cooks: no core probe, no steam, a warm drain. */
const harmless: readonly string[] = ['E02', 'E06', 'E08', 'E10']
const halted = (oven: Oven) => oven.faults.some((code) => !harmless.includes(code))

export function raiseOvenFault(oven: Oven, code: string): void {
  if (oven.faults.includes(code)) return
  oven.faults.push(code)
  if (!halted(oven) || oven.workState === 'error') return
  oven.program = null
  oven.stage = 0
  oven.foodInside = false
  oven.washWanted = false
  enter(oven, 'error')
}

export function clearOvenFault(oven: Oven, code: string): void {
  oven.faults = oven.faults.filter((active) => active !== code)
  if (oven.workState === 'error' && !halted(oven)) {
    enter(oven, 'standby')
    // People look at it before they go on.
    oven.idleMs = 180_000
  }
}

/** The key of the panel that ends a pause. */
export const pressOvenKey = (oven: Oven): void => goOn(oven)

export const setOvenDoor = (oven: Oven, open: boolean): void => (open ? openDoor(oven, Infinity) : closeDoor(oven))
