import type { Endpoint, LiveReply, ReplyOf, RequestOf } from '@brigade/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { addressOf } from './call.ts'
import { useConnection } from './connection.ts'
import { followTopic, type Listener } from './live/tab.ts'
import { makeHeldStale, makeStale } from './query.ts'

type LiveEndpoint = Endpoint & { reply: LiveReply }

/** Number of live calls on this page. The connection's live state is that of the newest. */
let open = 0

type LiveOptions = {
  enabled?: boolean
  /** The stream flows for the first time: it reports nothing that changed before. */
  onBegin?: () => void
  /** The stream flows again after it was lost. */
  onReconnect?: () => void
  /** The stream carries nothing that is on screen, so its state is not that of the connection. */
  isQuiet?: boolean
}

/**
 * Follows a live call while the screen is shown, over the one connection of the tab. That connects again with back-off when it was lost, and
 * `onReconnect` then lets the screen fetch what it missed. A screen that is shown again has its data
 * from the cache, which `onBegin` lets it fetch again unless the first event contains it.
 */
export function useLive<E extends LiveEndpoint>(
  endpoint: E,
  query: RequestOf<E>,
  onEvent: (event: ReplyOf<E>) => void,
  options: LiveOptions = {},
): void {
  const receive = useEffectEvent(onEvent)
  const flow = useEffectEvent((isFirst: boolean) => (isFirst ? options.onBegin?.() : options.onReconnect?.()))
  const { enabled = true, isQuiet = false } = options
  const address = addressOf(endpoint, query)
  useEffect(() => {
    if (!enabled) return undefined
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the server validates each event against this very schema
    const receiveData = (data: unknown): void => receive(data as ReplyOf<E>)
    const listener = { receive: receiveData, flow: (isFirst: boolean) => flow(isFirst) }
    return isQuiet ? followTopic(address, { ...listener, report: () => undefined }) : follow(address, listener)
  }, [address, enabled, isQuiet])
}

/** While the screen is shown, a live event reloads its own domain and the domains that it names. */
export function useLiveStale<E extends LiveEndpoint>(
  endpoint: E,
  query: RequestOf<E>,
  hasNews: (event: ReplyOf<E>) => boolean,
): void {
  const client = useQueryClient()
  const readAnew = (): void => void makeStale(client, endpoint)
  useLive(
    endpoint,
    query,
    (event) => {
      if (hasNews(event)) readAnew()
    },
    { onBegin: () => void makeHeldStale(client, endpoint), onReconnect: readAnew },
  )
}

function follow(address: string, { receive, flow }: Pick<Listener, 'receive' | 'flow'>): () => void {
  open += 1
  useConnection.setState({ live: 'connecting', lagMs: null })
  const stop = followTopic(address, {
    flow,
    receive: (data) => {
      noteLag(data)
      receive(data)
    },
    report: (live) => useConnection.setState(live === 'lost' ? { live, lagMs: null } : { live }),
  })
  return () => {
    stop()
    open -= 1
    if (open === 0) useConnection.setState({ live: 'off', lagMs: null })
  }
}

/** The smallest difference seen between our clock and the server's. More than transport explains means a wrong clock, not a lag. */
let smallestMs = Number.POSITIVE_INFINITY

/** Events carry `at`, epoch ms, when the newest of their changes reached the server. */
function noteLag(data: unknown): void {
  if (typeof data !== 'object' || data === null || !('at' in data) || typeof data.at !== 'number') return
  const differenceMs = Date.now() - data.at
  smallestMs = Math.min(smallestMs, differenceMs)
  const wrongClockMs = smallestMs < 0 || smallestMs > 5000 ? smallestMs : 0
  useConnection.setState({ lagMs: differenceMs - wrongClockMs })
}
