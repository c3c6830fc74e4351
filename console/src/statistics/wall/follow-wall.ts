import { codes } from '@brigade/contract/envelope.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { WallNews, WallPage } from '@brigade/contract/statistics/wall/wall.model.ts'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { addressOf } from '../../platform/call.ts'
import { isEnvelope } from '../../platform/envelope.ts'
import { frames } from '../../platform/live/event-stream.ts'
import { waitBefore } from '../../platform/live/reconnect.ts'
import { noAuthPath } from '../../platform/kept-work.ts'
import { go } from '../../platform/navigate.ts'
import { endSession, tokenNow } from '../../platform/session.ts'
import { markOf, type WallAccess } from './wall-access.ts'
import { beginWall, endWall, receiveNews, keepPicture, useWall, type PictureOwner } from './wall-store.ts'

/** A server that is there says so every five seconds. */
const silenceMs = 15_000

export type Looking = Readonly<{ access: WallAccess; organisation: string | undefined; locale: Locale }>
type Outcome = 'ended' | 'refused'

/** Follows the wall until it is left: page, stream, and again after whatever ended them. */
export function followWall(looking: Looking): () => void {
  const stop = new AbortController()
  const of = { holder: markOf(looking.access.token), organisation: looking.organisation ?? '' }
  beginWall(of, looking.locale)
  void keepFollowing(looking, of, stop.signal)
  // A page that is reloaded receives no end; it is hidden.
  const keep = (): void => keepPicture(of, looking.locale, true)
  addEventListener('pagehide', keep)
  return () => {
    removeEventListener('pagehide', keep)
    keep()
    stop.abort()
  }
}

async function keepFollowing(looking: Looking, of: PictureOwner, stop: AbortSignal): Promise<void> {
  for (let tries = 0; !stop.aborted;) {
    const receivedBefore = useWall.getState().receivedAt
    if ((await followOnce(looking, of, stop)) === 'refused' || stop.aborted) return
    useWall.setState({ connection: 'lost', delayMs: null })
    if (useWall.getState().receivedAt !== receivedBefore) tries = 0
    await pause(waitBefore(tries, Math.random()), stop)
    tries += 1
  }
}

async function followOnce(looking: Looking, of: PictureOwner, stop: AbortSignal): Promise<Outcome> {
  const attempt = new AbortController()
  const end = (): void => attempt.abort()
  stop.addEventListener('abort', end)
  // A page that is left may be kept to go back to, and its stream with it, which is one of six connections. Shown again, it connects again.
  addEventListener('pagehide', end)
  let silence = setTimeout(end, silenceMs)
  const noteReceived = (): void => {
    clearTimeout(silence)
    silence = setTimeout(end, silenceMs)
  }
  try {
    if ((await readPage(looking, attempt.signal)) === 'refused') return 'refused'
    noteReceived()
    const response = await ask(looking, addressOf(wallApi.live, queryOf(looking)), attempt.signal)
    if (!response.ok || response.body === null) return await refused(looking, response)
    void lookForNewVersion()
    for await (const data of frames(response.body, noteReceived)) {
      const news = WallNews.parse(data)
      receiveNews(news)
      keepPicture(of, looking.locale)
      // Everything is read again, because title, logo or hidden names may have changed.
      if (news.isWhole) await readPage(looking, attempt.signal)
    }
  } catch {
    // The picture stays and shows its age, and the stream reconnects.
  } finally {
    clearTimeout(silence)
    stop.removeEventListener('abort', end)
    removeEventListener('pagehide', end)
    attempt.abort()
  }
  return 'ended'
}

const queryOf = ({ organisation }: Looking) => (organisation === undefined ? {} : { organisation })

const ask = ({ access, locale }: Looking, address: string, signal: AbortSignal): Promise<Response> =>
  fetch(address, {
    headers: { Authorization: `Bearer ${access.token}`, 'Accept-Language': locale },
    cache: 'no-store',
    signal,
  })

async function readPage(looking: Looking, signal: AbortSignal): Promise<Outcome> {
  const response = await ask(looking, addressOf(wallApi.page, queryOf(looking)), signal)
  if (!response.ok) return refused(looking, response)
  const body: unknown = await response.json()
  const page = WallPage.parse(isEnvelope(body) ? body.data : body)
  useWall.setState({ page })
  return 'ended'
}

/** The picture of the logo as an address of this page: reading it needs the token. */
export async function readLogo(looking: Looking, signal: AbortSignal): Promise<string | undefined> {
  const response = await ask(looking, addressOf(wallApi.logo, queryOf(looking)), signal)
  return response.ok ? URL.createObjectURL(await response.blob()) : undefined
}

/** A refusal is final for a link; an account is led to the usual page of a refusal. Any other failure is temporary. */
async function refused({ access }: Looking, response: Response): Promise<Outcome> {
  const body: unknown = await response.json().catch(() => null)
  const code = isEnvelope(body) ? body.code : 0
  if (code !== codes.loginInvalid && code !== codes.notAuthorised && response.status !== 404) return 'ended'
  endWall(access.isLink ? 'over' : 'gone')
  if (access.isLink || response.status === 404) return 'refused'
  if (code === codes.notAuthorised) {
    go(noAuthPath)
  } else if (tokenNow() === access.token) {
    endSession()
    go('/login')
  }
  return 'refused'
}

const ownScript = (document_: Document): string =>
  document_.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''

/** After an update of the server the page checks whether to reload. */
async function lookForNewVersion(): Promise<void> {
  try {
    const text = await (await fetch('/', { cache: 'no-store' })).text()
    const there = ownScript(new DOMParser().parseFromString(text, 'text/html'))
    if (there !== '' && there !== ownScript(document)) useWall.setState({ hasNewVersion: true })
  } catch {
    // Another time.
  }
}

const pause = (ms: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      stop.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    stop.addEventListener('abort', end)
  })
