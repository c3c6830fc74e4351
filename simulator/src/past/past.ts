import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { newAppliance, type Appliance } from '../device/appliance.ts'
import { savedState, type Saved } from '../device/device-life.ts'
import { luckOf } from '../device/luck.ts'
import type { KeptRecipe } from '../device/oven/recipe-shelf.ts'
import { moved } from '../device/reporter.ts'
import { chanceFaults, faultTextOf } from '../fault/chance-faults.ts'
import { chanceOf } from '../random.ts'
import type { Ending } from './endings.ts'
import { pastConnection, type Connection } from './past-connection.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Analogue readings. */
const readingMs = 5 * minuteMs
/** What breaks by itself is mended within an hour, so that none of it is left to a life that goes on and knows nothing of it. */
const lastFaultMs = hourMs

/** Product keys of freezers end in F: `a1RC700F`. */
export { isFreezer } from '../device/device-life.ts'

/** A running fleet breaks often enough for somebody who watches it for an hour; over weeks a kitchen would send such an oven back. */
const shareOfFaults = 0.25

/** What breaks in the end, and how long before. A cabinet without its compressor takes a night to pass its limit. */
const breaks = {
  compressor: { code: 'E05', beforeMs: 14 * hourMs },
  fan: { code: 'E04', beforeMs: 3 * hourMs },
} as const
const offlineBeforeMs = 26 * hourMs
/** And for so long after. */
const awayMs = 60 * hourMs

export type PastOptions = Readonly<{
  kind: DeviceKind
  /** Of the fleet and the device, as for its running life: one seed gives one past. */
  seed: string
  firmware: string
  freezer: boolean
  /** Whole minutes, epoch ms. */
  from: number
  to: number
  /** The hour of the day where its kitchen is. */
  hourAt: (ms: number) => number
  /** The recipes that an oven keeps. */
  shelf?: readonly KeptRecipe[]
  /** False: only its end is wanted, which costs a fraction. */
  readings?: boolean
  /** True: it neither breaks nor loses its connection. */
  steady?: boolean
  ending?: Ending | undefined
}>

/** The seed of a device of the demo. */
export const seedOf = (deviceName: string): string => `1:${deviceName}`

/** Something that a device reported or that happened to its connection. Those of one kind are in the order of their times. */
export type PastEntry =
  | Readonly<{ is: 'reading'; at: number; values: Readonly<Record<string, unknown>> }>
  | Readonly<{ is: 'event'; at: number; event: string; output: Readonly<Record<string, unknown>> }>
  | (Readonly<{ is: 'connection' }> & Connection)

/** What the past leads to: the device goes on from here. */
export type PastEnd = Readonly<{ life: Saved; isOnline: boolean }>

/**
 * The past of one device by the physics that it lives by, from minute to minute. It keeps nothing of what it has given, so that a year needs no
 * more memory than an hour.
 */
export function* pastOf(options: PastOptions): Generator<PastEntry, PastEnd, undefined> {
  const { kind, seed, firmware, freezer, from, to, hourAt, shelf, steady, ending } = options
  const appliance = newAppliance(kind, { seed, firmware, freezer, saved: shelf === undefined ? undefined : { shelf } })
  const chance = chanceOf(`${seed}:past`)
  const { isFlaky, lossesPerHour, faultsPerHour } = luckOf(seed, steady)
  const faults = chanceFaults(chance, faultsPerHour * shareOfFaults)
  const connection = pastConnection({ chance, isFlaky, lossesPerHour, isSteady: steady === true })
  const choose = options.readings === false ? () => ({}) : newChoice(appliance)
  const announced = new Set<string>()
  const broken = ending === undefined || ending === 'offline' ? undefined : breaks[ending]

  /** It has left for good: what happens then nobody hears before it is back. */
  let isGone = false
  yield { is: 'connection', ...connection.begin(from) }
  yield { is: 'reading', at: from, values: choose('everything', from) }
  for (let minute = from; minute < to; minute += minuteMs) {
    const reports = live(appliance, choose, minute, hourAt(minute))
    if (isGone) for (const _ of reports);
    else yield* reports
    const at = minute + minuteMs
    if (at < to - lastFaultMs) faults.step(appliance, minuteMs)
    else faults.mend(appliance, minuteMs)
    if (broken !== undefined && at === to - broken.beforeMs) {
      faults.forget(broken.code)
      appliance.raiseFault(broken.code)
    }
    if (isGone) continue
    const news = announce(appliance, announced, at)
    yield* news
    const isWhole = news.length > 0 || at % hourMs === 0
    const values = choose(isWhole ? 'everything' : at % readingMs === 0 ? 'analogue' : 'changed', at)
    if (Object.keys(values).length > 0) yield { is: 'reading', at, values }
    isGone = ending === 'offline' && at >= to - offlineBeforeMs
    if (isGone) yield* entriesOf(connection.leave(at))
    else yield* entriesOf(connection.step(at, minuteMs))
  }
  const offlineMs = isGone ? awayMs : 0
  const life = savedState({ firmware, life: appliance.life(), announced: [...announced], livedMs: to, offlineMs })
  return { life, isOnline: connection.isOnline() }
}

