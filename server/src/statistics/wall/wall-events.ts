import { createHmac } from 'node:crypto'
import { isOfServer, serverAlarmOf } from '@brigade/contract/fault/fault-words.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { wallEventKinds, wallLimits, type WallEvent } from '@brigade/contract/statistics/wall/wall.model.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import type { Platform } from '../../platform/http/context.ts'
import {
  listActivations,
  listCommandEvents,
  listFaultEvents,
  newestAct,
  type CommandHappened,
  type FaultHappened,
  type Happened,
} from './row/event.store.ts'
import { placeOf } from './place-names.ts'
import { productNames, serviceName } from './wall-names.ts'

type Reading = Pick<Platform, 'db' | 'caches' | 'clock' | 'settings'>
/** The new events by organisation, the oldest first. */
type EventsByOrganisation = ReadonlyMap<string, readonly WallEvent[]>

/** The time after an event in which a late commit is still found. */
const lookBackMs = 15_000
/** Acts get their numbers before their transactions commit, so this many below the newest are read again. */
const actsBack = 500
/** The age of the events with which a picture begins. */
const firstLookMs = 6 * hourMs
/** A device may report an event late: an older one is not shown. */
const newsMs = 10 * minuteMs

/**
 * Reads new events, once a second for all organisations together. An event is sent once, although each read overlaps the ones before it.
 */
export function wallEvents(reading: Reading) {
  /** Sent events, with the time at which they may be forgotten. Their number is limited to two looks. */
  const sent = new Map<string, number>()
  let after: number | undefined

  async function look(organisationIds: readonly string[]): Promise<EventsByOrganisation> {
    const { db, clock } = reading
    const now = clock.now()
    after ??= Math.max(0, (await newestAct(db)) - actsBack)
    const recent = { organisationIds, since: now - lookBackMs }
    const [faults, activations, commands] = await Promise.all([
      listFaultEvents(db, { organisationIds, since: now - newsMs }, after),
      listActivations(db, recent),
      listCommandEvents(db, recent),
    ])
    const newest = faults.reduce((most, { seq }) => Math.max(most, Number(seq)), 0)
    after = Math.max(after, newest - actsBack)
    for (const [key, until] of sent) if (until < now) sent.delete(key)
    return eventsOf(reading, { faults, activations, commands }, (key) => {
      if (sent.has(key)) return false
      sent.set(key, now + newsMs + lookBackMs)
      return true
    })
  }

  /** The newest events of the last hours, for a new picture; they are not sent again. */
  async function first(organisationId: string): Promise<readonly WallEvent[]> {
    const { db, clock } = reading
    const recent = { organisationIds: [organisationId], since: clock.now() - firstLookMs }
    const [faults, activations, commands] = await Promise.all([
      lateFaults(reading, organisationId),
      listActivations(db, recent),
      listCommandEvents(db, recent),
    ])
    const found = await eventsOf(reading, { faults, activations, commands }, (key) => {
      sent.set(key, clock.now() + newsMs + lookBackMs)
      return true
    })
    return found.get(organisationId) ?? []
  }
  return { look, first }
}

/** Faults and excursions of the last hours that began or ended. */
async function lateFaults({ db, clock }: Reading, organisationId: string): Promise<readonly FaultHappened[]> {
  const recent = { organisationIds: [organisationId], since: clock.now() - firstLookMs }
  return listFaultEvents(db, recent, Math.max(0, (await newestAct(db)) - actsBack * 4))
}

/** The newest faults and excursions that began or ended, the newest first. */
export async function latestFaults(reading: Reading, organisationId: string): Promise<readonly WallEvent[]> {
  const found = { faults: await lateFaults(reading, organisationId), activations: [], commands: [] }
  const events = await eventsOf(reading, found, () => true)
  return (events.get(organisationId) ?? []).slice(-wallLimits.events).toReversed()
}

type Found = Readonly<{
  faults: readonly FaultHappened[]
  activations: readonly Happened[]
  commands: readonly CommandHappened[]
}>

