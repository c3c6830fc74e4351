import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'

export type JobFile = { name: string; mediaType: string }

export async function findJobFile(db: Db, id: string): Promise<JobFile | undefined> {
  return db
    .selectFrom('file')
    .select(['name', 'mediaType'])
    .where('id', '=', id)
    .where('kind', '=', 'job')
    .executeTakeFirst()
}

/** Takes a job's result file for its only download. Returns false if another call was first. */
export async function takeResult(db: Db, jobId: string, fileId: string): Promise<boolean> {
  return transaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('job')
      .set({ resultFileId: null })
      .where('id', '=', jobId)
      .where('resultFileId', '=', fileId)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await notifyOnCommit(trx, 'live', { job: [jobId] })
    return numUpdatedRows > 0n
  })
}

const unusedFiles = (db: Db) =>
  db
    .selectFrom('file')
    .select('id')
    .where('kind', '=', 'job')
    .where(
      sql<boolean>`not exists (select from job where job.input_file_id = file.id)
        and not exists (select from job where job.result_file_id = file.id)`,
    )

/** The given files that no job refers to any more. */
export async function listUnusedAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await unusedFiles(db)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ id }) => id)
}

/** Releases the input of ended jobs. */
export async function releaseInput(db: Db, fileId: string): Promise<void> {
  await db
    .updateTable('job')
    .set({ inputFileId: null })
    .where('inputFileId', '=', fileId)
    .where('finishedAt', 'is not', null)
    .execute()
}

/** Job files from before a time (epoch ms) that no job refers to: of deleted jobs, and of killed runs. */
export async function listUnusedBefore(db: Db, before: number): Promise<string[]> {
  const rows = await unusedFiles(db).where('createdAt', '<', iso(before)).execute()
  return rows.map(({ id }) => id)
}
