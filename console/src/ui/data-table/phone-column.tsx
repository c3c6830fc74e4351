import type { ReactNode } from 'react'
import { emptyValue } from '../../platform/format.ts'
import type { Column } from './column.ts'
import css from './phone-column.module.css'

/** Names of columns that show the state of a row, where no column says that it does. */
const stateKeys = new Set(['state', 'status', 'enabled', 'condition', 'online', 'severity', 'result'])

/** As many stand in the second line where no column says that it does. */
const defaultMore = 2

type Parts<R> = Readonly<{
  name: Column<R>
  beside: Column<R> | undefined
  state: Column<R> | undefined
  more: readonly Column<R>[]
}>

/** What stands where in a row of two lines. `isWhole`: the second line has all the rest, over as many lines as it takes. */
function phoneParts<R>(columns: readonly Column<R>[], isWhole: boolean): Parts<R> | undefined {
  const name =
    columns.find(({ onPhone }) => onPhone === 'name') ??
    columns.find(({ identifies }) => identifies === true) ??
    columns.find(({ title }) => title !== '')
  if (name === undefined) return undefined
  const beside = columns.find(({ onPhone }) => onPhone === 'beside')
  const others = columns.filter((column) => column !== name && column !== beside)
  const state =
    others.find(({ onPhone }) => onPhone === 'state') ??
    others.find(({ key, onPhone }) => onPhone === undefined && stateKeys.has(key))
  const rest = others.filter((column) => column !== state)
  if (isWhole) return { name, beside, state, more: rest }
  const said = rest.filter(({ onPhone }) => onPhone === 'more')
  return { name, beside, state, more: said.length === 0 ? rest.slice(0, defaultMore) : said }
}

const isEmpty = (content: ReactNode): boolean =>
  content === null || content === undefined || content === '' || content === emptyValue

/** The columns of a table as the one of a phone: who and in which state; below it what matters next. */
export function phoneColumn<R>(columns: readonly Column<R>[], isWhole = false): readonly Column<R>[] {
  const parts = phoneParts(columns, isWhole)
  if (parts === undefined) return columns
  const { name, beside, state, more } = parts
  return [
    {
      key: phoneKey,
      title: name.title,
      cell: (row) => (
        <span className={css.lines}>
          <span className={css.first}>
            <span className={css.name}>{orDash(name.cell(row))}</span>
            {beside === undefined ? null : <span className={css.beside}>{beside.cell(row)}</span>}
            {state === undefined ? null : <span className={css.state}>{state.cell(row)}</span>}
          </span>
          <span className={isWhole ? css.whole : css.second}>
            {more.map((column) => (
              <Part key={column.key} column={column} row={row} isNamed={isWhole} />
            ))}
          </span>
        </span>
      ),
    },
  ]
}

/** The key of the one column: what changed anywhere in the row changed in it. */
export const phoneKey = 'phone'

const orDash = (content: ReactNode): ReactNode => (isEmpty(content) ? emptyValue : content)

/** A figure and a time say nothing without the title of their column. */
function Part<R>({ column, row, isNamed }: { column: Column<R>; row: R; isNamed: boolean }) {
  const content = column.cell(row)
  if (isEmpty(content)) return null
  const hasTitle = column.title !== '' && (isNamed || column.align === 'end')
  return (
    <span className={`${css.part} ${column.align === 'end' ? css.rigid : ''}`}>
      {hasTitle ? <span className={css.title}>{column.title} </span> : null}
      {content}
    </span>
  )
}
