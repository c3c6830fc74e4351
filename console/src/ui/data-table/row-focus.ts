/** The rows of a table as the keyboard sees them: one of them is a stop of Tab, the others are reached from it. */

const mark = 'tr[data-row]'

export const rowsOf = (body: HTMLElement | null): readonly HTMLTableRowElement[] =>
  body === null ? [] : [...body.querySelectorAll<HTMLTableRowElement>(`:scope > ${mark}`)]

/** The row with the focus: its own, or that of something in it. */
export function focusedRow(body: HTMLElement | null): HTMLTableRowElement | undefined {
  const row = document.activeElement?.closest<HTMLTableRowElement>(mark) ?? undefined
  return row !== undefined && body?.contains(row) === true ? row : undefined
}

export const idOf = (row: HTMLElement | undefined): string | undefined => row?.dataset['row']
export const rowWith = (body: HTMLElement | null, id: string | undefined): HTMLTableRowElement | undefined =>
  id === undefined ? undefined : rowsOf(body).find((row) => idOf(row) === id)

/** Written past React, which gives every row the same: one change of focus does not draw eighty rows anew. */
export function makeStop(body: HTMLElement, row: HTMLElement | undefined): void {
  if (row === undefined) return
  for (const other of body.querySelectorAll<HTMLElement>(`:scope > ${mark}[tabindex="0"]`))
    if (other !== row) other.tabIndex = -1
  row.tabIndex = 0
}

/** Into sight with what names it; the columns stay where a person scrolled them, if that is in sight. */
export function focusRow(row: HTMLTableRowElement): void {
  row.focus({ preventScroll: true })
  ;(row.querySelector('[data-identifies]') ?? row).scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** What a row leads to: what its name is a link or a button to; else its first link. */
export const openerOf = (row: HTMLElement | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>('[data-identifies] :is(a[href], button)') ??
  row?.querySelector<HTMLElement>('td > a[href]') ??
  null

/** A click on the row itself: not on what is in it, and not the end of a selection of its text. */
export function clickedRow(
  event: Readonly<{ target: EventTarget; currentTarget: HTMLElement; defaultPrevented: boolean }>,
) {
  const { target, currentTarget } = event
  // An element that a row opened elsewhere on the page bubbles through React, not through the document.
  if (event.defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return undefined
  if (target.closest('a, button, input, label, select, textarea, summary, [role=button]') !== null) return undefined
  const selection = getSelection()
  if (selection !== null && !selection.isCollapsed && selection.containsNode(target, true)) return undefined
  return target.closest<HTMLTableRowElement>(mark) ?? undefined
}
