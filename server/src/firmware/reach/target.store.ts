import { sql } from 'kysely'
import type { DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { seenTasks } from '../row/seen-task.store.ts'
import type { Reach } from './reach.store.ts'

export async function listTargets(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('firmwareVersion')
    .select([
      'id',
      'modelId',
      'module',
      'number',
      'reportedAs',
      'alias',
      'enabled',
      'archivedAt',
      'uploaderId',
      'creatorId',
    ])
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute()
}

/** The versions of a task that was started; of another, none. */
export async function listKeptVersions(db: Db, taskId: string): Promise<readonly string[]> {
  const row = await db
    .selectFrom('upgradeTask')
    .select(sql<string[]>`version_ids::text[]`.as('versionIds'))
    .where('id', '=', taskId)
    .where('startedAt', 'is not', null)
    .executeTakeFirst()
  return row?.versionIds ?? []
}

/** The present reach of an existing task; undefined if the caller sees none. */
export async function findReachOf(db: Db, scope: DataScope, id: string): Promise<Reach | undefined> {
  const task = await db
    .selectFrom('upgradeTask')
    .innerJoin('firmwareModel', 'firmwareModel.id', 'upgradeTask.modelId')
    .where('upgradeTask.id', '=', id || '0')
    .where(seenTasks(db, scope))
    .select([
      'upgradeTask.id',
      'upgradeTask.type',
      'upgradeTask.modelId',
      sql<string[]>`upgrade_task.version_ids::text[]`.as('versionIds'),
      'upgradeTask.sources',
      'upgradeTask.listId',
      sql<string[]>`upgrade_task.device_ids::text[]`.as('deviceIds'),
      'upgradeTask.conditions',
      'upgradeTask.plan',
      'firmwareModel.hardwareModel',
    ])
    .executeTakeFirst()
  if (task === undefined) return undefined
  const versions = await listTargets(db, task.versionIds)
  return {
    ...task,
    taskId: task.id,
    targets: task.versionIds.flatMap((versionId) => {
      const version = versions.find((found) => found.id === versionId)
      return version === undefined ? [] : [{ versionId, module: version.module, reportedAs: version.reportedAs }]
    }),
  }
}
