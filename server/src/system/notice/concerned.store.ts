import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The platform's administrators, also disabled ones, by name. */
export async function listAdministrators(db: Db) {
  return db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.roleId')
    .innerJoin('organisation', 'organisation.id', 'account.organisationId')
    .where('role.key', '=', 'administrator')
    .where('organisation.kind', '=', 'platform')
    .where('account.removedAt', 'is', null)
    .select(['account.id', 'account.account', 'account.organisationId', 'account.enabled'])
    .orderBy('account.account')
    .execute()
}

/** Names for the notice of an act. `by`: the actor as the account concerned sees them. */
export async function findActNames(
  db: Db,
  { accountId, actorId }: Readonly<{ accountId: string; actorId: string | null }>,
) {
  return db
    .selectFrom('account as concerned')
    .leftJoin('account as actor', (join) => join.on('actor.id', '=', actorId))
    .leftJoin('organisation as ofActor', 'ofActor.id', 'actor.organisationId')
    .where('concerned.id', '=', accountId)
    .select([
      'concerned.account',
      'concerned.organisationId',
      'actor.account as actor',
      sql<string | null>`case when actor.organisation_id = concerned.organisation_id then actor.account
        else coalesce(of_actor.name, actor.account) end`.as('by'),
    ])
    .executeTakeFirstOrThrow()
}
