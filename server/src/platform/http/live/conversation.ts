import { liveSocketCodes, liveSocketLimits, LiveAsk } from '@brigade/contract/live-socket.ts'
import { accessChanged } from '../../live/live-hub.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { afterAttending } from '../../waiting/attended.ts'
import { callerOf } from '../access.ts'
import { backAfterSeconds, failed, refusedBy, type Refused } from '../answer.ts'
import type { Caller } from '../context.ts'
import type { Route } from '../implement.ts'
import { queryOf } from '../input/form-text.ts'
import type { Asked } from '../who-asks.ts'
import { serveLive, isObject, type LiveOptions } from './live-call.ts'
import type { Line } from './line.ts'

export type ConversationOptions = LiveOptions &
  Readonly<{
    /** The live calls by their paths. */
    routes: ReadonlyMap<string, Route>
    /**
     * A place among the sockets of an account, and of its address; the function releases it. Refuses if there is none.
     */
    enter: (caller: Caller, address: string) => () => void
    /** Counts a message as a call of the address, and returns the refusal if there are too many. */
    count: (address: string) => Refusal | undefined
  }>

export type Conversation = Readonly<{
  /** Accepts the session; returns undefined then, otherwise the refusal. */
  greet: (hello: Pick<Asked, 'authorization' | 'locale' | 'zone'>) => Promise<Refused | undefined>
  /** Follows a live call under the reader's number, until it is left or ends. */
  follow: (id: number, address: string) => Promise<void>
  leave: (id: number) => void
  /** Sends the reason, and ends the line. */
  dismiss: (refused: Refused) => void
}>

/** Many live calls for one tab over one line. Each is admitted, validated, counted and ended as a call of its own. */
export function converse(options: ConversationOptions, line: Line, request: Asked): Conversation {
  const { platform } = options
  let asked = request
  const topics = new Map<number, AbortController>()
  const say = (message: unknown) => line.send(JSON.stringify(message), line.left)
  const dismiss = (refused: Refused) => {
    void say({ refused })
    const { code, data } = refused.envelope
    line.end(liveSocketCodes.refused(code), data.reason ?? data.key)
  }
  const refused = (error: unknown): Refused => {
    if (error instanceof Refusal) return refusedBy(error, asked.locale)
    platform.log.error({ err: error }, 'A live connection failed')
    return failed(asked.locale, error)
  }
  const authenticated = async () =>
    (await callerOf(asked.authorization, options.authenticate, { prolong: false })).caller

  const greet: Conversation['greet'] = async (hello) => {
    asked = { ...asked, ...hello }
    try {
      const caller = await authenticated()
      // The holder of a link has one page, with a stream of its own.
      if (caller.linkId !== undefined) refuse('session.notAuthorised')
      await requireNotices(platform)
      const leave = options.enter(caller, asked.address)
      if (line.left.aborted) leave()
      line.left.addEventListener('abort', leave, { once: true })
      void endWithSession(platform, line, check)
      return undefined
    } catch (error) {
      return refused(error)
    }
  }

  /** An authentication that fails now for technical reasons is repeated before the next event. */
  const check = async () => {
    try {
      await authenticated()
    } catch (error) {
      if (error instanceof Refusal && !line.left.aborted) dismiss(refused(error))
    }
  }

  async function follow(id: number, address: string): Promise<void> {
    if (topics.has(id)) return dismiss(refused(notUnderstood))
    const ending = new AbortController()
    const end = () => ending.abort()
    line.left.addEventListener('abort', end, { once: true })
    if (line.left.aborted) end()
    topics.set(id, ending)
    const over = await carry(id, address, ending.signal)
    line.left.removeEventListener('abort', end)
    // Another call may use the id by now.
    if (topics.get(id) !== ending) return
    topics.delete(id)
    if (!ending.signal.aborted) await say({ id, end: over ?? null })
  }

  async function carry(id: number, address: string, left: AbortSignal): Promise<Refused | undefined> {
    const route = options.routes.get(pathOf(address))
    const { topics: max } = liveSocketLimits
    if (topics.size > max) return refused(new Refusal('system.tooManyStreams', { max }, {}))
    if (route === undefined) return refused(new Refusal('system.notFound', undefined, {}))
    const send = (event: unknown, signal: AbortSignal) => line.send(`{"id":${id},"event":${jsonOf(event)}}`, signal)
    const hangUp = () => line.end(liveSocketCodes.later, 'changes may have been missed')
    return serveLive(options, { route, asked, query: queryIn(address), carrier: { send, hangUp, left } })
  }

  return {
    greet,
    follow,
    dismiss,
    leave: (id) => {
      topics.get(id)?.abort()
      topics.delete(id)
    },
  }
}

async function requireNotices({ live }: ConversationOptions['platform']) {
  if (!(await live.flows())) refuse('system.databaseAway', undefined, { retryAfterSeconds: backAfterSeconds })
}

/** Checks the session when any account's access changes, which every live call over the line notices too. */
async function endWithSession({ live }: ConversationOptions['platform'], line: Line, check: () => Promise<void>) {
  const stop = everySoOften(() => void check(), line.left)
  for await (const _ of live.changes(accessChanged, line.left)) await check()
  stop()
  // Changes may have been missed.
  if (!line.left.aborted) line.end(liveSocketCodes.later, 'changes may have been missed')
}

function everySoOften(act: () => void, left: AbortSignal): () => void {
  let stop = () => {}
  const wait = () => {
    stop = afterAttending(liveSocketLimits.pingEveryMs, () => {
      act()
      if (!left.aborted) wait()
    })
  }
  wait()
  left.addEventListener('abort', () => stop(), { once: true })
  return () => stop()
}

/** A message that is none, or that has no place here. */
export const notUnderstood = new Refusal('field.badJson', undefined, {})

const pathOf = (address: string): string => address.split('?', 1)[0] ?? ''
const queryIn = (address: string) => (address.includes('?') ? queryOf(address.slice(address.indexOf('?') + 1)) : {})

const texts = new WeakMap<object, string>()

/** An event that many tabs are given is written out once. */
function jsonOf(event: unknown): string {
  const known = isObject(event) ? texts.get(event) : undefined
  const text = known ?? JSON.stringify(event)
  if (isObject(event)) texts.set(event, text)
  return text
}

/** A message of a client; undefined if it is invalid. */
export function readAsk(text: string): LiveAsk | undefined {
  try {
    return LiveAsk.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
