import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { readOwnedRows } from './owned-rows.ts'
import { basesOf, foreignAttempts, isForeign, ownAttempts } from './scope-calls.ts'
import { carriers, nameOf, type Carrier, type Walk, type WalkOptions, type Walker } from './scope-walk.ts'
import { showNobodysRows } from './walked-calls.ts'

const longestWaitMs = 5000
/** Time after an own event until everything sent earlier, on any stream, has arrived too. */
const settleMs = 150
const idsAtOnce = 200

/**
 * Listens to every stream in every form, over every carrier, while rows of others and of the caller's own change;
 * checks everything received.
 */
export async function walkStreams(
  options: WalkOptions,
  walk: Walk,
  walker: Walker,
  over: readonly Carrier[] = carriers,
): Promise<void> {
  for (const endpoint of options.endpoints.filter(({ reply }) => reply.kind === 'live')) {
    const leaving = new AbortController()
    const streams: { input: unknown; stream: StreamText }[] = []
    for (const base of basesOf(endpoint, options.samples)) {
      const attempts = [
        ...foreignAttempts(endpoint, base, walker.ids(), options.world),
        ...ownAttempts(endpoint, base, walker.ids()),
      ]
      for (const { input } of attempts)
        for (const carrier of over)
          streams.push({ input, stream: await listen(walker, endpoint, input, { signal: leaving.signal, carrier }) })
    }
    await changeAll(options, walker)
    const until = performance.now() + longestWaitMs
    const checkAll = async () => {
      for (const { input, stream } of streams) await walker.inspect(endpoint, input, stream.text)
    }
    await checkAll()
    // A stream that shows nothing here is not awaited: earlier events of other streams have arrived after the same
    // time.
    const isSilent = nameOf(endpoint) in showNobodysRows
    while (!isSilent && !walk.shownOwn.has(nameOf(endpoint)) && performance.now() < until) {
      await wait(20)
      await checkAll()
    }
    await settled()
    await checkAll()
    leaving.abort()
  }
}

/** The text received from a stream so far. */
export type StreamText = { text: string; hasEnded: boolean }

/** Everything sent before an already received change has arrived by then. */
export const settled = () => wait(settleMs)

/** Opens a stream. */
export async function listen(
  walker: Walker,
  endpoint: Endpoint,
  input: unknown,
  { signal, carrier }: Readonly<{ signal: AbortSignal; carrier: Carrier }>,
): Promise<StreamText> {
  const received: StreamText = { text: '', hasEnded: false }
  const response = await walker.open(endpoint, input, signal, carrier)
  const { body } = response
  if (body === null) return { ...received, hasEnded: true }
  const read = async () => {
    const chunks: AsyncIterable<string> = body.pipeThrough(new TextDecoderStream())
    for await (const chunk of chunks) received.text += chunk
  }
  // It rejects when the test leaves the stream.
  void read()
    .catch(() => undefined)
    .finally(() => {
      received.hasEnded = true
    })
  return received
}

/** Tables whose changes have a kind of notification that is not the table's name. */
const kindsOf: Readonly<Record<string, string>> = { fault_open: 'fault', fault_record: 'fault' }
const noticeOf = (table: string, ids: readonly string[]) => ({ [table]: ids, [kindsOf[table] ?? table]: ids })

/** Sends change notices for every row, the foreign ones first; the kinds of notices are the tables' names, or of `kindsOf`. */
export async function changeAll({ app }: WalkOptions, { viewer }: Walker): Promise<void> {
  const rows = await readOwnedRows(app.db)
  for (const mine of [false, true]) {
    const some = rows.filter(({ row, owner }) => row['id'] !== undefined && isForeign(viewer, owner) !== mine)
    for (const [table, own] of Map.groupBy(some, (each) => each.table)) {
      const ids = own.map(({ row }) => String(row['id']))
      for (let from = 0; from < ids.length; from += idsAtOnce)
        await notifyOnCommit(app.db, 'live', noticeOf(table, ids.slice(from, from + idsAtOnce)))
    }
  }
}
