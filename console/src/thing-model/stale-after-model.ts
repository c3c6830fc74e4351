import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { QueryClient } from '@tanstack/react-query'

/** What a write of a thing model makes stale, for the few that are not sent by `useSend`: files, and those whose dialog closes first. */
export async function staleAfterModel(client: QueryClient): Promise<void> {
  const { domain, alsoStale = [] } = thingModelApi.import
  await Promise.all([domain, ...alsoStale].map((one) => client.invalidateQueries({ queryKey: [one] })))
}
