import { createHash } from 'node:crypto'
import type { Ctx } from '../platform/http/context.ts'
import { accessChanged, anybody, everybodysInbox, inboxChanged } from '../platform/live/live-hub.ts'
import { within } from '../platform/within.ts'
import { codesNow, listOwnMenus } from './list-menus.ts'

/** Proxies and browsers give up on a connection that is silent for longer. */
const heartbeatMs = 15_000

/**
 * The version of an account's visible data and rights, and the change count of its inbox: at once, at each change, and
 * every 15 s.
 */
export async function* watchOwnMenu(
  { db, live, caller }: Ctx,
  { signal }: { signal: AbortSignal },
): AsyncGenerator<{ version: string; inbox: number }> {
  const leaving = new AbortController()
  const changes = live.changes([accessChanged, inboxChanged], AbortSignal.any([signal, leaving.signal]))
  const readVersion = async () => {
    const [menus, operationCodes] = await Promise.all([listOwnMenus(db, caller), codesNow(db, caller)])
    const text = JSON.stringify([menus, [...operationCodes].toSorted()])
    return createHash('sha256').update(text).digest('base64url').slice(0, 16)
  }
  try {
    // The stream listens before the first read, so that no change in between is missed.
    let next = changes.next()
    let version = await readVersion()
    let inbox = 0
    yield { version, inbox }
    while (!signal.aborted) {
      const changed = await within(next, heartbeatMs)
      if (changed === 'nothing') {
        yield { version, inbox }
        continue
      }
      if (changed.done === true) return
      next = changes.next()
      const isInbox = changed.value.has(caller.accountId) || changed.value.has(everybodysInbox)
      const now = changed.value.has(anybody) ? await readVersion() : version
      if (now === version && !isInbox) continue
      version = now
      if (isInbox) inbox += 1
      yield { version, inbox }
    }
  } finally {
    // `changes.return()` would wait for the change that the loop waits for.
    leaving.abort()
  }
}
