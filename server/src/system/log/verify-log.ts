import type { KeyObject } from 'node:crypto'
import { genesis, headOf, leafOf } from '../../platform/chain/chain.ts'
import { isSignedBy, type Checkpoint } from '../../platform/chain/checkpoint.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import {
  countSpokenOf,
  findDayHead,
  findUnsealed,
  listLinks,
  readDroppedUntil,
  readOneSnapshot,
  type Check,
  type CheckOutcome,
  type StoredLink,
} from './chain.store.ts'

/** The faults, by the names that the screen and the command use. */
export type Fault =
  | 'changed'
  | 'removed'
  | 'inserted'
  | 'body-changed'
  | 'link-changed'
  | 'truncated'
  | 'older-backup'
  | 'checkpoint-differs'
  | 'checkpoint-forged'
  | 'removed-too-early'

export type VerifyOptions = Readonly<{
  db: Db
  /** Checkpoints from outside: an auditor's files, or the destinations of checkpoints. */
  outside: readonly Checkpoint[]
  key: KeyObject
  now: number
  /** The present retention of lines in days. */
  keptDays: number
  /** Called now and then with the number of lines checked. */
  reportProgress?: (lines: number) => Promise<void>
}>

const portion = 2000
const monthOf = (at: string) => at.slice(0, 7)

type Walk = { n: bigint; head: Buffer; oldestMonth: string | undefined; lines: bigint }

/** Checks the whole chain in one snapshot and returns the first fault. */
export async function verifyLog(options: VerifyOptions): Promise<Check> {
  return transaction(options.db, async (db) => {
    if (!options.db.isTransaction) await readOneSnapshot(db)
    const forged = options.outside.find((checkpoint) => !isSignedBy(options.key, checkpoint))
    if (forged !== undefined) return broken('checkpoint-forged', forged.n, 0n)
    const expected = new Map(options.outside.map((checkpoint) => [checkpoint.n, checkpoint]))
    const walk: Walk = { n: 0n, head: genesis, oldestMonth: undefined, lines: 0n }
    for (;;) {
      const links = await listLinks(db, walk.n, portion)
      for (const link of links) {
        const fault = (await beginning(db, walk, link, options)) ?? faultOf(walk, link, expected)
        if (fault !== undefined) return broken(fault, link.n, walk.lines)
        walk.n = link.n
        walk.head = link.head
        walk.lines += 1n
      }
      await options.reportProgress?.(Number(walk.lines))
      if (links.length < portion) break
    }
    return ending(db, walk, options.outside)
  })
}

const broken = (fault: Fault, faultN: bigint, lines: bigint): Check => ({ outcome: 'broken', lines, fault, faultN })

/** Checks the first link: earlier months may be dropped if a day recorded the head and they were old enough. */
async function beginning(db: Db, walk: Walk, link: StoredLink, options: VerifyOptions): Promise<Fault | undefined> {
  if (walk.oldestMonth !== undefined) return undefined
  walk.oldestMonth = monthOf(link.sealedAt)
  if (link.n === 1n) return undefined
  // The retention that was in force then decides: it may be longer now.
  const until = await readDroppedUntil(db, options.now, options.keptDays)
  const head = await findDayHead(db, link.n - 1n)
  if (head === undefined || walk.oldestMonth > monthOf(until)) return 'removed-too-early'
  walk.n = link.n - 1n
  walk.head = head
  return undefined
}

function faultOf(walk: Walk, link: StoredLink, expected: ReadonlyMap<bigint, Checkpoint>): Fault | undefined {
  if (link.n !== walk.n + 1n) return 'removed'
  if (!headOf(walk.head, link.n, link.leaf).equals(link.head)) return 'link-changed'
  const { entry } = link
  if (entry === null) {
    // Its month may be dropped while the link, sealed in the next one, still exists.
    if (monthOf(link.loggedAt) >= (walk.oldestMonth ?? '')) return 'removed'
  } else {
    if (entry.bodyHash !== null && !entry.bodyHash.equals(link.sealedBodyHash)) return 'body-changed'
    if (!leafOf({ ...entry, bodyHash: link.sealedBodyHash }).equals(link.leaf)) return 'changed'
  }
  const outside = expected.get(link.n)
  return outside === undefined || outside.head.equals(link.head) ? undefined : 'checkpoint-differs'
}

async function ending(db: Db, walk: Walk, outside: readonly Checkpoint[]): Promise<Check> {
  if (walk.n < (await countSpokenOf(db))) return broken('truncated', walk.n + 1n, walk.lines)
  const unsealed = await findUnsealed(db)
  if (unsealed !== undefined) return broken('inserted', BigInt(unsealed), walk.lines)
  const ahead = outside.find(({ n }) => n > walk.n)
  if (ahead !== undefined) return broken('older-backup', walk.n + 1n, walk.lines)
  const outcome: CheckOutcome = walk.lines === 0n ? 'unchecked' : outside.length === 0 ? 'held-in-itself' : 'held'
  return { outcome, lines: walk.lines, fault: null, faultN: null }
}

export const exitCodes: Readonly<Record<CheckOutcome, number>> = {
  held: 0,
  broken: 1,
  unchecked: 2,
  'held-in-itself': 3,
}
