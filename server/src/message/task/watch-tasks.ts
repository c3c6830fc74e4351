import { setTimeout as pause } from 'node:timers/promises'
import type { TaskEvent } from '@brigade/contract/message/task.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { within } from '../../platform/within.ts'
import { tasksById, tasksSending } from './list-tasks.ts'
import { pushTaskMoved } from './task.store.ts'

/** Proxies and browsers give up on a connection that says nothing. */
const heartbeatMs = 15_000
/** A push moves at every batch, dozens of times a second; nobody reads faster than this. */
const atMostEveryMs = 500

/** Push tasks of the caller's scope as they move: at once those that are being sent, then whatever changes; an empty event every 15 s. */
export async function* watchTasks(ctx: Ctx, { signal }: { signal: AbortSignal }): AsyncGenerator<TaskEvent> {
  const { clock } = ctx
  const leaving = new AbortController()
  const isOver = AbortSignal.any([signal, leaving.signal])
  const changes = ctx.live.changes(pushTaskMoved, isOver)
  try {
    // Asked for before the first read: what changes in between is not missed.
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
      // What moves meanwhile comes with the next one.
      await pause(atMostEveryMs, undefined, { signal: isOver }).catch(() => undefined)
      next = changes.next()
    }
  } finally {
    // Not `changes.return()`: that waits for the change being waited for.
    leaving.abort()
  }
}
