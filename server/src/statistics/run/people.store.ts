import { sql, type RawBuilder } from 'kysely'
import { placeOf } from '../../device/list/counted-devices.store.ts'

/**
 * The organisations that people belong to: each whose devices, or devices below it, somebody has now. Somebody counts once in each,
 * at the place of the device that was bound last there; the platform has everybody. `people` answers `person`, and columns that pass.
 */
export const seats = (people: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select p.*, seat.organisation_id, seat.place, seat.is_own from (${people}) as p
  join lateral (
    select distinct on (t.ancestor_id) t.ancestor_id as organisation_id, ${placeOf('s')} as place,
      bool_or(t.depth = 0) over (partition by t.ancestor_id) as is_own
    from device_binding b join device_state s on s.device_id = b.device_id
    join organisation_tree t on t.descendant_id = s.organisation_id
    where b.app_user_id = p.person and b.unbound_at is null
    order by t.ancestor_id, b.bound_at desc, b.id desc
  ) as seat on true
  union all
  select p.*, (select id from organisation where parent_id is null), 0, false from (${people}) as p
  where not exists (
    select from device_binding b join device_state s on s.device_id = b.device_id
    where b.app_user_id = p.person and b.unbound_at is null)`
