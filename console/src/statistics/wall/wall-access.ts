import { isWallToken } from '@brigade/contract/statistics/wall/wall.model.ts'
import { rememberHere, rememberedHere } from '../../platform/remember.ts'
import { tokenNow } from '../../platform/session.ts'

/** The access to a wall: a link, or the viewer's own session. */
export type WallAccess = Readonly<{ token: string; isLink: boolean }>

const asToken = (value: unknown): string | undefined =>
  typeof value === 'string' && isWallToken(value) ? value : undefined

/**
 * A link brings its token in the fragment, which no server is sent. The tab keeps it, and the address loses it: a wall is in
 * everybody's sight.
 */
export function wallAccess(): WallAccess | null {
  const brought = asToken(decodeURIComponent(location.hash.slice(1)))
  if (brought !== undefined) {
    // Without a place to keep it the address has to: a reload would lose it.
    if (rememberHere('wall-link', brought)) history.replaceState(history.state, '', location.pathname + location.search)
    return { token: brought, isLink: true }
  }
  const kept = rememberedHere('wall-link', asToken)
  if (kept !== undefined) return { token: kept, isLink: true }
  const own = tokenNow()
  return own === null ? null : { token: own, isLink: false }
}

/** Identifies the owner of a stored picture, without revealing the token: FNV-1a, 32 bits of 256. */
export function markOf(text: string): string {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
