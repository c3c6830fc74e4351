import type { Words } from '@brigade/contract/locale.ts'
import type { TableCell } from './table.ts'

/** The position of each column in a header row from outside, and the faults of the header row. */
export type MatchedHead<K extends string> = Readonly<{
  /** The index of each column by key, from 0; missing columns are left out. */
  at: ReadonlyMap<K, number>
  /** Unknown headers, and headers that occur twice, as written in the file. */
  unknown: readonly string[]
  repeated: readonly string[]
}>

/** Case, spaces, marks of required columns (*) and a time zone in brackets are ignored. */
const plain = (head: string): string =>
  head
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^()]*\)\s*$/, '')
    .replace(/[\s*]/g, '')

/** Counts the wanted columns in a header row. */
export const scoreOf =
  (columns: Readonly<Record<string, Words>>) =>
  (cells: readonly TableCell[]): number =>
    matchHead(cells, columns).at.size

/** Headers may be in any order and in any of the languages. */
export function matchHead<K extends string>(
  cells: readonly TableCell[],
  columns: Readonly<Record<K, Words>>,
): MatchedHead<K> {
  const keys = new Map<string, K>()
  for (const key in columns) {
    keys.set(plain(columns[key].en), key)
    keys.set(plain(columns[key].zh), key)
  }
  const at = new Map<K, number>()
  const unknown: string[] = []
  const repeated: string[] = []
  for (const [index, cell] of cells.entries()) {
    const head = String(cell).trim()
    const key = keys.get(plain(head))
    if (head === '') continue
    if (key === undefined) unknown.push(head)
    else if (at.has(key)) repeated.push(head)
    else at.set(key, index)
  }
  return { at, unknown, repeated }
}
