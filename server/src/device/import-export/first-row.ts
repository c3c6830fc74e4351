/** The first row of a table in which each serial number occurs. */
export type FirstRows = Map<string, number>

/** Notes a row, and answers which was the first of its serial number. */
export function firstRowOf(rows: FirstRows, sn: string, row: number): number {
  const first = rows.get(sn) ?? row
  if (sn !== '') rows.set(sn, first)
  return first
}
