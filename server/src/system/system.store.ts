import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { mayHold } from '@brigade/contract/system/operation-codes.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { SeededMenu } from './system.tables.ts'
import { spellingOf } from './area/spell-name.ts'

export type MenuRow = {
  id: string
  parentId: string | null
  name: string
  enName: string
  icon: string
  url: string
  isMainMenu: boolean
  isOperation: boolean
  operationCode: string | null
  enabled: boolean
}

/** Every menu row, parents before their children, in the order of the menu. */
export async function listMenus(db: Db): Promise<MenuRow[]> {
  return db
    .selectFrom('menu')
    .select([
      'id',
      'parentId',
      'name',
      'enName',
      'icon',
      'url',
      'isMainMenu',
      'isOperation',
      'operationCode',
      'enabled',
    ])
    .orderBy('level')
    .orderBy('sortNum')
    .orderBy('id')
    .execute()
}

/** The rights that an account's role gives it. */
export type Holding = Readonly<{
  roleId: string
  /** A disabled role gives nothing. */
  isRoleEnabled: boolean
  /** An administrator holds every row. */
  isAdministrator: boolean
  organisationKind: OrganisationKind
  menuIds: ReadonlySet<string>
}>

export async function findHolding(db: Db, accountId: string): Promise<Holding | undefined> {
  const role = await db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.roleId')
    .innerJoin('organisation', 'organisation.id', 'account.organisationId')
    .select(['role.id', 'role.key', 'role.enabled', 'organisation.kind'])
    .where('account.id', '=', accountId)
    .executeTakeFirst()
  if (role === undefined) return undefined
  const rows = await db.selectFrom('roleMenu').select('menuId').where('roleId', '=', role.id).execute()
  return {
    roleId: role.id,
    isRoleEnabled: role.enabled,
    isAdministrator: role.key === 'administrator',
    organisationKind: role.kind,
    menuIds: new Set(rows.map(({ menuId }) => menuId)),
  }
}

/** Whether an account may use a row, given that the row and everything above it is enabled. */
export const isUsable = (holding: Holding, { id, operationCode }: Pick<MenuRow, 'id' | 'operationCode'>): boolean =>
  holding.isRoleEnabled &&
  operationCode !== null &&
  (holding.isAdministrator || holding.menuIds.has(id)) &&
  mayHold(holding.organisationKind, operationCode)

export type AccessOf = Readonly<{
  operationCodes: ReadonlySet<string>
  organisationKind: OrganisationKind
  roleId: string
  isAdministrator: boolean
}>

/**
 * The operation codes an account may use: those of the rows its enabled role holds, if the row and everything above it
 * is enabled, and accounts of its kind of organisation may hold them.
 */
export async function loadAccess(db: Db, accountId: string): Promise<AccessOf> {
  const { rows } = await sql<{
    operationCode: string | null
    kind: OrganisationKind
    roleId: string
    isAdministrator: boolean
  }>`
    with recursive open as (
      select id, operation_code from menu where parent_id is null and enabled
      union all
      select m.id, m.operation_code from menu m join open on open.id = m.parent_id where m.enabled
    )
    select distinct open.operation_code, o.kind, a.role_id, 
      r.enabled and o.kind = 'platform' and coalesce(r.key = 'administrator', false) as is_administrator
    from account a
    join organisation o on o.id = a.organisation_id
    join role r on r.id = a.role_id
    left join open on r.enabled and open.operation_code is not null and (r.key = 'administrator'
      or exists (select from role_menu rm where rm.role_id = r.id and rm.menu_id = open.id))
    where a.id = ${accountId}`.execute(db)
  const [first] = rows
  if (first === undefined) throw new Error(`There is no account ${accountId}`)
  const codes = rows.flatMap(({ operationCode }) => operationCode ?? []).filter((code) => mayHold(first.kind, code))
  const { kind, roleId, isAdministrator } = first
  return { operationCodes: new Set(codes), organisationKind: kind, roleId, isAdministrator }
}

/** Serialises the seeding of processes that start at once. Locked to the end of the transaction. */
export async function lockSeeding(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('seed'))`.execute(db)
}

export type SeededRow = SeededMenu & { id: string; key: string; seeded: SeededMenu | null }

export async function listMenusByKey(db: Db): Promise<Map<string, SeededRow>> {
  const rows = await db
    .selectFrom('menu')
    .select([
      'id',
      'key',
      'name',
      'enName',
      'icon',
      'url',
      'sortNum',
      'isMainMenu',
      'operationCode',
      'enabled',
      'seeded',
    ])
    .execute()
  return new Map(rows.map((row) => [row.key, row]))
}

export type MenuPlace = { key: string; parentId: string | null; level: number; isOperation: boolean }

/** Answers its id. `at` is epoch ms. */
export async function insertMenu(db: Db, place: MenuPlace, seeded: SeededMenu, at: number): Promise<string> {
  const { id } = await db
    .insertInto('menu')
    .values({
      ...place,
      ...seeded,
      spelling: spellingOf(seeded.name),
      seeded: JSON.stringify(seeded),
      createdAt: iso(at),
      updatedAt: iso(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateSeededMenu(
  db: Db,
  id: string,
  change: Partial<SeededMenu>,
  seeded: SeededMenu,
): Promise<void> {
  await db
    .updateTable('menu')
    .set({
      ...change,
      ...(change.name === undefined ? {} : { spelling: spellingOf(change.name) }),
      seeded: JSON.stringify(seeded),
      updatedAt: sql<string>`menu.updated_at + interval '1 millisecond'`,
    })
    .where('id', '=', id)
    .execute()
}

export async function listRoleIdsByKey(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('role').select(['id', 'key']).where('key', 'is not', null).execute()
  return new Map(rows.map(({ id, key }) => [key ?? '', id]))
}

export type RoleDraft = {
  key: string
  name: string
  enName: string
  description: string
  enDescription: string
  kinds: OrganisationKind[]
}

/** Answers its id. `at` is epoch ms. */
export async function insertRole(db: Db, draft: RoleDraft, at: number): Promise<string> {
  const { id } = await db
    .insertInto('role')
    .values({
      ...draft,
      spelling: spellingOf(draft.name),
      organisationId: null,
      createdAt: iso(at),
      updatedAt: iso(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function grantMenus(db: Db, roleId: string, menuIds: readonly string[]): Promise<void> {
  if (menuIds.length === 0) return
  await db
    .insertInto('roleMenu')
    .values(menuIds.map((menuId) => ({ roleId, menuId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
