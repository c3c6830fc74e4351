import type { WorkState } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { between, chanceOf, pick, untilNext, wholeBetween, type Chance } from '../../random.ts'
import type { Program } from './programs.ts'

/**
 * A combi oven as the simulator knows it. Temperatures °C, powers kW, durations ms. The step functions change it in place;
 * `stepOven` is pure around them.
 */
export type Oven = {
  chance: Chance
  /** Random numbers for sensors and relays, apart from those for people, because they are drawn at each step. */
  noise: Chance
  workState: Exclude<WorkState, 'defrosting'>
  /** The time in the present state. */
  workStateMs: number

  elementC: number
  chamberC: number
  foodSurfaceC: number
  coreC: number
  foodInside: boolean
  /** How slowly heat passes through a piece, relative to a middling one. */
  thickness: number
  probePlugged: boolean
  humidity: number
  steamC: number
  drainC: number
  waterLevel: number

  duty: number
  /** Integral term of the controller for standing losses, as a share of full power. */
  integral: number
  setTempC: number
  setHumidity: number
  coreTargetC: number
  fanSpeed: number
  fanReverse: boolean
  light: boolean
  locked: boolean
  volume: number
  ventOpen: boolean

  doorOpen: boolean
  doorOpenMs: number
  /** When the person at the oven closes it again; infinite: only by command. */
  doorClosesInMs: number
  doorOpenings: number
  identifyMs: number

  program: Program | null
  /** The recipe that it cooks, of those it keeps. */
  recipe: { id: string; version: number } | null
  /** How the stages of the present or the last cooking ended. */
  stageEnds: StageEnded[]
  /** From 1; 0: none. */
  stage: number
  stageElapsedMs: number
  /** Minutes added to the running stage by a person. */
  extraMs: number
  programElapsedMs: number
  /**
   * It waits for a person before the running stage; `shutMs`: since the door was closed again, null if it was not
   * opened yet.
   */
  pause: { shutMs: number | null } | null
  programStartKwh: number

  /** The time until the kitchen starts something again. */
  idleMs: number
  /** Some kitchens are bakeries and work at night. */
  shiftHours: number
  /** A wash begins when the chamber has cooled down. */
  washWanted: boolean
  washProgram: number
  washElapsedMs: number

  powerKw: number
  energyKwh: number
  waterL: number
  runMs: number
  sinceWashMs: number
  filterMs: number
  boilerScale: number
  cookCount: number
  rssi: number
  /** The time until a person returns to it, as a share of the mean time. */
  untilVisit: number

  /** Active fault codes, the newest last. */
  faults: string[]
  alarmed: { door: boolean; probe: boolean; washDue: boolean }
}

export function newOven(seed: string | number, ambientC = 24): Oven {
  const chance = chanceOf(seed)
  return {
    chance,
    noise: chanceOf(`${seed}:noise`),
    workState: 'standby',
    workStateMs: 0,
    elementC: ambientC,
    chamberC: ambientC,
    foodSurfaceC: ambientC,
    coreC: ambientC,
    foodInside: false,
    thickness: 1,
    probePlugged: false,
    humidity: 45,
    steamC: ambientC,
    drainC: ambientC,
    waterLevel: between(chance, 60, 95),
    duty: 0,
    integral: 0,
    setTempC: 180,
    setHumidity: 30,
    coreTargetC: 0,
    fanSpeed: 80,
    fanReverse: false,
    light: false,
    locked: false,
    volume: 60,
    ventOpen: false,
    doorOpen: false,
    doorOpenMs: 0,
    doorClosesInMs: 0,
    doorOpenings: wholeBetween(chance, 800, 30_000),
    identifyMs: 0,
    program: null,
    recipe: null,
    stageEnds: [],
    stage: 0,
    stageElapsedMs: 0,
    extraMs: 0,
    programElapsedMs: 0,
    pause: null,
    programStartKwh: 0,
    idleMs: between(chance, 0, 20 * minuteMs),
    shiftHours: pick(chance, [0, 0, 0, 9]),
    washWanted: false,
    washProgram: 2,
    washElapsedMs: 0,
    powerKw: 0.03,
    energyKwh: between(chance, 500, 30_000),
    waterL: between(chance, 1000, 60_000),
    runMs: between(chance, 200, 6000) * hourMs,
    sinceWashMs: between(chance, 0, 9) * hourMs,
    filterMs: between(chance, 0, 180) * hourMs,
    boilerScale: between(chance, 2, 45),
    cookCount: wholeBetween(chance, 200, 9000),
    rssi: wholeBetween(chance, -78, -48),
    untilVisit: untilNext(chance),
    faults: [],
    alarmed: { door: false, probe: false, washDue: false },
  }
}

/** The form of the module `Recipe`. */
export type StageEnded = { Stage: number; By: number; Seconds: number; CoreTemp: number }

/** An event that the device sends without a request. */
export type Happening = Readonly<{ event: string; output: Readonly<Record<string, unknown>> }>
