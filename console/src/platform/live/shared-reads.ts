import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'

type Told = Readonly<{ queryKey: QueryKey; data: unknown; readAt: number }>

/**
 * Tells the other pages with this channel what a read of these keys has answered, and takes what they tell. The time until a read is
 * repeated begins anew with each answer, so that of all pages in sight one asks, and the next one when that one is gone.
 */
export function shareReads(client: QueryClient, name: string, keys: readonly QueryKey[]): () => void {
  const hashes = new Set(keys.map(hashKey))
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', (event: MessageEvent<Told>) => {
    const told = event.data
    if (told.readAt <= (client.getQueryState(told.queryKey)?.dataUpdatedAt ?? 0)) return
    client.setQueryData(told.queryKey, told.data, { updatedAt: told.readAt })
  })
  const stopWatching = client.getQueryCache().subscribe((event) => {
    // `manual` is what was told, or came with a stream.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return
    const { queryHash, queryKey, state }: Query = event.query
    if (!hashes.has(queryHash)) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: pages of this origin alone hear it
    channel.postMessage({ queryKey, data: state.data, readAt: state.dataUpdatedAt } satisfies Told)
  })
  return () => {
    stopWatching()
    channel.close()
  }
}
