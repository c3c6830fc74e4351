/**
 * Collects keystrokes between Ctrl-K and the focus of the palette's field, because the chunk of the palette may still load and
 * the page would handle the keys. The field takes them over in order.
 */
let kept: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** A chunk that has not loaded after this time takes no keystrokes. */
const patienceMs = 10_000

function keep(event: KeyboardEvent): void {
  if (kept === null || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (event.key === 'Backspace') kept = kept.slice(0, -1)
  else if (event.key.length === 1) kept += event.key
  else return
  event.preventDefault()
  event.stopPropagation()
}

function stop(): void {
  clearTimeout(timer)
  kept = null
  document.removeEventListener('keydown', keep, true)
  document.removeEventListener('pointerdown', stop, true)
}

export function keepKeystrokes(): void {
  if (kept !== null) return
  kept = ''
  timer = setTimeout(stop, patienceMs)
  document.addEventListener('keydown', keep, true)
  // A click elsewhere ends it: the keys are meant for that place.
  document.addEventListener('pointerdown', stop, true)
}

/** Returns what was typed so far. From now on the field receives its keys itself. */
export function takeKeystrokes(): string {
  const typed = kept ?? ''
  stop()
  return typed
}
