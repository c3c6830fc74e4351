/** A hidden tab needs nothing live after this time. */
const hiddenMs = 20_000

/**
 * Reports when nobody can see this page any more, and when it is visible again. A browser may keep a page that is left,
 * with all its connections, so leaving is reported at once.
 */
export function onPresence(react: (isPresent: boolean) => void): () => void {
  let isPresent = !document.hidden
  let leaving: number | undefined
  const set = (next: boolean): void => {
    window.clearTimeout(leaving)
    if (next === isPresent) return
    isPresent = next
    react(next)
  }
  const look = (): void => {
    window.clearTimeout(leaving)
    if (document.hidden) leaving = window.setTimeout(() => set(false), hiddenMs)
    else set(true)
  }
  const leave = (): void => set(false)
  addEventListener('pagehide', leave)
  addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
  if (!isPresent) react(false)
  return () => {
    window.clearTimeout(leaving)
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', look)
    document.removeEventListener('visibilitychange', look)
  }
}
