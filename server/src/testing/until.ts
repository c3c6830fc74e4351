import { setTimeout as wait } from 'node:timers/promises'

/** Waits until there is a value (neither undefined nor false) and returns it; fails with the name after `withinMs`. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 15_000,
): Promise<T> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > giveUpAt) throw new Error(`Waited ${withinMs} ms in vain: ${what}`)
    await wait(15)
  }
}
