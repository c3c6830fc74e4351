/** Lets so many pieces of work run at once; the others wait in line, first come first served. */
export function takeTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place goes straight to the next in line, so that nobody slips in between.
      if (next === undefined) running -= 1
      else next()
    }
  }
}
