import { sql, type Updateable } from 'kysely'
import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { roleSorts, type RoleSearch } from '@brigade/contract/system/role/role.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { orderOf, readPage } from '../../platform/db/page.ts'
import { byForeignName, byName, includes, isLike } from '../../platform/db/search.ts'
import { violates } from '../../platform/db/violation.ts'
import { refuse } from '../../platform/refusal.ts'
import { spellingOf } from '../area/spell-name.ts'
import { nextVersion } from '../../platform/db/next-version.ts'

/** Roles that the caller sees: those of the product, those defined within their scope, and those defined above them. */
const seenRoles = (db: Db, scope: DataScope) =>
  db
    .selectFrom('role')
    .leftJoin('organisation as keeper', 'keeper.id', 'role.organisationId')
    .where((where) =>
      where.or([
        where('role.organisationId', 'is', null),
        where('role.organisationId', 'in', within(db, scope)),
        where(
          'role.organisationId',
          'in',
          where
            .selectFrom('organisationTree')
            .select('organisationTree.ancestorId')
            .where('organisationTree.descendantId', '=', scope.organisationId),
        ),
      ]),
    )

/** Accounts within a scope that have a role. */
const accountsWithin = (db: Db, scope: DataScope) =>
  db
    .selectFrom('account')
    .where('account.organisationId', 'in', within(db, scope))
    .groupBy('account.roleId')
    .select(['account.roleId', sql<number>`count(*)::int`.as('n')])
    .as('counted')

const rowsOf = (db: Db, scope: DataScope) =>
  seenRoles(db, scope)
    .leftJoin(accountsWithin(db, scope), 'counted.roleId', 'role.id')
    .select([
      'role.id',
      'role.key',
      'role.name',
      'role.enName',
      'role.description',
      'role.enDescription',
      'role.kinds',
      'role.enabled',
      'role.requiresTwoStep',
      'role.createdAt',
      'role.updatedAt',
      'keeper.id as keeperId',
      'keeper.name as keeperName',
      'keeper.kind as keeperKind',
      sql<boolean>`coalesce(role.organisation_id in (${within(db, scope)}), false)`.as('isWithin'),
      sql<number>`coalesce(counted.n, 0)`.as('accounts'),
    ])
export type StoredRole = NonNullable<Awaited<ReturnType<typeof findRole>>>

const initials = sql`initials_of(role.name, role.spelling)`
const orders = {
  createdAt: sql`role.created_at`,
  name: byName('role'),
  enName: byForeignName('role.enName'),
  accounts: sql`accounts`,
} as const

export async function findRolePage(db: Db, scope: DataScope, search: RoleSearch) {
  const { column, direction } = orderOf(search.sort, roleSorts)
  const matching = rowsOf(db, scope)
    .$if(Boolean(search.keyword), (query) => {
      const keyword = search.keyword ?? ''
      return query.where((where) =>
        where.or([
          includes(['role.name', 'role.enName', 'role.description', 'role.enDescription'], keyword),
          isLike(initials, keyword),
        ]),
      )
    })
    .$if(search.enabled !== undefined, (query) => query.where('role.enabled', '=', search.enabled ?? true))
    .$if(search.isBuiltIn !== undefined, (query) =>
      query.where('role.organisationId', search.isBuiltIn === true ? 'is' : 'is not', null),
    )
    .$if(search.kind !== undefined, (query) => query.where(sql<boolean>`${search.kind} = any(role.kinds)`))
    .$if(search.requiresTwoStep !== undefined, (query) =>
      query.where('role.requiresTwoStep', '=', search.requiresTwoStep ?? true),
    )
  const ordered = matching.orderBy(orders[column], direction).orderBy('role.id', direction)
  return readPage(db, search, { ordered, counted: matching.clearSelect().select('role.id') })
}

/** Undefined for a role that the caller does not see. */
export async function findRole(db: Db, scope: DataScope, id: string) {
  return rowsOf(db, scope).where('role.id', '=', id).executeTakeFirst()
}

