import { codes } from '@brigade/contract/envelope.ts'
import type { LiveRefused, LiveSaid } from '@brigade/contract/live-socket.ts'
import { headersNow } from '../call.ts'
import { refusalOf } from '../envelope.ts'
import { localeNow } from '../locale.ts'
import { tokenNow, useSession } from '../session.ts'
import { openSocket, openStream, type Line, type LineEnd } from './line.ts'
import { onPresence } from './presence.ts'

/**
 * The one connection of this tab: all its live calls go over one WebSocket, which a browser does not count among the six connections that
 * it opens to a server for all tabs and for the pages that it keeps to go back to. It ends when the page is left or has been hidden for 20 s, and
 * begins when it is shown again. Nothing is shared between tabs: an opened console is the same account with another scope.
 */

export type Listener = Readonly<{
  receive: (data: unknown) => void
  /** The live call flows, for the first time or again after it was lost. */
  flow: (isFirst: boolean) => void
  /** Whether it flows now. */
  report: (state: 'flowing' | 'lost') => void
}>

type Topic = Listener & {
  readonly id: number
  readonly address: string
  hadBefore: boolean
  isFlowing: boolean
  /** The server has refused it for good: another try is useless. */
  isRefused: boolean
  waitMs: number
  timer: ReturnType<typeof setTimeout> | undefined
}

const firstWaitMs = 500
const longestWaitMs = 15_000
/** A page that changes ends some live calls and begins others at once. */
const settleMs = 30
/** The last live call of a page is often followed by the first of the next. */
const idleMs = 2000
/** After this many refused upgrades, something in between does not let any through. */
const maxRefusedUpgrades = 2

const topics = new Map<number, Topic>()
let lastId = 0
let line: Line | undefined
/** The connection is open, and the session is known. */
let isOpen = false
/** The number of each live call over the present connection. */
let numbers = new Map<number, Topic>()
/** True once data has arrived over the present connection. */
let hasFlowed = false
let tokenOfLine: string | null = null
let waitMs = firstWaitMs
let timer: ReturnType<typeof setTimeout> | undefined
let isPresent = true
let refusedUpgrades = 0
/** The session that the server refused: only another one is worth a try. */
let refusedToken: string | null = null

const usesStream = (): boolean => refusedUpgrades >= maxRefusedUpgrades
const wanted = (): readonly Topic[] => [...topics.values()].filter((topic) => !topic.isRefused)

/** Follows a live call until it is left. */
export function followTopic(address: string, listener: Listener): () => void {
  startWatching()
  lastId += 1
  const topic: Topic = {
    ...listener,
    id: lastId,
    address,
    hadBefore: false,
    isFlowing: false,
    isRefused: false,
    waitMs: firstWaitMs,
    timer: undefined,
  }
  topics.set(topic.id, topic)
  changed(topic)
  return () => {
    topics.delete(topic.id)
    clearTimeout(topic.timer)
    if (isOpen && !usesStream()) line?.say({ unsubscribe: topic.id })
    if (topics.size === 0) later(idleMs)
    else if (usesStream() && !topic.isRefused) later(settleMs)
  }
}

function changed(topic: Topic): void {
  if (line === undefined) return later(settleMs)
  if (usesStream()) return later(settleMs)
  if (isOpen) subscribe(topic)
}

/** Checks in a moment whether the wanted connection exists, and never later than it would have been checked anyway. */
let dueAt = Number.POSITIVE_INFINITY
function later(ms: number): void {
  const at = performance.now() + ms
  if (at >= dueAt) return
  clearTimeout(timer)
  dueAt = at
  timer = setTimeout(() => {
    dueAt = Number.POSITIVE_INFINITY
    settle()
  }, ms)
}

function settle(): void {
  const token = tokenNow()
  const isWanted = isPresent && token !== null && token !== refusedToken && wanted().length > 0
  if (line !== undefined && (!isWanted || token !== tokenOfLine || (usesStream() && !carriesWanted()))) drop()
  if (isWanted && line === undefined) connect(token)
}

function carriesWanted(): boolean {
  const carried = new Set(numbers.values())
  const now = wanted()
  return now.length === carried.size && now.every((topic) => carried.has(topic))
}

/** Ends the connection of our own will: nothing is lost. */
function drop(): void {
  const before = line
  line = undefined
  isOpen = false
  numbers = new Map()
  for (const topic of topics.values()) topic.isFlowing = false
  before?.close()
}

