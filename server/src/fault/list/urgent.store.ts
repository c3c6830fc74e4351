import { sql } from 'kysely'
import { urgentKinds, urgentShown, type UrgentItem } from '@brigade/contract/fault/record-list.model.ts'
import type { CallerScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { isSeen } from './fault-list.store.ts'

export type UrgentId = Readonly<{ id: string; kind: UrgentItem['kind']; alike: number; total: number }>

/**
 * Entries of what is going on and was not shelved, with the number of records of each and of all. A critical fault is an entry of its own;
 * of excursions and of silent devices those of one kind of device at one site are one entry: a power cut is one thing to do.
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
          select f.id, f.handling, f.raised_at, f.device_kind, f.organisation_id, case
            when f.type = 'fault' and f.severity = 'critical' then 'critical'
            when f.alert_type in ('excursion', 'offline') then f.alert_type end as kind
          from fault_open f
          where f.condition = 'active' and coalesce(f.shelved_until <= ${now}::timestamptz, true)
            and (f.severity = 'critical' or f.alert_type in ('excursion', 'offline')) and ${await isSeen(db, scope, customerId)}
        ) as record where kind is not null
      ) as sorted
    ) as entries
    where place = 1
    order by handling <> 'new', array_position(${[...urgentKinds]}::text[], kind), raised_at, id limit ${urgentShown}`.execute(
    db,
  )
  return rows
}
