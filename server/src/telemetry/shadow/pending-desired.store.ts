import { sql } from 'kysely'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { DesiredEntry } from './shadow-entry.ts'

type Pending = Readonly<{
  deviceId: string
  commandId: string
  values: Readonly<Record<string, Value>>
  /** Epoch ms. */
  at: number
}>

/** Desires values for as long as a command is open; a value that was desired before waits beside them. */
export async function desireUntilReported(
  trx: Transaction,
  { deviceId, commandId, values, at }: Pending,
): Promise<void> {
  const pending = Object.entries(values).map(([identifier, v]): [string, DesiredEntry] => [
    identifier,
    { v, c: commandId, s: at },
  ])
  const desired = JSON.stringify(Object.fromEntries(pending))
  await sql`
    insert into device_shadow as shadow (device_id, version, desired) values (${deviceId}, 0, ${desired}::jsonb)
    on conflict (device_id) do update set desired = shadow.desired || (
      select jsonb_object_agg(ours.key, ours.value || case
        when shadow.desired -> ours.key is null then '{}'
        when not shadow.desired -> ours.key ? 'c' then jsonb_build_object('kept', shadow.desired -> ours.key)
        when shadow.desired -> ours.key ? 'kept' then jsonb_build_object('kept', shadow.desired -> ours.key -> 'kept')
        else '{}' end)
      from jsonb_each(excluded.desired) as ours
    )`.execute(trx)
}

/** A value set by one of these commands no longer waits; one that a newer command has set since then still does, and what was kept before is so again. */
export async function dropPending(db: Db, commandIds: readonly string[]): Promise<void> {
  await sql`
    update device_shadow set desired = (
      select coalesce(jsonb_object_agg(pending.key, left_over.entry) filter (where left_over.entry is not null), '{}')
      from jsonb_each(desired) as pending, lateral (
        select case when pending.value ->> 'c' = any (${commandIds}::text[]) then pending.value -> 'kept' else pending.value end as entry
      ) as left_over
    )
    where desired <> '{}' and device_id in (
      select device_id from command where id = any (${commandIds}::bigint[]) and kind = 'property.set'
    )`.execute(db)
}
