import { CompiledQuery } from 'kysely'
import { encodeRows, type CopyColumns, type CopyRow } from './copy-encoder.ts'
import type { CopyPayload } from './copy-client.ts'
import type { Db } from '../database.ts'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
/** The same conversion as in the query builder's CamelCasePlugin. */
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Inserts rows into a table (or temporary table) as one binary COPY: several times faster than INSERT. Part of the
 * caller's transaction; fails as a whole, as INSERT does. Names are camelCase: `copyRows(trx, 'devicePoint', {
 * deviceId: 'int8', at: 'timestamptz', value: 'float8' }, rows)`.
 */
export async function copyRows<const C extends CopyColumns>(
  db: Db,
  table: string,
  columns: C,
  rows: readonly CopyRow<C>[],
): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(columns).map((name) => quoted(snakeCase(name)))
  const statement = `copy ${quoted(snakeCase(table))} (${names.join(', ')}) from stdin (format binary)`
  const payload: CopyPayload = { copyPayload: encodeRows(columns, rows), rowCount: rows.length }
  await db.executeQuery(CompiledQuery.raw(statement, [payload]))
}