function connect(token: string): void {
  tokenOfLine = token
  isOpen = false
  hasFlowed = false
  const carried = wanted()
  numbers = new Map(carried.map((topic, at) => [usesStream() ? at : topic.id, topic]))
  const events = (own: () => Line | undefined) => ({
    opened: (): void => {
      if (own() !== line) return
      isOpen = true
      if (usesStream()) return
      own()?.say({ token, language: localeNow(), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })
      for (const topic of wanted()) subscribe(topic)
    },
    said: (message: LiveSaid): void => {
      if (own() === line) take(message, token)
    },
    ended: (end: LineEnd): void => {
      if (own() === line) lose(end, token)
    },
  })
  const opening: Line = usesStream()
    ? openStream(
        carried.map(({ address }) => address),
        headersNow(),
        events(() => opening),
      )
    : openSocket(events(() => opening))
  line = opening
}

function subscribe(topic: Topic): void {
  clearTimeout(topic.timer)
  numbers.set(topic.id, topic)
  line?.say({ subscribe: topic.id, to: topic.address })
}

function take(message: LiveSaid, token: string): void {
  if ('refused' in message) return
  const topic = numbers.get(message.id)
  if (topic === undefined || !topics.has(topic.id)) return
  if ('end' in message) return end(topic, message.end, token)
  hasFlowed = true
  if (!topic.isFlowing) begin(topic)
  topic.receive(message.event)
}

function begin(topic: Topic): void {
  waitMs = firstWaitMs
  if (!usesStream()) refusedUpgrades = 0
  topic.waitMs = firstWaitMs
  topic.isFlowing = true
  const isFirst = !topic.hadBefore
  topic.hadBefore = true
  topic.report('flowing')
  topic.flow(isFirst)
}

/** One live call has ended; the connection stays open. */
function end(topic: Topic, refused: LiveRefused | null, token: string): void {
  const flowed = topic.isFlowing
  topic.isFlowing = false
  if (refused !== null && isFinal(refused) && !flowed) {
    topic.isRefused = true
    if (tokenNow() !== null) refusalOf(refused.status, refused.envelope, token)
    return
  }
  topic.report('lost')
  topic.timer = setTimeout(() => changed(topic), varied(topic.waitMs))
  topic.waitMs = Math.min(topic.waitMs * 2, longestWaitMs)
  // With a stream, the live call is requested again with the next connection.
  if (usesStream()) numbers = new Map([...numbers].filter(([, each]) => each !== topic))
}

/**
 * A refusal counts only when a call begins. A refusal that ends a running call may arrive before another tab has
 * reported the session that replaced its own; the next beginning shows this.
 */
const isFinal = ({ status }: LiveRefused): boolean => status === 401 || status === 403

/** The connection has ended, and not by us. */
function lose(end: LineEnd, token: string): void {
  const hadOpened = isOpen
  line = undefined
  isOpen = false
  numbers = new Map()
  for (const topic of topics.values()) {
    topic.isFlowing = false
    clearTimeout(topic.timer)
  }
  if (typeof end !== 'string' && isFinal(end) && !hasFlowed) {
    refusedToken = token
    if (end.envelope.code === codes.loginInvalid && tokenNow() !== null) refusalOf(end.status, end.envelope, token)
    return
  }
  for (const topic of wanted()) topic.report('lost')
  if (end === 'no upgrade') void noteRefusedUpgrade(hadOpened)
  // Some randomness, so that many consoles do not return in the same instant.
  later(varied(waitMs))
  waitMs = Math.min(waitMs * 2, longestWaitMs)
}

const varied = (ms: number): number => ms * (0.75 + Math.random() / 2)

/** A server that is away refuses upgrades too, so they are counted only if it answers. */
async function noteRefusedUpgrade(hadOpened: boolean): Promise<void> {
  if (usesStream()) {
    // The stream does not flow either.
    if (!hadOpened) refusedUpgrades = 0
    return
  }
  const answers = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (answers) refusedUpgrades += 1
}

let isWatching = false
function startWatching(): void {
  if (isWatching) return
  isWatching = true
  onPresence((present) => {
    isPresent = present
    // A page in the background may not run any more before it is shown.
    if (!present) return drop()
    waitMs = firstWaitMs
    later(0)
  })
  useSession.subscribe(({ token }, before) => {
    if (token === before.token) return
    refusedToken = null
    for (const topic of topics.values()) topic.isRefused = false
    later(0)
  })
}
