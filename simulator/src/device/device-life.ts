import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { chanceFaults, type ChanceFaults } from '../fault/chance-faults.ts'
import { between, type Chance } from '../random.ts'
import { hourAt, newAppliance, type Appliance } from './appliance.ts'
import type { Settings } from './given-model.ts'
import { luckOf } from './luck.ts'
import type { Happening } from './oven/oven-state.ts'
import { newReporter, type Reporter } from './reporter.ts'
import type { RunningOptions } from './simulated-device.ts'

/** Product keys of freezers end in F: `a1RC700F`. */
export const isFreezer = (productKey: string): boolean => productKey.endsWith('F')
const stepMs = minuteMs

/** The state of one simulated device; times named `…InMs` and `…Ms` run down with each tick. */
export type DeviceLife = {
  readonly chance: Chance
  firmware: string
  /** Versions of modules that it received besides its own firmware, by their names. */
  readonly modules: Map<string, string>
  /** One device in ten has a poor connection. */
  readonly isFlaky: boolean
  readonly lossesPerHour: number
  readonly appliance: Appliance
  readonly faults: ChanceFaults
  readonly reporter: Reporter
  readonly settings: Settings
  /** Faults whose event has been sent. */
  readonly announced: Set<string>
  model: ThingModel | undefined
  /** Resolves when it has its model. */
  readonly modelKnown: PromiseWithResolvers<void>
  livedMs: number
  reportEveryMs: number
  reportInMs: number
  everythingInMs: number
  askModelInMs: number
  mutedMs: number
  /** How long it is frozen. */
  frozenMs: number
  offlineMs: number
  /** The offset of its clock. */
  offsetMs: number
}

export function newLife(options: RunningOptions): DeviceLife {
  const { credentials, kind, seed } = options
  const { chance, made, isFlaky, lossesPerHour, faultsPerHour } = luckOf(seed, options.steady)
  const faults = chanceFaults(chance, faultsPerHour)
  const reportEveryMs = options.reportEveryMs ?? 5000
  const saved = readSaved(options.saved)
  // Upgraded firmware survives a restart.
  const firmware = saved.firmware ?? options.firmware ?? made
  const appliance = newAppliance(kind, {
    seed,
    firmware,
    freezer: isFreezer(credentials.productKey),
    saved: saved.life,
    panel: options.panel,
  })
  const life: DeviceLife = {
    chance,
    firmware,
    modules: new Map(saved.modules),
    isFlaky,
    lossesPerHour,
    appliance,
    faults,
    reporter: newReporter(appliance.deadbands),
    settings: new Map(saved.settings),
    announced: new Set(saved.announced),
    model: undefined,
    modelKnown: Promise.withResolvers<void>(),
    livedMs: saved.livedMs ?? Date.now(),
    reportEveryMs,
    reportInMs: between(chance, 0, reportEveryMs),
    everythingInMs: 0,
    askModelInMs: 0,
    mutedMs: 0,
    frozenMs: 0,
    offlineMs: saved.offlineMs,
    offsetMs: 0,
  }
  // Without people nothing happens in the past.
  if (options.people !== false) catchUp(life, saved.livedMs !== undefined)
  return life
}

/** Simulates the time before the program started. */
function catchUp(life: DeviceLife, isOld: boolean) {
  const { appliance, chance, livedMs } = life
  if (!isOld) {
    // A new device has run for some hours, so that the fleet is at work at first sight.
    const hours = between(chance, 2, 5)
    for (let ms = livedMs - hours * hourMs; ms < livedMs; ms += stepMs) appliance.step(hourAt(ms), stepMs)
    return
  }
  const missedMs = Math.min(Math.max(0, Date.now() - livedMs), 3 * hourMs)
  for (let ms = 0; ms < missedMs; ms += stepMs) appliance.step(hourAt(livedMs + ms), Math.min(stepMs, missedMs - ms))
  life.livedMs = Math.max(livedMs, Date.now())
}

/** Simulates `dtMs`; returns the events of the appliance. */
export function stepLife(life: DeviceLife, dtMs: number, people: boolean): readonly Happening[] {
  life.livedMs += dtMs
  return life.appliance.step(hourAt(life.livedMs), dtMs, people)
}

export const savedLife = ({
  appliance,
  announced,
  livedMs,
  offlineMs,
  settings,
  firmware,
  modules,
}: DeviceLife): Saved => ({
  firmware,
  modules: [...modules],
  life: appliance.life(),
  announced: [...announced],
  livedMs,
  offlineMs: Math.max(0, offlineMs),
  settings: [...settings],
})

/** The initial state of a device that was never set or upgraded. */
export const savedState = (state: Pick<Saved, 'firmware' | 'life' | 'announced' | 'livedMs' | 'offlineMs'>): Saved => ({
  ...state,
  modules: [],
  settings: [],
})

export type Saved = {
  firmware: string | undefined
  modules: [string, string][]
  life: unknown
  announced: string[]
  livedMs: number | undefined
  /** The remaining time offline of a device that was offline. */
  offlineMs: number
  settings: [string, unknown][]
}

function readSaved(saved: unknown): Saved {
  const none = {
    firmware: undefined,
    modules: [],
    life: undefined,
    announced: [],
    livedMs: undefined,
    offlineMs: 0,
    settings: [],
  }
  if (typeof saved !== 'object' || saved === null) return none
  if (!('life' in saved && 'announced' in saved && 'livedMs' in saved)) return none
  if (!Array.isArray(saved.announced) || typeof saved.livedMs !== 'number') return none
  const settings: readonly unknown[] = 'settings' in saved && Array.isArray(saved.settings) ? saved.settings : []
  return {
    modules: savedModules(saved),
    firmware: 'firmware' in saved && typeof saved.firmware === 'string' ? saved.firmware : undefined,
    life: saved.life,
    announced: saved.announced.map(String),
    livedMs: saved.livedMs,
    offlineMs: 'offlineMs' in saved && typeof saved.offlineMs === 'number' ? saved.offlineMs : 0,
    settings: settings.flatMap((pair): [string, unknown][] =>
      Array.isArray(pair) ? [[String(pair[0]), pair[1]]] : [],
    ),
  }
}

/** The modules of a saved life: pairs of name and version. */
export function savedModules(saved: object): [string, string][] {
  const pairs: readonly unknown[] = 'modules' in saved && Array.isArray(saved.modules) ? saved.modules : []
  return pairs.flatMap((pair): [string, string][] => (Array.isArray(pair) ? [[String(pair[0]), String(pair[1])]] : []))
}
