import { firmwareVersionSorts, type FirmwareVersionSearch } from '@brigade/contract/firmware/firmware.model.ts'
import { sql, type Insertable, type Updateable } from 'kysely'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Database, Db, Transaction } from '../../platform/db/database.ts'
import { nextVersion } from '../../platform/db/next-version.ts'
import { orderOf, readPage } from '../../platform/db/page.ts'
import { contains } from '../../platform/db/search.ts'

export async function findVersionIds(db: Db, search: FirmwareVersionSearch, { archived }: { archived: boolean }) {
  let found = db.selectFrom('firmwareVersion').where('archivedAt', archived ? 'is not' : 'is', null)
  if (search.keyword) found = found.where(await contains(db, 'firmwareVersion', search.keyword))
  if (search.modelId !== undefined) found = found.where('modelId', '=', search.modelId)
  if (search.module) found = found.where('module', '=', search.module)
  if (search.enabled !== undefined) found = found.where('enabled', '=', search.enabled)
  if (search.startTime) found = found.where('createdAt', '>=', search.startTime)
  if (search.endTime) found = found.where('createdAt', '<=', search.endTime)
  const { column, direction } = orderOf(search.sort, firmwareVersionSorts)
  const counted = found.select('id')
  return readPage(db, search, { ordered: counted.orderBy(column, direction).orderBy('id', direction), counted })
}

export async function listVersions(db: Db, scope: DataScope, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('firmwareVersion as v')
    .innerJoin('firmwareModel as m', 'm.id', 'v.modelId')
    .leftJoin('account as creator', 'creator.id', 'v.creatorId')
    .leftJoin('account as archiver', 'archiver.id', 'v.archiverId')
    .where('v.id', 'in', ids)
    .select([
      'v.id',
      'v.modelId',
      'm.name as modelName',
      'm.code as modelCode',
      'm.type as modelType',
      'v.module',
      'v.number',
      'v.reportedAs',
      'v.alias',
      'v.notes',
      'v.fileName',
      'v.bytes',
      'v.md5',
      'v.sha256',
      'v.enabled',
      'v.createdAt',
      'v.updatedAt',
      'v.archivedAt',
      'creator.id as creatorId',
      'creator.name as creatorName',
      'archiver.id as archiverId',
      'archiver.name as archiverName',
      sql<number>`(select count(*)::int from firmware_model_product mp join device_state s on s.product_id = mp.product_id
          join device_module dm on dm.device_id = s.device_id and dm.module = v.module
        where mp.model_id = v.model_id and s.organisation_id in (${within(db, scope)})
          and version_order(dm.version, v.reported_as) = 0)`.as('devices'),
    ])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
export type StoredVersion = Awaited<ReturnType<typeof listVersions>>[number]

/** Locked until the transaction ends. */
export async function lockVersion(trx: Transaction, id: string) {
  return trx.selectFrom('firmwareVersion').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks all versions of a module, the current one first, so that two people who add one wait for each other. */
export async function lockVersionsOf(trx: Transaction, modelId: string, module: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('firmware of ' || ${modelId} || ' ' || ${module}, 0))`.execute(
    trx,
  )
  return trx
    .selectFrom('firmwareVersion')
    .select(['id', 'number', 'reportedAs', 'archivedAt'])
    .where('modelId', '=', modelId)
    .where('module', '=', module)
    .orderBy(sql`archived_at desc nulls first`)
    .execute()
}

export async function insertVersion(trx: Transaction, draft: Insertable<Database['firmwareVersion']>): Promise<string> {
  const { id } = await trx.insertInto('firmwareVersion').values(draft).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function writeVersion(
  trx: Transaction,
  id: string,
  change: Updateable<Database['firmwareVersion']>,
  at: number,
): Promise<void> {
  await trx
    .updateTable('firmwareVersion')
    .set({ ...change, updatedAt: nextVersion('firmwareVersion', at) })
    .where('id', '=', id)
    .execute()
}

/** The upload of a firmware file, held so that it is not tidied away meanwhile. */
export async function lockFirmwareFile(trx: Transaction, id: string) {
  return trx
    .selectFrom('file')
    .select(['id', 'name', 'bytes', 'sha256', 'accountId'])
    .where('id', '=', id)
    .where('kind', '=', 'firmware')
    .where('bytes', '>', 0)
    .forUpdate()
    .executeTakeFirst()
}

export async function wasApproved(db: Db, versionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from upgrade_task where version_ids @> array[${versionId}::bigint] and (approved_at is not null or started_at is not null) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export async function listTasksOf(db: Db, versionId: string) {
  return db
    .selectFrom('upgradeTask')
    .select(['id', 'name', 'status', 'createdAt'])
    .where(sql<boolean>`version_ids @> array[${versionId}::bigint]`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
}

/** Disabling it stops these. */
export async function countStopped(db: Db, versionId: string) {
  const { rows } = await sql<{ offered: number; downloading: number; tasks: number }>`
    select (select count(*)::int from upgrade_device where version_id = ${versionId}::bigint and state in ('offering', 'offered')) as offered,
      (select count(*)::int from upgrade_device where version_id = ${versionId}::bigint and state = 'downloading') as downloading,
      (select count(*)::int from upgrade_task where version_ids @> array[${versionId}::bigint] and status = 'START') as tasks`.execute(
    db,
  )
  return rows[0] ?? { offered: 0, downloading: 0, tasks: 0 }
}

export async function listRunningTasks(db: Db, versionId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('upgradeTask')
    .select('id')
    .where(sql<boolean>`version_ids @> array[${versionId}::bigint]`)
    .where('status', '=', 'START')
    .execute()
  return rows.map(({ id }) => id)
}

export async function listOptions(
  db: Db,
  { modelId, module }: { modelId?: string | undefined; module?: string | undefined },
) {
  let found = db.selectFrom('firmwareVersion').where('enabled', '=', true)
  if (modelId !== undefined) found = found.where('modelId', '=', modelId)
  if (module) found = found.where('module', '=', module)
  return found
    .select([
      'id',
      'modelId',
      'module',
      'number',
      'reportedAs',
      'alias',
      sql<boolean>`archived_at is not null`.as('isArchived'),
    ])
    .orderBy(sql`archived_at desc nulls first`)
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
}
