import type { Db } from '../../platform/db/database.ts'

/** The account that owns the demo's pictures: the first of the platform with a seeded role. */
export async function findStaff(db: Db, role: string) {
  return db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.roleId')
    .innerJoin('organisation', 'organisation.id', 'account.organisationId')
    .where('organisation.kind', '=', 'platform')
    .where('role.key', '=', role)
    .select(['account.id as accountId', 'account.organisationId'])
    .orderBy('account.id')
    .executeTakeFirst()
}
