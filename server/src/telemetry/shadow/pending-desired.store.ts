import { sql, type RawBuilder } from 'kysely'

/**
 * Sets the values of commands as desired for as long as these are open; an earlier desired value waits beside them.
 * Part of a statement in which `commands` is a table with id, device_id, kind, params and created_at.
 */
export const desireUntilReported = (commands: RawBuilder<unknown>) => sql`
  insert into device_shadow as shadow (device_id, version, desired)
  select command.device_id, 0, (
    select jsonb_object_agg(key, jsonb_build_object(
      'v', value, 'c', command.id::text, 's', (extract(epoch from command.created_at) * 1000)::bigint))
    from jsonb_each(command.params)
  )
  from ${commands} as command where command.kind = 'property.set'
  on conflict (device_id) do update set desired = shadow.desired || (
    select jsonb_object_agg(ours.key, ours.value || case
      when shadow.desired -> ours.key is null then '{}'
      when not shadow.desired -> ours.key ? 'c' then jsonb_build_object('kept', shadow.desired -> ours.key)
      when shadow.desired -> ours.key ? 'kept' then jsonb_build_object('kept', shadow.desired -> ours.key -> 'kept')
      else '{}' end)
    from jsonb_each(excluded.desired) as ours
  )`

/**
 * Removes the pending value of a command that has ended. A value that a newer command has set since then stays pending,
 * and the previously kept value is restored. Part of a statement in which `commands` is a table with id, device_id and
 * kind.
 */
export const dropPending = (commands: RawBuilder<unknown>) => sql`
  update device_shadow set desired = (
    select coalesce(jsonb_object_agg(pending.key, left_over.entry) filter (where left_over.entry is not null), '{}')
    from jsonb_each(desired) as pending, lateral (
      select case when pending.value ->> 'c' in (select id::text from ${commands}) then pending.value -> 'kept' else pending.value end as entry
    ) as left_over
  )
  where desired <> '{}' and device_id in (select device_id from ${commands} where kind = 'property.set')`
