/**
 * Time in which this process listened. A limit of somebody else's slowness must not count our own: while the event loop
 * is blocked for seconds, or a busy machine gives us little processor time, their data lies in our sockets unread. So
 * this counts its own looks instead of comparing times, as the supervisor does: a late look counts once, however long
 * ago the last one was.
 */
const lookMs = 100

type Waiting = { readonly dueMs: number; readonly act: () => void; isOver: boolean }

let attendedMs = 0
let timer: NodeJS.Timeout | undefined
/** Waits by length. The one that began first is due first. */
const byLength = new Map<number, Set<Waiting>>()

function look(): void {
  attendedMs += lookMs
  for (const [length, waiting] of byLength) {
    for (const one of waiting) {
      if (one.dueMs > attendedMs) break
      waiting.delete(one)
      // Data that has arrived by now is read first.
      setImmediate(() => {
        if (!one.isOver) one.act()
      })
    }
    if (waiting.size === 0) byLength.delete(length)
  }
  if (byLength.size > 0) return
  clearInterval(timer)
  timer = undefined
}

/**
 * Acts when this process has listened for this long. Returns a function that cancels the wait. Does not keep the
 * process alive.
 */
export function afterAttending(ms: number, act: () => void): () => void {
  // A look that has not ended does not count.
  const one: Waiting = { dueMs: attendedMs + ms + lookMs, act, isOver: false }
  const waiting = byLength.get(ms) ?? new Set()
  waiting.add(one)
  byLength.set(ms, waiting)
  timer ??= setInterval(look, lookMs).unref()
  return () => {
    one.isOver = true
    waiting.delete(one)
  }
}

/** Like `AbortSignal.timeout`. */
export function attendedSignal(ms: number): AbortSignal {
  const control = new AbortController()
  afterAttending(ms, () => control.abort(new DOMException('The time is over', 'TimeoutError')))
  return control.signal
}

export type Patience = Readonly<{
  /** The other side waits for us meanwhile: its time starts again afterwards. */
  during: <T>(ours: Promise<T>) => Promise<T>
  end: () => void
}>

/** This limit applies only to the other side. */
export function patience(ms: number, act: () => void): Patience {
  let isOver = false
  let stop = afterAttending(ms, act)
  return {
    during: async (ours) => {
      stop()
      try {
        return await ours
      } finally {
        if (!isOver) stop = afterAttending(ms, act)
      }
    },
    end: () => {
      isOver = true
      stop()
    },
  }
}