/** Locks roles until the end of the transaction, so that no other call assigns or changes them meanwhile. */
export async function lockRoles(db: Db, ids: readonly string[]): Promise<void> {
  await db.selectFrom('role').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

type Words = Readonly<{ name: string; enName: string; description: string; enDescription: string }>
export type OwnRole = Words & Readonly<{ organisationId: string; kinds: OrganisationKind[]; requiresTwoStep: boolean }>

/** Answers its id. `at` is epoch ms. */
export async function insertOwnRole(db: Db, draft: OwnRole, at: number): Promise<string> {
  const { id } = await db
    .insertInto('role')
    .values({ ...draft, spelling: spellingOf(draft.name), key: null, createdAt: iso(at), updatedAt: iso(at) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type RoleUpdate = Omit<Updateable<Database['role']>, 'name'> & Readonly<{ name?: string }>

export async function writeRole(db: Db, id: string, change: RoleUpdate, at: number): Promise<void> {
  await db
    .updateTable('role')
    .set({
      ...change,
      ...(change.name === undefined ? {} : { spelling: spellingOf(change.name) }),
      updatedAt: nextVersion('role', at),
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteRoles(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('role').where('id', 'in', ids).execute()
}

/** Counts all accounts, also those that the caller does not see: a role in use stays. */
export async function countAccountsOf(db: Db, ids: readonly string[]): Promise<{ id: string; accounts: number }[]> {
  return db
    .selectFrom('account')
    .where('roleId', 'in', ids)
    .groupBy('roleId')
    .select([sql<string>`role_id`.as('id'), sql<number>`count(*)::int`.as('accounts')])
    .execute()
}

/** Accounts with the role in organisations of none of these kinds. */
export async function countAccountsOutside(db: Db, id: string, kinds: readonly OrganisationKind[]): Promise<number> {
  const { n } = await db
    .selectFrom('account')
    .innerJoin('organisation', 'organisation.id', 'account.organisationId')
    .where('account.roleId', '=', id)
    .where('organisation.kind', 'not in', kinds)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function listRoleMenuIds(db: Db, roleId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('roleMenu').select('menuId').where('roleId', '=', roleId).execute()
  return new Set(rows.map(({ menuId }) => menuId))
}

export async function takeMenus(db: Db, roleId: string, menuIds: readonly string[]): Promise<void> {
  if (menuIds.length === 0) return
  await db.deleteFrom('roleMenu').where('roleId', '=', roleId).where('menuId', 'in', menuIds).execute()
}

/** Enabled roles that accounts of an organisation may have, or any the caller sees, by name. */
export async function listRoleChoices(
  db: Db,
  scope: DataScope,
  { keyword, organisationId }: { keyword?: string | undefined; organisationId?: string | undefined },
) {
  return seenRoles(db, scope)
    .where('role.enabled', '=', true)
    .$if(Boolean(keyword), (query) =>
      query.where((where) =>
        where.or([includes(['role.name', 'role.enName'], keyword ?? ''), isLike(initials, keyword ?? '')]),
      ),
    )
    .$if(organisationId !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from organisation_tree t join organisation o on o.id = t.descendant_id
          where t.descendant_id = ${organisationId} and o.kind = any(role.kinds)
            and t.ancestor_id = coalesce(role.organisation_id, t.ancestor_id))`,
      ),
    )
    .select(['role.id', 'role.key', 'role.name', 'role.enName', 'role.kinds', 'role.requiresTwoStep'])
    .orderBy(byName('role'))
    .orderBy('role.id')
    .limit(200)
    .execute()
}

export async function findKind(db: Db, scope: DataScope, id: string): Promise<OrganisationKind | undefined> {
  const row = await db
    .selectFrom('organisation')
    .select('kind')
    .where('id', '=', id)
    .where('id', 'in', within(db, scope))
    .executeTakeFirst()
  return row?.kind
}

/**
 * The unique indexes decide instead of a query beforehand: of two concurrent uses of one name, the second is refused.
 */
export async function refusingTakenRoles<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const fields = {
      ...(violates(error, 'role_name') ? { name: 'role.nameTaken' as const } : {}),
      ...(violates(error, 'role_en_name') ? { enName: 'role.nameTaken' as const } : {}),
    }
    if (Object.keys(fields).length === 0) throw error
    return refuse('field.refused', undefined, { fields })
  }
}

/** The role of an account within the scope, and its organisation. */
export async function findAccountRole(db: Db, scope: DataScope, accountId: string) {
  return db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.roleId')
    .innerJoin('organisation', 'organisation.id', 'account.organisationId')
    .where('account.id', '=', accountId)
    .where('account.organisationId', 'in', within(db, scope))
    .select(['role.id', 'role.key', 'role.enabled', 'organisation.kind'])
    .executeTakeFirst()
}
