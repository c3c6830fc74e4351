import type { ReactNode } from 'react'
import type { IconName } from '../icon/outlines.ts'

/** One column. Columns should be made once per language and unit (useMemo): rows redraw when they change. */
export type Column<R> = {
  /** Also the name to sort by, where `sortable`. */
  key: string
  title: string
  /** The cell shows a dash for null, undefined and ''. A plain text that does not fit is cut, and hovering shows all of it. */
  cell: (row: R) => ReactNode
  /** Pixels. Columns without share what is left, at least 120 each. */
  width?: number
  /** The least width of a column without one, in a plain table. */
  least?: number
  /** `end` for numbers, versions and times. */
  align?: 'start' | 'end'
  sortable?: boolean
  /** Identifies the row: never hidden, never cut, stays in place on narrow screens. Give it to the first column. */
  identifies?: boolean
  /** Not shown until a person chooses it. */
  isExtra?: boolean
  /** In a quieter ink. */
  dim?: boolean
  /** Where it stands in the two lines of a row on a phone: in the first one `name`, what is `beside` it, and `state`. Without it: what identifies, what is a state, and the first two of the rest. */
  onPhone?: 'name' | 'beside' | 'state' | 'more'
  /** May reach over its cell (badges with marks in front). */
  overflows?: boolean
}

/** A row offers its permitted actions. An action that is impossible at present carries the reason. */
export type RowAction = {
  key: string
  icon: IconName
  label: string
  href?: string
  onClick?: () => void
  disabledReason?: string | undefined
  danger?: boolean
  /** In a menu: a line above it. */
  startsGroup?: boolean
}

/** A batch action applies to the selected rows. */
export type BatchAction = {
  key: string
  icon: IconName
  label: string
  onClick: () => void
  disabledReason?: string | undefined
  danger?: boolean
}

/** Which row is shown beside the list, and how that changes; the address holds it where the address holds the list. */
export type Peeking = Readonly<{
  id: string | undefined
  /** `replaces`: another row was shown, and the way back closes instead of leading to it. */
  onPeek: (id: string, how: { replaces: boolean }) => void
  onClose: () => void
}>

/** A list shows these facts about a row beyond its columns, above them, and which columns are said by it. */
export type Peek<R> = Readonly<{ says: readonly string[]; content: (row: R) => ReactNode }>

/** All rows that the filters find, beyond this page: for actions that can take so many. */
export type FoundChoice = { count: string; isChosen: boolean; onChoose: () => void }

export type ExportFormat = 'xlsx' | 'csv'
/** `ids`: of the rows chosen, with commas between; without them all that the filters find. */
export type OnExport = (format: ExportFormat, ids?: string) => void

/** The part of a list's query that the table turns. `sort`: a column's key, `-` in front for descending. */
export type TableSearch = { pageNum: number; pageSize: number; sort?: string | undefined }

/** Columns of a live table that changed a moment ago, by row. */
export type Fresh = ReadonlyMap<string, ReadonlySet<string>>

export type TablePage<R> = {
  list: readonly R[]
  total: number
  totalCapped?: boolean | undefined
  pageNum: number
  pageSize: number
}

/** The table needs only these fields of a query; react-query's result fits. */
export type TableQuery<R> = {
  data: TablePage<R> | undefined
  isFetching: boolean
  /** The rows are those of the page before, while the next one loads. */
  isPlaceholderData: boolean
  error: { message: string } | null
  /** It belongs to the newest try, while there are further ones too. */
  failureReason: { message: string; isTransport: boolean } | null
  refetch: () => unknown
}
