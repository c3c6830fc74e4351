import { merged } from '@brigade/contract/cold-chain/stretch.rules.ts'
import {
  commonGaps,
  heldOf,
  longSteps,
  newGaps,
  presence as times,
  silencesOf,
  without,
} from '@brigade/contract/telemetry/silence.rules.ts'
import type { Gap, Span } from '@brigade/contract/telemetry/silence.rules.ts'
import { moduleOf, type ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findProperty, isNumberType, isWritable } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { findShadow, type SeenDevice } from '../../device/list/device.store.ts'
import type { CachedDb } from '../../platform/caches.ts'
import type { Db } from '../../platform/db/database.ts'
import { knownPropertyIds } from './device-history.store.ts'
import { listLastOf, listMessageTimes, type Module, type ValueAt } from './module-times.store.ts'
import { connectionTimes, type Connection } from './offline-times.ts'

/**
 * By their model, states, settings and registers that are read on change hold as long as their device is there. Any
 * other reading holds until its device was silent, and is known again with its next report.
 */
export function isSetting(model: ThingModel | undefined, identifier: string): boolean {
  const property = model && findProperty(model, identifier)
  if (property === undefined) return false
  return !isNumberType(property.dataType) || isWritable(property) || property.modbus?.trigger === 'onChange'
}

/** Reading begins this long before a span, to find the last report before it that still holds. */
export const leadMs = 6 * hourMs
/** A setting that was reported longer ago is not looked up: history is stored this long. */
const lookBackMs = 400 * dayMs
/** Messages of this much time are read at once, so that memory does not grow with the span. */
const windowMs = 31 * dayMs

/** When a device was there: the one reading for every curve, table and report. */
type Presence = Readonly<{
  connection: Connection
  /** Times of the property's module, including those before the span. */
  silencesOf: (identifier: string) => readonly Gap[]
  moduleOf: (identifier: string) => Module
}>

type PresenceQuery = Readonly<{
  model: ThingModel | undefined
  identifiers: readonly string[]
  span: Span
  /** Messages up to now show whether a device was there at the end of a span. */
  nowMs: number
}>

/** Reads when the modules of some properties were there, from the device's connection and from its messages. */
export async function readPresence(
  cached: CachedDb,
  device: SeenDevice,
  { model, identifiers, span, nowMs }: PresenceQuery,
): Promise<Presence> {
  const { db } = cached
  const wide = { from: span.from - leadMs, to: Math.max(span.to, Math.min(nowMs, span.to + times.holdMs)) }
  const [connection, shadow] = await Promise.all([connectionTimes(db, device, wide), findShadow(db, device)])
  const known = [...new Set([...Object.keys(shadow?.reported ?? {}), ...identifiers])]
  const modules = new Map<string | undefined, Module & Readonly<{ silences: readonly Gap[] }>>()
  for (const name of new Set(identifiers.map(moduleOf))) {
    const ids = await knownPropertyIds(
      cached,
      known.filter((identifier) => moduleOf(identifier) === name),
    )
    const events = (model?.events ?? []).filter(({ identifier }) => moduleOf(identifier) === name)
    const module = { propertyIds: [...ids.values()], events: events.map(({ identifier }) => identifier) }
    modules.set(name, { ...module, silences: await readSilences(db, device, module, connection.offline, wide) })
  }
  const of = (identifier: string) => modules.get(moduleOf(identifier))
  return {
    connection: { offline: commonGaps([connection.offline, [span]]), online: connection.online },
    silencesOf: (identifier) => of(identifier)?.silences ?? [wide],
    moduleOf: (identifier) => of(identifier) ?? { propertyIds: [], events: [] },
  }
}

async function readSilences(
  db: Db,
  device: SeenDevice,
  module: Module,
  offline: readonly Gap[],
  span: Span,
): Promise<Gap[]> {
  const silences: Gap[] = []
  for (let from = span.from; from < span.to; from += windowMs) {
    const own = { from, to: Math.min(span.to, from + windowMs) }
    const wide = { from: Math.max(span.from, own.from - times.holdMs), to: Math.min(span.to, own.to + times.holdMs) }
    const near = offline.filter(({ from: since, to }) => to > wide.from && since < wide.to)
    const most = await listMessageTimes(db, device, module, [wide], { everyList: false })
    // The other lists may close gaps that the longest list of a day leaves: every message shortens silences, and one of
    // the hour before counts too.
    const open = silencesOf(most, near, wide)
    const asked = merged(
      open.map((gap) => ({ from: Math.max(wide.from, gap.from - times.holdMs), to: gap.to })),
      0,
    )
    const others = await listMessageTimes(db, device, module, asked, { everyList: true })
    const found = others.length === 0 ? open : silencesOf(risingOf([...most, ...others]), near, wide)
    silences.push(...commonGaps([found, [own]]))
  }
  return merged(silences, 0)
}

const risingOf = (some: readonly number[]): number[] => [...new Set(some)].toSorted((a, b) => a - b)

