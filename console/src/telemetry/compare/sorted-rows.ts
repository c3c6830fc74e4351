import type { ComparedRow } from './use-comparison.ts'

const texts = new Intl.Collator(['zh', 'en'], { numeric: true })

/**
 * Sorts rows by a column, `-` in front for descending; by default in the order of the address. Rows without a figure
 * are last in both directions.
 */
export function sortedRows(rows: readonly ComparedRow[], sort: string | undefined): readonly ComparedRow[] {
  if (sort === undefined) return rows
  const key = sort.replace('-', '')
  const direction = sort.startsWith('-') ? -1 : 1
  if (key === 'name' || key === 'sn') return rows.toSorted((a, b) => direction * texts.compare(a[key], b[key]))
  if (key === 'points') return rows.toSorted((a, b) => direction * (a.points - b.points))
  if (key !== 'min' && key !== 'mean' && key !== 'max') return rows
  return rows.toSorted((a, b) => {
    const [one, other] = [a[key], b[key]]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return direction * (one - other)
  })
}
