import type { WallNews, WallQuery } from '@brigade/contract/statistics/wall/wall.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { accessChanged } from '../../platform/live/live-hub.ts'
import { engineOf } from './picture-engine.ts'
import { findShown } from './row/setting.store.ts'
import { hidesCustomers, shownTo } from './shown-organisation.ts'

/** The kind of notice that reports a changed setting of a wall. */
export const wallChanged = 'wall'
/** A stream whose picture could not be read for longer sends nothing, not even a heartbeat. */
const freshMs = 4000

/**
 * Streams the whole picture first, then changes, at most once a second. The stream ends when the caller may no longer see the organisation;
 * after a change of the hidden names the whole picture is sent again.
 */
export async function* watchWall(
  ctx: Ctx,
  { query, signal }: { query: WallQuery; signal: AbortSignal },
): AsyncGenerator<WallNews> {
  const shown = await shownTo(ctx, query)
  const leaving = new AbortController()
  const until = AbortSignal.any([signal, leaving.signal])
  const viewing = engineOf(ctx).enter(shown, until)
  const setting = watchSetting(ctx, until)
  try {
    let hides = await hidesCustomers(ctx, shown.id)
    let isWholeNext = true
    let version = 0
    while (!signal.aborted) {
      const isChanged = await viewing.changed(version)
      // Without the watch a change of access would go unnoticed: the screen reconnects and is checked again.
      if (signal.aborted || setting.isOver()) return
      if (setting.hasChanged()) {
        if ((await findShown(ctx.db, ctx.caller, shown.id)) === undefined) return
        hides = await hidesCustomers(ctx, shown.id)
        isWholeNext = true
      }
      if (!isChanged && !isWholeNext) {
        // Nothing is new. If reading failed, the screen shows its age by itself.
        if (ctx.clock.now() - viewing.readAt() < freshMs)
          yield { at: viewing.readAt(), isWhole: false, parts: {}, events: [], more: 0 }
        continue
      }
      if (viewing.readAt() === 0) continue
      const next = isWholeNext ? viewing.whole() : viewing.since(version)
      isWholeNext = false
      version = next.version
      yield hides ? withoutCustomers(next.news) : next.news
    }
  } finally {
    leaving.abort()
    viewing.leave()
  }
}

/** Whether access or the setting of a wall changed since the last call. */
function watchSetting({ live }: Pick<Ctx, 'live'>, until: AbortSignal) {
  let isChanged = false
  let isOver = false
  const follow = async () => {
    for await (const _ of live.changes([wallChanged, accessChanged], until)) isChanged = true
    isOver = true
  }
  void follow()
  return {
    isOver: () => isOver,
    hasChanged: () => {
      const was = isChanged
      isChanged = false
      return was
    },
  }
}

const hidden = new WeakMap<WallNews, WallNews>()

/** The same without the names of customers; made once for all screens that hide them. */
function withoutCustomers(news: WallNews): WallNews {
  const { excursions } = news.parts
  if (excursions === undefined || excursions === null) return news
  const known = hidden.get(news)
  if (known !== undefined) return known
  const longest = excursions.longest.map((one) => ({ ...one, customer: null }))
  const made = { ...news, parts: { ...news.parts, excursions: { ...excursions, longest } } }
  hidden.set(news, made)
  return made
}
