import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import type { Column, RowAction } from '../data-table/column.ts'
import { Box } from '../layout/layout.tsx'
import { OrderAnnouncement } from '../order/grip.tsx'
import { useOrder } from '../order/use-order.ts'
import { uiText } from '../ui.text.ts'
import { TreeBones, TreeLine } from './tree-line.tsx'
import css from './tree.module.css'
import { rowTyped, shownRows, treeStep, type TreeNode, type TreeRow } from './tree-rows.ts'
import { treeText } from './tree.text.ts'

type Props<R> = {
  label: string
  /** The first one holds the names, indented by level. Memoised, as rows redraw when they change. */
  columns: readonly Column<R>[]
  nodes: readonly TreeNode<R>[]
  nameOf: (row: R) => string
  opened: ReadonlySet<string>
  onToggle: (id: string, isOpen: boolean) => void
  /** Such a row has a bar at its edge. */
  isMarked?: ((row: R) => boolean) | undefined
  /** Such a row has a paler ink. */
  isQuiet?: ((row: R) => boolean) | undefined
  /** Actions without permission are left out. The caller memoises the function. */
  rowActions?: ((row: R) => readonly RowAction[]) | undefined
  /** Enter on a row, or a double click. */
  onOpen?: ((row: R) => void) | undefined
  /** Rows can be moved among those with the same parent. `offReason` explains why this is not possible now. */
  order?: { onMove: (id: string, to: number) => void; offReason?: string | undefined } | undefined
  /** This row is scrolled into view and focused, for example after it was added. */
  found?: string | null
  isLoading?: boolean
  isBusy?: boolean
  /** Is shown when there are no rows. */
  empty?: ReactNode
}

const handlePx = 28
const actionsPx = 120
const sharedPx = 240

/**
 * A tree with columns: arrow keys move, open and close, Home and End go to the ends, letters find a name, Enter opens a row.
 * Only the row with the focus has its buttons in the tab order.
 */
export function Tree<R>(props: Props<R>) {
  const { label, columns, nodes, nameOf, opened, rowActions, order, isLoading = false } = props
  const rows = useMemo(() => shownRows(nodes, opened), [nodes, opened])
  const [active, setActive] = useState<string | null>(null)
  const current = rows.some(({ id }) => id === active) ? active : (rows[0]?.id ?? null)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const { announcement, listProps } = useOrder<HTMLDivElement>({
    ids: rows.map(({ id }) => id),
    nameOf: (id) => nameIn(byId, id, nameOf),
    groupOf: (id) => byId.get(id)?.parentId ?? '',
    onMove: order?.onMove ?? stays,
    isOff: order === undefined || order.offReason !== undefined,
  })
  const { ref: body } = listProps
  useTabStops(body, current)
  useFound(body, props.found ?? null, setActive)
  const onKey = useTreeKeys(props, rows)
  const hasActions = rowActions !== undefined
  const wide = columns.reduce((sum, { width }) => sum + (width ?? sharedPx), (order ? handlePx : 0) + actionsPx)
  return (
    <>
      <Box
        overflow="auto"
        relative
        borderTop
        className={css.scroll}
        role="treegrid"
        tabIndex={-1}
        aria-label={label}
        aria-busy={isLoading || props.isBusy || undefined}
        style={{ '--tree-columns': templateOf(columns, order !== undefined, hasActions), '--tree-width': `${wide}px` }}
        onKeyDown={onKey}
        onFocus={({ target }) => setActive((before) => idAt(target) ?? before)}
        onClick={({ target }) => {
          const row = isTwist(target) ? byId.get(idAt(target) ?? '') : undefined
          if (row !== undefined) props.onToggle(row.id, row.state === 'closed')
        }}
        onDoubleClick={({ target }) => {
          const row = isControl(target) || isTwist(target) ? undefined : byId.get(idAt(target) ?? '')
          if (row !== undefined) props.onOpen?.(row.row)
        }}
      >
        <TreeHead columns={columns} hasHandle={order !== undefined} hasActions={hasActions} />
        <div {...listProps} role="rowgroup">
          {isLoading ? <TreeBones cells={columns.length} hasHandle={order !== undefined} /> : null}
          {rows.map((line) => (
            <TreeLine
              key={line.id}
              {...line}
              isCurrent={line.id === current}
              columns={columns}
              isMarked={props.isMarked?.(line.row) === true}
              isQuiet={props.isQuiet?.(line.row) === true}
              rowActions={rowActions}
              rowName={nameOf(line.row)}
              gripName={order === undefined ? undefined : nameOf(line.row)}
              offReason={order?.offReason}
            />
          ))}
        </div>
      </Box>
      {!isLoading && rows.length === 0 ? props.empty : null}
      <OrderAnnouncement text={announcement} />
    </>
  )
}

