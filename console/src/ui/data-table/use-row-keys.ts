import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { Peeking, TablePage } from './column.ts'
import { addKeyedTable } from './page-keys.ts'
import { clickedRow, focusRow, focusedRow, idOf, makeStop, openerOf, rowWith, rowsOf } from './row-focus.ts'
import type { TurnTable } from './use-last-page.ts'

type Props = {
  section: RefObject<HTMLElement | null>
  body: RefObject<HTMLTableSectionElement | null>
  /** The element of the sheet that shows a row, while it is open. */
  sheet: RefObject<HTMLElement | null>
  page: TablePage<unknown> | undefined
  /** The rows are those of another page, while this one loads. */
  isStale: boolean
  peeking: Peeking | undefined
  onTurn: TurnTable
  onHelp: () => void
}

/** The places where lists were left, by address: the way back leads to the row that was opened. */
const left = new Map<string, string>()
const maxLeft = 50

function listAddress(): string {
  const search = new URLSearchParams(location.search)
  search.delete('peek')
  return `${location.pathname}?${search.toString()}`
}

function noteLeft(row: HTMLElement | undefined): void {
  const id = idOf(row)
  if (id === undefined) return
  left.delete(listAddress())
  left.set(listAddress(), id)
  const [oldest] = left.keys()
  if (left.size > maxLeft && oldest !== undefined) left.delete(oldest)
}

const hasNext = ({ pageNum, pageSize, total, totalCapped, list }: TablePage<unknown>): boolean =>
  pageNum * pageSize < total || (totalCapped === true && list.length === pageSize)

/** Keys and clicks on the rows of a table: they move the focus, select, open, and show a row beside the list. */
export function useRowKeys(props: Props) {
  const { section, body, sheet, peeking, onHelp } = props
  const peeked = peeking?.id
  const show = (id: string | undefined): void => {
    if (id !== undefined) peeking?.onPeek(id, { replaces: peeked !== undefined })
  }
  const goTo = (row: HTMLTableRowElement | undefined): void => {
    if (row === undefined) return
    // A sheet covers the list and keeps the focus; its row has it when the sheet closes.
    if (sheet.current === null) focusRow(row)
    if (peeked !== undefined) show(idOf(row))
  }
  const turn = useTurning(props, goTo)
  const current = (): HTMLTableRowElement | undefined =>
    (sheet.current === null ? focusedRow(body.current) : undefined) ?? rowWith(body.current, peeked)
  const step = (by: -1 | 1): void => {
    const rows = rowsOf(body.current)
    const from = current()
    if (from === undefined) return goTo(rows.find((row) => row.tabIndex === 0) ?? rows[0])
    const next = rows[rows.indexOf(from) + by]
    if (next === undefined) turn(by)
    else goTo(next)
  }
  const togglePeek = (row: HTMLElement | undefined): boolean => {
    if (peeking === undefined || row === undefined) return false
    if (idOf(row) === peeked) peeking.onClose()
    else show(idOf(row))
    return true
  }
  const onPlainKey = useEffectEvent((key: string): boolean => {
    if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1)
    else if (key === 'x') return select(current())
    else if (key === 'o') return togglePeek(current())
    else if (key === '?') onHelp()
    else return false
    return true
  })
  const onEscape = useEffectEvent((): boolean => {
    if (peeked !== undefined) peeking?.onClose()
    return peeked !== undefined
  })
  useEffect(
    () => addKeyedTable({ root: () => section.current, sheet: () => sheet.current, onPlainKey, onEscape }),
    [section, sheet],
  )
  useOneStop(body)
  useBackToRow(body, peeked)

  const onRowKey = (key: string, row: HTMLTableRowElement): boolean => {
    const rows = rowsOf(body.current)
    if (key === 'ArrowDown' || key === 'ArrowUp') step(key === 'ArrowDown' ? 1 : -1)
    else if (key === 'Home' || key === 'End') goTo(key === 'Home' ? rows[0] : rows.at(-1))
    else if (key === ' ') togglePeek(row)
    else if (key === 'Enter') {
      const opener = openerOf(row)
      if (opener === null) togglePeek(row)
      else opener.click()
    } else return false
    return true
  }
  return { step, rowProps: rowEvents(body, onRowKey, show) }
}

const isPlain = (
  event: Readonly<{ ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean }>,
): boolean => !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)

/** For the table's body. */
const rowEvents = (
  body: Props['body'],
  onRowKey: (key: string, row: HTMLTableRowElement) => boolean,
  onShow: (id: string | undefined) => void,
) => ({
  onKeyDown: (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    // A link or a button in the row has keys of its own.
    if (!isPlain(event) || !(event.target instanceof HTMLTableRowElement)) return
    if (onRowKey(event.key, event.target)) event.preventDefault()
  },
  onFocus: (): void => {
    const row = focusedRow(body.current)
    if (body.current !== null) makeStop(body.current, row)
    noteLeft(row)
  },
  onClick: (event: MouseEvent<HTMLTableSectionElement>): void => {
    if (isPlain(event)) onShow(idOf(clickedRow(event)))
  },
})

/** Presses the row's box, if it has one. */
function select(row: HTMLElement | undefined): boolean {
  const box = row?.querySelector<HTMLInputElement>('[data-select] input') ?? null
  box?.click()
  return box !== null
}

/** Turns the page at its ends, and goes to the row that follows when it is there; a list that is returned to goes to the row that led away. */
function useTurning(
  { body, page, isStale, peeking, onTurn }: Props,
  goTo: (row: HTMLTableRowElement | undefined) => void,
): (by: -1 | 1) => void {
  const turned = useRef<'first' | 'last' | null>(null)
  const isThere = useRef(false)
  const arrive = useEffectEvent(() => {
    const rows = rowsOf(body.current)
    if (isStale || rows.length === 0) return
    const { activeElement: active } = document
    if (turned.current !== null) {
      const row = turned.current === 'first' ? rows[0] : rows.at(-1)
      turned.current = null
      goTo(row)
    } else if (!isThere.current && (active === document.body || active?.id === 'content')) {
      const row = rowWith(body.current, left.get(listAddress()))
      if (row !== undefined) focusRow(row)
    }
    isThere.current = true
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once for each page that has come
  useEffect(() => arrive(), [page, isStale])
  return (by) => {
    if (page === undefined || isStale || (by === 1 ? !hasNext(page) : page.pageNum <= 1)) return
    turned.current = by === 1 ? 'first' : 'last'
    onTurn({ pageNum: page.pageNum + by }, { replaces: peeking?.id !== undefined })
  }
}

/** Whatever rows came and went, one of them is a stop of Tab. */
function useOneStop(body: Props['body']): void {
  useLayoutEffect(() => {
    const { current: own } = body
    if (own?.querySelector(':scope > tr[tabindex="0"]') === null) makeStop(own, rowsOf(own)[0])
  })
}

/** Closing gives the focus back to the row that was shown last, unless a person has gone on to something else. */
function useBackToRow(body: Props['body'], peeked: string | undefined): void {
  const before = useRef(peeked)
  useEffect(() => {
    const { current: id } = before
    before.current = peeked
    const row = peeked === undefined ? rowWith(body.current, id) : undefined
    const { activeElement: active } = document
    if (row !== undefined && (active === document.body || body.current?.contains(active) === true)) focusRow(row)
  }, [body, peeked])
}
