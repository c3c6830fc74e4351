import { pageSizes } from '@brigade/contract/paging.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Segments } from '../button/segments.tsx'
import { Icon } from '../icon/icon.tsx'
import { uiText } from '../ui.text.ts'
import type { TablePage, TableSearch } from './column.ts'
import css from './data-table.module.css'

type Props = {
  page: TablePage<unknown>
  search: TableSearch
  onSearch: (patch: Partial<TableSearch>) => void
  notice?: ReactNode
}

/** Range and total, live note, rows per page, pages. */
export function TableFoot({ page, search, onSearch, notice }: Props) {
  const w = useWords(uiText)
  const first = (page.pageNum - 1) * page.pageSize + 1
  const last = first + page.list.length - 1
  const sizes = pageSizes.map((size) => ({ value: size, label: String(size) }))
  const size = pageSizes.find((one) => one === search.pageSize) ?? null
  return (
    <div className={css.foot}>
      <span className="nowrap" aria-live="polite">
        {page.list.length === 0 ? (
          w.none
        ) : (
          <>
            <b>{`${formatNumber(first)}–${formatNumber(last)}`}</b> {w.of}{' '}
            <b>{page.totalCapped === true ? w.capped : formatNumber(page.total)}</b>
          </>
        )}
      </span>
      {notice === undefined || notice === null || notice === false ? null : (
        <span className={css.notice}>{notice}</span>
      )}
      <span className={css.grow} />
      <span className={css.rowsWord} aria-hidden="true">
        {w.rows}
      </span>
      <Segments
        label={w.rowsPerPage}
        options={sizes}
        value={size}
        onChange={(pageSize) => onSearch({ pageSize, pageNum: 1 })}
      />
      <Pager page={page} onPage={(pageNum) => onSearch({ pageNum })} />
    </div>
  )
}

/** First, last, and those around the current one; gaps as an ellipsis. */
export function pagesShown(current: number, count: number): (number | 'gap')[] {
  const near =
    current <= 3
      ? [1, 2, 3, 4]
      : current >= count - 2
        ? [count - 3, count - 2, count - 1, count]
        : [current - 1, current, current + 1]
  const numbers = [...new Set([1, ...near, count])].filter((n) => n >= 1 && n <= count).toSorted((a, b) => a - b)
  return numbers.flatMap((n, index) => {
    const before = numbers[index - 1]
    if (before === undefined || n === before + 1) return [n]
    return n === before + 2 ? [n - 1, n] : ['gap' as const, n]
  })
}

function Pager({ page, onPage }: { page: TablePage<unknown>; onPage: (pageNum: number) => void }) {
  const w = useWords(uiText)
  const count = Math.max(1, Math.ceil(page.total / page.pageSize))
  const current = page.pageNum
  // A capped total does not end the list: the next page is offered as long as this one is full.
  const hasNext = current < count || (page.totalCapped === true && page.list.length === page.pageSize)
  return (
    <nav className={css.pager} aria-label={w.pages}>
      <button
        type="button"
        aria-label={w.previous}
        aria-disabled={current <= 1 || undefined}
        onClick={() => current > 1 && onPage(current - 1)}
      >
        <Icon name="chevron-left" />
      </button>
      {pagesShown(current, Math.max(count, current)).map((n, index) =>
        n === 'gap' ? (
          // oxlint-disable-next-line react/no-array-index-key -- a gap has no name but its place
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={n}
            type="button"
            aria-label={w.page({ n })}
            aria-current={n === current ? 'page' : undefined}
            onClick={() => n !== current && onPage(n)}
          >
            {n}
          </button>
        ),
      )}
      <button
        type="button"
        aria-label={w.next}
        aria-disabled={!hasNext || undefined}
        onClick={() => hasNext && onPage(current + 1)}
      >
        <Icon name="chevron-right" />
      </button>
    </nav>
  )
}
