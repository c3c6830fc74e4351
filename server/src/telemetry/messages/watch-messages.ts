import { setTimeout as wait } from 'node:timers/promises'
import type { TraceEvent } from '@brigade/contract/telemetry/message.model.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { accessChanged, anybody, type LiveHub } from '../../platform/live/live-hub.ts'
import { within } from '../../platform/within.ts'
import { listMessagesSince } from './message.store.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'

type RequestContext = Readonly<{ db: Db; clock: Clock; live: LiveHub }>

const heartbeatMs = 15_000
/** A device that sends a hundred messages a second is read four times in it. */
const pauseMs = 250
/**
 * Messages are ordered by their arrival and become visible when their batch commits: earlier ones may still appear
 * within this time.
 */
const lookBackMs = 10_000
const maxConcurrent = 200

/**
 * Streams the messages of one device from now on: first an empty event, then the new messages, and an empty event every
 * 15 s. `find` looks the device up in the caller's scope and is called again before every event: the stream ends if it
 * refuses.
 */
export async function* watchMessages(
  ctx: RequestContext,
  find: () => Promise<SeenDevice>,
  signal: AbortSignal,
): AsyncGenerator<TraceEvent> {
  const device = await find()
  const leaving = new AbortController()
  const ending = AbortSignal.any([signal, leaving.signal])
  const changes = ctx.live.changes(['device', accessChanged], ending)
  let since = ctx.clock.now()
  let sent: ReadonlySet<string> = new Set()
  try {
    let next = changes.next()
    yield { at: ctx.clock.now(), messages: [] }
    while (!signal.aborted) {
      const changed = await within(next, heartbeatMs)
      if (changed !== 'nothing') {
        if (changed.done === true) return
        next = changes.next()
        if (!changed.value.has(device.id) && !changed.value.has(anybody)) continue
      }
      await find()
      if (changed === 'nothing') {
        yield { at: ctx.clock.now(), messages: [] }
        continue
      }
      const found = await listMessagesSince(ctx.db, device, since, maxConcurrent)
      const messages = found.filter(({ seq }) => !sent.has(seq))
      const newest = found.at(-1)
      // Only messages that the next query returns again need to be remembered.
      if (newest !== undefined) since = Math.max(since, Date.parse(newest.time) - lookBackMs)
      sent = new Set(found.map(({ seq }) => seq))
      if (messages.length > 0) yield { at: ctx.clock.now(), messages }
      await wait(pauseMs, undefined, { signal: ending }).catch(() => undefined)
    }
  } finally {
    // `changes.return()` would wait for the pending change, so the signal ends it.
    leaving.abort()
  }
}
