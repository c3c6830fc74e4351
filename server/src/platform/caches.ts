import type { Db } from './db/database.ts'

/** A cache that a domain declares, with the function that makes it empty. Its content lives in `Caches`, not in the module. */
export type CacheKey<T> = Readonly<{ make: () => T }>

export const cacheKey = <T>(make: () => T): CacheKey<T> => ({ make })

/** The contents of all caches of one program. They end with it. */
export type Caches = Readonly<{
  /** The content of a cache, made empty at the first use and after `forget`. */
  of: <T>(key: CacheKey<T>) => T
  /** Drops contents. A read that began before writes into the dropped content, so that no stale value enters the new one. */
  forget: (keys: readonly CacheKey<unknown>[]) => void
}>

/** The database together with the caches of its content. */
export type CachedDb = Readonly<{ db: Db; caches: Caches }>

type Slot<T> = Readonly<{ key: CacheKey<T>; content: T }>
const isOf = <T>(slot: Slot<unknown> | undefined, key: CacheKey<T>): slot is Slot<T> => slot?.key === key

/** `isListening`: while notifications cannot arrive, nothing is cached, because nothing would drop stale data. */
export function openCaches(isListening: () => boolean = () => true): Caches {
  const slots = new Map<CacheKey<unknown>, Slot<unknown>>()
  return {
    of: (key) => {
      if (!isListening()) return key.make()
      const slot = slots.get(key)
      if (isOf(slot, key)) return slot.content
      const content = key.make()
      slots.set(key, { key, content })
      return content
    },
    forget: (keys) => {
      for (const key of keys) slots.delete(key)
    },
  }
}
