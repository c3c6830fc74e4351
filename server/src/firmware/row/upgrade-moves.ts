import { setTimeout as pause } from 'node:timers/promises'
import type { Ctx } from '../../platform/http/context.ts'
import { within } from '../../platform/within.ts'
import { upgradeMoved } from './upgrade-row.store.ts'

/** Proxies and browsers close a connection without traffic. */
const heartbeatMs = 15_000
/** Reading again costs more than sending. */
export const newsAtMostEveryMs = 2000

export type Streamed = Readonly<{ signal: AbortSignal }>

type Following = Readonly<{ ctx: Ctx; signal: AbortSignal; everyMs: number }>

/** Yields the keys of changed rows in sets, at a limited rate; an empty set at once and every 15 s. */
export async function* moves({ ctx, signal, everyMs }: Following): AsyncGenerator<ReadonlySet<string>> {
  const leaving = new AbortController()
  const isOver = AbortSignal.any([signal, leaving.signal])
  const changes = ctx.live.changes(upgradeMoved, isOver)
  try {
    // Requested before the first read, so that a change in between is not missed.
    let next = changes.next()
    yield new Set()
    while (!signal.aborted) {
      const changed = await within(next, heartbeatMs)
      if (changed === 'nothing') {
        yield new Set()
        continue
      }
      if (changed.done === true) return
      yield changed.value
      await pause(everyMs, undefined, { signal: isOver }).catch(() => undefined)
      next = changes.next()
    }
  } finally {
    leaving.abort()
  }
}

/** The tasks among the changed keys. */
export const taskIdsIn = (moved: ReadonlySet<string>): string[] => [...moved].filter((key) => /^\d+$/.test(key))
