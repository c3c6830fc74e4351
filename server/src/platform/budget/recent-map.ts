/** A map that is bounded, so that nobody can fill memory with keys of his own making. */
export type RecentMap<K, V> = Readonly<{
  /** A key that is read counts as used. */
  get: (key: K) => V | undefined
  set: (key: K, value: V) => void
  delete: (key: K) => void
  size: () => number
}>

/**
 * Keeps `most` keys. When one more is added, the one that was idle longest is dropped: an attacker's many keys displace
 * each other first.
 */
export function recentMap<K, V>(most: number): RecentMap<K, V> {
  const kept = new Map<K, V>()
  const keep = (key: K, value: V) => {
    // A key that is set again would keep its old place.
    kept.delete(key)
    kept.set(key, value)
    if (kept.size <= most) return
    for (const longestIdle of kept.keys()) {
      kept.delete(longestIdle)
      return
    }
  }
  return {
    get: (key) => {
      const value = kept.get(key)
      if (value !== undefined) keep(key, value)
      return value
    },
    set: keep,
    delete: (key) => void kept.delete(key),
    size: () => kept.size,
  }
}
