import { sql } from 'kysely'
import { urgentKinds, urgentShown, type UrgentItem } from '@brigade/contract/fault/record-list.model.ts'
import type { CallerScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { isSeen } from './fault-list.store.ts'

/** The condition for an urgent record `f`, which is active and cannot wait; its kind is `urgentKind`. */
export const isUrgent = sql.raw(`(f.condition = 'active' and (
  (f.type = 'fault' and f.severity = 'critical') or f.alert_type in ('excursion', 'offline')))`)
const isShelved = (now: string) => sql`coalesce(f.shelved_until > ${now}::timestamptz, false)`

/** The same, unless somebody has put it off: the start page and its list count by this rule alone. */
export const isWrongNow = (now: string) => sql<boolean>`(${isUrgent} and not ${isShelved(now)})`
export const urgentKind = sql.raw(`coalesce(f.alert_type, 'critical')`)

export type UrgentId = Readonly<{ id: string; kind: UrgentItem['kind']; alike: number; total: number }>

/**
 * Returns the entries of active records that are not shelved, with the number of records of each and of all. Each
 * critical fault is an entry; excursions and silent devices of one kind at one site are one entry, because a power cut
 * is one thing to handle.
 */
export async function findUrgentIds(
  db: Db,
  scope: CallerScope,
  customerId: string | undefined,
  now: string,
): Promise<readonly UrgentId[]> {
  const { rows } = await sql<UrgentId>`
    select id::text as id, kind, alike, total from (
      select id, kind, handling, raised_at, count(*) over (partition by entry)::int as alike, count(*) over ()::int as total,
        row_number() over (partition by entry order by handling <> 'new', raised_at, id) as place
      from (
        select *, case when kind = 'critical' then id::text else concat_ws(' ', kind, device_kind, organisation_id) end as entry from (
          select f.id, f.handling, f.raised_at, f.device_kind, f.organisation_id, ${urgentKind} as kind
          from fault_open f where ${isWrongNow(now)} and ${await isSeen(db, scope, customerId)}
        ) as record
      ) as sorted
    ) as entries
    where place = 1
    order by handling <> 'new', array_position(${[...urgentKinds]}::text[], kind), raised_at, id limit ${urgentShown}`.execute(
    db,
  )
  return rows
}

/** Counts urgent records that are shelved. */
export async function countUrgentShelved(
  db: Db,
  scope: CallerScope,
  customerId: string | undefined,
  now: string,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from fault_open f
    where ${isUrgent} and ${isShelved(now)} and ${await isSeen(db, scope, customerId)}`.execute(db)
  return rows[0]?.n ?? 0
}
