import { setTimeout as wait } from 'node:timers/promises'

/**
 * Passes changes on to the streams that listen. One per process; fed by NOTIFY, so every copy of the server gets the
 * same.
 */
export type LiveHub = Readonly<{
  /**
   * Changed ids of these kinds, one set a tick. Ends when the signal aborts. Changes during a slow read are not queued
   * but merged into one set.
   */
  changes: (kinds: string | readonly string[], signal: AbortSignal) => AsyncGenerator<ReadonlySet<string>>
  /** Ends every stream: changes may have been missed. */
  endAll: () => void
  /**
   * Whether notifications of changes arrive, at once or within a moment. Otherwise a stream would show stale data as
   * live.
   */
  flows: () => Promise<boolean>
  /** Publishes changes within this process. */
  publish: (kind: string, ids: Iterable<string>) => void
}>

/** The kind of a notice about changed access: a session ended, a role lost a right, an organisation moved. */
export const accessChanged = 'access'
/** The id of such a notice: it does not name the account. */
export const anybody = 'anybody'

/** The kind of notices about inboxes, by account; many changes at once have this id. */
export const inboxChanged = 'inbox'
export const everybodysInbox = 'everybody'

type Listener = { kinds: ReadonlySet<string>; pending: Set<string>; wake: () => void; isEnded: boolean }

/** A connection that is lost and made again at once refuses no stream. */
const patienceMs = 2000
const lookEveryMs = 25

/** `isFlowing`: whether notices arrive now. */
export function liveHub(isFlowing: () => boolean = () => true): LiveHub {
  const listeners = new Set<Listener>()

  async function* changes(kinds: string | readonly string[], signal: AbortSignal): AsyncGenerator<ReadonlySet<string>> {
    let wake = () => {}
    const wanted = new Set(typeof kinds === 'string' ? [kinds] : kinds)
    const listener: Listener = { kinds: wanted, pending: new Set(), wake: () => wake(), isEnded: false }
    const onAbort = () => wake()
    signal.addEventListener('abort', onAbort)
    listeners.add(listener)
    try {
      while (!signal.aborted && !listener.isEnded) {
        if (listener.pending.size === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
          continue
        }
        const ids = listener.pending
        listener.pending = new Set()
        yield ids
      }
    } finally {
      signal.removeEventListener('abort', onAbort)
      listeners.delete(listener)
    }
  }

  function publish(kind: string, ids: Iterable<string>) {
    const changed = [...ids]
    for (const listener of listeners) {
      if (!listener.kinds.has(kind)) continue
      for (const id of changed) listener.pending.add(id)
      if (listener.pending.size > 0) listener.wake()
    }
  }

  function endAll() {
    for (const listener of listeners) {
      listener.isEnded = true
      listener.wake()
    }
  }

  async function flows() {
    for (const endMs = performance.now() + patienceMs; !isFlowing(); await wait(lookEveryMs))
      if (performance.now() > endMs) return false
    return true
  }

  return { changes, publish, endAll, flows }
}
