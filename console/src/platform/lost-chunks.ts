/**
 * After an update of the server the parts of the old page are gone. The page reloads once to get the new ones; a second
 * failure soon after is a real one and is shown (shell/route-error.tsx).
 */
const key = 'brigade.reloadedAt'
const onceWithinMs = 60_000

let isReloading = false
/** The page is on its way out: what failed needs no words any more. */
export const isReloadingNow = (): boolean => isReloading

export function reloadOnceWhenChunksAreLost(): void {
  addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < onceWithinMs) return
    sessionStorage.setItem(key, String(Date.now()))
    isReloading = true
    location.reload()
  })
}

/** What browsers say when a part of the page cannot be fetched. */
export const isLostChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload|error loading dynamically/i.test(
    error.message,
  )

/** Spec 8: a part of the page that has not come after this long has failed. */
export const chunkTimeoutMs = 120_000
