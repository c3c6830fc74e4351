import type { ModelEvent } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { Ctx } from '../platform/http/context.ts'
import { within } from '../platform/within.ts'

/** Proxies and browsers close a connection without traffic. */
const heartbeatMs = 15_000

/** Streams at once an empty event; then products with a newly published thing model; an empty one every 15 s. */
export async function* watchModels(ctx: Ctx, { signal }: { signal: AbortSignal }): AsyncGenerator<ModelEvent> {
  const leaving = new AbortController()
  const changes = ctx.live.changes('thingModel', AbortSignal.any([signal, leaving.signal]))
  try {
    let next = changes.next()
    yield { products: [] }
    while (!signal.aborted) {
      const changed = await within(next, heartbeatMs)
      if (changed === 'nothing') {
        yield { products: [] }
        continue
      }
      if (changed.done === true) return
      yield { products: [...changed.value] }
      next = changes.next()
    }
  } finally {
    // `changes.return()` would wait for the pending change, so the signal ends it.
    leaving.abort()
  }
}
