import { clamp, wobble } from '../../random.ts'
import { isFreezing, type Cooler } from './cooler-state.ts'

/** Heat and frost of an upright cabinet. kJ/K and kW/K. */
const air = { capacity: 16, loss: 0.0042, openDoor: 0.035, toGoods: 0.03 }
/** A freezer has a flap or a drawer before each shelf, so that less of its air falls out of an open door. */
const behindFlaps = 0.6
const goodsCapacity = 260
/**
 * `toRoomAir`: heat from the room's air that falls through an open door, most of it because its moisture condenses and
 * freezes.
 */
const coil = { capacity: 5, toAirFan: 0.055, toAirStill: 0.006, toRoomAir: 0.02 }
const defrostHeaterKw = 0.55
/** E07 and E08 and a compressor that will not start take the cold away. */
const coldless: readonly string[] = ['E05', 'E06', 'E07', 'E08', 'E12']

export const canCool = (cooler: Cooler): boolean => !cooler.faults.some((code) => coldless.includes(code))
export const evaporatorFanRuns = (cooler: Cooler): boolean =>
  !cooler.standby && !cooler.defrosting && !cooler.doorOpen && !cooler.faults.includes('E04')

export function stepCold(cooler: Cooler, roomC: number, dtMs: number): void {
  const dt = dtMs / 1000
  cooler.ambientC = roomC + 0.1 * wobble(cooler.noise)
  const frozenOver = 1 - 0.5 * (cooler.frost / 100) ** 2
  const toAir = (evaporatorFanRuns(cooler) ? coil.toAirFan : coil.toAirStill) * frozenOver

  const lift = liftOf(cooler)
  const cold = cooler.compressor ? 0.62 * lift * suctionOf(cooler) : 0
  const heater = heaterKw(cooler)
  const drawn = toAir * (cooler.cabinetC - cooler.evaporatorC)
  const fallingIn = cooler.doorOpen ? coil.toRoomAir * frozenOver * (cooler.ambientC - cooler.evaporatorC) : 0
  // Melting ice keeps the coil at 0 °C until it has melted, even if nothing cools the coil any more.
  const isIdle = cooler.defrosting || cooler.standby || !canCool(cooler)
  const melting = isIdle && cooler.frost > 0 && cooler.evaporatorC >= 0
  const warming = heater + drawn + fallingIn - cold
  if (melting) {
    cooler.evaporatorC = 0
    cooler.frost = Math.max(0, cooler.frost - Math.max(0, warming) * 0.16 * dt)
  } else cooler.evaporatorC += (warming / coil.capacity) * dt

  const door = cooler.doorOpen ? air.openDoor * (isFreezing(cooler) ? behindFlaps : 1) : 0
  const gained = (air.loss + door) * (cooler.ambientC - cooler.cabinetC)
  const fromGoods = air.toGoods * (cooler.goodsC - cooler.cabinetC)
  cooler.cabinetC += ((gained + fromGoods - drawn + 0.012) / air.capacity) * dt
  cooler.goodsC -= (fromGoods / goodsCapacity) * dt

  const condenserGoal = cooler.compressor
    ? cooler.ambientC + 17 * lift + (cooler.faults.includes('E06') ? 45 : 0)
    : cooler.ambientC
  cooler.condenserC += ((condenserGoal - cooler.condenserC) / 180) * dt
  const damp = cooler.doorOpen ? 92 : cooler.compressor ? 62 : 80
  cooler.humidity = clamp(cooler.humidity + ((damp - cooler.humidity) / 240) * dt, 20, 99)
  if (cooler.compressor && cooler.evaporatorC < 0)
    cooler.frost = clamp(cooler.frost + (cooler.doorOpen ? 0.02 : 0.0028) * dt, 0, 100)
  cooler.voltage = clamp(
    cooler.voltage +
      (cooler.faults.includes('E12') ? 186 - cooler.voltage : (229 - cooler.voltage) * 0.02) +
      0.12 * wobble(cooler.noise),
    150,
    260,
  )

  cooler.energyKwh += (powerKwOf(cooler) * dt) / 3600
}

/** The present power draw, which is zero for a compressor or heater that has just been switched off. */
export const powerKwOf = (cooler: Cooler): number =>
  (cooler.compressor ? 0.28 + 0.1 * liftOf(cooler) : 0) +
  heaterKw(cooler) +
  (evaporatorFanRuns(cooler) ? 0.035 : 0) +
  (cooler.light || cooler.doorOpen ? 0.012 : 0) +
  0.008

const heaterKw = (cooler: Cooler): number => (cooler.defrosting && !cooler.faults.includes('E09') ? defrostHeaterKw : 0)

/** A compressor moves less heat the colder the coil and the hotter the condenser. */
const liftOf = ({ evaporatorC, condenserC }: Cooler): number =>
  clamp(1 + (evaporatorC + 8) * 0.018 - (condenserC - 38) * 0.006, 0.25, 1.5)

/** No machine boils its refrigerant far below the cabinet that it is built for: the valve closes, and less and less is sucked in. */
export const coldestCoilC = ({ setPointC }: Pick<Cooler, 'setPointC'>): number => 0.74 * setPointC - 22
const suctionOf = (cooler: Cooler): number => clamp((cooler.evaporatorC - coldestCoilC(cooler)) / 8, 0, 1)
