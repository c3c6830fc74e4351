import { sql, type RawBuilder } from 'kysely'

/**
 * All that some devices (a query of their ids) were, with the times between which they were it: the one reading of their
 * turns, for whoever asks whose a past was.
 */
export const turnRows = (devices: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select t.*, p.kind from (
    select o.device_id, case when o.is_first then '-infinity' else o.since end as since,
      coalesce(lead(o.since) over (partition by o.device_id order by o.since), 'infinity') as until,
      o.organisation_id, o.product_id, o.place, o.installed, o.installed_at
    from device_owner o where o.device_id in (${devices})
  ) as t left join product p on p.id = t.product_id
  where t.organisation_id is not null`
