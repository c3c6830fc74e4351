import { pageSizes } from '@brigade/contract/paging.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Segments } from '../button/segments.tsx'
import { Icon } from '../icon/icon.tsx'
import { Box, Row, Stack } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import type { TablePage, TableSearch } from './column.ts'
import css from './table-foot.module.css'
import { pagesShown } from './pages-shown.ts'

type Props = {
  /** The label names the rows, because one screen may have two tables. */
  label: string
  page: TablePage<unknown>
  search: TableSearch
  onSearch: (patch: Partial<TableSearch>) => void
  notice?: ReactNode
}

/** Range and total, live note, rows per page, pages. */
export function TableFoot({ label, page, search, onSearch, notice }: Props) {
  const w = useWords(uiText)
  const first = (page.pageNum - 1) * page.pageSize + 1
  const last = first + page.list.length - 1
  const sizes = pageSizes.map((size) => ({ value: size, label: String(size) }))
  const size = pageSizes.find((one) => one === search.pageSize) ?? null
  return (
    <Row gap="16" padding="0 24" align="center" tone="ink-3" className={css.foot}>
      <span className="nowrap" aria-live="polite">
        <b>{`${formatNumber(first)}–${formatNumber(last)}`}</b> {w.of}{' '}
        <b>{page.totalCapped === true ? w.capped : formatNumber(page.total)}</b>
      </span>
      {notice === undefined || notice === null || notice === false ? null : (
        <Row.span inline gap="8" align="center" overflow="hidden" nowrap shrink className={css.notice}>
          {notice}
        </Row.span>
      )}
      <Box.span grow />
      <span className={css.rowsWord} aria-hidden="true">
        {w.rows}
      </span>
      <Segments
        label={w.rowsPerPage}
        options={sizes}
        value={size}
        onChange={(pageSize) => onSearch({ pageSize, pageNum: 1 })}
      />
      <Pager label={label} page={page} onPage={(pageNum) => onSearch({ pageNum })} />
    </Row>
  )
}

type PagerProps = { label: string; page: TablePage<unknown>; onPage: (pageNum: number) => void }

function Pager({ label, page, onPage }: PagerProps) {
  const w = useWords(uiText)
  const count = Math.max(1, Math.ceil(page.total / page.pageSize))
  const current = page.pageNum
  // A capped total does not end the list: the next page is offered as long as this one is full.
  const hasNext = current < count || (page.totalCapped === true && page.list.length === page.pageSize)
  return (
    <Row.nav gap="2" className={css.pager} aria-label={w.pagesOf({ label })}>
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
          <Stack.span key={`gap-${index}`} align="center" justifyItems="center" aria-hidden="true">
            …
          </Stack.span>
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
    </Row.nav>
  )
}
