import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { between, happens, pick, visits, type Chance } from '../../random.ts'
import { beginCooking, start, startRecipe, startWash, stop } from './oven-program.ts'
import type { Cookable } from './recipe-shelf.ts'
import type { Happening, Oven } from './oven-state.ts'
import { endOf, programs } from './programs.ts'

/** The people at the oven: they choose programs, load, peek, unload, forget the door, and wash at night. */

/** Minutes between two programs at this hour: busy before meals, slow between them, rare at night. */
function pauseMinutes(hour: number): readonly [number, number] {
  if ((hour >= 6 && hour < 9) || (hour >= 10 && hour < 14) || (hour >= 16 && hour < 21)) return [2, 14]
  if (hour >= 23 || hour < 5) return [50, 160]
  return [12, 45]
}

/** `recipe`: picks one of the recipes that the oven holds. */
type Kitchen = Readonly<{ hour: number; recipe?: ((chance: Chance) => Cookable | undefined) | undefined }>

/** Every other time it is a received recipe, if there are any. */
function cookSomething(oven: Oven, recipe: Kitchen['recipe']): void {
  const { chance } = oven
  const program = pick(chance, programs)
  const kept = recipe?.(chance)
  if (kept !== undefined && happens(chance, 0.5)) startRecipe(oven, kept)
  else start(oven, program)
}

export function openDoor(oven: Oven, forMs: number): void {
  if (!oven.doorOpen) oven.doorOpenings += 1
  oven.doorOpen = true
  oven.doorClosesInMs = forMs
}

export function closeDoor(oven: Oven): void {
  oven.doorOpen = false
  oven.doorOpenMs = 0
  oven.alarmed.door = false
}

export function stepKitchen(oven: Oven, { hour: localHour, recipe }: Kitchen, dtMs: number): Happening[] {
  const { chance } = oven
  const hour = (localHour + oven.shiftHours) % 24
  const happenings: Happening[] = []
  if (oven.identifyMs > 0) oven.identifyMs = Math.max(0, oven.identifyMs - dtMs)
  if (oven.doorOpen) {
    oven.doorOpenMs += dtMs
    oven.doorClosesInMs -= dtMs
    if (oven.doorOpenMs > 180_000 && !oven.alarmed.door) {
      oven.alarmed.door = true
      const output = { Seconds: Math.round(oven.doorOpenMs / 1000), ChamberTemp: Math.round(oven.chamberC * 10) / 10 }
      happenings.push({ event: 'DoorOpenLong', output })
    }
    if (oven.doorClosesInMs > 0) return happenings
    closeDoor(oven)
    if (oven.workState === 'preheating' && oven.program !== null && oven.workStateMs > 20_000) {
      // One in twenty forgets the probe.
      oven.probePlugged = oven.program.stages.some((stage) => endOf(stage) !== 'time') && !happens(chance, 0.05)
      beginCooking(oven)
    } else if (oven.workState === 'completed') {
      oven.foodInside = false
      oven.probePlugged = false
      stop(oven)
      oven.idleMs = between(chance, ...pauseMinutes(hour)) * minuteMs
    }
    return happenings
  }
  switch (oven.workState) {
    case 'standby':
      oven.idleMs -= dtMs
      if (oven.idleMs > 0) break
      oven.idleMs = between(chance, ...pauseMinutes(hour)) * minuteMs
      if ((hour >= 21 || hour < 5) && oven.sinceWashMs > 4 * hourMs)
        startWash(oven, oven.boilerScale > 50 ? 4 : pick(chance, [1, 2, 2, 3]))
      else cookSomething(oven, recipe)
      break
    case 'preheating':
      // The food is loaded when the chamber is hot enough; a program below the chamber's heat waits with the door open.
      if (oven.program === null || oven.workStateMs < 30_000) break
      if (oven.chamberC > oven.setTempC - 4 && oven.chamberC < oven.setTempC + 25)
        openDoor(oven, between(chance, 15, 40) * 1000)
      else if (oven.chamberC > oven.setTempC + 25 && visits(oven, 60, dtMs))
        openDoor(oven, between(chance, 30, 90) * 1000)
      break
    case 'cooking':
      // The oven asks for an ingredient, and a person adds it.
      if (oven.pause !== null) {
        if (visits(oven, 60, dtMs)) openDoor(oven, between(chance, 15, 40) * 1000)
      } else if (visits(oven, 1, dtMs)) openDoor(oven, between(chance, 6, 18) * 1000)
      break
    case 'completed':
      if (oven.workStateMs > 40_000 && visits(oven, 30, dtMs))
        openDoor(oven, happens(chance, 0.03) ? between(chance, 200, 480) * 1000 : between(chance, 20, 50) * 1000)
      break
    default:
  }
  return happenings
}
