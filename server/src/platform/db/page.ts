import { sql, type Expression } from 'kysely'
import type { Page, Paging } from '@brigade/contract/paging.ts'
import type { Db } from './database.ts'

/** Counting further would cost more than a page of rows: from here on a list shows "10,000+" (stack.md). */
export const countCap = 10_000

export const offsetOf = ({ pageNum, pageSize }: Readonly<Record<keyof Paging, number>>): number =>
  (pageNum - 1) * pageSize

type Limitable = { limit: (rows: number) => Expression<unknown> }

/** Counts the rows of a query, up to the cap: `countRows(db, matching.select('id'))`. */
export async function countRows(db: Db, rows: Limitable): Promise<{ total: number; totalCapped?: true }> {
  const counted = await sql<{
    n: number
  }>`select count(*)::int as n from (${rows.limit(countCap + 1)}) as counted`.execute(db)
  const total = counted.rows[0]?.n ?? 0
  return total > countCap ? { total: countCap, totalCapped: true } : { total }
}

type Ordered<Row> = { limit: (rows: number) => { offset: (rows: number) => { execute: () => Promise<Row[]> } } }

/**
 * Reads one page of a list and its count at the same time. `ordered` has columns and order, `counted` the same filters
 * and one column.
 */
export async function readPage<Row>(
  db: Db,
  search: Readonly<{ pageNum: number; pageSize: number }>,
  { ordered, counted }: Readonly<{ ordered: Ordered<Row>; counted: Limitable }>,
): Promise<Page<Row>> {
  const { pageNum, pageSize } = search
  const [list, count] = await Promise.all([
    ordered.limit(pageSize).offset(offsetOf(search)).execute(),
    countRows(db, counted),
  ])
  return { list, ...count, pageNum, pageSize }
}

/** Escapes the wildcards of a LIKE pattern. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)

/** `-createdAt` as column and direction: one of a list's columns; without a sort the first of them, newest first. */
export function orderOf<const C extends string>(
  sort: string | undefined,
  [first, ...others]: readonly [C, ...C[]],
): { column: C; direction: 'asc' | 'desc' } {
  if (sort === undefined) return { column: first, direction: 'desc' }
  const name = sort.startsWith('-') ? sort.slice(1) : sort
  return { column: others.find((column) => column === name) ?? first, direction: sort.startsWith('-') ? 'desc' : 'asc' }
}
