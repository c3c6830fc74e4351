import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { coolerDeadbands, coolerMark, coolerValues } from './cooler/cooler-report.ts'
import { obeyCoolerCall } from './cooler/cooler-commands.ts'
import { newCooler } from './cooler/cooler-state.ts'
import { closeDoor, coolerGlideMs, glideCooler, openDoor, stepCooler } from './cooler/cooler.ts'
import { obeyOvenCall } from './oven/oven-commands.ts'
import { ovenDeadbands, ovenMark, ovenValues } from './oven/oven-report.ts'
import { newOven, type Happening } from './oven/oven-state.ts'
import {
  clearOvenFault,
  comeToOven,
  glideOven,
  ovenGlideMs,
  pressOvenKey,
  raiseOvenFault,
  setOvenDoor,
  stepOven,
} from './oven/oven.ts'
import { recipeShelf, type RecipeShelf } from './oven/recipe-shelf.ts'
import type { Answer, Call } from './call/calls.ts'

/** An oven or a refrigerator, seen from its network module. */
export type Appliance = Readonly<{
  kind: DeviceKind
  step: (hour: number, dtMs: number, people?: boolean) => Happening[]
  /** Advances it by one long step, in place, as far as `glideMs` allows, for a past that nobody watches. */
  glide: (hour: number, dtMs: number) => Happening[]
  glideMs: (hour: number) => number
  /**
   * Equal as long as no value without a deadband has changed, apart from hours, names, events and commands, which
   * report themselves.
   */
  mark: () => number
  values: (nowMs: number) => Record<string, unknown>
  deadbands: Readonly<Record<string, number>>
  obey: (call: Call) => Answer
  /** The recipes of an oven. */
  shelf?: RecipeShelf
  /** A person arrives at an oven, or presses the key that ends a pause. */
  come?: () => void
  pressKey?: () => void
  faults: () => readonly string[]
  raiseFault: (code: string) => void
  clearFault: (code: string) => void
  setDoor: (open: boolean) => void
  /** It was upgraded. */
  setFirmware: (version: string) => void
  /** State to store, so that the appliance continues after a restart. */
  life: () => object
}>

export type Birth = Readonly<{
  seed: string
  firmware: string
  /** Only a cooler may be a freezer. */
  freezer: boolean
  /** The state that `life` returned in an earlier run. */
  saved?: unknown
  /** The languages of an oven's panel. */
  panel?: string | undefined
  /** How long it has been in service, which bounds its working hours; by default several years. */
  inServiceMs?: number | undefined
}>

/** The hour of the day in the kitchens of the fleet, which are in China. */
export const hourAt = (ms: number): number => (((ms / hourMs + 8) % 24) + 24) % 24

/** Above any mark of a kind. */
const maxMark = 2 ** 32

const roomC = { oven: 26, cooler: 24 } as const

export function newAppliance(kind: DeviceKind, birth: Birth): Appliance {
  return kind === 'oven' ? anOven(birth) : aCooler(birth)
}

