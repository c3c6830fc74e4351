import { chunks } from '@brigade/contract/chunks.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { storableJson, storableText } from '../platform/storable-text.ts'
import type { RefusedRow } from './long-work.ts'

export type KeptRefusal = { row: number; column: string; cells: unknown; messageKey: string; messageParams: unknown }

const rowsAtOnce = 500

/** Inserting the same row and column again changes nothing, so that a run may repeat rows. */
export async function insertRefusals(db: Db, jobId: string, rows: readonly RefusedRow[]): Promise<void> {
  for (const some of chunks(rows, rowsAtOnce)) {
    const values = some.map(({ row, column, cells, why }) => ({
      jobId,
      rowNumber: row,
      columnName: storableText(column),
      cells: storableJson(cells),
      messageKey: why.key,
      messageParams: storableJson(why.params),
    }))
    await db
      .insertInto('jobRefusal')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** The next ones after a row and column, in their order. */
export async function listRefusals(
  db: Db,
  jobId: string,
  after: { row: number; column: string },
  limit: number,
): Promise<KeptRefusal[]> {
  return db
    .selectFrom('jobRefusal')
    .select(['rowNumber as row', 'columnName as column', 'cells', 'messageKey', 'messageParams'])
    .where('jobId', '=', jobId)
    .where(sql<boolean>`(row_number, column_name) > (${after.row}::int, ${after.column}::text)`)
    .orderBy('rowNumber')
    .orderBy('columnName')
    .limit(limit)
    .execute()
}
