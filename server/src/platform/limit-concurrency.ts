/** Runs at most `atOnce` pieces of work at the same time; the others wait in the order of their arrival. */
export function limitConcurrency(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The next one takes over the place without releasing it, so that no newcomer overtakes it.
      if (next === undefined) running -= 1
      else next()
    }
  }
}
