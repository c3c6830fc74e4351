import pg from 'pg'
import type { Log } from '../log.ts'
import { openConnection } from './open-database.ts'

/**
 * Receives a payload, parsed from JSON. `undefined` means that the connection was lost for a while and notifications with
 * it: caches have to be dropped.
 */
export type NotificationHandler = (payload: unknown) => void

export type Listener = Readonly<{
  /** Returns a function that ends the subscription. */
  subscribe: (channel: string, handler: NotificationHandler) => () => void
  /** Resolves once the database LISTENs to all channels subscribed until now. */
  ready: () => Promise<void>
  /** Whether notifications arrive now. After a loss it is true again once every handler knows of the loss. */
  isListening: () => boolean
  stop: () => Promise<void>
}>

const longestPauseMs = 2000

function parse(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? '{}')
  } catch {
    return {}
  }
}

type State = {
  readonly handlers: Map<string, Set<NotificationHandler>>
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

/** A failure is a lost connection: the next one listens to every channel again. */
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
    try {
      const connected = await connect(databaseUrl, state, options)
      const lost = ended(connected)
      state.client = connected
      state.queue = Promise.resolve()
      pauseMs = 50
      for (const channel of handlers.keys()) listenTo(state, channel)
      await state.queue
      if (state.wasConnected) for (const channel of handlers.keys()) deliver(state, options, channel, undefined)
      state.wasConnected = true
      state.isListening = true
      for (const resolve of waiting.splice(0)) resolve()
      if (state.isStopped) await connected.end()
      await lost
      if (!state.isStopped) log?.warn('The database connection for notifications was lost')
    } catch (error) {
      if (!state.isStopped) log?.warn({ err: error }, 'Notifications cannot be listened to yet')
    }
    state.isListening = false
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
    ready: async () => {
      if (!state.client) await new Promise<void>((resolve) => waiting.push(resolve))
      await state.queue
    },
    isListening: () => state.isListening,
    stop: async () => {
      state.isStopped = true
      state.wakeUp()
      for (const resolve of waiting.splice(0)) resolve()
      await state.client?.end()
      await running
    },
  }
}
