import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'

type Told = Readonly<{ queryKey: QueryKey; data: unknown; readAt: number }>

/** A page of another version of the console may tell something else. */
const isTold = (told: unknown): told is Told =>
  typeof told === 'object' &&
  told !== null &&
  'queryKey' in told &&
  Array.isArray(told.queryKey) &&
  'data' in told &&
  'readAt' in told &&
  typeof told.readAt === 'number'

/**
 * Tells the other pages with this channel what a read of these keys has answered, and takes what they tell. The time until a read is
 * repeated begins anew with each answer, so that of all pages in sight one asks, and the next one when that one is gone.
 */
export function shareReads(client: QueryClient, name: string, keys: readonly QueryKey[]): () => void {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data: told }: MessageEvent<unknown>) => {
    if (!isTold(told)) return
    if (told.readAt <= (client.getQueryState(told.queryKey)?.dataUpdatedAt ?? 0)) return
    client.setQueryData(told.queryKey, told.data, { updatedAt: told.readAt })
  })
  const stopWatching = client.getQueryCache().subscribe((event) => {
    // `manual` is what was told, or came with a stream.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return
    const queryKey = keys.find((key) => hashKey(key) === event.query.queryHash)
    const state = queryKey === undefined ? undefined : client.getQueryState(queryKey)
    if (queryKey === undefined || state === undefined) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: pages of this origin alone hear it
    channel.postMessage({ queryKey, data: state.data, readAt: state.dataUpdatedAt } satisfies Told)
  })
  return () => {
    stopWatching()
    channel.close()
  }
}
