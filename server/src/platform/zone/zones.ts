import { isIntlZone, renamedZones, todaysZone, zoneShape } from '@brigade/contract/time-zone.rules.ts'
import { cacheKey, type CachedDb } from '../caches.ts'
import type { Db } from '../db/database.ts'
import { notifyOnCommit } from '../db/notify.ts'
import { transaction } from '../db/transaction.ts'
import { SettingsRefused } from '../kept-secrets.ts'
import { refuse } from '../refusal.ts'
import type { Settings } from '../settings.ts'
import { listServerZones, listZones, writeZones, type NamedZone } from './zone.store.ts'

/** The time zones that may be chosen: PostgreSQL lists them, and Intl accepts them. */
export type Zones = Readonly<{
  /**
   * The name that is stored and used for a given zone name: today's name for a former one; undefined if it is unknown.
   */
  named: (name: string) => string | undefined
  /** Each zone once, under its present name. */
  offered: () => readonly string[]
}>

function zonesOf(zones: readonly NamedZone[]): Zones {
  const known = new Map(zones.map(({ name, standsFor }) => [name.toLowerCase(), standsFor]))
  const named = (name: string) => known.get(name.toLowerCase())
  // Intl answers with one name for all names of a zone.
  const groupOf = (name: string) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  const isOffered = (name: string) => !name.startsWith('Etc/') && (named(groupOf(name)) ?? name) === name
  let offered: readonly string[] | undefined
  return {
    named,
    offered: () => (offered ??= [...new Set(known.values())].filter(isOffered).toSorted()),
  }
}

/** The names that PostgreSQL lists and Intl accepts, each with the one that is stored for it. */
export function namedZones(listed: readonly string[]): NamedZone[] {
  const names = new Set(listed.filter((name) => zoneShape.test(name) && isIntlZone(name)))
  const own = [...names].map((name) => ({ name, standsFor: names.has(todaysZone(name)) ? todaysZone(name) : name }))
  // A database may have only one of the two names.
  const others = [...renamedZones].flatMap(([former, today]) => {
    if (names.has(former) === names.has(today)) return []
    return names.has(today) ? [{ name: former, standsFor: today }] : [{ name: today, standsFor: former }]
  })
  return [...own, ...others]
}

/** Writes the list by which statements and all processes go. The server's files may change while it runs. */
export async function learnZones(db: Db): Promise<Zones> {
  const zones = namedZones(await listServerZones(db))
  await transaction(db, async (trx) => {
    if (await writeZones(trx, zones)) await notifyOnCommit(trx, 'names', {})
  })
  return zonesOf(zones)
}

export const zonesCache = cacheKey((): { zones: Promise<Zones> | undefined } => ({ zones: undefined }))

/** The list as the last start wrote it. */
export function knownZones({ db, caches }: CachedDb): Promise<Zones> {
  const cache = caches.of(zonesCache)
  cache.zones ??= listZones(db).then(zonesOf, (error: unknown) => {
    cache.zones = undefined
    throw error
  })
  return cache.zones
}

/** A stored zone if it is usable; null if there is none, or it is no longer known. */
export const knownZone = async (cached: CachedDb, name: string | null): Promise<string | null> =>
  name === null || name === '' ? null : ((await knownZones(cached)).named(name) ?? null)

/** Days and hours depend on these two: a zone that only one side knows would fail every statement. */
export function requireSettingZones(zones: Zones, { timeZone, statisticsZone }: Settings): void {
  for (const [name, zone] of [
    ['TIME_ZONE', timeZone],
    ['STATISTICS_ZONE', statisticsZone],
  ] as const)
    if (zones.named(zone) === undefined)
      throw new SettingsRefused(
        `Setting ${name}=${JSON.stringify(zone)} is wrong: the database does not know this time zone (select name from pg_timezone_names)`,
      )
}

/** The same for a role that starts on another machine, with settings of its own. An unreachable database is no reason to refuse. */
export async function requireKnownSettings(db: Db, settings: Settings): Promise<void> {
  const zones = await listZones(db).catch(() => [])
  if (zones.length > 0) requireSettingZones(zonesOf(zones), settings)
}

/** The zone of a field under its stored name. An unknown one is refused at the field; empty stands for none. */
export async function requireTimeZone(cached: CachedDb, name: string, field = 'timeZone'): Promise<string> {
  if (name === '') return ''
  const { named } = await knownZones(cached)
  return named(name) ?? refuse('field.refused', undefined, { fields: { [field]: 'field.timeZone' } })
}

/** The zone in a client's header; UTC if it names none that is known. */
export async function timeZoneIn(cached: CachedDb, header: string | string[] | undefined): Promise<string> {
  const name = typeof header === 'string' ? header.trim() : ''
  if (name.length > 60 || !zoneShape.test(name)) return 'UTC'
  return (await knownZones(cached)).named(name) ?? 'UTC'
}
