import { useCallback, useEffect, useRef, useState } from 'react'

/** How long a changed value carries its mark (mock README, Table anatomy). */
const freshMs = 2000

/** Returns the keys that changed within the last two seconds, and a function that marks keys as changed. */
export function useFresh(): [ReadonlySet<string>, (keys: Iterable<string>) => void] {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const until = useRef(new Map<string, number>())
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running) clearTimeout(timer)
    }
  }, [])
  const mark = useCallback((keys: Iterable<string>) => {
    const now = performance.now()
    let count = 0
    for (const key of keys) {
      until.current.set(key, now + freshMs)
      count += 1
    }
    if (count === 0) return
    const show = (): void => setFresh(new Set(until.current.keys()))
    show()
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      const over = performance.now() + 5
      for (const [key, end] of until.current) if (end <= over) until.current.delete(key)
      show()
    }, freshMs)
    timers.current.add(timer)
  }, [])
  return [fresh, mark]
}
