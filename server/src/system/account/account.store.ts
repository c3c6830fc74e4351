import { sql, type Updateable } from 'kysely'
import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { deepestDepartment } from '@brigade/contract/customer/organisation.rules.ts'
import {
  accountLimits,
  accountSorts,
  type AccountOption,
  type AccountSearchBelow,
} from '@brigade/contract/system/account/account.model.ts'
import type { TwoStepState } from '@brigade/contract/session/two-step.model.ts'
import { dayMs, iso } from '@brigade/contract/time.ts'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { orderOf, readPage } from '../../platform/db/page.ts'
import { byName, contains } from '../../platform/db/search.ts'
import { violates } from '../../platform/db/violation.ts'
import { refuse } from '../../platform/refusal.ts'
import { nextVersion } from '../../platform/db/next-version.ts'
import { spellingOf } from '../area/spell-name.ts'

/** The accounts that a caller may see. Every read or change of them starts here. Deleted ones are excluded. */
const accountsWithin = (db: Db, scope: DataScope) =>
  db
    .selectFrom('account')
    .where('account.removedAt', 'is', null)
    .where('account.organisationId', 'in', within(db, scope))

const hasTwoStep = sql<boolean>`exists (select from two_step t where t.account_id = account.id)`
const twoStep = sql<TwoStepState>`case when ${hasTwoStep} then 'on'
  when exists (select from role r where r.id = account.role_id and r.requires_two_step) then 'missing' else 'off' end`

async function matching(db: Db, scope: DataScope, search: AccountSearchBelow, kind: OrganisationKind, at: number) {
  const { keyword, roleId, enabled, idle, twoStep: wanted } = search
  const department = deepestDepartment(search)
  const ofKind = db.selectFrom('organisation').select('organisation.id').where('organisation.kind', '=', kind)
  let query = accountsWithin(db, scope).where('account.organisationId', 'in', ofKind)
  if (keyword) query = query.where(await contains(db, 'account', keyword))
  if (roleId !== undefined) query = query.where('account.roleId', '=', roleId)
  if (enabled !== undefined) query = query.where('account.enabled', '=', enabled)
  if (wanted !== undefined) query = query.where(twoStep, '=', wanted)
  if (department !== undefined)
    query = query.where('account.organisationId', 'in', within(db, { organisationId: department.id }))
  if (idle !== undefined) {
    const since = iso(at - Number(idle) * dayMs)
    query = query.where(sql<boolean>`coalesce(account.last_login_at, account.created_at) <= ${since}`)
  }
  return query
}

/** The ids of one page, in order. Accounts that never signed in come last in both directions. `at` is epoch ms. */
export async function findAccountPage(
  db: Db,
  scope: DataScope,
  { search, kind, at }: Readonly<{ search: AccountSearchBelow; kind: OrganisationKind; at: number }>,
) {
  const { column, direction } = orderOf(search.sort, accountSorts)
  const found = (await matching(db, scope, search, kind, at)).select('account.id')
  const ordered =
    column === 'lastLoginAt'
      ? found.orderBy(sql`account.last_login_at ${sql.raw(direction)} nulls last`)
      : found.orderBy(column === 'name' ? byName('account') : sql.ref(`account.${column}`), direction)
  return readPage(db, search, { ordered: ordered.orderBy('account.id', direction), counted: found })
}

