import { memo, useMemo, useRef, type ReactNode } from 'react'
import { emptyValue } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { RowCheck } from '../field/checkbox.tsx'
import { useIsPhone } from '../kit/use-is-phone.ts'
import { Grip, OrderAnnouncement } from '../order/grip.tsx'
import { useOrder } from '../order/use-order.ts'
import { uiText } from '../ui.text.ts'
import type { Column, RowAction } from './column.ts'
import css from './data-table.module.css'
import own from './ordered-table.module.css'
import { phoneColumn } from './phone-column.tsx'
import { RowActions } from './row-actions.tsx'
import { useFittedColumns } from './use-fitted-columns.ts'
import { useSelectRow } from './use-selection.ts'
import { ScrollRegion } from '../page/scroll-region.tsx'

/** A `gone` row is struck through, and can be neither moved nor chosen. A `marked` row has a bar at its edge. */
export type RowLook = 'plain' | 'marked' | 'gone'

type Props<R> = {
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string
  rowName: (row: R) => string
  rowLook: (row: R) => RowLook
  /** Actions without permission are left out. Callers memoise it (useCallback), because rows redraw when it changes. */
  rowActions?: ((row: R) => readonly RowAction[]) | undefined
  selection?: { selected: ReadonlySet<string>; onChange: (selected: ReadonlySet<string>) => void } | undefined
  /** Rows are moved within their group. `offReason` says why this is not possible now. */
  order?:
    | {
        onMove: (key: string, to: number) => void
        groupOf: (key: string) => string
        offReason?: string | undefined
      }
    | undefined
  /** Is shown when there are no rows. */
  empty?: ReactNode
}

/** A table without pages, in an order that people set: rows are dragged by their handle, or moved by Alt and an arrow key. */
export function OrderedTable<R>(props: Props<R>) {
  const { label, rows, rowKey, rowName, rowLook, rowActions, selection, order, empty } = props
  const w = useWords(uiText)
  const isPhone = useIsPhone()
  const columns = useMemo(() => (isPhone ? phoneColumn(props.columns, true) : props.columns), [props.columns, isPhone])
  const names = new Map(rows.map((row) => [rowKey(row), rowName(row)]))
  const { announcement, listProps } = useOrder<HTMLTableSectionElement>({
    ids: rows.filter((row) => rowLook(row) !== 'gone').map(rowKey),
    nameOf: (key) => names.get(key) ?? key,
    onMove: order?.onMove ?? stays,
    ...(order === undefined ? {} : { groupOf: order.groupOf }),
    isOff: order === undefined || order.offReason !== undefined,
  })
  const onSelect = useSelectRow(selection)
  const table = useRef<HTMLTableElement>(null)
  useFittedColumns(table, [...columns.map(({ key }) => key), ...rows.map(rowKey)].join('\n'))
  const hasCheck = selection !== undefined
  const besidePx =
    (hasCheck ? checkPx : 0) + (order === undefined ? 0 : handlePx) + (rowActions === undefined ? 16 : actionsPx)
  const minWidth = isPhone ? 0 : columns.reduce((sum, column) => sum + (column.width ?? sharedPx), besidePx)
  return (
    <>
      <ScrollRegion className={`${css.scroll} ${own.tall}`} label={label}>
        <table ref={table} className={`${css.table} ${isPhone ? css.phone : ''} ${own.table}`} style={{ minWidth }}>
          <Widths
            columns={columns}
            {...{ hasCheck, isPhone }}
            hasHandle={order !== undefined}
            hasActions={rowActions !== undefined}
          />
          <thead>
            <tr>
              {hasCheck ? <td className={`${css.first} ${css.headCheck}`} /> : null}
              {order === undefined ? null : <td className={`${css.headCheck} ${own.headHandle}`} />}
              {columns.map((column, index) => (
                <th
                  key={column.key}
                  scope="col"
                  className={`${column.align === 'end' ? css.end : ''} ${index === 0 && !hasCheck && order === undefined ? css.first : ''}`}
                >
                  {column.title}
                </th>
              ))}
              {rowActions === undefined ? null : (
                <th scope="col" className={`${css.actions} ${own.pinnedActions}`}>
                  {w.actions}
                </th>
              )}
            </tr>
          </thead>
          <tbody {...listProps}>
            {rows.map((row) => {
              const key = rowKey(row)
              return (
                <OrderedRow
                  key={key}
                  id={key}
                  row={row}
                  name={rowName(row)}
                  look={rowLook(row)}
                  columns={columns}
                  isSelected={selection?.selected.has(key) === true}
                  onSelect={hasCheck ? onSelect : undefined}
                  hasHandle={order !== undefined}
                  offReason={order?.offReason}
                  rowActions={rowActions}
                  isPhone={isPhone}
                />
              )
            })}
          </tbody>
        </table>
        {rows.length === 0 ? empty : null}
      </ScrollRegion>
      <OrderAnnouncement text={announcement} />
    </>
  )
}

