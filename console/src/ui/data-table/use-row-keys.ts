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

/** Where lists were left, by address: the way back leads to the row that was opened. */
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
export function useRowKeys({ section, body, sheet, page, isStale, peeking, onTurn, onHelp }: Props) {
  const peeked = peeking?.id
  /** The row to go to when the page that was turned to is there. */
  const turned = useRef<'first' | 'last' | null>(null)

  const show = (id: string | undefined): void => {
    if (id !== undefined) peeking?.onPeek(id, { replaces: peeked !== undefined })
  }
  const isSheet = (): boolean => sheet.current !== null
  const goTo = (row: HTMLTableRowElement | undefined): void => {
    if (row === undefined) return
    // A sheet covers the list and keeps the focus; its row has it when the sheet closes.
    if (!isSheet()) focusRow(row)
    if (peeked !== undefined) show(idOf(row))
  }
  const current = (): HTMLTableRowElement | undefined =>
    (isSheet() ? undefined : focusedRow(body.current)) ?? rowWith(body.current, peeked)
  const turn = (by: -1 | 1): void => {
    if (page === undefined || isStale || (by === 1 ? !hasNext(page) : page.pageNum <= 1)) return
    turned.current = by === 1 ? 'first' : 'last'
    onTurn({ pageNum: page.pageNum + by }, { replaces: peeked !== undefined })
  }
  const step = (by: -1 | 1): void => {
    const rows = rowsOf(body.current)
    const from = current()
    if (from === undefined) return goTo(rows.find((row) => row.tabIndex === 0) ?? rows[0])
    const next = rows[rows.indexOf(from) + by]
    if (next === undefined) turn(by)
    else goTo(next)
  }
  const select = (row: HTMLElement | undefined): boolean => {
    const box = row?.querySelector<HTMLInputElement>('[data-select] input')
    box?.click()
    return box !== null && box !== undefined
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
    if (peeked === undefined) return false
    peeking?.onClose()
    return true
  })
  useEffect(
    () => addKeyedTable({ root: () => section.current, sheet: () => sheet.current, onPlainKey, onEscape }),
    [section, sheet],
  )

  const isReturned = useRef(false)
  const arrive = useEffectEvent(() => {
    const rows = rowsOf(body.current)
    if (isStale || rows.length === 0) return
    const { activeElement: active } = document
    if (turned.current !== null) {
      const row = turned.current === 'first' ? rows[0] : rows.at(-1)
      turned.current = null
      goTo(row)
    } else if (!isReturned.current && (active === document.body || active?.id === 'content')) {
      // Nothing on this page has the focus yet: it goes to the row that led away from it.
      const row = rowWith(body.current, left.get(listAddress()))
      if (row !== undefined) focusRow(row)
    }
    isReturned.current = true
  })
  useEffect(() => arrive(), [page, isStale])

  useLayoutEffect(() => {
    const { current: own } = body
    if (own?.querySelector(':scope > tr[tabindex="0"]') === null) makeStop(own, rowsOf(own)[0])
  })

  // Closing gives the focus back to the row that was shown last, unless a person has gone on to something else.
  const before = useRef(peeked)
  const close = useEffectEvent((id: string) => {
    const row = rowWith(body.current, id)
    const { activeElement: active } = document
    if (row !== undefined && (active === document.body || body.current?.contains(active) === true)) focusRow(row)
  })
  useEffect(() => {
    const { current: id } = before
    before.current = peeked
    if (id !== undefined && peeked === undefined) close(id)
  }, [peeked])

  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    const { key, target } = event
    if (!(target instanceof HTMLTableRowElement) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return
    const rows = rowsOf(body.current)
    if (key === 'ArrowDown' || key === 'ArrowUp') step(key === 'ArrowDown' ? 1 : -1)
    else if (key === 'Home' || key === 'End') goTo(key === 'Home' ? rows[0] : rows.at(-1))
    else if (key === ' ') togglePeek(target)
    else if (key === 'Enter') {
      const opener = openerOf(target)
      if (opener === null) togglePeek(target)
      else opener.click()
    } else return
    event.preventDefault()
  }
  return {
    /** For the table's body. */
    rowProps: {
      onKeyDown,
      onFocus: () => {
        const row = focusedRow(body.current)
        if (row !== undefined && body.current !== null) makeStop(body.current, row)
        noteLeft(row)
      },
      onClick: (event: MouseEvent<HTMLTableSectionElement>) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        const row = clickedRow(event)
        if (row !== undefined) show(idOf(row))
      },
    },
    step,
  }
}
