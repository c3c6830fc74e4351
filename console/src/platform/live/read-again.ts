import type { QueryClient } from '@tanstack/react-query'

/**
 * Reads a key again, if its data is shown. A first read in flight may have begun before the change, and TanStack Query
 * only joins it, so another read follows it. It is not cancelled, so that frequent changes cannot starve it.
 */
export async function readAgain(client: QueryClient, queryKey: readonly string[]): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  await Promise.all([
    client.invalidateQueries({ queryKey }),
    ...first.map(async (query) => {
      await query.promise?.catch(() => undefined)
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }),
  ])
}
