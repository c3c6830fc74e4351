import { createHash } from 'node:crypto'
import type { Ctx } from '../platform/http/context.ts'
import { accessChanged } from '../platform/live/live-hub.ts'
import { within } from '../platform/within.ts'
import { codesNow, listOwnMenus } from './list-menus.ts'

/** Proxies and browsers give up on a connection that is silent for longer. */
const heartbeatMs = 15_000

/** The version of what an account sees and may do: at once, each time it is another, and every 15 s. */
export async function* watchOwnMenu(
  { db, live, caller }: Ctx,
  { signal }: { signal: AbortSignal },
): AsyncGenerator<{ version: string }> {
  const leaving = new AbortController()
  const changes = live.changes(accessChanged, AbortSignal.any([signal, leaving.signal]))
  const readVersion = async () => {
    const [menus, operationCodes] = await Promise.all([listOwnMenus(db, caller), codesNow(db, caller)])
    const text = JSON.stringify([menus, [...operationCodes].toSorted()])
    return createHash('sha256').update(text).digest('base64url').slice(0, 16)
  }
  try {
    // The stream listens before the first read, so that no change in between is missed.
    let next = changes.next()
    let version = await readVersion()
    yield { version }
    while (!signal.aborted) {
      const changed = await within(next, heartbeatMs)
      if (changed === 'nothing') {
        yield { version }
        continue
      }
      if (changed.done === true) return
      next = changes.next()
      const now = await readVersion()
      if (now === version) continue
      version = now
      yield { version }
    }
  } finally {
    // `changes.return()` would wait for the change that the loop waits for.
    leaving.abort()
  }
}
