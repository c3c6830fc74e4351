import { createPublicKey } from 'node:crypto'
import { Readable } from 'node:stream'
import { chunks } from '@brigade/contract/chunks.ts'
import { exportLimits, LogExport, LogSearch, type RecordChange } from '@brigade/contract/system/log/log.model.ts'
import { longWork, type Work } from '../../job/long-work.ts'
import { startJob } from '../../job/start-job.ts'
import { checkpointKey, checkpointFields } from '../../platform/chain/checkpoint.ts'
import { genesis } from '../../platform/chain/chain.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { isPlatformStaff, knownScope } from '../../customer/data-scope.ts'
import { refuse } from '../../platform/refusal.ts'
import { withNames } from './names/with-names.ts'
import { writeCheckpoint } from './seal/checkpoints.ts'
import { shownLine } from './list-log.ts'
import {
  findCheckpointFrom,
  findHeadAt,
  listLeaves,
  listSealedPlaces,
  listShownChanges,
  listShownLines,
  listSources,
} from './proof.store.ts'
import { sealFresh } from './seal/seal-log.ts'

const portion = 500
const hex = (bytes: Buffer) => bytes.toString('hex')

/**
 * Exports the lines that match the filters, one JSON object a line, with their proof: all leaves from the first of them
 * to the next checkpoint, so that the holder of that checkpoint can recompute its head. The platform's own staff get
 * the source of each leaf; others get the columns of the screen, and the leaf.
 */
export const exportLog = longWork({
  kind: 'log.export',
  access: 'operation-log:export',
  params: LogExport,
  async run(work, request) {
    await sealFresh(work.db, work.clock.now(), { waits: true })
    const search = LogSearch.parse(request)
    const places = await listSealedPlaces(work.db, work.caller, search, exportLimits.lines)
    if (places.length > exportLimits.lines) refuse('log.tooMany', { max: exportLimits.lines })
    await work.writeResult(Readable.from(textOf(work, places), { objectMode: false }), exportLimits.mediaType)
  },
})

export function startLogExport(ctx: Ctx, request: LogExport): Promise<{ jobId: string }> {
  const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
  const name = ctx.locale === 'zh' ? '操作日志' : 'operation-log'
  return startJob(ctx, exportLog, request, { fileName: `${name}-${day}.ndjson` })
}

type Place = Readonly<{ n: string; lineId: string }>

async function* textOf(work: Work, places: readonly Place[]): AsyncGenerator<Buffer> {
  for await (const entry of entriesOf(work, places)) yield Buffer.from(`${JSON.stringify(entry)}\n`)
}

async function* entriesOf(work: Work, places: readonly Place[]): AsyncGenerator<object> {
  const { db, clock, settings } = work
  const publicKey = createPublicKey(await checkpointKey(settings)).export({ type: 'spki', format: 'pem' })
  const [first, last] = [places[0], places.at(-1)]
  const madeAt = new Date(clock.now()).toISOString()
  if (first === undefined || last === undefined) {
    yield { kind: 'head', format: 1, madeAt, lines: 0, publicKey }
    return
  }
  const before = BigInt(first.n) - 1n
  const head = before === 0n ? genesis : await findHeadAt(db, before)
  if ((await findCheckpointFrom(db, BigInt(last.n))) === undefined) await writeCheckpoint(work)
  const checkpoint = await findCheckpointFrom(db, BigInt(last.n))
  const upTo = BigInt(checkpoint?.n ?? last.n)
  if (upTo - before > BigInt(exportLimits.leaves)) refuse('log.tooFarApart')
  yield {
    kind: 'head',
    format: 1,
    madeAt,
    lines: places.length,
    // Unknown if the month before is dropped and no day recorded it.
    start: { n: String(before), head: head === undefined ? null : hex(head) },
    publicKey,
  }
  const wanted = new Map(places.map((place) => [place.n, place]))
  const isWhole = await isPlatformStaff({ db, caller: work.caller })
  let [at, done] = [before, 0]
  while (at < upTo) {
    const links = await listLeaves(db, at, upTo, portion)
    const newest = links.at(-1)
    if (newest === undefined) break
    const found = links.filter(({ n }) => wanted.has(n))
    const shown = await shownOf(work, found, isWhole)
    yield* linksAsEntries(links, shown)
    at = BigInt(newest.n)
    done += found.length
    await work.progress({ done, total: places.length })
  }
  yield { kind: 'end', n: String(at), checkpoint: checkpoint === undefined ? null : checkpointFields(checkpoint) }
}

type Links = Awaited<ReturnType<typeof listLeaves>>

/** Leaves of lines that were not requested are combined, as they are many. */
function* linksAsEntries(links: Links, shown: ReadonlyMap<string, object>): Generator<object> {
  let others: Links = []
  const flush = function* () {
    const [first] = others
    if (first !== undefined) yield { kind: 'leaves', n: first.n, leaves: others.map(({ leaf }) => hex(leaf)) }
    others = []
  }
  for (const link of links) {
    const line = shown.get(link.lineId)
    if (line === undefined) {
      others.push(link)
      continue
    }
    yield* flush()
    yield { kind: 'line', n: link.n, leaf: hex(link.leaf), head: hex(link.head), ...line }
  }
  yield* flush()
}

/** The changes of operations as their reader sees them. */
async function changesByOperation({ db, caller, locale }: Work, operationIds: readonly string[]) {
  const stored = await listShownChanges(db, caller, operationIds)
  const scope = await knownScope(db, caller)
  const found = new Map<string, RecordChange[]>()
  for (const some of chunks(stored, portion)) {
    const shown = await withNames({ db, scope, locale }, some)
    for (const [at, change] of shown.entries()) {
      const operationId = some[at]?.operationId ?? ''
      found.set(operationId, [...(found.get(operationId) ?? []), change])
    }
  }
  return found
}

/** Each requested line as its reader sees it, by its id, and the source of its leaf if that may be handed out. */
async function shownOf(work: Work, links: Links, isWhole: boolean): Promise<ReadonlyMap<string, object>> {
  const { db, caller, locale } = work
  const ids = links.map(({ lineId }) => lineId)
  if (ids.length === 0) return new Map()
  const lines = await listShownLines(db, caller, ids)
  // If the proof contains the changes, they are not written twice.
  const operationIds = lines.map(({ operationId }) => operationId)
  const byOperation = isWhole ? new Map<string, RecordChange[]>() : await changesByOperation(work, operationIds)
  const sources = new Map<string, object>()
  if (isWhole)
    for (const some of chunks(ids, 100))
      for (const { lineId, bodyHash, salt, changes, ...source } of await listSources(db, some))
        sources.set(lineId, {
          ...source,
          changes: changes === '' ? [] : (changes?.split('\u001e') ?? null),
          bodyHash: hex(bodyHash),
          salt: salt === null ? null : hex(salt),
        })
  return new Map(
    lines.map((line) => [
      line.id,
      {
        line: shownLine({ isWhole, locale }, line),
        changes: (byOperation.get(line.operationId) ?? []).map(({ id: _id, ...change }) => change),
        proof: sources.get(line.id) ?? null,
      },
    ]),
  )
}
