import { lazy, Suspense, use, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { changeTableHabits, useTableHabits, type TableHabits } from '../../platform/habits/table-habits.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ErrorPanel } from '../page/error-panel.tsx'
import { Icon } from '../icon/icon.tsx'
import { Box, Row } from '../layout/layout.tsx'
import { EmptyPanel } from '../page/empty-panel.tsx'
import { ListScreen } from '../list-page/list-screen.ts'
import { uiText } from '../ui.text.ts'
import { arranged, isShown } from './arrange-columns.ts'
import type {
  BatchAction,
  Column,
  OnExport,
  FoundChoice,
  Fresh,
  Peek,
  Peeking,
  RowAction,
  TableQuery,
  TableSearch,
} from './column.ts'
import css from './data-table.module.css'
import { SavedFilters } from '../saved-filters/saved-filters.tsx'
import { TableBar } from './table-bar.tsx'
import { TableFoot } from './table-foot.tsx'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { useFittedColumns } from './use-fitted-columns.ts'
import { useRefresh } from './use-refresh.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useSelectRow } from './use-selection.ts'
import { OrderInSheet } from './table-order.tsx'
import { phoneColumn } from './phone-column.tsx'
import { useIsPhone } from '../kit/use-is-phone.ts'
import { useLastPage, type TurnTable } from './use-last-page.ts'
import { ScrollRegion } from '../page/scroll-region.tsx'

const PeekPanel = lazy(() => import('./peek-panel.tsx').then((module) => ({ default: module.PeekPanel })))
const KeysSheet = lazy(() => import('./keys-sheet.tsx').then((module) => ({ default: module.KeysSheet })))

type Props<R> = {
  /** The name under which the column choice and the density are remembered. */
  name: string
  /** Names the rows for assistive technology. */
  label: string
  columns: readonly Column<R>[]
  rowKey: (row: R) => string
  /** The name that a person knows the row by, such as its SN. */
  rowName: (row: R) => string
  query: TableQuery<R>
  search: TableSearch
  onSearch: TurnTable
  rowActions?: (row: R) => readonly RowAction[]
  /** Rows can be selected when there are actions on several. */
  selection?: {
    selected: ReadonlySet<string>
    onChange: (selected: ReadonlySet<string>) => void
    actions: readonly BatchAction[]
    /** Is offered when all rows of the page are selected. */
    found?: FoundChoice | undefined
  }
  fresh?: Fresh
  /** Rows can be shown beside the list. */
  peeking?: Peeking | undefined
  peek?: Peek<R> | undefined
  /** A note in the foot about live changes that are not loaded yet, with a button to load them. */
  notice?: ReactNode
  /** The left part of the toolbar. */
  lead?: ReactNode
  /** Exports all pages of the filtered list, or of it the chosen rows: their ids with commas between. */
  onExport?: OnExport | undefined
  /** Describes what the list would show, and how to add a row. */
  empty: { title: string; hint?: string; action?: ReactNode }
  /** Is set while filters are. An empty list then offers to clear them. */
  onClearFilters?: (() => void) | undefined
  /** The link that led here counted these rows at this time, while the list shows the current ones. */
  counted?: { counted: number; countedAt: string } | undefined
}

/** The table of all lists, with a sticky head, remembered columns and density, selection, row actions and pages (mock/README.md, Table anatomy). */
export function DataTable<R>(props: Props<R>) {
  const { name, label, query, search, onSearch, peeking } = props
  const preferences = useTableHabits(name)
  const allColumns = useMemo(() => arranged(props.columns, preferences), [props.columns, preferences])
  const isPhone = useIsPhone()
  const columns = useMemo(() => {
    const shown = allColumns.filter((column) => isShown(column, preferences))
    return isPhone ? phoneColumn(shown) : shown
  }, [allColumns, preferences, isPhone])
  const rows = query.data?.list ?? []
  const onSort = (sort: string | undefined): void => onSearch({ sort, pageNum: 1 })
  const hasFailed = query.error !== null && (query.data === undefined || query.isPlaceholderData)
  const isPastEnd = useLastPage(query, onSearch)
  const isFirstLoad = !hasFailed && (query.data === undefined || isPastEnd)
  const section = useRef<HTMLElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const [hasHelp, setHelp] = useState(false)
  const openHelp = (): void => setHelp(true)
  const { rowProps, step } = useRowKeys({
    section,
    body,
    sheet,
    page: query.data,
    isStale: query.isPlaceholderData,
    peeking,
    onTurn: onSearch,
    onHelp: openHelp,
  })
  const of = { ...props, isPhone, onSort, preferences, rows, body, rowProps, hasFailed, isFirstLoad }
  return (
    <Box.section shrink aria-label={label} ref={section}>
      <Bar {...of} columns={allColumns} onHelp={openHelp} />
      {isPhone ? <OrderInSheet columns={allColumns} sort={search.sort} onSort={onSort} page={query.data} /> : null}
      {props.counted === undefined ? null : <CountedNote {...props.counted} />}
      <div className={peeking?.id === undefined ? undefined : css.withPeek}>
        <Box shrink>
          <Table {...of} columns={columns} />
          {hasFailed ? <ErrorPanel message={query.error?.message ?? ''} onRetry={() => void query.refetch()} /> : null}
          {!hasFailed && !isFirstLoad && rows.length === 0 ? <Nothing {...props} /> : null}
          {query.data === undefined || hasFailed || rows.length === 0 ? null : (
            <TableFoot label={label} page={query.data} search={search} onSearch={onSearch} notice={props.notice} />
          )}
        </Box>
        {peeking?.id === undefined ? null : (
          <Peeked {...of} columns={allColumns} peeking={peeking} id={peeking.id} sheet={sheet} step={step} />
        )}
      </div>
      {hasHelp ? (
        <Suspense fallback={null}>
          <KeysSheet
            hasSelection={props.selection !== undefined}
            hasPeek={peeking !== undefined}
            onClose={() => setHelp(false)}
          />
        </Suspense>
      ) : null}
    </Box.section>
  )
}

/** The parts of a table share these values. */
type Shared<R> = Props<R> & {
  isPhone: boolean
  onSort: (sort: string | undefined) => void
  preferences: TableHabits
  rows: readonly R[]
  body: RefObject<HTMLTableSectionElement | null>
  rowProps: ReturnType<typeof useRowKeys>['rowProps']
  hasFailed: boolean
  isFirstLoad: boolean
}

function Bar<R>({ onHelp, columns, preferences, rows, ...props }: Shared<R> & { onHelp: () => void }) {
  const { name, query, selection, isPhone, onSort, search } = props
  const refresh = useRefresh(query)
  const selectedHere = rows.filter((row) => selection?.selected.has(props.rowKey(row)) === true).length
  return (
    <TableBar
      columns={columns}
      preferences={preferences}
      onPreferences={(patch) => changeTableHabits(name, patch)}
      onRefresh={refresh}
      exported={
        props.onExport && {
          onExport: props.onExport,
          total: query.isPlaceholderData ? undefined : query.data?.total,
          isCapped: query.data?.totalCapped === true,
          chosen: selection?.found?.isChosen === true ? [] : [...(selection?.selected ?? [])],
        }
      }
      onHelp={onHelp}
      order={isPhone ? { sort: search.sort, onSort } : undefined}
      lead={props.lead}
      savedFilters={use(ListScreen) ? <SavedFilters list={name} search={props.search} /> : null}
      selection={
        selection && {
          count: selection.selected.size,
          isAll: rows.length > 0 && selectedHere === rows.length,
          isMixed: selection.selected.size > 0 && selectedHere < rows.length,
          onAll: (isSelected) => selection.onChange(new Set(isSelected ? rows.map(props.rowKey) : [])),
          onClear: () => selection.onChange(new Set()),
          actions: selection.actions,
          found: selection.found,
        }
      }
    />
  )
}

function Table<R>(props: Shared<R>) {
  const { label, columns, preferences, query, search, rows, body, rowProps, selection, rowActions, isPhone } = props
  const table = useRef<HTMLTableElement>(null)
  const [hasCheck, hasActions] = [selection !== undefined, rowActions !== undefined]
  useFittedColumns(table, `${namesOfRows(rows.map(props.rowKey), columns)} ${hasCheck} ${hasActions}`)
  return (
    <ScrollRegion className={css.scroll} label={label}>
      <table
        ref={table}
        className={`${css.table} ${isPhone ? css.phone : ''} ${preferences.isCompact ? css.compact : ''} ${query.isPlaceholderData ? css.stale : ''}`}
        style={isPhone ? {} : { minWidth: minimumWidth(columns, hasCheck, hasActions) }}
        aria-busy={query.isFetching}
      >
        <Widths columns={columns} hasCheck={hasCheck} hasActions={hasActions} isPhone={isPhone} />
        <TableHead
          columns={columns}
          sort={search.sort}
          onSort={props.onSort}
          hasCheck={hasCheck}
          hasActions={hasActions}
        />
        <tbody ref={body} className={props.peeking === undefined ? undefined : css.peekable} {...rowProps}>
          <TableRows {...props} />
        </tbody>
      </table>
    </ScrollRegion>
  )
}

type PeekedProps<R> = Shared<R> & {
  peeking: Peeking
  id: string
  sheet: RefObject<HTMLDivElement | null>
  step: (by: -1 | 1) => void
}

/** The row that the address names, beside the list. */
function Peeked<R>({ rows, id, isFirstLoad, peeking, step, ...props }: PeekedProps<R>) {
  const at = rows.findIndex((row) => props.rowKey(row) === id)
  const row = rows[at]
  const { peek } = props
  const shown =
    row === undefined
      ? undefined
      : {
          name: props.rowName(row),
          content: peek?.content(row),
          facts: props.columns
            .filter(({ key }) => peek?.says.includes(key) !== true)
            .map((column) => ({ key: column.key, label: column.title, value: column.cell(row) })),
          actions: props.rowActions?.(row) ?? [],
        }
  return (
    <Suspense fallback={<Box borderLeft />}>
      <PeekPanel
        shown={shown ?? (isFirstLoad || props.query.isPlaceholderData ? 'loading' : 'gone')}
        id={id}
        body={props.body}
        sheet={props.sheet}
        isFirst={at <= 0}
        isLast={at === rows.length - 1}
        onStep={step}
        onClose={peeking.onClose}
      />
    </Suspense>
  )
}

function TableRows<R>(props: Shared<R>) {
  const { columns, rows, rowKey, rowName, search, rowActions, selection, fresh, isFirstLoad, hasFailed } = props
  const w = useWords(uiText)
  const onSelect = useSelectRow(selection)
  const hasCheck = selection !== undefined
  return (
    <>
      {isFirstLoad ? (
        <Bones
          columns={columns}
          count={search.pageSize}
          extra={(hasCheck ? 1 : 0) + (rowActions === undefined ? 0 : 1)}
          hasCheck={hasCheck}
        />
      ) : null}
      {hasFailed
        ? null
        : rows.map((row) => {
            const id = rowKey(row)
            return (
              <TableRow
                key={id}
                id={id}
                row={row}
                columns={columns}
                isSelected={selection?.selected.has(id) === true}
                onSelect={hasCheck ? onSelect : undefined}
                selectLabel={hasCheck ? w.selectRow({ row: rowName(row) }) : ''}
                rowActions={rowActions}
                name={rowName(row)}
                isPhone={props.isPhone}
                fresh={fresh?.get(id)}
                isPeeked={props.peeking?.id === id}
              />
            )
          })}
    </>
  )
}

function CountedNote({ counted, countedAt }: { counted: number; countedAt: string }) {
  const w = useWords(uiText)
  return (
    <Row.p gap="8" padding="8 24" align="center" ground="info-soft" size="xs" tone="ink-2" borderTop role="note">
      <Icon name="info" size="small" />
      {w.counted({ count: formatNumber(counted), at: formatTime(countedAt).slice(0, -3) })}
      <a href={bareAddress()}>{w.showAll}</a>
    </Row.p>
  )
}

/** The list without what narrows it; of a screen with tabs the same tab. */
function bareAddress(): string {
  const tab = new URLSearchParams(location.search).get('tab')
  return tab === null ? location.pathname : `${location.pathname}?${new URLSearchParams({ tab }).toString()}`
}

function Nothing<R>({ empty, onClearFilters }: Props<R>) {
  const w = useWords(uiText)
  if (onClearFilters === undefined) return <EmptyPanel {...empty} />
  return (
    <EmptyPanel
      title={w.filteredEmpty}
      hint={w.filteredEmptyHint}
      onAction={onClearFilters}
      actionLabel={w.clearFilters}
      icon="filter-off"
    />
  )
}

const checkPx = 48
const actionsPx = 116
const sharedPx = 120
const phoneCheckPx = 40
const phoneActionsPx = 52

const minimumWidth = <R,>(columns: readonly Column<R>[], hasCheck: boolean, hasActions: boolean): number =>
  columns.reduce(
    (sum, column) => sum + (column.width ?? sharedPx),
    (hasCheck ? checkPx : 16) + (hasActions ? actionsPx : 16),
  )

function Widths<R>({
  columns,
  hasCheck,
  hasActions,
  isPhone,
}: {
  columns: readonly Column<R>[]
  hasCheck: boolean
  hasActions: boolean
  isPhone: boolean
}) {
  const px = isPhone ? { check: phoneCheckPx, actions: phoneActionsPx } : { check: checkPx, actions: actionsPx }
  return (
    <colgroup>
      {hasCheck ? <col style={{ width: px.check }} data-width={`${px.check}px`} /> : null}
      {columns.map((column) => (
        <col key={column.key} style={{ width: widthOf(column) }} data-width={cssWidthOf(column)} />
      ))}
      {hasActions ? <col style={{ width: px.actions }} data-width={`${px.actions}px`} /> : null}
    </colgroup>
  )
}

/** The column that stays in sight leaves room for the others on a phone. */
const widthOf = <R,>({ width, identifies }: Column<R>): number | string | undefined =>
  width !== undefined && identifies === true ? `min(${width}px, 44vw)` : width

/** The same for whoever writes the width past React. */
const cssWidthOf = <R,>(column: Column<R>): string | undefined => {
  const width = widthOf(column)
  return typeof width === 'number' ? `${width}px` : width
}

const namesOfRows = <R,>(rows: readonly string[], columns: readonly Column<R>[]): string =>
  [...columns.map(({ key, title }) => key + title), ...rows].join('\n')

/** A skeleton in the shape of the table, for the first load only. */
function Bones<R>({
  columns,
  count,
  extra,
  hasCheck,
}: {
  columns: readonly Column<R>[]
  count: number
  extra: number
  hasCheck: boolean
}) {
  const widths = ['70%', '55%', '80%', '62%', '48%']
  return Array.from({ length: Math.min(count, 12) }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {hasCheck ? <td /> : null}
      {columns.map((column, index) => (
        <td key={column.key} className={cellBoneClass(column, index, hasCheck)}>
          <Box.span
            radius="xs"
            ground="line"
            block
            className={css.bone}
            style={{ width: widths[(row + index) % widths.length] }}
          />
        </td>
      ))}
      {extra > (hasCheck ? 1 : 0) ? <td /> : null}
    </tr>
  ))
}

const cellBoneClass = <R,>(column: Column<R>, index: number, hasCheck: boolean): string =>
  `${column.align === 'end' ? css.end : ''} ${index === 0 && !hasCheck ? css.first : ''}`
