import { useSyncExternalStore } from 'react'

/** The time of day as something to render, advancing in steps: durations on screen grow without each having its own timer. */
export function useNow(stepMs: number): number {
  return useSyncExternalStore(
    (changed) => {
      const timer = setInterval(changed, Math.min(stepMs, 1000))
      return () => clearInterval(timer)
    },
    () => Math.floor(Date.now() / stepMs) * stepMs,
  )
}
