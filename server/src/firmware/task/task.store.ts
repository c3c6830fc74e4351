import type { TaskFiguresQuery, UpgradeTaskSearch } from '@brigade/contract/firmware/task.model.ts'
import { upgradeTaskSorts } from '@brigade/contract/firmware/task.model.ts'
import type { UpgradeReason, UpgradeState } from '@brigade/contract/firmware/upgrade.rules.ts'
import { sql, type Insertable, type Updateable } from 'kysely'
import { isSeenBy, type DataScope, type KnownScope } from '../../customer/data-scope.ts'
import type { Database, Db, Transaction } from '../../platform/db/database.ts'
import { nextVersion } from '../../platform/db/next-version.ts'
import { orderOf, readPage } from '../../platform/db/page.ts'
import { byName, contains } from '../../platform/db/search.ts'
import { seenTasks } from '../row/seen-task.store.ts'

/** The facts of an account that decide which tasks it may approve. `isSole`: nobody else may, so that it may approve its own work too. */
export type Approving = Readonly<{ accountId: string; holdsCode: boolean; isSole: boolean }>

/** The same rule as approverRefusal (task.rules.ts). */
function waitsFor({ accountId, holdsCode, isSole }: Approving) {
  const tookPart = sql<boolean>`(${accountId}::bigint = any(upgrade_task.editor_ids) or exists (select from firmware_version v
    where v.id = any(upgrade_task.version_ids) and ${accountId}::bigint in (v.creator_id, v.uploader_id)))`
  return sql<boolean>`(upgrade_task.status = 'EXAMINE_WAIT' and ${holdsCode} and upgrade_task.alone_by is distinct from ${accountId}::bigint
    and (${isSole} or not coalesce(${tookPart}, false)))`
}

/** The tasks that match the filters, with the additional filter of a figure. */
async function matching(db: Db, scope: DataScope, search: TaskFiguresQuery) {
  let found = db.selectFrom('upgradeTask').where(seenTasks(db, scope))
  if (search.keyword) found = found.where(await contains(db, 'upgradeTask', search.keyword))
  if (search.type !== undefined) found = found.where('type', '=', search.type)
  if (search.modelId !== undefined) found = found.where('modelId', '=', search.modelId)
  if (search.versionId !== undefined)
    found = found.where(sql<boolean>`version_ids @> array[${search.versionId}::bigint]`)
  if (search.startTime) found = found.where('createdAt', '>=', search.startTime)
  if (search.endTime) found = found.where('createdAt', '<=', search.endTime)
  return found
}

export async function findTaskIds(db: Db, scope: DataScope, search: UpgradeTaskSearch, approving: Approving) {
  let found = await matching(db, scope, search)
  if (search.status !== undefined) found = found.where('status', '=', search.status)
  if (search.waitingForMe !== undefined) {
    const mine = waitsFor(approving)
    found = found.where(search.waitingForMe ? mine : sql<boolean>`not ${mine}`)
  }
  const { column, direction } = orderOf(search.sort, upgradeTaskSorts)
  const counted = found.select('id')
  const ordered = counted
    .orderBy(sql`${column === 'name' ? byName('upgradeTask') : sql.ref(column)} ${sql.raw(direction)} nulls last`)
    .orderBy('id', direction)
  return readPage(db, search, { ordered, counted })
}

