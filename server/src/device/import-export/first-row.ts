/** The first row of a table in which each serial number occurs. */
export type FirstRows = Map<string, number>

/** Records a row, and returns the first row with its serial number. */
export function firstRowOf(rows: FirstRows, sn: string, row: number): number {
  const first = rows.get(sn) ?? row
  if (sn === '') return first
  rows.set(sn, first)
  const key = caselessKey(sn)
  rows.set(key, rows.get(key) ?? row)
  return first
}

/** The space keeps this key distinct from the serial numbers themselves, which contain none. */
const caselessKey = (sn: string): string => ` ${sn.toLowerCase()}`

/**
 * Returns rows whose serial numbers differ only in case from an earlier one: they are other devices, and perhaps were
 * not meant.
 */
export const alikeRows = (
  rows: FirstRows,
  passed: readonly Readonly<{ sn: string; row: Readonly<{ row: number }> }>[],
): readonly number[] =>
  passed.flatMap(({ sn, row: { row } }) => (rows.get(caselessKey(sn)) === rows.get(sn) ? [] : [row]))
