import { LiveRefused, LiveSaid, liveSocketPath } from '@brigade/contract/live-socket.ts'
import { isEnvelope } from '../envelope.ts'
import { frames } from './event-stream.ts'

/**
 * How a connection ended. `refused`: by the server, with its reason. `no upgrade`: it never opened, or nothing came over it. `lost`: it was
 * open.
 */
export type LineEnd = LiveRefused | 'no upgrade' | 'lost'

export type LineEvents = Readonly<{
  opened: () => void
  said: (message: LiveSaid) => void
  /** `ended` is called once, and not after `close`. */
  ended: (end: LineEnd) => void
}>

/** A connection that carries the live calls of this tab. */
export type Line = Readonly<{
  say: (message: unknown) => void
  close: () => void
}>

/** A connection without any message for this long, not even a heartbeat of a live call, counts as lost. */
const silenceMs = 40_000
/** Something in between may take the upgrade and never answer it. */
const openWithinMs = 10_000

/** Messages that are none of ours end the connection, as every other fault of it does. */
const read = (text: string): LiveSaid => LiveSaid.parse(JSON.parse(text))

/** Ends a silent connection. */
function watchSilence(act: () => void) {
  let timer = setTimeout(act, openWithinMs)
  return {
    heard: (): void => {
      clearTimeout(timer)
      timer = setTimeout(act, silenceMs)
    },
    stop: (): void => clearTimeout(timer),
  }
}

export function openSocket({ opened, said, ended }: LineEvents): Line {
  const address = new URL(liveSocketPath, location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  const socket = new WebSocket(address)
  let end: LineEnd = 'no upgrade'
  let isOver = false
  const over = (): void => {
    if (isOver) return
    isOver = true
    silence.stop()
    socket.close()
    ended(end)
  }
  const silence = watchSilence(over)
  socket.addEventListener('open', () => {
    if (isOver) return socket.close()
    silence.heard()
    opened()
  })
  socket.addEventListener('message', ({ data }) => {
    if (isOver) return
    silence.heard()
    if (end === 'no upgrade') end = 'lost'
    try {
      const message = read(String(data))
      if ('refused' in message) {
        end = message.refused
        return over()
      }
      said(message)
    } catch {
      over()
    }
  })
  socket.addEventListener('close', ({ code }) => {
    // The server itself has ended it, with a code that is not of a lost connection.
    if (end === 'no upgrade' && (code === 1001 || code === 1013)) end = 'lost'
    over()
  })
  return {
    say: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    },
    close: () => {
      isOver = true
      silence.stop()
      socket.close()
    },
  }
}

/**
 * The same messages as server-sent events. Its address contains the live calls, so that a change needs another stream.
 */
export function openStream(
  topics: readonly string[],
  headers: Readonly<Record<string, string>>,
  events: LineEvents,
): Line {
  const stop = new AbortController()
  const silence = watchSilence(() => stop.abort())
  let isClosed = false
  void follow(topics, headers, { ...events, signal: stop.signal, heard: silence.heard }).then((end) => {
    silence.stop()
    if (!isClosed) events.ended(end)
  })
  return {
    say: () => undefined,
    close: () => {
      isClosed = true
      stop.abort()
    },
  }
}

type Following = LineEvents & Readonly<{ signal: AbortSignal; heard: () => void }>

async function follow(
  topics: readonly string[],
  headers: Readonly<Record<string, string>>,
  { opened, said, signal, heard }: Following,
): Promise<LineEnd> {
  let end: LineEnd = 'no upgrade'
  try {
    const query = new URLSearchParams({ topics: JSON.stringify(topics) })
    const response = await fetch(`${liveSocketPath}?${query}`, {
      headers: { ...headers, Accept: 'text/event-stream' },
      signal,
      cache: 'no-store',
    })
    if (!response.ok || response.body === null) return await refusalIn(response)
    end = 'lost'
    opened()
    for await (const data of frames(response.body, heard)) {
      const message = LiveSaid.parse(data)
      if ('refused' in message) return message.refused
      said(message)
    }
  } catch {
    // The banner shows the failure, and the connection starts again.
  }
  return end
}

async function refusalIn(response: Response): Promise<LineEnd> {
  const body: unknown = await response.json().catch(() => null)
  const refused = LiveRefused.safeParse({ status: response.status, envelope: isEnvelope(body) ? body : undefined })
  return refused.data ?? 'no upgrade'
}
