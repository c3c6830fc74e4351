import { recentMap } from '../platform/budget/recent-map.ts'
import { cacheKey } from '../platform/caches.ts'
import type { FoundToken } from './token.store.ts'

const maxCached = 50_000

type Known = { found: FoundToken; knownAt: number; appHeader: string }

/**
 * Tokens by their hash. Code that disables or erases a person drops them at once; other processes do so after a
 * notification.
 */
export const appTokenCache = cacheKey(() => recentMap<string, Known>(maxCached))
