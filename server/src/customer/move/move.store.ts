import { sql } from 'kysely'
import type { MovePreview } from '@brigade/contract/customer/customer.model.ts'
import type { Db } from '../../platform/db/database.ts'
import { within, type DataScope } from '../data-scope.ts'
import { byName } from '../../platform/db/search.ts'

/** The organisations above one that the caller may see, the highest first. */
export async function listAbove(
  db: Db,
  scope: DataScope,
  { id, withSelf }: { id: string; withSelf: boolean },
): Promise<MovePreview['gaining']> {
  return db
    .selectFrom('organisationTree')
    .innerJoin('organisation', 'organisation.id', 'organisationTree.ancestorId')
    .where('organisationTree.descendantId', '=', id)
    .$if(!withSelf, (query) => query.where('organisationTree.ancestorId', '!=', id))
    .where('organisation.id', 'in', within(db, scope))
    .select(['organisation.id', 'organisation.name', 'organisation.kind'])
    .orderBy('organisationTree.depth', 'desc')
    .execute()
}

const below = (id: string) => sql`select descendant_id from organisation_tree where ancestor_id = ${id}`

/** Counts the organisations, accounts and devices that move with an organisation. */
export async function countMoving(
  db: Db,
  id: string,
): Promise<Pick<MovePreview, 'organisations' | 'accounts' | 'devices'>> {
  const { rows } = await sql<Pick<MovePreview, 'organisations' | 'accounts' | 'devices'>>`
    select
      (select count(*)::int from organisation_tree where ancestor_id = ${id}) as organisations,
      (select count(*)::int from account where removed_at is null and organisation_id in (${below(id)})) as accounts,
      (select count(*)::int from device_state where organisation_id in (${below(id)})) as devices`.execute(db)
  return rows[0] ?? { organisations: 0, accounts: 0, devices: 0 }
}

/** Roles of moving accounts that are defined neither within the moving organisations nor above the new parent. */
export async function listRolesLeft(
  db: Db,
  { id, parentId }: { id: string; parentId: string },
): Promise<MovePreview['roles']> {
  const { rows } = await sql<MovePreview['roles'][number]>`
    select role.id, role.name, role.en_name as "enName", count(*)::int as accounts
    from account join role on role.id = account.role_id
    where account.removed_at is null and account.organisation_id in (${below(id)}) and role.organisation_id is not null
      and role.organisation_id not in (${below(id)})
      and role.organisation_id not in (
        select ancestor_id from organisation_tree where descendant_id = ${parentId})
    group by role.id order by ${byName('role')}, role.id`.execute(db)
  return rows
}
