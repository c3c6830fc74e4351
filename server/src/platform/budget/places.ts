/** Limits how many things are open at a time, by key and in total. */
export type Places = Readonly<{
  /**
   * Undefined when there are too many of the key, or in all. Otherwise returns a function to call, once or more often,
   * when the thing is over.
   */
  enter: (key: string, maxPerKey: number) => (() => void) | undefined
}>

export function places({ inAll }: Readonly<{ inAll: number }>): Places {
  const byKey = new Map<string, number>()
  let all = 0
  return {
    enter: (key, maxPerKey) => {
      const own = byKey.get(key) ?? 0
      if (all >= inAll || own >= maxPerKey) return undefined
      byKey.set(key, own + 1)
      all += 1
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        all -= 1
        const left = (byKey.get(key) ?? 1) - 1
        if (left > 0) byKey.set(key, left)
        else byKey.delete(key)
      }
    },
  }
}
