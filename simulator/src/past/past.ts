import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { newAppliance, type Appliance } from '../device/appliance.ts'
import { savedState, type Saved } from '../device/device-life.ts'
import { luckOf } from '../device/luck.ts'
import type { Answer } from '../device/call/calls.ts'
import { moved } from '../device/reporter.ts'
import { inRegisters } from '../device/modbus/controller.ts'
import { chanceFaults, faultTextOf, longestRepairMs } from '../fault/chance-faults.ts'
import { chanceOf } from '../random.ts'
import type { Ending } from './endings.ts'
import { pastConnection, type Connection } from './past-connection.ts'
import { restart, type Scripted, type ScriptedCommand } from './script.ts'

/** Analogue readings. */
const readingMs = 5 * minuteMs
/** All values, changed or not. What keeps its value is reported when it changes and at these times. */
const wholeMs = 6 * hourMs
/** No fault that occurs by itself remains at the end, for the continued life, which does not know how long it lasts. */
const lastFaultMs = longestRepairMs + 10 * minuteMs

/** Product keys of freezers end in F: `a1RC700F`. */
export { isFreezer } from '../device/device-life.ts'

/**
 * A running fleet fails often enough for a person who watches it for an hour; over weeks a kitchen would return such an
 * oven.
 */
const shareOfFaults = 0.25
/** The same of lost connections: a poor one is lost four times a day, another one once a week. */
const shareOfLosses = 1 / 12

/**
 * The fault at the end of the past, and how long before the end it begins. A cabinet without its compressor takes a
 * night to exceed its limit.
 */
const breaks = {
  compressor: { code: 'E05', beforeMs: 14 * hourMs },
  fan: { code: 'E04', beforeMs: 3 * hourMs },
} as const
const offlineBeforeMs = 26 * hourMs
/** The absence lasts this long afterwards. */
const awayMs = 60 * hourMs

export type PastOptions = Readonly<{
  kind: DeviceKind
  /** The seed of the fleet and the device, as for its running life: one seed gives one past. */
  seed: string
  /** The version that it has when its past begins. */
  firmware: string
  freezer: boolean
  /** Since when it is in service, epoch ms; by default several years. */
  since?: number | undefined
  /** Whole minutes, epoch ms. */
  from: number
  to: number
  /** The hour of the day in its kitchen's time zone. */
  hourAt: (ms: number) => number
  /** Commands, upgrades and recipes from outside; the device has those from before `from` at its beginning. */
  script?: readonly Scripted[]
  /** False: only its end is wanted, which costs a fraction. */
  readings?: boolean
  /** True: it neither breaks nor loses its connection. */
  steady?: boolean
  /** True: a controller on the line of a modem, which reports its registers and no events. */
  unit?: boolean
  ending?: Ending | undefined
}>

/** The seed of a device of the demo. */
export const seedOf = (deviceName: string): string => `1:${deviceName}`

/** The seed of a device behind a gateway: its address on the line of a modem, otherwise its name. */
export const seedBehind = (gatewayName: string, own: string | number): string => `${seedOf(gatewayName)}:${own}`

/** Something that a device reported or that happened to its connection. Those of one kind are in the order of their times. */
export type PastEntry =
  | Readonly<{ is: 'reading'; at: number; values: Readonly<Record<string, unknown>> }>
  | Readonly<{ is: 'event'; at: number; event: string; output: Readonly<Record<string, unknown>> }>
  | (Readonly<{ is: 'connection' }> & Connection)
  | Readonly<{ is: 'version'; at: number; version: string }>
  | Readonly<{ is: 'answer'; at: number; command: ScriptedCommand; answer: Answer }>

/** The state at the end of the past, from which the device continues. */
export type PastEnd = Readonly<{ life: Saved; isOnline: boolean }>

/**
 * The past of one device, computed minute by minute with the physics of its running life. It keeps none of its output,
 * so that a year needs no more memory than an hour.
 */