/** The columns of rows and the detail, in no order. */
export async function listAccountsById(db: Db, scope: DataScope, ids: readonly string[]) {
  if (ids.length === 0) return []
  return accountsWithin(db, scope)
    .innerJoin('role', 'role.id', 'account.roleId')
    .innerJoin('organisation', 'organisation.id', 'account.organisationId')
    .where('account.id', 'in', ids)
    .select([
      'account.id',
      'account.account',
      'account.name',
      'account.phone',
      'account.email',
      'account.emailVerified',
      'account.enabled',
      'account.disabledReason',
      'account.lastLoginAt',
      'account.createdAt',
      'account.updatedAt',
      'account.mustChangePassword',
      'account.presetUntil',
      'role.id as roleId',
      'role.key as roleKey',
      'role.name as roleName',
      'role.enName as roleEnName',
      'role.enabled as roleEnabled',
      'organisation.id as organisationId',
      'organisation.name as organisationName',
      'organisation.kind as organisationKind',
      twoStep.as('twoStep'),
      sql<string | null>`(select t.enrolled_at from two_step t where t.account_id = account.id)`.as('twoStepSince'),
      sql<number>`(select count(*)::int from recovery_code c where c.account_id = account.id and c.used_at is null)`.as(
        'recoveryCodesLeft',
      ),
      sql<boolean>`account.oidc_subject is not null`.as('isLinked'),
    ])
    .execute()
}
export type StoredAccount = Awaited<ReturnType<typeof listAccountsById>>[number]

/** Locked until the transaction ends; undefined for one that the caller does not see. */
export async function lockAccount(db: Db, scope: DataScope, id: string): Promise<StoredAccount | undefined> {
  await accountsWithin(db, scope).where('account.id', '=', id).select('account.id').forUpdate('account').execute()
  return (await listAccountsById(db, scope, [id]))[0]
}