function anOven({ seed, firmware: born, saved, panel, inServiceMs }: Birth): Appliance {
  let firmware = born
  /** Whatever a command or an upgrade changes is a change. */
  let told = 0
  let oven = goOn(aged(newOven(seed, roomC.oven), ovenCounters, inServiceMs), saved)
  const shelf = recipeShelf(
    seed,
    typeof saved === 'object' && saved !== null && 'shelf' in saved ? saved.shelf : undefined,
    panel,
  )
  return {
    kind: 'oven',
    shelf,
    come: () => comeToOven(oven),
    pressKey: () => pressOvenKey(oven),
    step: (hour, dtMs, people = true) => {
      const step = stepOven(oven, { ambientC: roomC.oven, hour, people, recipe: shelf.any }, dtMs)
      oven = step.oven
      return step.happenings
    },
    glide: (hour, dtMs) => glideOven(oven, { ambientC: roomC.oven, hour, recipe: shelf.any }, dtMs),
    glideMs: () => ovenGlideMs(oven),
    mark: () => told * maxMark + ovenMark(oven),
    values: (nowMs) => Object.assign(ovenValues(oven, firmware, nowMs), shelf.values()),
    deadbands: ovenDeadbands,
    obey: (call) => {
      told += 1
      const answer = obeyOvenCall(oven, call, shelf)
      if (call.identifier === 'FactoryReset' && answer.code === 200) shelf.forget()
      return answer
    },
    faults: () => oven.faults,
    raiseFault: (code) => raiseOvenFault(oven, code),
    clearFault: (code) => clearOvenFault(oven, code),
    setDoor: (open) => setOvenDoor(oven, open),
    setFirmware: (version) => {
      told += 1
      firmware = version
    },
    life: () => ({ ...oven, shelf: shelf.life() }),
  }
}

function aCooler({ seed, firmware: born, freezer, saved, inServiceMs }: Birth): Appliance {
  let firmware = born
  let told = 0
  let cooler = goOn(aged(newCooler(seed, freezer), coolerCounters, inServiceMs), saved)
  return {
    kind: 'cooler',
    step: (hour, dtMs) => {
      const step = stepCooler(cooler, { ambientC: roomC.cooler, hour }, dtMs)
      cooler = step.cooler
      return step.happenings
    },
    glide: (hour, dtMs) => glideCooler(cooler, { ambientC: roomC.cooler, hour }, dtMs),
    glideMs: (hour) => coolerGlideMs(cooler, hour),
    mark: () => told * maxMark + coolerMark(cooler),
    values: (nowMs) => coolerValues(cooler, firmware, nowMs),
    deadbands: coolerDeadbands,
    obey: (call) => {
      told += 1
      return obeyCoolerCall(cooler, call)
    },
    faults: () => cooler.faults,
    raiseFault: (code) => {
      if (!cooler.faults.includes(code)) cooler.faults.push(code)
    },
    clearFault: (code) => {
      cooler.faults = cooler.faults.filter((active) => active !== code)
    },
    setDoor: (open) => (open ? openDoor(cooler, Infinity) : closeDoor(cooler)),
    setFirmware: (version) => {
      told += 1
      firmware = version
    },
    life: () => cooler,
  }
}

/** A saved state, as far as it still has the expected shape: values that do not fit start again. */
/** Counters that only grow over the years. */
const ovenCounters = ['energyKwh', 'waterL', 'runMs', 'cookCount', 'doorOpenings'] as const
const coolerCounters = ['energyKwh', 'compressorRunMs', 'compressorStarts', 'doorOpenings'] as const
/** The counters of a new state are those of one that has been in service for this long. */
const drawnForMs = 4 * 365 * dayMs

/** The counters in proportion to the time in service. */
function aged<K extends string, T extends Record<K, number>>(
  fresh: T,
  counters: readonly K[],
  inServiceMs?: number,
): T {
  if (inServiceMs === undefined || inServiceMs >= drawnForMs) return fresh
  const share = Math.max(0, inServiceMs) / drawnForMs
  const younger: Partial<Record<K, number>> = {}
  for (const name of counters) {
    const counted: number = fresh[name]
    younger[name] = Number.isInteger(counted) ? Math.round(counted * share) : counted * share
  }
  return { ...fresh, ...younger }
}

function goOn<T extends object>(fresh: T, saved: unknown): T {
  if (typeof saved !== 'object' || saved === null) return fresh
  const kept = Object.entries(saved).filter(
    ([key, value]) => key in fresh && sort(value) === sort(Object.entries(fresh).find(([own]) => own === key)?.[1]),
  )
  return Object.assign(fresh, Object.fromEntries(kept))
}
const sort = (value: unknown): string => (value === null ? 'object' : Array.isArray(value) ? 'array' : typeof value)
