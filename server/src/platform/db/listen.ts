import pg from 'pg'
import type { Log } from '../log.ts'
import { connectionOf } from './open-database.ts'

/**
 * Hears a payload, parsed from JSON. `undefined` says that the connection was lost for a while and notifications with
 * it: whoever keeps a cache drops it.
 */
export type NotificationHandler = (payload: unknown) => void

export type Listener = Readonly<{
  /** Answers how to stop hearing. */
  subscribe: (channel: string, handler: NotificationHandler) => () => void
  /** Resolves once what was subscribed until now is being listened to. */
  ready: () => Promise<void>
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

/**
 * One connection of its own that LISTENs, and comes back by itself: a listener on a pool would be silent, without a word,
 * after the first restart of the database.
 */
export function listen(
  databaseUrl: string,
  { applicationName, log }: { applicationName: string; log?: Log },
): Listener {
  const handlers = new Map<string, Set<NotificationHandler>>()
  let client: pg.Client | undefined
  let isStopped = false
  let wakeUp = () => {}
  let wasConnected = false
  const waiting: (() => void)[] = []
  let queue = Promise.resolve()

  function deliver(channel: string, payload: unknown) {
    for (const handler of handlers.get(channel) ?? []) {
      try {
        handler(payload)
      } catch (error) {
        log?.error({ err: error, channel }, 'A notification was not handled')
      }
    }
  }

  /** One statement at a time. A failure is a lost connection: the next one listens to every channel again. */
  function inTurn(statement: string): Promise<void> {
    queue = queue
      .then(async () => {
        await client?.query(statement)
      })
      .catch(() => undefined)
    return queue
  }

  async function connect(): Promise<pg.Client> {
    const connecting = new pg.Client(connectionOf(databaseUrl, applicationName))
    connecting.on('error', () => undefined)
    connecting.on('notification', ({ channel, payload }) => deliver(channel, parse(payload)))
    await connecting.connect()
    return connecting
  }

  const ended = (one: pg.Client) => new Promise<void>((resolve) => one.once('end', resolve))
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function keepListening() {
    let pauseMs = 50
    while (!isStopped) {
      try {
        const connected = await connect()
        const lost = ended(connected)
        client = connected
        queue = Promise.resolve()
        pauseMs = 50
        for (const channel of handlers.keys()) void inTurn(`listen ${pg.escapeIdentifier(channel)}`)
        await queue
        if (wasConnected) for (const channel of handlers.keys()) deliver(channel, undefined)
        wasConnected = true
        for (const resolve of waiting.splice(0)) resolve()
        if (isStopped) await connected.end()
        await lost
        if (!isStopped) log?.warn('The database connection for notifications was lost')
      } catch (error) {
        if (!isStopped) log?.warn({ err: error }, 'Notifications cannot be listened to yet')
      }
      client = undefined
      if (!isStopped) await pause(pauseMs)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }
  const running = keepListening()

  return {
    subscribe: (channel, handler) => {
      const known = handlers.get(channel)
      if (known) known.add(handler)
      else {
        handlers.set(channel, new Set([handler]))
        void inTurn(`listen ${pg.escapeIdentifier(channel)}`)
      }
      return () => void handlers.get(channel)?.delete(handler)
    },
    ready: async () => {
      if (!client) await new Promise<void>((resolve) => waiting.push(resolve))
      await queue
    },
    stop: async () => {
      isStopped = true
      wakeUp()
      for (const resolve of waiting.splice(0)) resolve()
      await client?.end()
      await running
    },
  }
}
