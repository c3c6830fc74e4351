import { CompiledQuery } from 'kysely'
import { encodeRows, rowEncoder, type CopyColumns, type CopyRow } from './copy-encoder.ts'
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
  if (rows.length > 0)
    await copyBytes(db, table, columns, { copyPayload: encodeRows(columns, rows), rowCount: rows.length })
}

async function copyBytes(db: Db, table: string, columns: CopyColumns, payload: CopyPayload): Promise<void> {
  const names = Object.keys(columns).map((name) => quoted(snakeCase(name)))
  const statement = `copy ${quoted(snakeCase(table))} (${names.join(', ')}) from stdin (format binary)`
  await db.executeQuery(CompiledQuery.raw(statement, [payload]))
}

/** Collects rows that are copied together: until then only their bytes are kept. */
export function newCopy<const C extends CopyColumns>(table: string, columns: C) {
  const encoder = rowEncoder(columns)
  let rowCount = 0
  return {
    add: (row: CopyRow<C>): void => {
      encoder.add(row)
      rowCount += 1
    },
    /** No row is added meanwhile, because the memory is reused. */
    send: async (db: Db): Promise<void> => {
      if (rowCount === 0) return
      await copyBytes(db, table, columns, { copyPayload: encoder.bytes(), rowCount })
      rowCount = 0
      encoder.again()
    },
  }
}
