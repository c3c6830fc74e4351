import { setTimeout as wait } from 'node:timers/promises'

/** A look is often a statement or a call: one that has been in vain for long is repeated less often. */
const firstPauseMs = 15
const longestPauseMs = 75

/** Waits until there is a value (neither undefined nor false) and returns it; fails with the name after `withinMs`. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 15_000,
): Promise<T> {
  const giveUpAt = performance.now() + withinMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.2, longestPauseMs)) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > giveUpAt) throw new Error(`Waited ${withinMs} ms in vain: ${what}`)
    await wait(pauseMs)
  }
}