export async function listTasks(db: Db, scope: DataScope, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('upgradeTask')
    .innerJoin('firmwareModel as m', 'm.id', 'upgradeTask.modelId')
    .leftJoin('account as approver', 'approver.id', 'upgradeTask.approverId')
    .leftJoin('account as approved', 'approved.id', 'upgradeTask.approvedBy')
    .leftJoin('account as alone', 'alone.id', 'upgradeTask.aloneBy')
    .leftJoin('account as creator', 'creator.id', 'upgradeTask.creatorId')
    .where('upgradeTask.id', 'in', ids)
    .where(seenTasks(db, scope))
    .selectAll('upgradeTask')
    .select([
      sql<string[]>`upgrade_task.version_ids::text[]`.as('versionIds'),
      sql<string[]>`upgrade_task.device_ids::text[]`.as('deviceIds'),
      sql<string[]>`upgrade_task.editor_ids::text[]`.as('editorIds'),
      sql<string[]>`upgrade_task.alone_told::text[]`.as('aloneTold'),
      'm.name as modelName',
      'm.type as modelType',
      'approver.name as approverName',
      'approved.name as approvedName',
      'alone.name as aloneName',
      'creator.name as creatorName',
    ])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
export type StoredTask = Awaited<ReturnType<typeof listTasks>>[number]

type Count = Readonly<{ taskId: string; state: UpgradeState; reason: UpgradeReason | null; count: number }>
/**
 * Counts rows of devices within the scope by state and reason. The platform sees all of them, and for it an index has the counted columns.
 */
export async function countStates(db: Db, scope: KnownScope, taskIds: readonly string[]): Promise<readonly Count[]> {
  if (taskIds.length === 0) return []
  const isSeen = scope.isAll
    ? sql`true`
    : sql`exists (select from device_whose w where w.device_id = u.device_id and ${isSeenBy(db, scope, 'w.organisationId')})`
  const { rows } = await sql<Count>`
    select u.task_id::text, u.state, u.reason, count(*)::int as count from upgrade_device u
    where u.task_id = any(${taskIds}::bigint[]) and ${isSeen}
    group by u.task_id, u.state, u.reason`.execute(db)
  return rows
}

/** Locked until the transaction ends. */
export async function lockTask(trx: Transaction, id: string) {
  return trx
    .selectFrom('upgradeTask')
    .selectAll()
    .select([
      sql<string[]>`version_ids::text[]`.as('versionIds'),
      sql<string[]>`device_ids::text[]`.as('deviceIds'),
      sql<string[]>`editor_ids::text[]`.as('editorIds'),
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
export type HeldTask = NonNullable<Awaited<ReturnType<typeof lockTask>>>

export async function insertTask(trx: Transaction, draft: Insertable<Database['upgradeTask']>): Promise<string> {
  const { id } = await trx.insertInto('upgradeTask').values(draft).returning('id').executeTakeFirstOrThrow()
  await trx.insertInto('upgradeWave').values({ taskId: id, number: 1, openedAt: null }).execute()
  return id
}

export async function writeTask(
  trx: Transaction,
  id: string,
  change: Updateable<Database['upgradeTask']>,
  at: number,
): Promise<void> {
  await trx
    .updateTable('upgradeTask')
    .set({ ...change, updatedAt: nextVersion('upgradeTask', at) })
    .where('id', '=', id)
    .execute()
}

export async function deleteTask(trx: Transaction, id: string): Promise<void> {
  await trx.deleteFrom('upgradeTask').where('id', '=', id).execute()
}

export async function countByStatus(db: Db, scope: DataScope, search: TaskFiguresQuery, approving: Approving) {
  return (await matching(db, scope, search))
    .select([
      'status',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where ${waitsFor(approving)}))::int`.as('mine'),
    ])
    .groupBy('status')
    .execute()
}

/** Names of the products and organisations that conditions refer to. */
export async function listNames(
  db: Db,
  { products, organisations }: Readonly<{ products: string[]; organisations: string[] }>,
) {
  const { rows } = await sql<{ id: string; en: string; zh: string }>`
    select 'product:' || id as id, en_name as en, name as zh from product where id = any(${products}::bigint[])
    union all select 'organisation:' || id, name, name from organisation where id = any(${organisations}::bigint[])`.execute(
    db,
  )
  return rows
}

export async function findListOf(db: Db, listId: string) {
  return db.selectFrom('upgradeList').select(['id', 'name', 'found']).where('id', '=', listId).executeTakeFirst()
}

export async function countDowngrades(db: Db, taskId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from upgrade_device u join firmware_version v on v.id = u.version_id
    where u.task_id = ${taskId}::bigint and u.state <> 'excluded' and version_order(u.from_version, v.reported_as) > 0`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