const stays = (): void => undefined
const checkPx = 48
const handlePx = 28
const actionsPx = 112
const phoneActionsPx = 52
const sharedPx = 120

type RowProps<R> = {
  row: R
  id: string
  name: string
  look: RowLook
  columns: readonly Column<R>[]
  isSelected: boolean
  onSelect: ((key: string, isSelected: boolean) => void) | undefined
  hasHandle: boolean
  offReason: string | undefined
  rowActions: ((row: R) => readonly RowAction[]) | undefined
  isPhone: boolean
}

function Row<R>(props: RowProps<R>) {
  const { row, id, name, look, columns, isSelected, onSelect, hasHandle, offReason, rowActions, isPhone } = props
  const w = useWords(uiText)
  const isGone = look === 'gone'
  const classes = [isSelected ? css.selected : '', look === 'plain' ? '' : own[look]]
  return (
    <tr
      className={classes.filter(Boolean).join(' ')}
      data-row={id}
      data-order-id={isGone ? undefined : id}
      aria-selected={onSelect === undefined ? undefined : isSelected}
    >
      {onSelect === undefined ? null : (
        <td className={css.first}>
          {isGone ? null : (
            <span className={css.checkbox}>
              <RowCheck
                checked={isSelected}
                label={w.selectRow({ row: name })}
                onChange={(checked) => onSelect(id, checked)}
              />
            </span>
          )}
        </td>
      )}
      {hasHandle ? <td className={own.handle}>{isGone ? null : <Grip name={name} offReason={offReason} />}</td> : null}
      {columns.map((column, index) => {
        const content = column.cell(row)
        const cellClasses = [
          column.align === 'end' ? css.end : '',
          column.dim === true ? css.dim : '',
          column.overflows === true ? css.overflows : '',
          index === 0 && onSelect === undefined && !hasHandle ? css.first : '',
        ]
        return (
          <td key={column.key} className={cellClasses.filter(Boolean).join(' ')}>
            {content === null || content === undefined || content === '' ? emptyValue : content}
          </td>
        )
      })}
      {rowActions === undefined ? null : (
        <td className={`${css.actions} ${own.pinnedActions}`}>
          <RowActions actions={rowActions(row)} row={name} isFolded={isPhone} />
        </td>
      )}
    </tr>
  )
}

// oxlint-disable-next-line typescript/consistent-type-assertions -- memo() forgets that its component is generic
const OrderedRow = memo(Row) as typeof Row

type WidthsProps<R> = {
  columns: readonly Column<R>[]
  hasCheck: boolean
  hasHandle: boolean
  hasActions: boolean
  isPhone: boolean
}

function Widths<R>({ columns, hasCheck, hasHandle, hasActions, isPhone }: WidthsProps<R>) {
  return (
    <colgroup>
      {hasCheck ? <col style={{ width: checkPx }} data-width={`${checkPx}px`} /> : null}
      {hasHandle ? <col style={{ width: handlePx }} data-width={`${handlePx}px`} /> : null}
      {columns.map((column) => (
        <col
          key={column.key}
          style={column.width === undefined ? undefined : { width: column.width }}
          data-width={column.width === undefined ? undefined : `${column.width}px`}
        />
      ))}
      {hasActions ? (
        <col
          style={{ width: isPhone ? phoneActionsPx : actionsPx }}
          data-width={`${isPhone ? phoneActionsPx : actionsPx}px`}
        />
      ) : null}
    </colgroup>
  )
}
