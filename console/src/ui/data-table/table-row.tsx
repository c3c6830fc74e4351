import { memo, type ReactNode } from 'react'
import { emptyValue } from '../../platform/format.ts'
import { RowCheck } from '../field/checkbox.tsx'
import type { Column, RowAction } from './column.ts'
import css from './data-table.module.css'
import { phoneKey } from './phone-column.tsx'
import { RowActions } from './row-actions.tsx'

type Props<R> = {
  row: R
  id: string
  columns: readonly Column<R>[]
  isSelected: boolean
  /** Absent where rows cannot be selected. */
  onSelect?: ((id: string, isSelected: boolean) => void) | undefined
  selectLabel: string
  rowActions?: ((row: R) => readonly RowAction[]) | undefined
  /** The texts of its actions. */
  name: string
  isPhone: boolean
  fresh?: ReadonlySet<string> | undefined
  /** It is shown beside the list. */
  isPeeked: boolean
}

export function cellClasses<R>(column: Column<R>, index: number, hasCheck: boolean): string {
  const isPinned = column.identifies === true && index === 0
  return [
    column.align === 'end' ? css.end : '',
    index === 0 && !hasCheck ? css.first : '',
    column.identifies === true ? css.identifies : '',
    isPinned ? `${css.pinned} ${css.lastPinned} ${hasCheck ? css.pinnedAfterCheck : ''}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const shown = (content: ReactNode): ReactNode =>
  content === null || content === undefined || content === '' ? emptyValue : content

function Row<R>(props: Props<R>) {
  const { row, id, columns, isSelected, onSelect, selectLabel, rowActions, name, isPhone, fresh, isPeeked } = props
  const hasCheck = onSelect !== undefined
  return (
    // Its keys are the body's (use-row-keys.ts), which also makes one of the rows a stop of Tab.
    <tr
      className={isPeeked ? css.peeked : isSelected ? css.selected : undefined}
      aria-selected={hasCheck ? isSelected : undefined}
      aria-current={isPeeked || undefined}
      data-row={id}
      tabIndex={-1}
    >
      {onSelect === undefined ? null : (
        <td className={`${css.first} ${css.pinned}`} data-select="">
          <span className={css.checkbox}>
            <RowCheck checked={isSelected} label={selectLabel} onChange={(checked) => onSelect(id, checked)} />
          </span>
        </td>
      )}
      {columns.map((column, index) => {
        const classes = [
          cellClasses(column, index, hasCheck),
          column.dim === true ? css.dim : '',
          column.overflows === true ? css.overflows : '',
          fresh !== undefined && (fresh.has(column.key) || column.key === phoneKey) ? css.fresh : '',
        ]
        return (
          <td
            key={column.key}
            className={classes.filter(Boolean).join(' ')}
            data-identifies={column.identifies === true ? '' : undefined}
          >
            {shown(column.cell(row))}
          </td>
        )
      })}
      {rowActions === undefined ? null : (
        <td className={css.actions}>
          <RowActions actions={rowActions(row)} row={name} isFolded={isPhone} />
        </td>
      )}
    </tr>
  )
}

// oxlint-disable-next-line typescript/consistent-type-assertions -- memo() forgets that its component is generic
export const TableRow = memo(Row) as typeof Row
