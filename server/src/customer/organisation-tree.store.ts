import type { Db } from '../platform/db/database.ts'

/** An organisation and everything below it, as a subquery. */
export function organisationsUnder(db: Db, organisationId: string) {
  return db
    .selectFrom('organisationTree')
    .select('organisationTree.descendantId')
    .where('organisationTree.ancestorId', '=', organisationId)
}
