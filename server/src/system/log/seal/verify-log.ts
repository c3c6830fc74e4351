import type { KeyObject } from 'node:crypto'
import { isSignedBy, type Checkpoint } from '../../../platform/chain/checkpoint.ts'
import type { Db } from '../../../platform/db/database.ts'
import { readDroppedUntil } from './chain.store.ts'
import { chainName, partsOf, partsOfTonight, type Part } from './choose-parts.ts'
import { findEnds, findLink, findLostFresh, listCheckpoints, readTail } from './links.store.ts'
import { forgetParts, keepCheckedPart, listCheckedParts, type Check, type CheckOutcome } from './part.store.ts'
import { findStray, listPartitions } from './strays.store.ts'
import { checkLinks, type Against, type PartFound } from './verify-chain-part.ts'
import { monthOf, type Fault } from './verify-link.ts'

export type VerifyOptions = Readonly<{
  db: Db
  /** Checkpoints from outside: an auditor's files, or the destinations of checkpoints. */
  outside: readonly Checkpoint[]
  key: KeyObject
  now: number
  /** The present retention of lines in days. */
  keptDays: number
  /** All parts, or those of this night. */
  parts?: 'all' | 'tonight'
  /** Records which parts were checked. */
  isKept?: boolean
  /** Called at intervals with the number of checked lines. */
  reportProgress?: (lines: number) => Promise<void>
}>

/** `oldestAt`: since when the part that has waited longest is unchecked. */
export type Verified = Check & Readonly<{ oldestAt: string | null }>

/** Checks the log part by part and returns the first fault. A part with a fault does not keep the others from being checked. */
export async function verifyLog(options: VerifyOptions): Promise<Verified> {
  const { db, outside, now } = options
  const forged = outside.find((checkpoint) => !isSignedBy(options.key, checkpoint))
  if (forged !== undefined) return { ...none, fault: 'checkpoint-forged', faultN: forged.n, outcome: 'broken' }
  // The retention that is in force at that time decides, because it may be longer than now.
  const until = await readDroppedUntil(db, now, options.keptDays)
  const against = { outside: Map.groupBy(outside, ({ n }) => n), keptMonth: monthOf(until) }
  const parts = await listParts(db)
  const chosen = options.parts === 'tonight' ? partsOfTonight(parts, now) : parts
  const { chain, strays } = await checkParts(options, chosen, against)
  // A fault of the lines explains more than its consequences do.
  const found =
    chain.fault !== null ? chain : ((await checkEnds(options)) ?? strays ?? (await checkCheckpoints(options)))
  const { fault, faultN } = found ?? none
  const oldestAt = await findOldest(db, parts, options.isKept === true ? { chosen, now } : { chosen: [], now })
  const outcome: CheckOutcome =
    fault !== null ? 'broken' : chain.lines === 0n ? 'unchecked' : outside.length === 0 ? 'held-in-itself' : 'held'
  return { ...chain, fault, faultN, outcome, oldestAt }
}

const none = { lines: 0n, dropped: 0n, fault: null, faultN: null, oldestAt: null }

async function listParts(db: Db): Promise<Part[]> {
  const checked = await listCheckedParts(db)
  return partsOf(await findEnds(db), await listPartitions(db), checked)
}

type Ending = Readonly<{ fault: Fault; faultN: bigint | null }>

/** Returns the checked lines with their first fault, and the first fault beside them. */
async function checkParts(
  options: VerifyOptions,
  parts: readonly Part[],
  against: Against,
): Promise<Readonly<{ chain: PartFound; strays: Ending | undefined }>> {
  const { db, now, isKept } = options
  let chain: PartFound = none
  let strays: Ending | undefined
  let reported = 0
  const reportLines = async (more: number) => {
    reported += more
    await options.reportProgress?.(reported)
  }
  for (const part of parts) {
    const { table } = part
    if (table === chainName) {
      const found = await checkLinks(db, part, against, reportLines)
      const { fault, faultN } = chain.fault === null ? found : chain
      chain = { lines: chain.lines + found.lines, dropped: chain.dropped + found.dropped, fault, faultN }
      if (isKept === true) await keepCheckedPart(db, part, found, now)
    } else {
      const stray = await checkBlocks(db, { ...part, table }, against.keptMonth)
      strays ??= stray
      if (isKept === true) await keepCheckedPart(db, part, stray ?? none, now)
    }
  }
  return { chain, strays }
}

