import { sql } from 'kysely'
import type { TestApp } from '../start-app.ts'

/** All rows of a table. */
async function allOf(db: TestApp['db'], table: string): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db)
  return rows
}
export type Row = Readonly<Record<string, unknown>>
export const text = (row: Row | undefined, key: string) =>
  row?.[key] === undefined || row[key] === null ? '' : String(row[key])
export const time = (row: Row | undefined, key: string) =>
  text(row, key) === '' ? Number.NaN : Date.parse(text(row, key))
export const number = (row: Row, key: string) => Number(row[key])

const tables =
  `organisation organisation_tree product device device_state app_user device_binding app_user_day app_search fault_open fault_record
  fault_act command recipe recipe_cooked recipe_download recipe_favourite online_log device_history_value property_identifier`.split(
    /\s+/,
  )

export type Tables = ReadonlyMap<string, readonly Row[]>
/** The rows of every table, including those that are deleted later. */
export async function exportRows({ db }: Pick<TestApp, 'db'>): Promise<Tables> {
  const all = new Map<string, readonly Row[]>()
  for (const table of tables) all.set(table, await allOf(db, table))
  return all
}

/** Present rows, with those that deleted devices had earlier. */
export function withGone(now: Tables, earlier: Tables): Tables {
  const there = new Set((now.get('device') ?? []).map((row) => text(row, 'id')))
  return new Map(
    [...now].map(([table, rows]) => {
      const key = table === 'device' ? 'id' : 'deviceId'
      const gone = (earlier.get(table) ?? []).filter((row) => text(row, key) !== '' && !there.has(text(row, key)))
      const isOfDevices = table === 'device' || rows.some((row) => 'deviceId' in row)
      return [table, isOfDevices ? [...rows, ...gone] : rows]
    }),
  )
}
