import { useWords } from '../../platform/locale.ts'
import { Icon } from '../icon/icon.tsx'
import { Row } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import type { Column } from './column.ts'
import css from './data-table.module.css'
import { cellClasses } from './table-row.tsx'

type Props<R> = {
  columns: readonly Column<R>[]
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  hasCheck: boolean
  hasActions: boolean
}

export function TableHead<R>({ columns, sort, onSort, hasCheck, hasActions }: Props<R>) {
  const w = useWords(uiText)
  return (
    <thead>
      <tr>
        {hasCheck ? <td className={`${css.first} ${css.pinned} ${css.headCheck}`} /> : null}
        {columns.map((column, index) => {
          const isUp = sort === column.key
          const isDown = sort === `-${column.key}`
          return (
            <th
              key={column.key}
              scope="col"
              className={cellClasses(column, index, hasCheck)}
              aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
            >
              {column.sortable === true ? (
                <Row.button
                  inline
                  gap="4"
                  padding="0 4"
                  align="center"
                  height="24"
                  radius="xs"
                  tone="inherit"
                  middle
                  type="button"
                  className={`${css.sortable} ${isUp || isDown ? css.sorted : ''}`}
                  // Up, down, then the list's own order again.
                  onClick={() => onSort(isUp ? `-${column.key}` : isDown ? undefined : column.key)}
                >
                  {column.title}
                  <span className={isUp || isDown ? '' : css.ghost}>
                    <Icon name={isDown ? 'arrow-down' : 'arrow-up'} size="tiny" />
                  </span>
                </Row.button>
              ) : (
                column.title
              )}
            </th>
          )
        })}
        {hasActions ? (
          <th scope="col" className={css.actions} data-fixed="">
            {w.actions}
          </th>
        ) : null}
      </tr>
    </thead>
  )
}
