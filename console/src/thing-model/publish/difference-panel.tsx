import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { useState } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ChangeShape } from './change-badge.tsx'
import { changeFilters, isShown, type ChangeFilter, type DifferenceRow } from './difference-rows.ts'
import { DifferenceTable } from './difference-table.tsx'
import css from './publish.module.css'
import { publishText } from './publish.text.ts'

type Props = {
  product: ProductDetail
  rows: readonly DifferenceRow[]
  beforeTitle: string
  afterTitle: string
  fresh?: ReadonlySet<string>
}

/** The differences, with a filter for each kind of change and how many there are. */
export function DifferencePanel({ rows, ...table }: Props) {
  const w = useWords(publishText)
  const [filter, setFilter] = useState<ChangeFilter>('all')
  const shown = rows.filter((row) => isShown(row, filter))
  return (
    <>
      <div className={css.bar}>
        <div className={css.filters} role="group" aria-label={w.filters}>
          {changeFilters.map((name) => (
            <button key={name} type="button" aria-pressed={name === filter} onClick={() => setFilter(name)}>
              {name === 'all' ? null : <ChangeShape name={name} />}
              {w[name]} <b>{formatNumber(rows.filter((row) => isShown(row, name)).length)}</b>
            </button>
          ))}
        </div>
        <span className={css.order}>{w.breakingFirst}</span>
      </div>
      {shown.length === 0 ? (
        <p className={css.noneShown} role="status">
          {w.noneShown}
        </p>
      ) : (
        <DifferenceTable {...table} rows={shown} />
      )}
    </>
  )
}
