import { hourMs } from '@brigade/contract/time.ts'
import {
  WallPage,
  WallParts,
  WallEvent,
  wallLimits,
  type WallNews,
} from '@brigade/contract/statistics/wall/wall.model.ts'
import { locales } from '@brigade/contract/locale.ts'
import { z } from 'zod'
import { create } from 'zustand'
import { forget, remember, remembered } from '../../platform/remember.ts'

/**
 * `lost`: the connection is tried again automatically. `over`: the link was revoked, or the organisation is no longer
 * visible; nothing is shown.
 */
type WallConnection = 'connecting' | 'connected' | 'lost' | 'over' | 'gone'

/** The most events on the map at once; a new one replaces the oldest. */
const maxOnMap = 12
const staleLiveMs = 10_000
const staleAllMs = hourMs
const keepEveryMs = 5000

export type ShownEvent = WallEvent & Readonly<{ arrivedAt: number }>

type Picture = Readonly<{
  page: WallPage | null
  parts: WallParts | null
  /** Newest first, as many as the map shows. */
  events: readonly ShownEvent[]
  /** The events beyond those shown, in the second in which there were too many. */
  more: Readonly<{ count: number; at: number }> | null
  /** The time of the newest update, by the server's clock; null: there was none yet. */
  newsAt: number | null
}>
type State = Picture &
  Readonly<{
    connection: WallConnection
    /** When the newest event arrived, by this clock. */
    receivedAt: number | null
    /** The lead of the server's clock over this one. */
    aheadMs: number
    delayMs: number | null
    hasNewVersion: boolean
  }>

const empty: State = {
  page: null,
  parts: null,
  events: [],
  more: null,
  newsAt: null,
  connection: 'connecting',
  receivedAt: null,
  aheadMs: 0,
  delayMs: null,
  hasNewVersion: false,
}

export const useWall = create<State>(() => empty)

export const serverNow = (): number => Date.now() + useWall.getState().aheadMs

/** The age of the shown data: of live figures, or of all of it. */
export function ageOf({ newsAt, aheadMs }: Pick<State, 'newsAt' | 'aheadMs'>, now: number): 'fresh' | 'stale' | 'old' {
  if (newsAt === null) return 'fresh'
  const age = now + aheadMs - newsAt
  return age >= staleAllMs ? 'old' : age >= staleLiveMs ? 'stale' : 'fresh'
}

const nothing: WallParts = {
  devices: null,
  cooking: null,
  messages: null,
  faults: null,
  excursions: null,
  places: null,
  taken: null,
}

/** Smallest difference between the clocks seen: more than transport explains is a wrong clock, not a delay. */
let smallestMs = Number.POSITIVE_INFINITY

/** Applies an update to the picture. Everything in it is bounded, however long it runs. */
export function receiveNews(news: WallNews): void {
  const now = Date.now()
  smallestMs = Math.min(smallestMs, now - news.at)
  const aheadMs = Math.abs(smallestMs) > 5000 || smallestMs < 0 ? -smallestMs : 0
  useWall.setState((state) => {
    const parts = { ...(news.isWhole ? nothing : (state.parts ?? nothing)), ...news.parts }
    const arrived = news.events.map((event) => ({ ...event, arrivedAt: news.isWhole ? 0 : now }))
    const known = new Set(arrived.map(({ key }) => key))
    return {
      parts: Object.keys(news.parts).length === 0 && state.parts !== null ? state.parts : parts,
      events:
        arrived.length === 0
          ? state.events
          : [...arrived, ...state.events.filter(({ key }) => !known.has(key))].slice(0, maxOnMap),
      more: news.more > 0 ? { count: news.more, at: news.at } : arrived.length > 0 ? null : state.more,
      newsAt: news.at,
      receivedAt: now,
      aheadMs,
      delayMs: Math.max(0, now - news.at + aheadMs),
      connection: 'connected' as const,
    }
  })
}

/**
 * The owner of a picture: a digest of the holder's token, and the organisation. An empty organisation is the holder's
 * own.
 */
export type PictureOwner = Readonly<{ holder: string; organisation: string }>

const Kept = z.object({
  holder: z.string(),
  organisation: z.string(),
  page: WallPage,
  parts: WallParts,
  events: z.array(WallEvent).max(maxOnMap),
  newsAt: z.number(),
})

const keyOf = (locale: string): string => `wall.${locale}`
/** Pictures of this many organisations are stored for each language, the last used ones. */
const maxKept = 4
const keptIn = (locale: string) =>
  remembered(keyOf(locale), (value) => z.array(Kept).max(maxKept).safeParse(value).data, [])
/** On the page's own clock, which begins when it is loaded: the first picture is kept at once. */
let keptAt = Number.NEGATIVE_INFINITY

/** Keeps the picture in this browser, now and then: it is drawn first after a reload. */
export function keepPicture({ holder, organisation }: PictureOwner, locale: string, isAtOnce = false): void {
  const now = performance.now()
  if (!isAtOnce && now - keptAt < keepEveryMs) return
  const { page, parts, events, newsAt } = useWall.getState()
  if (page === null || parts === null || newsAt === null) return
  keptAt = now
  const others = keptIn(locale).filter((kept) => kept.holder === holder && kept.organisation !== organisation)
  const own = { holder, organisation, page, parts, events: events.slice(0, wallLimits.events), newsAt }
  remember(keyOf(locale), [own, ...others].slice(0, maxKept))
}

/** Begins with the kept picture of the same holder and organisation; another holder's pictures are forgotten. */
export function beginWall({ holder, organisation }: PictureOwner, locale: string): void {
  smallestMs = Number.POSITIVE_INFINITY
  keptAt = Number.NEGATIVE_INFINITY
  const all = keptIn(locale)
  if (all.some((one) => one.holder !== holder)) forget(keyOf(locale))
  const kept = all.find((one) => one.holder === holder && one.organisation === organisation)
  if (kept === undefined) {
    useWall.setState(empty, true)
    return
  }
  const { page, parts, events, newsAt } = kept
  useWall.setState({ ...empty, page, parts, events: events.map((event) => ({ ...event, arrivedAt: 0 })), newsAt }, true)
}

/** Nothing of it stays on screen, nor in this browser in any language. */
export function endWall(connection: 'over' | 'gone'): void {
  for (const locale of locales) forget(keyOf(locale))
  useWall.setState({ ...empty, connection }, true)
}
