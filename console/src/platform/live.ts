import type { Endpoint, LiveReply, ReplyOf, RequestOf } from '@brigade/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { addressOf, headersNow } from './call.ts'
import { useConnection, type LiveState } from './connection.ts'
import { refusalOf } from './envelope.ts'
import { frames } from './live/event-stream.ts'
import { makeHeldStale, makeStale } from './query.ts'
import { tokenNow } from './session.ts'

type LiveEndpoint = Endpoint & { reply: LiveReply }

/** A stream without any data for this long, not even a heartbeat, counts as lost. */
const silenceMs = 40_000
const firstWaitMs = 500
const longestWaitMs = 15_000
/**
 * A hidden tab closes its streams after this time: without TLS a browser opens six connections to one server for all tabs, and the seventh
 * would wait for ever.
 */
const hiddenMs = 20_000

/** Number of open streams on this page. The connection's live state is that of the newest. */
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
 * Follows a live stream while the screen is shown. EventSource cannot send the token, so this reads the stream itself;
 * it reconnects with back-off, and `onReconnect` then lets the screen fetch what it missed. A screen that is shown again has its data
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
    return isQuiet ? followQuietly(address, listener) : follow(address, listener)
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

type Listener = {
  receive: (data: unknown) => void
  /** The stream flows, for the first time or again after it was lost. */
  flow: (isFirst: boolean) => void
}

function followQuietly(address: string, listener: Listener): () => void {
  const stop = new AbortController()
  void keepFollowing(address, { ...listener, report: () => undefined }, stop.signal)
  return () => stop.abort()
}

function follow(address: string, { receive, flow }: Listener): () => void {
  const stop = new AbortController()
  open += 1
  useConnection.setState({ live: 'connecting', lagMs: null })
  const receiveTimed = (data: unknown): void => {
    noteLag(data)
    receive(data)
  }
  const report = (live: LiveState): void => useConnection.setState(live === 'lost' ? { live, lagMs: null } : { live })
  void keepFollowing(address, { receive: receiveTimed, flow, report }, stop.signal)
  return () => {
    stop.abort()
    open -= 1
    if (open === 0) useConnection.setState({ live: 'off', lagMs: null })
  }
}

async function keepFollowing(
  address: string,
  { receive, flow, report }: Listener & { report: (live: LiveState) => void },
  stop: AbortSignal,
): Promise<void> {
  let waitMs = firstWaitMs
  let hadBefore = false
  while (!stop.aborted) {
    await shown(stop)
    const outcome = await followOnce(address, stop, receive, () => {
      waitMs = firstWaitMs
      report('flowing')
      flow(!hadBefore)
      hadBefore = true
    })
    if (outcome === 'refused' || stop.aborted) return
    if (outcome === 'hidden') continue
    report('lost')
    // Some randomness, so that many consoles do not return in the same instant.
    await pause(waitMs * (0.75 + Math.random() / 2), stop)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }
}

/** One connection until its end. `refused`: a retry is useless. `hidden`: it was closed until the tab is visible again. */
async function followOnce(
  address: string,
  stop: AbortSignal,
  receive: (data: unknown) => void,
  opened: () => void,
): Promise<'ended' | 'refused' | 'hidden'> {
  const attempt = new AbortController()
  const end = (): void => attempt.abort()
  stop.addEventListener('abort', end)
  let silence = setTimeout(end, silenceMs)
  let isHidden = false
  let leaving: number | undefined
  const look = (): void => {
    window.clearTimeout(leaving)
    if (!document.hidden) return
    leaving = window.setTimeout(() => {
      isHidden = true
      end()
    }, hiddenMs)
  }
  document.addEventListener('visibilitychange', look)
  const noteReceived = (): void => {
    clearTimeout(silence)
    silence = setTimeout(end, silenceMs)
  }
  const token = tokenNow()
  try {
    const response = await fetch(address, {
      headers: { ...headersNow(), Accept: 'text/event-stream' },
      signal: attempt.signal,
      cache: 'no-store',
    })
    if (response.status === 401 || response.status === 403) {
      if (tokenNow() !== null) refusalOf(response.status, await response.json().catch(() => null), token)
      return 'refused'
    }
    if (!response.ok || response.body === null) return 'ended'
    opened()
    for await (const data of frames(response.body, noteReceived)) receive(data)
  } catch {
    // The banner shows the lost stream, and the loop retries.
  } finally {
    clearTimeout(silence)
    window.clearTimeout(leaving)
    document.removeEventListener('visibilitychange', look)
    stop.removeEventListener('abort', end)
  }
  return isHidden ? 'hidden' : 'ended'
}

/** Resolves when the tab is visible. */
const shown = (stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (!document.hidden || stop.aborted) return resolve()
    const look = (): void => {
      if (document.hidden && !stop.aborted) return
      document.removeEventListener('visibilitychange', look)
      stop.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    stop.addEventListener('abort', look)
  })

const pause = (ms: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    stop.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

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
