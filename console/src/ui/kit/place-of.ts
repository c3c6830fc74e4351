import { focusFirst } from './focus.ts'

const rowMark = '[data-row]'

/** The lines of a list, each of which can take the focus itself or holds something that can. */
const rowsIn = (list: Element): readonly HTMLElement[] => [...list.querySelectorAll<HTMLElement>(`:scope > ${rowMark}`)]

function focusOn(element: HTMLElement): void {
  if (element.tabIndex >= 0 || element.hasAttribute('tabindex')) element.focus({ preventScroll: true })
  else focusFirst(element)
}

/**
 * Remembers where an element stands, for the time when it is gone. Answers a function that focuses what stands there then: the element
 * itself; its row, drawn anew; the row that moved up into its place; else the nearest part of the page around it, or the
 * screen. False if nothing takes it.
 */
export function placeOf(element: Element): () => boolean {
  const row = element.closest<HTMLElement>(rowMark)
  const id = row?.dataset['row']
  const index = row?.parentElement ? rowsIn(row.parentElement).indexOf(row) : -1
  const list = row?.parentElement ?? null
  const around: Element[] = []
  for (let up = element.parentElement; up !== null && up !== document.body; up = up.parentElement) around.push(up)
  return () => {
    if (element.isConnected && element instanceof HTMLElement) {
      element.focus({ preventScroll: true })
      return document.activeElement === element
    }
    const [nearest, ...wider] = around.filter(
      (one): one is HTMLElement => one instanceof HTMLElement && one.isConnected,
    )
    const rows = list?.isConnected === true ? rowsIn(list) : []
    const same = id === undefined ? null : nearest?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
    const places = [same ?? rows[Math.min(index, rows.length - 1)] ?? nearest, ...wider, document.querySelector('main')]
    // Until one of them takes it: not every part of a page holds something that can.
    return places.some((place) => {
      if (place instanceof HTMLElement) focusOn(place)
      return document.activeElement !== document.body
    })
  }
}

let isPlacing = false
/** Whether a focus comes from here and not from a person: a list of options does not open for it over what has just appeared. */
export const isFocusPlaced = (): boolean => isPlacing

/**
 * The focus never falls to the top of the page because what had it was removed: it goes to what stands in its place. One observer for the
 * document; it does nothing but compare two elements as long as the focus is somewhere.
 */
export function keepFocusInPlace(): void {
  let last: { element: Element; back: () => boolean } | null = null
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element && target !== document.body ? { element: target, back: placeOf(target) } : null
  })
  new MutationObserver(() => {
    if (last === null || document.activeElement !== document.body || last.element.isConnected) return
    const { back } = last
    last = null
    isPlacing = true
    try {
      back()
    } finally {
      isPlacing = false
    }
  }).observe(document.body, { childList: true, subtree: true })
}
