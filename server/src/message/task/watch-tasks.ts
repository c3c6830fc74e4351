import { setTimeout as pause } from 'node:timers/promises'
import type { TaskEvent } from '@brigade/contract/message/task.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { within } from '../../platform/within.ts'
import { tasksById, tasksSending } from './list-tasks.ts'
import { pushTaskMoved } from './task.store.ts'

/** Proxies and browsers close a connection without traffic. */
const heartbeatMs = 15_000
/** A push progresses dozens of times a second; nobody reads faster than this. */
const atMostEveryMs = 500

/**
 * Streams the push tasks within the caller's scope: at once those that are being sent, then every change; an empty
 * event every 15 s.
 */
export async function* watchTasks(ctx: Ctx, { signal }: { signal: AbortSignal }): AsyncGenerator<TaskEvent> {
  const { clock } = ctx
  const leaving = new AbortController()
  const isOver = AbortSignal.any([signal, leaving.signal])
  const changes = ctx.live.changes(pushTaskMoved, isOver)
  try {
    // The next change is requested before the first read, so that none in between is missed.
    let next = changes.next()
    yield { at: clock.now(), tasks: await tasksSending(ctx) }
    while (!signal.aborted) {
      const changed = await within(next, heartbeatMs)
      if (changed === 'nothing') {
        yield { at: clock.now(), tasks: [] }
        continue
      }
      if (changed.done === true) return
      const tasks = await tasksById(ctx, [...changed.value])
      if (tasks.length > 0) yield { at: clock.now(), tasks }
      // Changes during the pause come with the next event.
      await pause(atMostEveryMs, undefined, { signal: isOver }).catch(() => undefined)
      next = changes.next()
    }
  } finally {
    // `changes.return()` would wait for the pending change, so the signal ends it.
    leaving.abort()
  }
}
