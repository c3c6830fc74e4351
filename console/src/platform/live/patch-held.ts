import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Applies a live event to a cached answer. A request in flight may have been answered before the event, so the event is applied to its
 * answer too: `patch` must be repeatable. The answer to a later request stays unchanged.
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
