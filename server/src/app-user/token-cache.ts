import { cacheKey } from '../platform/caches.ts'
import type { FoundToken } from './token.store.ts'

type Known = { found: FoundToken; knownAt: number; appHeader: string }

/**
 * Tokens by their hash. Code that disables or erases a person drops them at once; other processes do so after a
 * notification.
 */
export const appTokenCache = cacheKey(() => new Map<string, Known>())
