const stops = 'a[href], button, input, select, textarea, summary, [contenteditable=true], [tabindex]'

/** A group of radio buttons is one stop: the chosen one, if there is one. */
function isPassedOver(element: HTMLElement, all: readonly HTMLElement[]): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked || element.name === '')
    return false
  return all.some((other) => other instanceof HTMLInputElement && other.checked && other.name === element.name)
}

/** Lists the elements that Tab reaches inside an element, in its order. */
function tabStops(inside: HTMLElement): readonly HTMLElement[] {
  const all = [...inside.querySelectorAll<HTMLElement>(stops)].filter(
    (element) => element.tabIndex >= 0 && !element.matches(':disabled, [type=hidden]') && element.checkVisibility(),
  )
  return all.filter((element) => !isPassedOver(element, all))
}

/** The element that asks for it (`data-autofocus`), the first that Tab would reach, or the whole. */
export function focusFirst(inside: HTMLElement): void {
  const first = inside.querySelector<HTMLElement>('[data-autofocus]') ?? tabStops(inside)[0] ?? inside
  first.focus({ preventScroll: true })
}

/**
 * Keeps Tab within an element. Between its ends the browser moves the focus, because it knows the parts of its own
 * controls.
 */
export function keepTab(event: KeyboardEvent, inside: HTMLElement): void {
  const all = tabStops(inside)
  const [first, last] = [all[0], all.at(-1)]
  const active = document.activeElement
  const isInside = active !== inside && inside.contains(active)
  const isAtEnd = active === (event.shiftKey ? first : last)
  if (isInside && !isAtEnd) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  ;(next ?? inside).focus()
}
