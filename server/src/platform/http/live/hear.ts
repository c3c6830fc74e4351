import { liveSocketLimits, type LiveAsk, type LiveHello } from '@brigade/contract/live-socket.ts'
import type { WebSocket } from 'ws'
import { refusedBy } from '../answer.ts'
import { afterAttending } from '../../waiting/attended.ts'
import type { Asked } from '../who-asks.ts'
import { converse, notUnderstood, readAsk, type ConversationOptions } from './conversation.ts'
import { socketLine } from './line.ts'

/** RFC 6455: the peer violated the protocol. */
const policyViolation = 1008

type Newcomer = Readonly<{
  asked: Asked
  /** To be called when the session is known: the socket is authenticated from then on. */
  admitted: () => void
}>

/** Receives the messages of a client over a WebSocket: its session first, and in time. */
export function hear(options: ConversationOptions, socket: WebSocket, { asked, admitted }: Newcomer): void {
  const line = socketLine(socket)
  const talk = converse(options, line, asked)
  const inTime = afterAttending(liveSocketLimits.firstMessageMs, () =>
    line.end(policyViolation, 'no session was named in time'),
  )
  line.left.addEventListener('abort', inTime, { once: true })
  let standing: 'stranger' | 'asked' | 'known' = 'stranger'
  const waiting: LiveAsk[] = []

  const act = (ask: LiveAsk) => {
    if ('subscribe' in ask) void talk.follow(ask.subscribe, ask.to)
    else if ('unsubscribe' in ask) talk.leave(ask.unsubscribe)
  }
  const misunderstood = () => talk.dismiss(refusedBy(notUnderstood, asked.locale))

  const greet = async ({ token, language = asked.locale, timeZone: zone }: LiveHello) => {
    inTime()
    standing = 'asked'
    // The socket is not read meanwhile, so that the messages of an unauthenticated client stay in its own buffers.
    socket.pause()
    const refused = await talk.greet({ authorization: token, locale: language, zone })
    socket.resume()
    if (refused !== undefined) return talk.dismiss(refused)
    admitted()
    standing = 'known'
    for (const ask of waiting.splice(0)) act(ask)
  }

  socket.on('message', (data, isBinary) => {
    if (line.left.aborted) return
    const tooMany = options.count(asked.address)
    if (tooMany !== undefined) return talk.dismiss(refusedBy(tooMany, asked.locale))
    const ask = isBinary || !Buffer.isBuffer(data) ? undefined : readAsk(data.toString('utf8'))
    if (ask === undefined || 'token' in ask !== (standing === 'stranger')) return misunderstood()
    if ('token' in ask) return void greet(ask)
    if (standing === 'known') return act(ask)
    waiting.push(ask)
    if (waiting.length > liveSocketLimits.topics) misunderstood()
  })
}