async function eventsOf(
  reading: Reading,
  { faults, activations, commands }: Found,
  isNew: (key: string) => boolean,
): Promise<EventsByOrganisation> {
  const fresh = {
    faults: faults.filter(({ id, organisationId }) => isNew(`f${id} ${organisationId}`)),
    activations: activations.filter(({ id, organisationId }) => isNew(`a${id} ${organisationId}`)),
    commands: commands.filter(({ id, organisationId }) => isNew(`c${id} ${organisationId}`)),
  }
  const all = [...fresh.faults, ...fresh.activations, ...fresh.commands]
  const events = new Map<string, WallEvent[]>()
  if (all.length === 0) return events
  const nameOf = await productNames(
    reading,
    all.map(({ productId }) => productId),
  )
  const add = ({ organisationId }: Happened, event: WallEvent) =>
    events.set(organisationId, [...(events.get(organisationId) ?? []), event])
  const common = (row: Happened) => ({
    at: row.at,
    model: nameOf(row.productId),
    place: placeOf(row.area),
    ...spotOf(reading, row),
    what: null,
    tookMs: null,
    temperature: null,
  })
  for (const row of fresh.faults) add(row, { ...common(row), ...faultPart(row) })
  for (const row of fresh.activations) add(row, { ...common(row), kind: 'activation' })
  for (const row of fresh.commands)
    add(row, {
      ...common(row),
      kind: 'command',
      what: await commandWords(reading, row),
      tookMs: Math.max(0, row.tookMs),
    })
  for (const list of events.values()) list.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return events
}

function faultPart(row: FaultHappened): Pick<WallEvent, 'kind' | 'what' | 'tookMs' | 'temperature'> {
  const label = row.code === '' ? row.identifier : row.code
  const what = isOfServer(row.alertType)
    ? serverAlarmOf(row.alertType, row.code).name
    : { en: row.enName ?? label, zh: row.name ?? label }
  const took = Math.max(0, Date.parse(row.at) - Date.parse(row.raisedAt))
  if (row.act === 'eliminate') return { kind: 'cleared', what, tookMs: took, temperature: null }
  const isExcursion = row.alertType === 'excursion' && row.limitC !== null && row.worstC !== null
  return {
    kind: isExcursion ? 'excursion' : 'fault',
    what,
    tookMs: null,
    temperature: isExcursion ? { valueC: row.worstC ?? 0, limitC: row.limitC ?? 0 } : null,
  }
}

async function commandWords(reading: Reading, { kind, identifier, productId }: CommandHappened): Promise<Words> {
  if (kind === 'property.set') return { en: 'Settings changed', zh: '参数已设置' }
  if (kind === 'property.get') return { en: 'Values read', zh: '读取数据' }
  return serviceName(reading, productId, identifier)
}

/** Two numbers that represent a device without identifying it; the key identifies only the event. */
function spotOf({ settings }: Reading, { deviceId, id, at }: Happened): Pick<WallEvent, 'offset' | 'key'> {
  const digest = (text: string) => createHmac('sha256', settings.secretKey).update(`wall ${text}`).digest()
  const spot = digest(deviceId)
  const part = (place: number) => Math.round((spot.readUInt16BE(place) / 32_767.5 - 1) * 1000) / 1000
  return { offset: [part(0), part(2)], key: digest(`${id} ${at}`).toString('base64url').slice(0, 12) }
}

/** The `most` most important events, the newest first, and the number of the others. */
export function firstOf(events: readonly WallEvent[], most: number): { events: readonly WallEvent[]; more: number } {
  const rank = ({ kind }: WallEvent) => wallEventKinds.indexOf(kind)
  const newest = (a: WallEvent, b: WallEvent) => Date.parse(b.at) - Date.parse(a.at)
  const kept = events.toSorted((a, b) => rank(a) - rank(b) || newest(a, b)).slice(0, most)
  return { events: kept.toSorted(newest), more: events.length - kept.length }
}
