import { pageSizes } from '@brigade/contract/paging.ts'
import { useMemo, useRef, type ReactNode } from 'react'
import { emptyValue } from '../../platform/format.ts'
import { useIsPhone } from '../kit/use-is-phone.ts'
import type { Column, TablePage, TableSearch } from './column.ts'
import css from './data-table.module.css'
import { phoneColumn } from './phone-column.tsx'
import { ScrollRegion } from '../page/scroll-region.tsx'
import { TableFoot } from './table-foot.tsx'
import { useFittedColumns } from './use-fitted-columns.ts'

type Props<R> = {
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string
  /** Rows that changed a moment ago carry a bar at the panel's edge. */
  fresh?: ReadonlySet<string> | undefined
  /** Pixels above which it scrolls within. */
  maxHeight?: number
  /** On a page of its own: its first text starts on the page margin. */
  isOfPage?: boolean
  empty?: ReactNode
}

/** A table of a panel: all rows at once, no pages, rows of 32 px. */
export function PlainTable<R>({ label, rows, rowKey, fresh, maxHeight, isOfPage = false, empty, ...given }: Props<R>) {
  const isPhone = useIsPhone()
  const columns = useMemo(() => (isPhone ? phoneColumn(given.columns, true) : given.columns), [given.columns, isPhone])
  const table = useRef<HTMLTableElement>(null)
  useFittedColumns(table, [...columns.map(({ key, title }) => key + title), ...rows.map(rowKey)].join('\n'))
  const minWidth = isPhone ? 0 : columns.reduce((sum, column) => sum + (column.width ?? column.least ?? 96), 0)
  return (
    <ScrollRegion className={css.plainScroll} style={{ maxHeight }} label={label}>
      <table
        ref={table}
        className={`${css.table} ${isPhone ? css.phone : ''} ${css.plain} ${isOfPage ? css.ofPage : ''}`}
        style={{ minWidth }}
      >
        <colgroup>
          {columns.map((column) => (
            <col
              key={column.key}
              style={column.width === undefined ? undefined : { width: column.width }}
              data-width={column.width === undefined ? undefined : `${column.width}px`}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) =>
              column.title === '' ? (
                <td key={column.key} className={css.headCheck} />
              ) : (
                <th key={column.key} scope="col" className={column.align === 'end' ? css.end : undefined}>
                  {column.title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = rowKey(row)
            return (
              <tr key={id} className={fresh?.has(id) === true ? css.freshRow : undefined}>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={[
                      column.align === 'end' ? css.end : '',
                      column.dim === true ? css.dim : '',
                      column.overflows === true ? css.overflows : '',
                    ]
                      .filter(Boolean)
                      .join(' ')}
                  >
                    {orDash(column.cell(row))}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      {rows.length === 0 ? empty : null}
    </ScrollRegion>
  )
}

type PagedProps<R> = Omit<Props<R>, 'rows'> & {
  page: TablePage<R> | undefined
  search: TableSearch
  onSearch: (patch: Partial<TableSearch>) => void
}

/** A plain table for more rows than fit: one page of them, with a foot to change the page. */
export function PagedTable<R>({ page, search, onSearch, ...table }: PagedProps<R>) {
  const isTurned = page !== undefined && page.list.length > 0 && (page.total > pageSizes[0] || page.pageNum > 1)
  return (
    <>
      <PlainTable {...table} rows={page?.list ?? []} />
      {isTurned ? <TableFoot label={table.label} page={page} search={search} onSearch={onSearch} /> : null}
    </>
  )
}

/** One page of rows that are all here. */
export function pageWithin<R>(rows: readonly R[], { pageNum, pageSize }: TableSearch): TablePage<R> {
  const from = (pageNum - 1) * pageSize
  return { list: rows.slice(from, from + pageSize), total: rows.length, pageNum, pageSize }
}

const orDash = (content: ReactNode): ReactNode =>
  content === null || content === undefined || content === '' ? emptyValue : content
