import type { Endpoint, RequestOf } from '@brigade/contract/endpoint.ts'
import type { z } from 'zod'
import { addressOf } from './start-app.ts'

/** A live call, read event by event as in a browser. */
export type LiveStream<T> = Readonly<{
  status: number
  /** The next event; undefined when the stream has ended. */
  next: () => Promise<T | undefined>
  /** The next matching event; heartbeats and others are skipped. */
  nextThat: (fits: (event: T) => boolean) => Promise<T>
  leave: () => Promise<void>
}>

type LiveEndpoint<S extends z.ZodType> = Endpoint & { reply: { kind: 'live'; schema: S } }

/** Opens the stream; every event is checked against the contract. */
export async function watchLive<S extends z.ZodType, E extends LiveEndpoint<S>>(
  url: string,
  endpoint: E & { reply: { schema: S } },
  query: RequestOf<E>,
  token: string,
): Promise<LiveStream<z.output<S>>> {
  const leaving = new AbortController()
  const response = await fetch(addressOf(url, endpoint, query), {
    headers: { authorization: token, accept: 'text/event-stream' },
    signal: leaving.signal,
  })
  const schema: S = endpoint.reply.schema
  const events = eventsIn(response)
  const next = async () => {
    const read = await events.next()
    return read.done === true ? undefined : schema.parse(JSON.parse(read.value))
  }
  return {
    status: response.status,
    next,
    nextThat: async (fits) => {
      for (;;) {
        const event = await next()
        if (event === undefined) throw new Error('The stream ended before such an event')
        if (fits(event)) return event
      }
    },
    leave: async () => {
      leaving.abort()
      await events.return().catch(() => {})
    },
  }
}

/** The data of each event, in the format of server-sent events. */
async function* eventsIn(response: Response): AsyncGenerator<string, void, void> {
  if (response.body === null) return
  let text = ''
  const chunks: AsyncIterable<string> = response.body.pipeThrough(new TextDecoderStream())
  for await (const chunk of chunks) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
      if (data.length > 0) yield data.join('\n')
    }
  }
}
