import { sql } from 'kysely'
import type { AppType, AppVersionDraft, AppVersionRow } from '@brigade/contract/app-user/app-user.model.ts'
import { dayMs, iso } from '@brigade/contract/time.ts'
import type { Db } from '../platform/db/database.ts'

/** `2.10` comes after `2.9`; a version with a suffix (`2.3.1-beta`) comes before the version itself. */
const inOrder = sql`string_to_array(split_part(version, '-', 1), '.')::int[] desc, (strpos(version, '-') = 0) desc, version desc`

/** Versions that are in use or were entered, by type, the newest first. */
export async function listVersions(db: Db, at: number): Promise<AppVersionRow[]> {
  const { rows } = await sql<{
    type: AppType
    version: string
    users: number
    firstSeenAt: string | null
    lastSeenAt: string | null
    releasedOn: string | null
    notesEn: string
    notesZh: string
  }>`
    with used as (
      select type, version, count(*) filter (where last_call_at > ${iso(at - 30 * dayMs)})::int as users,
        min(first_seen_at) as first_seen_at, max(last_call_at) as last_seen_at
      from app_installation group by type, version)
    select type, version, coalesce(users, 0) as users, first_seen_at, last_seen_at, released_on::text as released_on,
      coalesce(notes_en, '') as notes_en, coalesce(notes_zh, '') as notes_zh
    from used full join app_version using (type, version)
    order by type, ${inOrder} limit 1000`.execute(db)
  return rows.map(({ notesEn, notesZh, ...row }) => ({ ...row, notes: { en: notesEn, zh: notesZh } }))
}

export async function saveVersion(
  db: Db,
  { type, version, releasedOn, notes }: AppVersionDraft,
  at: number,
): Promise<void> {
  const fields = { releasedOn, notesEn: notes.en, notesZh: notes.zh, updatedAt: iso(at) }
  await db
    .insertInto('appVersion')
    .values({ type, version, ...fields })
    .onConflict((conflict) => conflict.columns(['type', 'version']).doUpdateSet(fields))
    .execute()
}

/** The latest version released until now. */
export async function findNewestVersion(db: Db, type: AppType, at: number) {
  return db
    .selectFrom('appVersion')
    .where('type', '=', type)
    .where('releasedOn', '<=', iso(at).slice(0, 10))
    .select(['version', sql<string>`released_on::text`.as('releasedOn'), 'notesEn', 'notesZh'])
    .orderBy(inOrder)
    .limit(1)
    .executeTakeFirst()
}
