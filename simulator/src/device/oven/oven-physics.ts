import { clamp, wobble } from '../../random.ts'
import type { Oven } from './oven-state.ts'

/**
 * Heat, steam and food of a ten-tray combi oven. Lumped nodes: heating element, chamber (air and walls), food surface,
 * food core. With the element behind the chamber the controller overshoots by a few degrees and then oscillates, as
 * real ones do.
 */
const powerKw = 18
const element = { capacity: 4.2, toChamber: 0.085 } // kJ/K, kW/K at full fan
const chamber = { capacity: 34, loss: 0.014, openDoorLoss: 0.16, ventedLoss: 0.12 }
const food = { surfaceMinutes: 9, coreMinutes: 17, loadKwPerK: 0.018 }
/** E03, E04, E09, E12 and the sensors of the control loop cut the heating. */
const heatless: readonly string[] = ['E01', 'E03', 'E04', 'E05', 'E09', 'E11', 'E12']
const steamless: readonly string[] = ['E06', 'E07', 'E08', 'E12']

const isHeated = (oven: Oven): boolean =>
  (oven.workState === 'preheating' || oven.workState === 'cooking') &&
  !oven.faults.some((code) => heatless.includes(code))

const isSteamed = (oven: Oven): boolean => isHeated(oven) && !oven.faults.some((code) => steamless.includes(code))

export const fanRuns = (oven: Oven): boolean =>
  !oven.doorOpen &&
  !oven.faults.includes('E04') &&
  ['preheating', 'cooking', 'cooling', 'washing'].includes(oven.workState)

/** Steps must be seconds long: beyond `ovenGlideMs` the element's node would oscillate. */
export function stepHeat(oven: Oven, ambientC: number, dtMs: number): void {
  const dt = dtMs / 1000
  const fan = fanRuns(oven) ? 0.4 + (0.6 * oven.fanSpeed) / 100 : 0.25

  control(oven, dt)
  const heating = oven.duty * powerKw
  const given = element.toChamber * fan * (oven.elementC - oven.chamberC)
  oven.elementC += ((heating - given) / element.capacity) * dt

  const door = oven.doorOpen ? chamber.openDoorLoss : 0
  const vent = isVenting(oven) ? chamber.ventedLoss : oven.ventOpen ? 0.02 : 0
  const cooledByFan = oven.workState === 'cooling' && fanRuns(oven) ? 0.05 : 0
  const lost = (chamber.loss + door + vent + cooledByFan) * (oven.chamberC - ambientC)
  const washed = oven.workState === 'washing' ? 0.12 * (oven.chamberC - 62) : 0
  const eaten = oven.foodInside ? food.loadKwPerK * (oven.chamberC - oven.foodSurfaceC) : 0
  oven.chamberC += ((given - lost - washed - eaten) / chamber.capacity) * dt

  stepFood(oven, ambientC, dt)
  stepSteam(oven, ambientC, dt)

  const drainTarget = ['washing', 'cooking'].includes(oven.workState) ? 30 + oven.chamberC * 0.18 : ambientC
  // E10: hot water does not drain.
  oven.drainC += (((oven.faults.includes('E10') ? 84 : drainTarget) - oven.drainC) / 300) * dt

  oven.energyKwh += (powerKwOf(oven) * dt) / 3600
}

function powerKwOf(oven: Oven): number {
  const steaming = oven.steamC > 90 && oven.setHumidity > 60 && isSteamed(oven) && !oven.doorOpen ? 3.2 : 0
  const standing = oven.workState === 'standby' ? 0.03 : 0.12
  const fan = fanRuns(oven) ? 0.55 * (oven.fanSpeed / 100) ** 2 : 0
  return oven.duty * powerKw + steaming + fan + standing + (oven.light ? 0.04 : 0)
}

/** Sets the power draw after the oven's state has changed: an oven that has just ended does not heat any more. */
export function settlePower(oven: Oven): void {
  if (!isHeated(oven) || oven.doorOpen) oven.duty = 0
  oven.powerKw = powerKwOf(oven)
}

/**
 * A stage that is cooler than the one before, as holding at 58 °C after roasting: the damper opens and the fan blows the heat out until
 * the chamber has come down to it.
 */
const isVenting = (oven: Oven): boolean =>
  isHeated(oven) && fanRuns(oven) && oven.chamberC > oven.setTempC + (oven.ventOpen ? 2 : 8)

/** Proportional with a slow integral that only learns near the target; a little sway from the relays. */
function control(oven: Oven, dt: number): void {
  if (!isHeated(oven) || oven.doorOpen) {
    oven.duty = 0
    return
  }
  const error = oven.setTempC - oven.chamberC
  const standing = (chamber.loss * (oven.setTempC - 24)) / powerKw
  if (Math.abs(error) < 12) oven.integral = clamp(oven.integral + (error / 3000) * dt, -0.1, 0.25)
  const wanted = error / 16 + standing + oven.integral + 0.015 * wobble(oven.noise)
  oven.duty = clamp(wanted, 0, 1)
}

function stepFood(oven: Oven, ambientC: number, dt: number): void {
  if (!oven.foodInside) {
    const rest = ambientC
    oven.foodSurfaceC += ((rest - oven.foodSurfaceC) / 240) * dt
    oven.coreC += ((rest - oven.coreC) / 240) * dt
    return
  }
  // Wet heat penetrates faster, and a wet surface does not get much hotter than boiling.
  const wet = 1 + oven.humidity / 120
  const reached = oven.chamberC > 100 ? 100 + (oven.chamberC - 100) * 0.35 : oven.chamberC
  oven.foodSurfaceC += (((reached - oven.foodSurfaceC) * wet) / (food.surfaceMinutes * oven.thickness * 60)) * dt
  oven.coreC += ((Math.min(oven.foodSurfaceC, 100) - oven.coreC) / (food.coreMinutes * oven.thickness * 60)) * dt
}

function stepSteam(oven: Oven, ambientC: number, dt: number): void {
  const wanted = isSteamed(oven) && oven.setHumidity > 0
  // E07: its own heater runs on without water.
  const isDry = oven.faults.includes('E07') && oven.steamC < 132
  const steamGoal = isDry ? 136 : wanted ? 101 : ambientC
  oven.steamC += ((steamGoal - oven.steamC) / (wanted || isDry ? 90 : 1500)) * dt
  const steam = wanted && oven.steamC > 92
  const dry = oven.chamberC > 110 ? 8 : 30
  const goal = oven.doorOpen ? 42 : steam ? oven.setHumidity : oven.workState === 'washing' ? 98 : dry
  oven.humidity = clamp(
    oven.humidity + ((goal - oven.humidity) / (oven.doorOpen ? 12 : 75)) * dt + 0.15 * wobble(oven.noise),
    2,
    100,
  )
  oven.ventOpen = isVenting(oven) || (isHeated(oven) && oven.humidity > oven.setHumidity + 12)

  const used = (steam ? (oven.setHumidity / 100) * 0.0035 : 0) + (oven.workState === 'washing' ? 0.02 : 0)
  oven.waterL += used * dt
  oven.boilerScale = clamp(oven.boilerScale + used * dt * 0.0006, 0, 100)
  const supplied = !oven.faults.includes('E06')
  // The boiler is filled again below 55 %.
  const filling = supplied && (oven.waterLevel < 55 || (oven.waterLevel < 88 && used === 0)) ? 0.9 : 0
  oven.waterLevel = clamp(oven.waterLevel + (filling - used * 7) * dt, 0, 100)
}
