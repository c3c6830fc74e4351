import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { QueryClient } from '@tanstack/react-query'
import { makeStale } from '../platform/query.ts'

/** For writes of a thing model that `useSend` does not make: uploads, and writes from a dialog that closes before the answer. */
export const staleAfterModel = (client: QueryClient): Promise<void> => makeStale(client, thingModelApi.import)
