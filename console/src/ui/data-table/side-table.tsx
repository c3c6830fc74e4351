import type { ReactNode } from 'react'
import { emptyValue } from '../../platform/format.ts'
import { Box } from '../layout/layout.tsx'
import css from './side-table.module.css'

export type SideColumn<R> = {
  key: string
  title: string
  /** Null: this side has nothing; its cell is grey, with a dash. */
  cell: (row: R) => ReactNode
  /** `mark` and `name` are narrow, `reason` less so; columns without share what is left. */
  width?: 'mark' | 'name' | 'reason'
}

type Props<R> = {
  label: string
  columns: readonly SideColumn<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string
  /** Rows with a red bar at their edge. */
  isGrave?: (row: R) => boolean
}

/** A table to compare two sides of things: cells hold lines of words, and a side that is not there is grey. */
export function SideTable<R>({ label, columns, rows, rowKey, isGrave }: Props<R>) {
  return (
    <Box border="line" radius="m" overflow="hidden">
      <table className={css.table} aria-label={label}>
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} className={width === undefined ? undefined : css[width]} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={isGrave?.(row) === true ? css.grave : undefined}>
              {columns.map(({ key, cell }) => {
                const content = cell(row)
                return (
                  <td key={key} className={content === null ? css.absent : undefined}>
                    {content ?? emptyValue}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}
