import { create } from 'zustand'
import { markUnreachable } from './connection.ts'

/**
 * After an update of the server the chunks of the old page no longer exist. The page reloads once to get the new ones; a second failure
 * soon after is a real one and is shown (shell/route-error.tsx). If the server does not answer at all, no chunk was lost, and the page
 * stays.
 */
const key = 'brigade.reloadedAt'
const onceWithinMs = 60_000

/** Whether the page is being reloaded; a failure during this time is not shown. */
export const useReloading = create(() => false)

export function reloadOnceWhenChunksAreLost(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    // The router has a reload of its own, once for each message: with both, the page would load twice.
    sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < onceWithinMs || useReloading.getState()) return
    useReloading.setState(true)
    void reloadWhenAnswered()
  })
}

async function reloadWhenAnswered(): Promise<void> {
  const isThere = await fetch('/readyz', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  )
  if (!isThere) {
    useReloading.setState(false)
    return markUnreachable()
  }
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}

/** Loads a chunk in advance. If this fails, the later import reports the failure. */
export function preload(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}

/** Browsers report a failed import of a chunk with these messages. */
export const isLostChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload|error loading dynamically/i.test(
    error.message,
  )

/** Spec 8: a chunk that has not loaded after this time counts as failed. */
export const chunkTimeoutMs = 120_000
