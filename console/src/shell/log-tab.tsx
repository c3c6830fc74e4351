import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Column, RowAction, TablePage, TableSearch } from '../ui/data-table/column.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import type { Filter } from '../ui/search-form/filter.ts'
import { WithListSheet } from '../ui/list-page/list-sheet.tsx'
import { SearchForm } from '../ui/search-form/search-form.tsx'
import { useList, type ListEndpoint } from './use-list.ts'

type Props<T, R, P> = {
  endpoint: ListEndpoint<P>
  schema: z.ZodType<T>
  /** The columns, the page size and the opened filters are remembered under it. */
  name: string
  label: string
  filters: readonly Filter<keyof T & string>[]
  columns: readonly Column<R>[]
  rowKey: (row: R) => string
  rowName: (row: R) => string
  rowActions?: (row: R) => readonly RowAction[]
  /** Content on the left of the toolbar, once a page is loaded. */
  lead?: (page: P) => ReactNode
  empty: { title: string; hint?: string }
}

/** A tab that lists events, newest first: filters, then the rows. */
export function LogTab<T extends TableSearch, R, P extends TablePage<R>>(props: Props<T, R, P>) {
  const { endpoint, schema, name, filters, lead, ...shown } = props
  const { form, table, query } = useList(endpoint, schema, name, filters)
  return (
    <WithListSheet>
      <SearchForm {...form} />
      <DataTable {...shown} {...table} lead={query.data === undefined ? undefined : lead?.(query.data)} />
    </WithListSheet>
  )
}
