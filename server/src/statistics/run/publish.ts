import { longTransaction } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Digest } from './count-measures.store.ts'
import { atOneMoment, endMoment, type Counting } from './counting.store.ts'
import { writeDigests } from './digest.store.ts'
import { compare, comparedKinds, listCompared, takenKinds, writeDifferences, writeTaken } from './staging.store.ts'

type Published = Readonly<{
  digests?: readonly Digest[]
  /** The run at which stocks were taken; left out if none were. */
  takenAt?: string
  /** Writes rows that belong to these; it receives their number. */
  finish?: (db: Transaction, rows: number) => Promise<void>
}>

/**
 * Makes all staged rows visible in one transaction. It only writes, because the differences were found before. It locks
 * only rows of the figures, which only counts write.
 */
export async function publish(counting: Counting, { digests = [], takenAt, finish }: Published): Promise<void> {
  const compared = await atOneMoment(counting, listCompared)
  for (const some of compared) await atOneMoment(counting, (trx) => compare(trx, some))
  await endMoment(counting)
  await longTransaction(counting.db, async (trx) => {
    let rows = 0
    for (const kind of comparedKinds) rows += await writeDifferences(trx, kind)
    if (takenAt !== undefined) for (const kind of takenKinds) rows += await writeTaken(trx, kind, takenAt)
    await writeDigests(trx, digests)
    await finish?.(trx, rows)
  })
}
