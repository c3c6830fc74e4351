import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Puts what a live stream said into what a query holds. An answer that is under way may be from before it, so the same is put
 * into that once more: `patch` must bear repeating. One asked for later is left as it comes.
 */
export function patchHeld<T>(client: QueryClient, queryKey: QueryKey, patch: (held: T) => T): void {
  const put = (): void => {
    client.setQueryData<T>(queryKey, (held) => (held === undefined ? undefined : patch(held)))
  }
  put()
  const cache = client.getQueryCache()
  const query = cache.find({ queryKey, exact: true })
  if (query?.state.fetchStatus !== 'fetching') return
  const underWay = query.promise
  const leave = cache.subscribe(({ query: changed, type }) => {
    const isOther = changed !== query
    if (isOther || (type !== 'removed' && query.state.fetchStatus === 'fetching')) return
    leave()
    if (type !== 'removed' && query.promise === underWay) put()
  })
}
