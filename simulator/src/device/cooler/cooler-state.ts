import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { between, chanceOf, pick, untilNext, wholeBetween } from '../../random.ts'
import type { Chance } from '../../random.ts'

/** A refrigerator or freezer as the simulator knows it. Temperatures °C, powers kW, durations ms. */
export type Cooler = {
  chance: Chance
  /** Random numbers for sensors and the mains, apart from those for people, because they are drawn at each step. */
  noise: Chance
  cabinetC: number
  /** Temperature of the goods, which have a far greater mass than the air. */
  goodsC: number
  evaporatorC: number
  condenserC: number
  ambientC: number
  humidity: number
  voltage: number

  setPointC: number
  differentialK: number
  highLimitC: number
  lowLimitC: number
  alarmDelayMs: number
  standby: boolean
  light: boolean

  compressor: boolean
  /** The time since it was switched. */
  compressorMs: number
  compressorRunMs: number
  compressorStarts: number

  defrosting: boolean
  defrostMs: number
  /** 0 timer, 1 command, 2 panel, as in the event. */
  defrostStartedBy: number
  defrostIntervalMs: number
  untilDefrostMs: number
  longestDefrostMs: number
  defrostEndC: number
  /** 0 to 100. */
  frost: number

  doorOpen: boolean
  doorOpenMs: number
  doorClosesInMs: number
  doorOpenings: number
  /** How many people open it on a usual day: a reach-in cabinet beside the stove more often than a freezer. */
  visitsADay: number
  identifyMs: number

  powerKw: number
  energyKwh: number
  rssi: number
  /** The time until a person opens it again, as a share of the mean time. */
  untilVisit: number
  faults: string[]
  tooWarmMs: number
  tooColdMs: number
  alarmed: { high: boolean; low: boolean; door: boolean }
}

export const coolerDefaults = {
  differentialK: 2,
  alarmDelayMs: 15 * minuteMs,
  standby: false,
  light: true,
  defrostIntervalMs: 6 * hourMs,
  longestDefrostMs: 30 * minuteMs,
  defrostEndC: 10,
} as const

/** Whether it freezes, by what it is set to. */
export const isFreezing = ({ setPointC }: Pick<Cooler, 'setPointC'>): boolean => setPointC < -10

/** Keeps at 3 °C or so, or freezes. */
export function newCooler(seed: string | number, freezer = false): Cooler {
  const chance = chanceOf(seed)
  const setPointC = freezer ? -20 : pick(chance, [1, 2, 3, 4])
  const visitsADay = freezer ? wholeBetween(chance, 8, 22) : wholeBetween(chance, 26, 68)
  return {
    chance,
    noise: chanceOf(`${seed}:noise`),
    ...coolerDefaults,
    cabinetC: setPointC + 1,
    goodsC: setPointC + 1,
    evaporatorC: setPointC - 4,
    condenserC: 30,
    ambientC: 24,
    humidity: 70,
    voltage: 230,
    setPointC,
    highLimitC: setPointC + 7,
    lowLimitC: setPointC - 5,
    compressor: false,
    compressorMs: between(chance, 0, 600_000),
    compressorRunMs: between(chance, 500, 30_000) * hourMs,
    compressorStarts: wholeBetween(chance, 3000, 90_000),
    defrosting: false,
    defrostMs: 0,
    defrostStartedBy: 0,
    untilDefrostMs: between(chance, 0.05, 1) * coolerDefaults.defrostIntervalMs,
    frost: between(chance, 5, 45),
    doorOpen: false,
    doorOpenMs: 0,
    doorClosesInMs: 0,
    doorOpenings: Math.round(visitsADay * between(chance, 100, 1460)),
    visitsADay,
    identifyMs: 0,
    powerKw: 0.04,
    energyKwh: between(chance, 300, 20_000),
    rssi: wholeBetween(chance, -80, -45),
    untilVisit: untilNext(chance),
    faults: [],
    tooWarmMs: 0,
    tooColdMs: 0,
    alarmed: { high: false, low: false, door: false },
  }
}
