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

/** What is wrong, as the screen and the command name it. */
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
  /** From outside: files of an auditor's, or where checkpoints were left. */
  outside: readonly Checkpoint[]
  key: KeyObject
  now: number
  /** For how many days lines are kept now. */
  keptDays: number
  /** Hears how many lines have been gone through, now and then. */
  say?: (lines: number) => Promise<void>
}>

const portion = 2000
const monthOf = (at: string) => at.slice(0, 7)

type Walk = { n: bigint; head: Buffer; oldestMonth: string | undefined; lines: bigint }

/** Goes through the whole chain as it is now, in one snapshot, and names the first thing that does not hold. */
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
      await options.say?.(Number(walk.lines))
      if (links.length < portion) break
    }
    return ending(db, walk, options.outside)
  })
}

const broken = (fault: Fault, faultN: bigint, lines: bigint): Check => ({ outcome: 'broken', lines, fault, faultN })

/** Of the first link: the months before it may be gone, if a day kept the head and they were old enough. */
async function beginning(db: Db, walk: Walk, link: StoredLink, options: VerifyOptions): Promise<Fault | undefined> {
  if (walk.oldestMonth !== undefined) return undefined
  walk.oldestMonth = monthOf(link.sealedAt)
  if (link.n === 1n) return undefined
  // By the retention that was in force then: it may be longer now.
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
    // Its month may be gone while the link, sealed in the next one, is still there.
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
