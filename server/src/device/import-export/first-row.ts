/** The first row of a table in which each serial number occurs. */
export type FirstRows = Map<string, number>

/** Records a row, and returns the first row with its serial number. */
export function firstRowOf(rows: FirstRows, sn: string, row: number): number {
  const first = rows.get(sn) ?? row
  if (sn !== '') rows.set(sn, first)
  return first
}
