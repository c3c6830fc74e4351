import type { Db } from '../platform/db/database.ts'

/** The ids of an organisation and everything below it, `most` at most. */
export async function listOrganisationIdsUnder(db: Db, organisationId: string, most: number): Promise<string[]> {
  const rows = await organisationsUnder(db, organisationId).limit(most).execute()
  return rows.map((row) => row.descendantId)
}

/** An organisation and everything below it, as a subquery. */
export function organisationsUnder(db: Db, organisationId: string) {
  return db
    .selectFrom('organisationTree')
    .select('organisationTree.descendantId')
    .where('organisationTree.ancestorId', '=', organisationId)
}

/** Whether an organisation is the root of the tree. */
export async function isPlatform(db: Db, organisationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organisation')
    .select('id')
    .where('id', '=', organisationId)
    .where('kind', '=', 'platform')
    .executeTakeFirst()
  return row !== undefined
}
