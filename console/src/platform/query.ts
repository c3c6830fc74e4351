import type { Endpoint, JsonReply, ReplyOf, RequestOf } from '@brigade/contract/endpoint.ts'
import { staleDomains } from '@brigade/contract/stale-domains.ts'
import {
  MutationCache,
  QueryCache,
  QueryClient,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Query, UseMutationResult } from '@tanstack/react-query'
import { CallError } from './call-error.ts'
import { call, type CallOptions } from './call.ts'
import { isAnswered } from './envelope.ts'
import { readAgain } from './live/read-again.ts'
import { isToBeShown, passesByItself } from './query-failure.ts'
import { toastError } from './toast.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError
    queryMeta: { quiet?: boolean }
  }
}

type Read = Endpoint & { bodyKind: 'none'; reply: JsonReply }
type Write = Endpoint & { bodyKind: 'json'; reply: JsonReply }

/** The options of react-query for a read, with the key `[domain, name, query]`. A failure is shown once as a toast, unless `quiet`. */
export function ask<E extends Read>(endpoint: E, query: RequestOf<E>, options: { quiet?: boolean } = {}) {
  return queryOptions({
    queryKey: [endpoint.domain, endpoint.name, query],
    queryFn: ({ signal }): Promise<ReplyOf<E>> => call(endpoint, query, { signal, quiet: true }),
    meta: { quiet: options.quiet === true },
  })
}

/** Like `ask`, but for lists: the old rows stay until the next ones have loaded. */
export function askPage<E extends Read>(endpoint: E, query: RequestOf<E>, options: { quiet?: boolean } = {}) {
  return { ...ask(endpoint, query, options), placeholderData: keepPreviousData<ReplyOf<E>> }
}

/** A call, or a function that loads it when it is first used: the chunk of a list need not contain all calls that change its rows. */
export type Lazy<E> = E | (() => Promise<E>)
export const loaded = async <E extends Endpoint>(endpoint: Lazy<E>): Promise<E> =>
  typeof endpoint === 'function' ? endpoint() : endpoint

/** Everything that a call changes is read again if it is shown, and is stale otherwise. */
export async function makeStale(client: QueryClient, endpoint: Endpoint): Promise<void> {
  await Promise.all(staleDomains(endpoint).map((domain) => readAgain(client, [domain])))
}

/**
 * Cached data may have changed between its read and the start of the stream, which does not report such changes, so it
 * is read again. A read in flight is not repeated.
 */
export async function makeHeldStale(client: QueryClient, endpoint: Endpoint): Promise<void> {
  const isHeld = ({ state }: Query): boolean => state.fetchStatus === 'idle'
  await Promise.all(
    staleDomains(endpoint).map((domain) => client.invalidateQueries({ queryKey: [domain], predicate: isHeld })),
  )
}

/** A write, after which everything that it changes is stale. */
export function useSend<E extends Write>(
  endpoint: Lazy<E>,
  options: Pick<CallOptions, 'quiet'> = {},
): UseMutationResult<ReplyOf<E>, CallError, RequestOf<E>> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: RequestOf<E>) => call(await loaded(endpoint), body, options),
    onSuccess: async () => {
      await makeStale(client, await loaded(endpoint))
    },
  })
}

export function newQueryClient(): QueryClient {
  const shown = new WeakSet<object>()
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        if (!(error instanceof CallError) || isAnswered(error)) return
        const context = {
          isQuiet: query.meta?.quiet === true,
          looksAgain: query.observers.some(({ options }) => Boolean(options.refetchInterval)),
          hasData: query.state.data !== undefined,
          wasShown: shown.has(query),
        }
        if (!isToBeShown(error, context)) return
        shown.add(query)
        toastError(error.message)
      },
      onSuccess: (_data, query) => void shown.delete(query),
    }),
    mutationCache: new MutationCache(),
    defaultOptions: {
      queries: {
        staleTime: 5000,
        // The browser's online flag is wrong on networks without internet access; only the server's answer counts.
        networkMode: 'always',
        retry: (count, error) => count < 2 && passesByItself(error),
        retryDelay: (attempt) => 400 * 2 ** attempt,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