type BlocksPart = Omit<Part, 'table'> & Readonly<{ table: Exclude<Part['table'], typeof chainName> }>

/** Checks that a line leads to each row in these blocks of a partition. */
async function checkBlocks(
  db: Db,
  { table, of, after, upTo, month }: BlocksPart,
  keptMonth: string,
): Promise<Ending | undefined> {
  // Its tables are dropped one after the other, this one perhaps meanwhile.
  if (month !== null && month < keptMonth.replace('-', '')) return undefined
  const blocks = { partition: of, from: Number(after), below: Number(upTo) }
  const stray = await findStray(db, table, blocks, `${keptMonth}-01T00:00:00Z`)
  return stray === undefined ? undefined : { fault: strayFaults[table], faultN: stray.n }
}

const strayFaults = {
  operation_log: 'inserted',
  operation_body: 'inserted',
  operation_change: 'unlined',
  operation_scope: 'readers-changed',
} as const satisfies Readonly<Record<BlocksPart['table'], Fault>>

/** Checks the log as a whole: its end, and lines that wait to be sealed. */
async function checkEnds({ db, outside }: VerifyOptions): Promise<Ending | null> {
  const tail = await readTail(db)
  const spokenOf = tail.spokenOf > tail.headN ? tail.spokenOf : tail.headN
  if (tail.lastN < spokenOf) return { fault: 'truncated', faultN: tail.lastN + 1n }
  if (tail.headN !== tail.lastN || tail.lastHead?.equals(tail.head) === false)
    return { fault: 'link-changed', faultN: tail.lastN }
  const lost = await findLostFresh(db)
  if (lost !== undefined) return { fault: 'removed', faultN: BigInt(lost) }
  if (outside.some(({ n }) => n > tail.lastN)) return { fault: 'older-backup', faultN: tail.lastN + 1n }
  return tail.lastN > 0n && tail.dayN !== tail.lastN ? { fault: 'day-changed', faultN: tail.lastN } : null
}

const checkpointsAtOnce = 1000

/** Each checkpoint that this database has is signed and names the one before it. */
async function checkCheckpoints({ db, key }: VerifyOptions): Promise<Ending | null> {
  let before: Pick<Checkpoint, 'n' | 'head'> = { n: 0n, head: Buffer.alloc(32) }
  for (;;) {
    const some = await listCheckpoints(db, before.n, undefined, checkpointsAtOnce)
    for (const checkpoint of some) {
      if (!isSignedBy(key, checkpoint)) return { fault: 'checkpoint-forged', faultN: checkpoint.n }
      if (!checkpoint.previous.equals(before.head)) return { fault: 'checkpoint-changed', faultN: checkpoint.n }
      before = checkpoint
    }
    if (some.length < checkpointsAtOnce) return null
  }
}

/** Since when the part that has waited longest is unchecked. Deletes parts that no longer exist. */
async function findOldest(
  db: Db,
  parts: readonly Part[],
  { chosen, now }: Readonly<{ chosen: readonly Part[]; now: number }>,
): Promise<string | null> {
  const done = new Set(chosen)
  const times = parts.map(async (part) => {
    if (done.has(part)) return new Date(now).toISOString()
    if (part.checked !== undefined) return part.checked.checkedAt
    if (part.month !== null) return `${part.month.slice(0, 4)}-${part.month.slice(4)}-01T00:00:00.000Z`
    return (await findLink(db, part.after + 1n))?.sealedAt ?? new Date(now).toISOString()
  })
  if (chosen.length > 0) {
    const there = new Set(parts.map(({ of, after }) => `${of} ${after}`))
    const known = await listCheckedParts(db)
    await forgetParts(
      db,
      known.filter(({ of, after }) => !there.has(`${of} ${after}`)),
    )
  }
  return (await Promise.all(times)).toSorted()[0] ?? null
}

export const exitCodes: Readonly<Record<CheckOutcome, number>> = {
  held: 0,
  broken: 1,
  unchecked: 2,
  'held-in-itself': 3,
}
