import { create } from 'zustand'

/** Whether the server answers, and whether live data flows. The banner and the foot of the menu show it. */
export type LiveState = 'off' | 'connecting' | 'flowing' | 'lost'
type Connection = {
  /** Calls reach the server. */
  reachable: boolean
  live: LiveState
  /** The delay of the newest live event in ms; null before the first. */
  lagMs: number | null
}

export const useConnection = create<Connection>(() => ({ reachable: true, live: 'off', lagMs: null }))

const listeners = new Set<() => void>()
/** Calls back when the server answers again after it did not. */
export function onReachableAgain(react: () => void): () => void {
  listeners.add(react)
  return () => listeners.delete(react)
}

export function markReachable(): void {
  if (useConnection.getState().reachable) return
  useConnection.setState({ reachable: true })
  for (const react of listeners) react()
}

/** Marks the server as not answering and asks for its health until it answers: 1 s, then doubling to 10 s. */
export function markUnreachable(): void {
  if (!useConnection.getState().reachable) return
  useConnection.setState({ reachable: false })
  probe(1000)
}

function probe(waitMs: number): void {
  setTimeout(() => {
    if (useConnection.getState().reachable) return
    fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(5000) }).then(
      (answer) => (answer.ok ? markReachable() : probe(Math.min(waitMs * 2, 10_000))),
      () => probe(Math.min(waitMs * 2, 10_000)),
    )
  }, waitMs)
}
