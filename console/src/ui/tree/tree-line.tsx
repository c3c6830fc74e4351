import { memo } from 'react'
import { emptyValue } from '../../platform/format.ts'
import type { Column, RowAction } from '../data-table/column.ts'
import { RowActions } from '../data-table/row-actions.tsx'
import { Icon } from '../icon/icon.tsx'
import { Box, Grid } from '../layout/layout.tsx'
import { Grip } from '../order/grip.tsx'
import css from './tree.module.css'
import type { TreeRow } from './tree-rows.ts'

type Props<R> = TreeRow<R> & {
  isCurrent: boolean
  columns: readonly Column<R>[]
  isMarked: boolean
  isQuiet: boolean
  rowActions: ((row: R) => readonly RowAction[]) | undefined
  rowName: string
  /** Absent where rows are not moved. */
  gripName: string | undefined
  offReason: string | undefined
}

function Line<R>(props: Props<R>) {
  const { id, row, level, place, count, state, isCurrent, columns, rowActions, gripName, offReason } = props
  const classes = [css.row, props.isMarked ? css.marked : '', props.isQuiet ? css.quiet : '']
  return (
    <div
      role="row"
      className={classes.filter(Boolean).join(' ')}
      data-order-id={id}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={count}
      aria-expanded={state === 'leaf' ? undefined : state === 'open'}
      tabIndex={isCurrent ? 0 : -1}
    >
      {gripName === undefined ? null : (
        <span role="gridcell" className={css.handle}>
          <Grip name={gripName} offReason={offReason} />
        </span>
      )}
      {columns.map((column, index) => {
        const content = column.cell(row)
        const cell = content === null || content === undefined || content === '' ? emptyValue : content
        const cellClasses = [
          column.align === 'end' ? css.end : '',
          column.dim === true ? css.dim : '',
          column.overflows === true ? css.overflows : '',
        ]
        if (index > 0)
          return (
            <span key={column.key} role="gridcell" className={cellClasses.filter(Boolean).join(' ')}>
              {cell}
            </span>
          )
        return (
          <span key={column.key} role="gridcell" className={css.name} style={{ '--tree-level': level }}>
            <Grid.span
              inline
              align="center"
              justifyItems="center"
              height="24"
              radius="s"
              tone="ink-3"
              rigid
              className={css.twist}
              data-twist={state === 'leaf' ? undefined : ''}
              data-open={state === 'open' || undefined}
            >
              {state === 'leaf' ? null : <Icon name="chevron-right" size="small" />}
            </Grid.span>
            {cell}
          </span>
        )
      })}
      {rowActions === undefined ? null : (
        <span role="gridcell" className={css.actions}>
          <RowActions actions={rowActions(row)} row={props.rowName} />
        </span>
      )}
    </div>
  )
}

// oxlint-disable-next-line typescript/consistent-type-assertions -- memo() forgets that its component is generic
export const TreeLine = memo(Line) as typeof Line

const boneLevels = [1, 2, 2, 3, 3, 1, 2, 2, 3, 1, 2, 2]
const boneWidths = ['70%', '55%', '80%', '62%']

/** A skeleton in the shape of the tree, for the first load only. */
export const TreeBones = ({ cells, hasHandle }: { cells: number; hasHandle: boolean }) =>
  boneLevels.map((level, line) => (
    <div key={line} className={css.row} aria-hidden="true">
      {hasHandle ? <span /> : null}
      {Array.from({ length: cells }, (_, index) => (
        <span
          key={index}
          className={index === 0 ? css.name : undefined}
          style={index === 0 ? { '--tree-level': level } : undefined}
        >
          <Box.span
            radius="xs"
            ground="line"
            block
            grow
            className={css.bone}
            style={{ width: boneWidths[(line + index) % boneWidths.length] }}
          />
        </span>
      ))}
    </div>
  ))
