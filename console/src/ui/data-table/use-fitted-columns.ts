import { useEffect, useLayoutEffect, type RefObject } from 'react'
import { fitted, type Measured } from './fit-columns.ts'

const range = document.createRange()
/** Widths that are rounded, or made for a page some pixels wider, do not make a table that scrolls. */
const nearly = 24

/** The cells of one column share this value. */
function roomAround(cell: HTMLElement | undefined): number {
  if (cell === undefined) return 0
  const { paddingLeft, paddingRight } = getComputedStyle(cell)
  return parseFloat(paddingLeft) + parseFloat(paddingRight)
}

/** What a cell's content takes with the room around it. What cuts itself inside (`data-cut`) is measured by its text. */
function neededBy(cell: HTMLElement, around: number): number {
  const cut = cell.querySelector<HTMLElement>('[data-cut]')
  range.selectNodeContents(cut ?? cell)
  const { width } = range.getBoundingClientRect()
  if (cut !== null) {
    const missing = cut.scrollWidth - cut.clientWidth
    // The other content of the cell keeps its room.
    return cell.offsetWidth + (missing > 0 ? missing : -Math.max(0, cut.clientWidth - width))
  }
  return Math.max(width + around, cell.scrollWidth > cell.clientWidth ? cell.scrollWidth + around / 2 : 0)
}

const isCut = (cell: HTMLElement): boolean => {
  if (cell.scrollWidth > cell.clientWidth + 1) return true
  const inside = cell.querySelector<HTMLElement>('[data-cut]')
  return inside !== null && inside.scrollWidth > inside.clientWidth + 1
}

/** Cells that hold no text of the row: boxes and actions. */
const isFixed = (head: Element | undefined): boolean => head?.tagName !== 'TH' || head.matches('[data-fixed]')

/** Reads all cells before anything is written, so that the page is laid out once. */
function fit(table: HTMLTableElement): void {
  const place = table.parentElement
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])]
  const rows = [...(table.tBodies[0]?.rows ?? [])].filter(({ cells }) => cells.length === heads.length)
  const columns = [...table.querySelectorAll<HTMLElement>(':scope > colgroup > col')]
  if (place === null || rows.length === 0) return
  const free = heads.map((head, index) => (isFixed(head) ? -1 : index)).filter((index) => index >= 0)
  const isAnyCut = rows.some(({ cells }) => free.some((index) => cells[index] !== undefined && isCut(cells[index])))
  if (!isAnyCut && !heads.some(isCut)) return
  const measured: Measured[] = heads.map((head, index) => {
    const has = head.getBoundingClientRect().width
    if (isFixed(head)) return { has, needs: has, isFixed: true }
    const cells = rows.flatMap((row) => row.cells[index] ?? [])
    const around = roomAround(cells[0])
    return { has, needs: Math.max(...[head, ...cells].map((cell) => neededBy(cell, around))), isFixed: false }
  })
  // By the table's own width: what reaches over a cell makes its place scroll, and is no wider table.
  const isScrolled = table.offsetWidth > place.clientWidth + nearly
  const widths = fitted(measured, isScrolled)
  if (widths === undefined) return
  for (const [index, column] of columns.entries()) column.style.width = `${widths[index] ?? 0}px`
}

const reset = (table: HTMLTableElement): void => {
  for (const column of table.querySelectorAll<HTMLElement>(':scope > colgroup > col'))
    column.style.width = column.dataset['width'] ?? ''
}

/**
 * Columns have the widths of their screen as long as nothing is cut. What is cut takes room from columns that have more than their longest
 * content; `rows` names the rows, so that it happens once for each page of them, and a value that changes live moves no
 * column.
 */
export function useFittedColumns(table: RefObject<HTMLTableElement | null>, rows: string): void {
  useLayoutEffect(() => {
    if (table.current === null) return
    // Columns that came since, of boxes or actions, take room that others were given.
    reset(table.current)
    fit(table.current)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once for each page of rows
  }, [table, rows])
  useEffect(() => {
    const place = table.current?.parentElement
    if (!place) return undefined
    let width = place.clientWidth
    const sizes = new ResizeObserver(() => {
      if (table.current === null || place.clientWidth === width) return
      width = place.clientWidth
      reset(table.current)
      fit(table.current)
    })
    sizes.observe(place)
    // Letters of the page's own face are wider or narrower than those that stand in for them.
    void document.fonts.ready.then(() => {
      if (table.current === null) return
      reset(table.current)
      fit(table.current)
    })
    return () => sizes.disconnect()
  }, [table])
}