export function* pastOf(options: PastOptions): Generator<PastEntry, PastEnd, undefined> {
  const { kind, seed, firmware, freezer, from, to, hourAt, script = [], steady, unit, ending } = options
  const inServiceMs = options.since === undefined ? undefined : from - options.since
  const made = newAppliance(kind, { seed, firmware, freezer, inServiceMs })
  const appliance = unit === true ? inRegisters(made) : made
  const chance = chanceOf(`${seed}:past`)
  const { isFlaky, lossesPerHour, faultsPerHour } = luckOf(seed, steady)
  const faults = chanceFaults(chance, faultsPerHour * shareOfFaults, true)
  const needed = script.filter(({ is }) => is !== 'recipe').map(neededFor)
  const connection = pastConnection({
    chance,
    isFlaky,
    lossesPerHour: lossesPerHour * shareOfLosses,
    isSteady: steady === true,
    needed,
  })
  const choose = options.readings === false ? () => ({}) : newChoice(appliance)
  const announced = new Set<string>()
  const broken = ending === undefined || ending === 'offline' ? undefined : breaks[ending]

  /** The device has left for good: later events are unknown until it is back. */
  let isGone = false
  const isHeard = (entry: PastEntry) => !isGone && (unit !== true || entry.is !== 'event')
  let version = firmware
  const coming = [...script]
  while (coming[0] !== undefined && coming[0].at <= from) keepRecipe(appliance, coming.shift())
  yield { is: 'connection', ...connection.begin(from) }
  yield { is: 'version', at: from, version }
  yield { is: 'reading', at: from, values: choose('everything', from) }
  for (let minute = from; minute < to; minute += minuteMs) {
    const at = minute + minuteMs
    let since = minute
    for (let next = coming[0]; next !== undefined && next.at < at; next = coming[0]) {
      coming.shift()
      yield* heard(live(appliance, choose, { from: since, to: next.at }, hourAt(minute)), isHeard)
      since = next.at
      yield* heard(happen(appliance, choose, next), isHeard)
      if (next.is === 'upgrade') version = next.to ?? version
    }
    yield* heard(live(appliance, choose, { from: since, to: at }, hourAt(minute)), isHeard)
    if (at < to - lastFaultMs) faults.step(appliance, minuteMs)
    else faults.mend(appliance, minuteMs)
    if (broken !== undefined && at === to - broken.beforeMs) {
      faults.forget(broken.code)
      appliance.raiseFault(broken.code)
    }
    if (isGone) continue
    const news = announce(appliance, announced, at)
    yield* news
    const isWhole = news.length > 0 || at % wholeMs === 0
    const values = choose(isWhole ? 'everything' : at % readingMs === 0 ? 'analogue' : 'changed', at)
    if (Object.keys(values).length > 0) yield { is: 'reading', at, values }
    isGone = ending === 'offline' && at >= to - offlineBeforeMs
    if (isGone) yield* entriesOf(connection.leave(at))
    else yield* entriesOf(connection.step(at, minuteMs))
  }
  const offlineMs = isGone ? awayMs : 0
  const life = savedState({
    firmware: version,
    life: appliance.life(),
    announced: [...announced],
    livedMs: to,
    offlineMs,
  })
  return { life, isOnline: connection.isOnline() }
}

const entriesOf = (changes: readonly Connection[]): PastEntry[] =>
  changes.map((change) => ({ is: 'connection', ...change }))

type Choose = (which: Which, nowMs: number) => Record<string, unknown>

/** Events happen even if nobody hears of them. */
function* heard(entries: Iterable<PastEntry>, isHeard: (entry: PastEntry) => boolean): Generator<PastEntry> {
  for (const entry of entries) if (isHeard(entry)) yield entry
}

/** An upgrade includes its download and its restart. */
const neededFor = (scripted: Scripted) => ({
  from: (scripted.is === 'upgrade' ? scripted.since : scripted.at) - minuteMs,
  to: scripted.at + minuteMs,
})

function keepRecipe({ shelf }: Appliance, scripted: Scripted | undefined): void {
  if (scripted?.is !== 'recipe') return
  const { id, version, document } = scripted
  shelf?.keep({ id, version, own: false, document })
}

/** The delay of the device's answer after a command, and of its report of the changes. */
const answerMs = 340
const changedMs = 620

/** An event from outside, followed by a report of its changes. */
function* happen(appliance: Appliance, choose: Choose, scripted: Scripted): Generator<PastEntry> {
  const { at } = scripted
  keepRecipe(appliance, scripted)
  if (scripted.is === 'upgrade') {
    yield { is: 'connection', at: at - restart.awayMs, online: false, reason: 'connection_lost' }
    yield { is: 'connection', at: at - restart.backMs, online: true, reason: 'connected' }
    if (scripted.to !== null) {
      appliance.setFirmware(scripted.to)
      yield { is: 'version', at, version: scripted.to }
    }
  } else if (scripted.is === 'command') {
    const { kind, identifier, params } = scripted
    const answer = appliance.obey({ id: '', kind, identifier, params, way: 'async', messageId: '' })
    yield { is: 'answer', at: at + answerMs, command: scripted, answer }
  }
  // Marks contain neither settings nor versions, so all values are compared.
  const values = choose('analogue', at + changedMs)
  if (Object.keys(values).length > 0) yield { is: 'reading', at: at + changedMs, values }
}

type Span = Readonly<{ from: number; to: number }>

/** At most a minute of the appliance: each change of a switch is a reading of its own. */
function* live(appliance: Appliance, choose: Choose, { from, to }: Span, hour: number): Generator<PastEntry> {
  let mark = appliance.mark()
  for (let left = to - from; left > 0;) {
    const dtMs = Math.min(left, Math.round(appliance.glideMs(hour)))
    const happenings = appliance.glide(hour, dtMs)
    left -= dtMs
    const at = to - left
    for (const { event, output } of happenings) yield { is: 'event', at, event, output }
    const now = appliance.mark()
    // The readings at the end contain the changes of the last step.
    if (now === mark || left === 0) continue
    mark = now
    const values = choose('changed', at)
    if (Object.keys(values).length > 0) yield { is: 'reading', at, values }
  }
}

/** Yields an event for each fault that began or ended. */
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
 * Chooses the values of a reading. Analogue ones, which have a deadband, are due with time; all others when they
 * change, as in a running device. Changes are not looked for while the mark stays the same: values outside it wait for
 * the next analogue reading.
 */
function newChoice({ values, deadbands, mark }: Appliance) {
  const sent = new Map<string, unknown>()
  let marked: number | undefined
  const isDue = (which: Which, identifier: string, value: unknown): boolean => {
    if (which === 'everything') return true
    const before = sent.get(identifier)
    const deadband = deadbands[identifier]
    // A value that stays at zero, such as the time left while nothing cooks, is not measured.
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
