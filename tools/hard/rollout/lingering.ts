import type { TestApp } from '@brigade/server/testing/start-app.ts'
import { sql } from 'kysely'

const longSeconds = 90

/** Devices with an upgrade that has been in progress for long, with their history, one a line. */
export async function lingering({ db }: Pick<TestApp, 'db'>, most = 3): Promise<readonly string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s of device %s for %s s, moved %s s ago, %s bytes, %s offers: %s', u.state, u.device_id,
      extract(epoch from now() - u.changed_at)::int, coalesce(extract(epoch from now() - u.moved_at)::int::text, '-'), u.bytes, u.offers,
      (select string_agg(format('%s %s', to_char(e.at, 'MI:SS.MS'), e.to_state || coalesce(' ' || e.reason, '')), ', ' order by e.seq)
        from upgrade_event e where e.task_id = u.task_id and e.device_id = u.device_id)) as line
    from upgrade_device u where u.state in ('offering', 'offered', 'downloading', 'installing')
      and u.changed_at < now() - make_interval(secs => ${longSeconds}) order by u.changed_at limit ${most}`.execute(db)
  return rows.map(({ line }) => line)
}
