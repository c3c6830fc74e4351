import { sql } from 'kysely'
import type pg from 'pg'
import { markedStatement } from './operation-mark.ts'

const mark = '/*prepared*/'

/**
 * Begins a statement that each connection parses and plans once and only executes afterwards. It is for short frequent
 * statements, whose planning costs more than their work. A prepared statement cannot carry the mark of its call, so it
 * must not change a table whose changes are logged.
 */
export const prepared = sql.raw(mark)

/** The names of prepared statements, by their text. Each text has parameters in place of values, so there are few. */
const names = new Map<string, string>()

function nameOf(statement: string): string {
  const known = names.get(statement)
  if (known !== undefined) return known
  const name = `brigade_${names.size}`
  names.set(statement, name)
  return name
}

/** The statement as the driver runs it: prepared, or with the mark of the call to which it belongs. */
export function queryOf(statement: string, parameters: readonly unknown[] | undefined): pg.QueryConfig {
  const values = parameters?.slice() ?? []
  return statement.startsWith(mark)
    ? { name: nameOf(statement), text: statement, values }
    : { text: markedStatement(statement), values }
}
