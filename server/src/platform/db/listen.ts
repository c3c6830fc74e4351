import pg from 'pg'
import type { Log } from '../log.ts'
import { within } from '../within.ts'
import { cutOff, DatabaseSilent, type Silence } from './connection/silent-connection.ts'
import { openConnection } from './open-database.ts'

/**
 * Receives a payload, parsed from JSON. `undefined` means that the connection was lost for a while and notifications with
 * it: caches have to be dropped.
 */
export type NotificationHandler = (payload: unknown) => void

export type Listener = Readonly<{
  /** Returns a function that ends the subscription. */
  subscribe: (channel: string, handler: NotificationHandler) => () => void
  /**
   * `handler` is called whenever the connection is lost: from then on, until it is back, notifications are missed. With the silence, if it
   * was lost without a word.
   */
  onLoss: (handler: (silence?: Silence) => void) => void
  /** Resolves once the database LISTENs to all channels subscribed until now. */
  ready: () => Promise<void>
  /** Whether notifications arrive now. After a loss it is true again once every handler knows of the loss. */
  isListening: () => boolean
  stop: () => Promise<void>
}>

const longestPauseMs = 2000
/**
 * A connection that only listens does not notice that the other side vanished, nor does TCP if something in between
 * still acknowledges. So it asks, and is lost if there is no answer when the next question is due: within 11 s.
 */
const askEveryMs = 5000
/** Data that arrived while this process was busy is read before an answer counts as missing. */
const graceMs = 500
const endWithinMs = 1000

function parse(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? '{}')
  } catch {
    return {}
  }
}

type State = {
  readonly handlers: Map<string, Set<NotificationHandler>>
  readonly lossHandlers: ((silence?: Silence) => void)[]
  /** The reason why the connection was given up. */
  silence: Silence | undefined
  /** Callers that wait for the next connection. */
  readonly waiting: (() => void)[]
  client: pg.Client | undefined
  /** Statements run one after the other. */
  queue: Promise<void>
  isStopped: boolean
  wasConnected: boolean
  isListening: boolean
  /** Ends the pause before the next attempt. */
  wakeUp: () => void
}

type Options = Readonly<{ applicationName: string; log?: Log }>

function deliver({ handlers }: State, { log }: Options, channel: string, payload: unknown) {
  for (const handler of handlers.get(channel) ?? []) {
    try {
      handler(payload)
    } catch (error) {
      log?.error({ err: error, channel }, 'A notification was not handled')
    }
  }
}

/** A failure means a lost connection: the next connection listens to every channel again. */
function listenTo(state: State, channel: string) {
  state.queue = state.queue
    .then(async () => {
      await state.client?.query(`listen ${pg.escapeIdentifier(channel)}`)
    })
    .catch(() => undefined)
}

async function connect(databaseUrl: string, state: State, options: Options): Promise<pg.Client> {
  const connected = await openConnection(databaseUrl, options.applicationName)
  connected.on('notification', ({ channel, payload }) => deliver(state, options, channel, parse(payload)))
  return connected
}

/** Asks for a sign of life at intervals. Returns a function that stops this. */
function askRegularly(state: State, client: pg.Client): () => void {
  let isAnswered = true
  let heardAtMs = performance.now()
  let askedAtMs = heardAtMs
  const giveUp = () => {
    if (isAnswered) return
    state.silence = { heardAtMs, askedAtMs }
    cutOff(client, new DatabaseSilent('The database does not answer: notifications are missed'))
  }
  const timer = setInterval(() => {
    if (!isAnswered) {
      setTimeout(giveUp, graceMs).unref()
      return
    }
    isAnswered = false
    askedAtMs = performance.now()
    state.queue = state.queue
      .then(async () => {
        await client.query('select 1')
        isAnswered = true
        heardAtMs = performance.now()
      })
      .catch(() => undefined)
  }, askEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

function lose(state: State, { log }: Options): void {
  if (!state.isListening) return
  state.isListening = false
  for (const handler of state.lossHandlers) handler(state.silence)
  state.silence = undefined
  if (!state.isStopped) log?.warn('The database connection for notifications was lost')
}

const ended = (one: pg.Client) => new Promise<void>((resolve) => one.once('end', resolve))

const pause = (state: State, ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    state.wakeUp = () => {
      clearTimeout(timer)
      resolve()
    }
  })

async function stayConnected(databaseUrl: string, state: State, options: Options) {
  const { handlers, waiting } = state
  const { log } = options
  let pauseMs = 50
  while (!state.isStopped) {
    let endAsking = () => {}
    try {
      const connected = await connect(databaseUrl, state, options)
      const lost = ended(connected)
      state.client = connected
      state.queue = Promise.resolve()
      pauseMs = 50
      endAsking = askRegularly(state, connected)
      for (const channel of handlers.keys()) listenTo(state, channel)
      await state.queue
      if (state.wasConnected) for (const channel of handlers.keys()) deliver(state, options, channel, undefined)
      state.wasConnected = true
      state.isListening = true
      for (const resolve of waiting.splice(0)) resolve()
      if (state.isStopped) await connected.end()
      await lost
    } catch (error) {
      if (!state.isStopped) log?.warn({ err: error }, 'Notifications cannot be listened to yet')
    }
    endAsking()
    lose(state, options)
    state.client = undefined
    if (!state.isStopped) await pause(state, pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
}

/**
 * A dedicated connection that LISTENs and reconnects when it is lost: a listener on a pool would receive nothing,
 * without any error, after the first restart of the database.
 */
export function listen(databaseUrl: string, options: Options): Listener {
  const state: State = {
    handlers: new Map(),
    lossHandlers: [],
    silence: undefined,
    waiting: [],
    client: undefined,
    queue: Promise.resolve(),
    isStopped: false,
    wasConnected: false,
    isListening: false,
    wakeUp: () => {},
  }
  const { handlers, waiting } = state
  const running = stayConnected(databaseUrl, state, options)

  return {
    subscribe: (channel, handler) => {
      const known = handlers.get(channel)
      if (known) known.add(handler)
      else {
        handlers.set(channel, new Set([handler]))
        listenTo(state, channel)
      }
      return () => void handlers.get(channel)?.delete(handler)
    },
    onLoss: (handler) => void state.lossHandlers.push(handler),
    ready: async () => {
      if (!state.client) await new Promise<void>((resolve) => waiting.push(resolve))
      await state.queue
    },
    isListening: () => state.isListening,
    stop: async () => {
      state.isStopped = true
      state.wakeUp()
      for (const resolve of waiting.splice(0)) resolve()
      const { client } = state
      if (client !== undefined && (await within(client.end(), endWithinMs)) === 'nothing')
        cutOff(client, new DatabaseSilent('The database does not say goodbye'))
      await running
    },
  }
}