const entriesOf = (changes: readonly Connection[]): PastEntry[] =>
  changes.map((change) => ({ is: 'connection', ...change }))

type Choose = (which: Which, nowMs: number) => Record<string, unknown>

/** One minute of the appliance: each change of a switch is a reading of its own. */
function* live(appliance: Appliance, choose: Choose, minute: number, hour: number): Generator<PastEntry> {
  let mark = appliance.mark()
  for (let left = minuteMs; left > 0;) {
    const dtMs = Math.min(left, Math.round(appliance.glideMs(hour)))
    const happenings = appliance.glide(hour, dtMs)
    left -= dtMs
    const at = minute + minuteMs - left
    for (const { event, output } of happenings) yield { is: 'event', at, event, output }
    const now = appliance.mark()
    // The readings of the full minute have what changed in its last step.
    if (now === mark || left === 0) continue
    mark = now
    const values = choose('changed', at)
    if (Object.keys(values).length > 0) yield { is: 'reading', at, values }
  }
}

/** An event for each fault that came or went. */
function announce(appliance: Appliance, announced: Set<string>, at: number): PastEntry[] {
  const active = appliance.faults()
  if (active.length === 0 && announced.size === 0) return []
  const say = (code: string, isRaised: boolean): PastEntry => {
    if (isRaised) announced.add(code)
    else announced.delete(code)
    const output = { Code: code, Active: isRaised ? 1 : 0, Text: faultTextOf(appliance.kind, code) }
    return { is: 'event', at, event: 'Fault', output }
  }
  const came = active.filter((code) => !announced.has(code))
  const went = [...announced].filter((code) => !active.includes(code))
  return [...came.map((code) => say(code, true)), ...went.map((code) => say(code, false))]
}

type Which = 'everything' | 'analogue' | 'changed'

/**
 * Chooses the values of a reading. Analogue ones, which have a deadband, are due with time; all others when they change, as in a running
 * device. Nobody looks for changes while the mark stands: what it does not follow waits for the next analogue reading.
 */
function newChoice({ values, deadbands, mark }: Appliance) {
  const sent = new Map<string, unknown>()
  let marked: number | undefined
  const isDue = (which: Which, identifier: string, value: unknown): boolean => {
    if (which === 'everything') return true
    const before = sent.get(identifier)
    const deadband = deadbands[identifier]
    // What stands at zero, as the time left while nothing cooks, is not measured.
    if (typeof value === 'number' && deadband !== undefined)
      return which === 'analogue' && !(value === 0 && before === 0)
    return before !== value && moved(before, value, deadband ?? 0)
  }
  return (which: Which, nowMs: number): Record<string, unknown> => {
    const now = mark()
    if (which === 'changed' && now === marked) return {}
    marked = now
    const chosen: Record<string, unknown> = {}
    const all = values(nowMs)
    for (const identifier in all) {
      const value = all[identifier]
      if (!isDue(which, identifier, value)) continue
      chosen[identifier] = value
      sent.set(identifier, value)
    }
    return chosen
  }
}