type SeriesPoints = Readonly<{ identifier: string; time: readonly number[]; mean: readonly number[] }>
/** A line is drawn from these and its points. */
type Drawn = Readonly<{ gaps: Gap[]; held: Gap[]; before: ValueAt | null }>

type DrawnQuery = Readonly<{
  model: ThingModel | undefined
  presence: Presence
  span: Span
  bucketMs: number
  /** The spans in which a property's values do not count, by identifier. */
  denied: ReadonlyMap<string, readonly Gap[]>
}>

/** Returns where each series is unknown, where it is held, and the value at the beginning of the span. */
export async function drawnOf(
  cached: CachedDb,
  device: SeenDevice,
  series: readonly SeriesPoints[],
  query: DrawnQuery,
): Promise<Drawn[]> {
  const { model, presence, span, bucketMs, denied } = query
  const last = await readLast(cached, device, series, query)
  const lines = series.map(({ identifier, time }) => {
    const resumes = isSetting(model, identifier)
    const silences = presence.silencesOf(identifier)
    const silent = resumes ? without(silences, presence.connection.online) : silences
    const breaks = merged(
      [...silent, ...(denied.get(identifier) ?? [])].toSorted((a, b) => a.from - b.from),
      0,
    )
    const found = last.get(identifier)
    const since = found !== undefined && !resumes ? found.time : span.from
    const finder = newGaps(breaks, { from: since, to: span.to }, { resumes, isKnown: found !== undefined })
    if (found !== undefined) finder.add(found.time)
    for (const at of time) finder.add(at, Math.min(span.to, at + bucketMs))
    const gaps = commonGaps([finder.end(), [span]])
    // A reading that is not known at the begin of the span did not hold.
    const before = found === undefined || (!resumes && gaps[0]?.from === span.from) ? null : found
    return { identifier, resumes, gaps, before, reports: reportsOf(before, time, { span, bucketMs }) }
  })
  const messages = await messagesBetween(
    cached.db,
    device,
    presence,
    lines.filter(({ resumes }) => !resumes),
    span,
  )
  return lines.map(({ identifier, resumes, gaps, before, reports }) => {
    const held = heldOf(reports, { span, gaps, resumes, messages: messages(identifier) })
    return { gaps, held, before }
  })
}

/** The reports of a line as stretches: each its own time, or that of its bucket. */
export const reportsOf = (
  before: ValueAt | null,
  time: readonly number[],
  { span, bucketMs }: Readonly<{ span: Span; bucketMs: number }>,
): Gap[] => [
  ...(before === null ? [] : [{ from: before.time, to: before.time }]),
  ...time.map((from) => ({ from, to: Math.min(span.to, from + bucketMs) })),
]

type Line = Readonly<{ identifier: string; reports: readonly Gap[] }>

/** Messages of a property's module between reports of it that are far from each other. */
export async function messagesBetween(
  db: Db,
  device: SeenDevice,
  presence: Presence,
  lines: readonly Line[],
  span: Span,
): Promise<(identifier: string) => readonly number[]> {
  const found = new Map<string | undefined, readonly number[]>()
  for (const [name, some] of Map.groupBy(lines, ({ identifier }) => moduleOf(identifier))) {
    const steps = some.flatMap(({ reports }) => longSteps(reports, span)).toSorted((a, b) => a.from - b.from)
    const within = merged(steps, 0)
    const lastsMs = within.reduce((sum, { from, to }) => sum + to - from, 0)
    const module = presence.moduleOf(some[0]?.identifier ?? '')
    // Over many days the longest list of each day is enough, because it has most of the messages.
    found.set(name, await listMessageTimes(db, device, module, within, { everyList: lastsMs <= windowMs }))
  }
  return (identifier) => found.get(moduleOf(identifier)) ?? []
}

/** Reads the last report before the span: a reading if it is recent, a setting of any age. */
async function readLast(
  cached: CachedDb,
  device: SeenDevice,
  series: readonly SeriesPoints[],
  { model, span, denied }: DrawnQuery,
): Promise<ReadonlyMap<string, ValueAt>> {
  // Nothing is known of a value that another property may have denied before the span.
  const asked = series.map(({ identifier }) => identifier).filter((identifier) => !denied.has(identifier))
  const ids = await knownPropertyIds(cached, asked)
  const found = new Map<string, ValueAt>()
  for (const resumes of [false, true]) {
    const some = asked.filter((identifier) => isSetting(model, identifier) === resumes && ids.has(identifier))
    const from = span.from - (resumes ? lookBackMs : leadMs)
    const last = await listLastOf(
      cached.db,
      device,
      some.flatMap((identifier) => ids.get(identifier) ?? []),
      { from, to: span.from },
    )
    for (const identifier of some) {
      const value = last.get(ids.get(identifier) ?? Number.NaN)
      if (value !== undefined && !Number.isNaN(value.value)) found.set(identifier, value)
    }
  }
  return found
}