type HeadProps<R> = { columns: readonly Column<R>[]; hasHandle: boolean; hasActions: boolean }

function TreeHead<R>({ columns, hasHandle, hasActions }: HeadProps<R>) {
  const w = useWords(uiText)
  const own = useWords(treeText)
  return (
    <div role="rowgroup" className={css.head}>
      <div role="row" className={css.row}>
        {hasHandle ? (
          <span role="columnheader">
            <span className="vh">{own.order}</span>
          </span>
        ) : null}
        {columns.map(({ key, title, align }) => (
          <span key={key} role="columnheader" className={align === 'end' ? css.end : undefined}>
            {title}
          </span>
        ))}
        {hasActions ? (
          <span role="columnheader" className={css.actions}>
            {w.actions}
          </span>
        ) : null}
      </div>
    </div>
  )
}

const stays = (): void => undefined

function nameIn<R>(rows: ReadonlyMap<string, TreeRow<R>>, id: string, nameOf: (row: R) => string): string {
  const line = rows.get(id)
  return line === undefined ? '' : nameOf(line.row)
}

const templateOf = <R,>(columns: readonly Column<R>[], hasHandle: boolean, hasActions: boolean): string =>
  [
    ...(hasHandle ? [`${handlePx}px`] : []),
    ...columns.map(({ width }) => (width === undefined ? `minmax(${sharedPx}px, 1fr)` : `${width}px`)),
    ...(hasActions ? [`${actionsPx}px`] : []),
  ].join(' ')

const idAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-order-id]')?.dataset['orderId'] : undefined
const isTwist = (target: EventTarget): boolean => target instanceof Element && target.closest('[data-twist]') !== null
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, select, textarea') !== null

const rowElement = (body: HTMLElement | null, id: string): HTMLElement | null =>
  body?.querySelector<HTMLElement>(`[data-order-id="${CSS.escape(id)}"]`) ?? null

/** Buttons and fields of rows without the focus are reached through their row, so that Tab does not walk through hundreds. */
function useTabStops(body: { current: HTMLElement | null }, current: string | null): void {
  useLayoutEffect(() => {
    for (const row of body.current?.querySelectorAll<HTMLElement>('[data-order-id]') ?? []) {
      const stop = row.dataset['orderId'] === current ? 0 : -1
      for (const control of row.querySelectorAll<HTMLElement>('a, button, input, select, textarea'))
        if (control.tabIndex !== stop) control.tabIndex = stop
    }
  })
}

/** Brings a row into sight once it is there. */
function useFound(body: { current: HTMLElement | null }, found: string | null, onFound: (id: string) => void): void {
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (found === null || shown.current === found) return
    const row = rowElement(body.current, found)
    if (row === null) return
    shown.current = found
    onFound(found)
    row.scrollIntoView({ block: 'nearest' })
    row.focus({ preventScroll: true })
  })
}

const typingMs = 600

function useTreeKeys<R>(
  { nameOf, onToggle, onOpen }: Props<R>,
  rows: readonly TreeRow<R>[],
): (event: KeyboardEvent<HTMLDivElement>) => void {
  const typed = useRef({ text: '', at: 0 })
  const typedWith = (key: string, at: number): string => {
    typed.current = { text: at - typed.current.at < typingMs ? typed.current.text + key : key, at }
    return typed.current.text
  }
  return (event) => {
    const { key, target, currentTarget } = event
    const id = idAt(target)
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || id === undefined) return
    const isRow = target === rowElement(currentTarget, id)
    const isButton = target instanceof Element && target.closest('button, a') !== null
    // In a field all keys belong to the field; on a button only the keys that leave its row are handled.
    if (!isRow && !(isButton && ['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key))) return
    const row = rows.find((one) => one.id === id)
    const isLetter = key.length === 1 && key !== ' ' && key !== '/'
    const found = isLetter ? rowTyped(rows, id, typedWith(key, event.timeStamp), nameOf) : undefined
    const step = found === undefined ? treeStep(key, rows, id) : { focus: found }
    if (key === 'Enter' && row !== undefined && onOpen !== undefined) onOpen(row.row)
    else if (step === null) return
    else if ('toggle' in step) onToggle(step.toggle, row?.state === 'closed')
    else rowElement(currentTarget, step.focus)?.focus()
    event.preventDefault()
  }
}
