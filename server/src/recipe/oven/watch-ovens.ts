import { setTimeout as pause } from 'node:timers/promises'
import type { OvenRecipeLiveEvent, OvenRecipeLiveQuery } from '@brigade/contract/recipe/oven.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { within } from '../../platform/within.ts'
import type { Pair } from '../sync/sync.store.ts'
import { ovenRecipeMoved } from '../sync/oven-notice.store.ts'
import { ovenRowOf, readerOf, requireSubject } from './list-oven-recipes.ts'
import { countStates, listOvenRows } from '../row/oven-row.store.ts'
import { getOven } from './read-oven.ts'

/** Proxies and browsers close a connection without traffic. */
const heartbeatMs = 15_000
const atMostEveryMs = 500
const maxRows = 80

type Query = OvenRecipeLiveQuery

/** Streams the recipes of one oven, or the ovens of one recipe, as they move. The stream ends when the caller no longer sees it. */
export async function* watchOvens(
  ctx: Ctx,
  { query, signal }: { query: Query; signal: AbortSignal },
): AsyncGenerator<OvenRecipeLiveEvent> {
  const leaving = new AbortController()
  const isOver = AbortSignal.any([signal, leaving.signal])
  // The stream of one oven follows its reports too, because it may be cooking.
  const kinds = query.deviceId === undefined ? [ovenRecipeMoved] : [ovenRecipeMoved, 'device']
  const changes = ctx.live.changes(kinds, isOver)
  try {
    // Requested before the first read, so that a change in between is not missed.
    let next = changes.next()
    yield await eventOf(ctx, query, [])
    while (!signal.aborted) {
      const changed = await within(next, heartbeatMs)
      if (changed === 'nothing') {
        yield await eventOf(ctx, query, [])
        continue
      }
      if (changed.done === true) return
      const concerned = [...changed.value].filter((id) => isOf(query, id))
      if (concerned.length > 0) yield await eventOf(ctx, query, concerned.flatMap(pairOf))
      await pause(atMostEveryMs, undefined, { signal: isOver }).catch(() => undefined)
      next = changes.next()
    }
  } finally {
    leaving.abort()
  }
}

/** `recipe.oven`, or an oven alone. */
function isOf({ recipeId, deviceId }: Query, id: string): boolean {
  const [pair] = pairOf(id)
  if (pair === undefined) return id === deviceId
  return (
    (recipeId === undefined || pair.recipeId === recipeId) && (deviceId === undefined || pair.deviceId === deviceId)
  )
}

function pairOf(id: string): Pair[] {
  const [recipeId = '', deviceId = ''] = id.split('.')
  return deviceId === '' ? [] : [{ recipeId, deviceId }]
}

async function eventOf(ctx: Ctx, query: Query, moved: readonly Pair[]): Promise<OvenRecipeLiveEvent> {
  const { db, caller, clock } = ctx
  const { deviceId } = query
  await requireSubject(ctx, query)
  const oven = deviceId === undefined ? null : await getOven(ctx, { query: { deviceId } })
  const rows = await listOvenRows(db, readerOf(ctx), moved.slice(0, maxRows))
  const counts = oven !== null && query.recipeId === undefined ? oven.counts : await countStates(db, caller, query)
  return { at: clock.now(), counts, rows: rows.map(ovenRowOf), isPartial: moved.length > maxRows, oven }
}
