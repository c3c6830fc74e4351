import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { within, type DataScope } from '../../../customer/data-scope.ts'
import type { Db } from '../../../platform/db/database.ts'

/** An organisation within a scope. */
export async function findShown(db: Db, scope: DataScope, organisationId: string) {
  return db
    .selectFrom('organisation')
    .where('id', '=', organisationId)
    .where('id', 'in', within(db, scope))
    .select(['id', 'name', 'kind', 'enabled'])
    .executeTakeFirst()
}
export type ShownOrganisation = NonNullable<Awaited<ReturnType<typeof findShown>>>

export const findSetting = (db: Db, { organisationId }: DataScope) =>
  db.selectFrom('wallSetting').where('organisationId', '=', organisationId).selectAll().executeTakeFirst()

/**
 * Title and logo of the nearest organisation that has set them, each separately, from `depth` up: 0 is the organisation
 * itself. They are shown to everybody below it, so they may come from outside a scope.
 */
export async function findDress(db: Db, { organisationId }: DataScope, depth: 0 | 1 = 0) {
  const { rows } = await sql<{ title: string; enTitle: string; logoFileId: string | null; name: string }>`
    select s.title, s.en_title, s.logo_file_id, o.name
    from organisation_tree t join wall_setting s on s.organisation_id = t.ancestor_id join organisation o on o.id = t.ancestor_id
    where t.descendant_id = ${organisationId} and t.depth >= ${depth} order by t.depth`.execute(db)
  const titled = rows.find(({ title }) => title !== '')
  return {
    title: titled === undefined ? null : { en: titled.enTitle, zh: titled.title },
    from: titled?.name ?? null,
    logoFileId: rows.find(({ logoFileId }) => logoFileId !== null)?.logoFileId ?? null,
  }
}

/** Locked until the end of the transaction, even if there is no row yet. */
export async function lockSetting(db: Db, scope: DataScope) {
  await sql`select from organisation where id = ${scope.organisationId} for no key update`.execute(db)
  return findSetting(db, scope)
}

type Fields = Readonly<{ title: string; enTitle: string; logoFileId: string | null; hidesCustomers: boolean }>

export async function writeSetting(db: Db, { organisationId }: DataScope, fields: Fields, at: number): Promise<void> {
  await db
    .insertInto('wallSetting')
    .values({ organisationId, ...fields, updatedAt: iso(at) })
    .onConflict((conflict) =>
      conflict.column('organisationId').doUpdateSet({
        ...fields,
        updatedAt: sql<string>`greatest(excluded.updated_at, wall_setting.updated_at + interval '1 millisecond')`,
      }),
    )
    .execute()
}
