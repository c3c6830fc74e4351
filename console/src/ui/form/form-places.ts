/** A form marks the places of its fields with `data-path`, so that a problem leads to its field. */

/** Scrolls to a place of the form and focuses it. */
export function goToPlace(path: string): void {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const place = document.querySelector(`[data-path="${CSS.escape(parts.slice(0, length).join('.'))}"]`)
    if (place === null) continue
    place.scrollIntoView({ block: 'center' })
    const field = place.matches('input, textarea, button') ? place : place.querySelector('input, textarea, button')
    if (field instanceof HTMLElement) field.focus({ preventScroll: true })
    return
  }
}

/** The place of an element in the form. */
export function placeOf(target: EventTarget): string | null {
  const place = target instanceof Element ? target.closest('[data-path]') : null
  return place?.getAttribute('data-path') ?? null
}
