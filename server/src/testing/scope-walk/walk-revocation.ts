import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { addressOf } from '../start-app.ts'
import { until } from '../until.ts'
import { callOverSocket, watchSocket } from '../live/watch-socket.ts'
import { basesOf, ownAttempts } from './scope-calls.ts'
import { carriers, nameOf, type Carrier, type WalkOptions, type Walker } from './scope-walk.ts'

/** A live call that was opened, over one of its carriers. */
export type OpenCall = Readonly<{ endpoint: Endpoint; carrier: Carrier; hasEnded: () => boolean }>
export type OpenCalls = Readonly<{
  calls: readonly OpenCall[]
  /** Code and reason with which the server ended the socket; undefined while it is open. */
  socketEnd: () => Readonly<{ code: number; reason: string }> | undefined
  leave: () => Promise<void>
}>

const maxAttempts = 60
/** Longer than a live call may take to end, and shorter than its next heartbeat. */
const atOnceMs = 1000

/** Opens each live call over each carrier with one token, with the first input that it accepts. */
export async function openEach(options: WalkOptions, walker: Walker, token: string): Promise<OpenCalls> {
  const leaving = new AbortController()
  const { signal } = leaving
  const live = await watchSocket(options.url, token)
  let end: { code: number; reason: string } | undefined
  void live.closed.then((closed) => (end = closed))
  const calls: OpenCall[] = []
  for (const endpoint of options.endpoints.filter(({ reply }) => reply.kind === 'live')) {
    const address = await firstAdmitted(options, walker, endpoint, token)
    for (const carrier of carriers) {
      const response =
        carrier === 'socket'
          ? await callOverSocket(live, address, signal)
          : await fetch(options.url + address, { headers: { authorization: token }, signal })
      if (response.status !== 200) throw new Error(`${nameOf(endpoint)} over ${carrier}: ${response.status}`)
      calls.push({ endpoint, carrier, hasEnded: whetherEnded(response) })
    }
  }
  return {
    calls,
    socketEnd: () => end,
    leave: async () => {
      leaving.abort()
      await live.leave()
    },
  }
}

async function firstAdmitted(
  { url, samples }: WalkOptions,
  walker: Walker,
  endpoint: Endpoint,
  token: string,
): Promise<string> {
  for (const base of basesOf(endpoint, samples))
    for (const { input } of ownAttempts(endpoint, base, walker.ids()).take(maxAttempts)) {
      const address = addressOf('', endpoint, input)
      const trying = new AbortController()
      const { status } = await fetch(url + address, { headers: { authorization: token }, signal: trying.signal })
      trying.abort()
      if (status === 200) return address
    }
  throw new Error(`No input of ${nameOf(endpoint)} is admitted: add one to the samples`)
}

function whetherEnded({ body }: Response): () => boolean {
  let hasEnded = body === null
  const read = async () => {
    for await (const _ of body ?? []) continue
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true
    })
  return () => hasEnded
}

/** Returns those of these live calls that are still open a second after the event that should have ended them. */
export async function stillOpen(calls: readonly OpenCall[]): Promise<readonly string[]> {
  await until('the ends', () => calls.every(({ hasEnded }) => hasEnded()), atOnceMs).catch(() => undefined)
  return calls
    .filter(({ hasEnded }) => !hasEnded())
    .map(({ endpoint, carrier }) => `${nameOf(endpoint)} over ${carrier}`)
}
