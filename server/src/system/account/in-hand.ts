import type { AccountDetail, InHandKind } from '@brigade/contract/system/account/account.model.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { InHand, Leaving } from '../../platform/program/domain.ts'

/** The kinds of unfinished work that the domains of the program contribute. */
export type WorksInHand = readonly InHand<InHandKind>[]

export async function countInHand(db: Db, accountId: string, works: WorksInHand): Promise<AccountDetail['inHand']> {
  const counted = await Promise.all(works.map(async ({ kind, count }) => ({ kind, count: await count(db, accountId) })))
  return counted.filter(({ count }) => count > 0)
}

export async function handOver(trx: Transaction, leaving: Leaving, works: WorksInHand): Promise<void> {
  for (const work of works) await work.handOver(trx, leaving)
}