/** Accounts of an organisation with a role that holds a code now: the recipients of notices about it. */
export async function listAccountsHolding(db: Db, organisationId: string, code: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id::text from account a join role r on r.id = a.role_id
    where a.organisation_id = ${organisationId} and a.enabled and r.enabled
      and (r.key = 'administrator' or exists (
        select from role_menu rm join menu m on m.id = rm.menu_id
        where rm.role_id = r.id and m.enabled and m.operation_code = ${code}))`.execute(db)
  return rows.map(({ id }) => id)
}

/** Limit of accounts in one notice. */
const maxNotified = 1000

/**
 * The accounts of an organisation that are told about acts on it: those with a role that holds a code, even if role or
 * menu are disabled now; without one, everybody there.
 */
export async function listAccountsToTell(db: Db, organisationId: string, code: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; holds: boolean }>`
    select a.id::text, (r.key = 'administrator' or exists (
        select from role_menu rm join menu m on m.id = rm.menu_id where rm.role_id = r.id and m.operation_code = ${code})) as holds
    from account a join role r on r.id = a.role_id
    where a.organisation_id = ${organisationId} and a.enabled order by holds desc, a.id limit ${maxNotified}`.execute(
    db,
  )
  const holders = rows.filter(({ holds }) => holds)
  return (holders.length > 0 ? holders : rows).map(({ id }) => id)
}

/** Obstacles to signing in outside the account's own row. `at` is epoch ms. */
export async function findSignInState(db: Db, id: string, at: number) {
  const { rows } = await sql<{
    organisationEnabled: boolean
    lockedUntil: string | null
    slowedUntil: string | null
  }>`
    select
      not exists (select from organisation_tree t join organisation o on o.id = t.ancestor_id
        where t.descendant_id = a.organisation_id and not o.enabled) as organisation_enabled,
      (select max(f.locked_until) from sign_in_failure f
        where f.account = lower(a.account) and f.locked_until > ${iso(at)}) as locked_until,
      (select max(b.next_try_at) from sign_in_brake b
        where b.kind = 'sign-in' and b.account = lower(a.account) and b.next_try_at > ${iso(at)}) as slowed_until
    from account a where a.id = ${id}`.execute(db)
  return rows[0]
}

/** The organisations above one that are within the scope, the highest first. */
export async function listOrganisationsAbove(db: Db, scope: DataScope, id: string) {
  return db
    .selectFrom('organisationTree')
    .innerJoin('organisation', 'organisation.id', 'organisationTree.ancestorId')
    .where('organisationTree.descendantId', '=', id)
    .where('organisationTree.depth', '>', 0)
    .where('organisation.id', 'in', within(db, scope))
    .select(['organisation.id', 'organisation.name', 'organisation.kind'])
    .orderBy('organisationTree.depth', 'desc')
    .execute()
}

/** Account options, by name. `successorOf`: accounts of the same organisation or one above, without that account. */
export async function listAccountOptions(
  db: Db,
  scope: DataScope,
  { keyword, successorOf }: { keyword?: string | undefined; successorOf?: string | undefined },
): Promise<AccountOption[]> {
  let query = accountsWithin(db, scope).where('account.enabled', '=', true)
  if (keyword) query = query.where(await contains(db, 'account', keyword))
  if (successorOf !== undefined) query = query.where(maySucceed(successorOf))
  return query
    .innerJoin('organisation', 'organisation.id', 'account.organisationId')
    .select(['account.id', 'account.name', 'account.account', 'organisation.name as organisationName'])
    .orderBy(byName('account'))
    .orderBy('account.id')
    .limit(accountLimits.options)
    .execute()
}

/** Pending work may contain any data of its owner's scope, so the successor has to see all of that too. */
const maySucceed = (id: string) => sql<boolean>`(account.id <> ${id} and exists (
  select from account gone join organisation_tree t on t.descendant_id = gone.organisation_id
  where gone.id = ${id} and t.ancestor_id = account.organisation_id))`

export async function isSuccessor(db: Db, scope: DataScope, ids: { id: string; successorId: string }) {
  const row = await accountsWithin(db, scope)
    .where('account.id', '=', ids.successorId)
    .where('account.enabled', '=', true)
    .where(maySucceed(ids.id))
    .select('account.id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * An enabled role that an account of an organisation may have: suitable for its kind, and defined by the product, by
 * the organisation or by one above it.
 */
export async function findRoleFor(
  db: Db,
  { roleId, organisationId }: Readonly<{ roleId: string; organisationId: string }>,
): Promise<{ id: string; key: string | null; kind: OrganisationKind } | undefined> {
  const { rows } = await sql<{ id: string; key: string | null; kind: OrganisationKind }>`
    select r.id, r.key, o.kind from role r join organisation o on o.id = ${organisationId}
    where r.id = ${roleId} and r.enabled and o.kind = any(r.kinds)
      and (r.organisation_id is null or exists (select from organisation_tree t
        where t.descendant_id = o.id and t.ancestor_id = r.organisation_id))
    for share of r`.execute(db)
  return rows[0]
}

type AccountUpdate = Omit<Updateable<Database['account']>, 'name'> & Readonly<{ name?: string }>

export async function writeAccount(db: Db, id: string, change: AccountUpdate, at: number): Promise<void> {
  await db
    .updateTable('account')
    .set({
      ...change,
      ...(change.name === undefined ? {} : { spelling: spellingOf(change.name, 'person') }),
      updatedAt: nextVersion('account', at),
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes everything but the row with its names, which history shows and no other account can take. */
export const removed = (at: number): Updateable<Database['account']> => ({
  removedAt: iso(at),
  enabled: false,
  roleId: null,
  phone: '',
  email: '',
  emailVerified: false,
  avatarFileId: null,
  passwordHash: '',
  mustChangePassword: false,
  presetUntil: null,
  oidcSubject: null,
  locale: null,
  timeZone: null,
  disabledReason: '',
  lastLoginAt: null,
})

/**
 * The unique indexes decide instead of a query beforehand: of two concurrent uses of one name, the second is refused.
 */
export async function refusingTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (violates(error, 'administrator_remains')) return refuse('account.lastAdministrator')
    if (violates(error, 'account_account'))
      return refuse('field.refused', undefined, { fields: { account: 'account.taken' } })
    if (violates(error, 'account_verified_email'))
      return refuse('field.refused', undefined, { fields: { email: 'account.emailTaken' } })
    throw error
  }
}
