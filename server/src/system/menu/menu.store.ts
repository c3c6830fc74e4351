import { sql, type Updateable } from 'kysely'
import { menuSorts, type MenuSearch } from '@brigade/contract/system/menu/menu.model.ts'
import { iso } from '@brigade/contract/time.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { countRows, offsetOf, orderOf } from '../../platform/db/page.ts'
import { byForeignName, byName, includes, isLike } from '../../platform/db/search.ts'
import { nextVersion } from '../../platform/db/next-version.ts'
import { spellingOf } from '../area/spell-name.ts'

const columns = [
  'menu.id',
  'menu.parentId',
  'menu.key',
  'menu.name',
  'menu.enName',
  'menu.icon',
  'menu.url',
  'menu.level',
  'menu.sortNum',
  'menu.isMainMenu',
  'menu.isOperation',
  'menu.operationCode',
  'menu.enabled',
  'menu.seeded',
  'menu.updatedAt',
] as const

const allMenus = (db: Db) => db.selectFrom('menu').select(columns)
export type StoredMenu = Awaited<ReturnType<typeof listStoredMenus>>[number]

/** All rows, parents before their children, in the order of the menu. */
export async function listStoredMenus(db: Db) {
  return allMenus(db).orderBy('level').orderBy('sortNum').orderBy('id').execute()
}

/** Serialises changes of the tree until the end of the transaction. */
export async function lockMenus(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('menu'))`.execute(db)
}

const orders = {
  level: sql`menu.level`,
  name: byName('menu'),
  enName: byForeignName('menu.enName'),
  operationCode: sql`menu.operation_code`,
} as const

/** One page of rows and their parents' names. */
export async function findMenuPage(db: Db, search: MenuSearch) {
  const { column, direction } = orderOf(search.sort, menuSorts)
  let found = db.selectFrom('menu').leftJoin('menu as parent', 'parent.id', 'menu.parentId')
  if (search.keyword) {
    const { keyword } = search
    found = found.where((where) =>
      where.or([
        includes(['menu.name', 'menu.enName', 'menu.url', 'menu.operationCode'], keyword),
        isLike(sql`initials_of(menu.name, menu.spelling)`, keyword),
      ]),
    )
  }
  if (search.enabled !== undefined) found = found.where('menu.enabled', '=', search.enabled)
  if (search.isOperation !== undefined) found = found.where('menu.isOperation', '=', search.isOperation)
  const rows = found.select([...columns, 'parent.name as parentName', 'parent.enName as parentEnName'])
  // There are few rows, and the comparison with the seed is done outside the database.
  if (search.isChanged !== undefined) {
    return {
      list: await rows.orderBy(orders[column], direction).orderBy('menu.id', direction).execute(),
      total: null,
    }
  }
  const [list, counted] = await Promise.all([
    rows
      .orderBy(orders[column], direction)
      .orderBy('menu.id', direction)
      .limit(search.pageSize)
      .offset(offsetOf(search))
      .execute(),
    countRows(db, found.select('menu.id')),
  ])
  return { list, total: counted.total }
}

export async function countMenus(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('menu')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export type MenuFields = Readonly<{
  name: string
  enName: string
  icon: string
  url: string
  isMainMenu: boolean
  isOperation: boolean
  operationCode: string | null
}>

/** Adds a row that a person made. Returns its id. `at` is epoch ms. */
export async function insertOwnMenu(
  db: Db,
  place: Readonly<{ parentId: string | null; level: number; sortNum: number }>,
  fields: MenuFields,
  at: number,
): Promise<string> {
  const { id } = await db
    .insertInto('menu')
    .values({
      ...place,
      ...fields,
      spelling: spellingOf(fields.name),
      key: sql`'own.' || gen_random_uuid()`,
      seeded: null,
      createdAt: iso(at),
      updatedAt: iso(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes a row and its version. `at` is epoch ms. */
export async function writeMenu(
  db: Db,
  id: string,
  change: Readonly<Pick<Updateable<Database['menu']>, keyof MenuFields | 'enabled' | 'sortNum' | 'parentId' | 'level'>>,
  at: number,
): Promise<void> {
  await db
    .updateTable('menu')
    .set({
      ...change,
      ...(change.name === undefined ? {} : { spelling: spellingOf(change.name) }),
      updatedAt: nextVersion('menu', at),
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes a row with its children and the grants to roles. */
export async function deleteMenu(db: Db, id: string): Promise<void> {
  await db.deleteFrom('menu').where('id', '=', id).execute()
}

/** The accounts that hold a code now, through an enabled role and open rows other than `without`. */
export async function listHolders(
  db: Db,
  codes: readonly string[],
  without: readonly string[],
): Promise<{ code: string; accountId: string; roleId: string; isLost: boolean }[]> {
  const { rows } = await sql<{ code: string; accountId: string; roleId: string; isLost: boolean }>`
    with recursive open as (
      select id, operation_code from menu where parent_id is null and enabled
      union all
      select m.id, m.operation_code from menu m join open on open.id = m.parent_id where m.enabled
    )
    select open.operation_code as code, a.id as account_id, a.role_id,
      bool_and(open.id = any(${without}::bigint[])) as is_lost
    from account a
    join role r on r.id = a.role_id and r.enabled
    join open on open.operation_code = any(${codes}::text[]) and (r.key = 'administrator'
      or exists (select from role_menu rm where rm.role_id = r.id and rm.menu_id = open.id))
    where a.enabled
    group by 1, 2, 3`.execute(db)
  return rows
}

/** Counts the valid sessions of accounts. */
export async function countOpenSessions(db: Db, accountIds: readonly string[], at: number): Promise<number> {
  if (accountIds.length === 0) return 0
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from session
    where account_id = any(${accountIds}::bigint[]) and revoked_at is null and expires_at > ${iso(at)}`.execute(db)
  return rows[0]?.n ?? 0
}
