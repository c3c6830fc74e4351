import type { SpellCorrection } from '@brigade/contract/fault/record.model.ts'
import type { Raising } from './cause.ts'
import { forgetDue, listTold } from './late-news.store.ts'
import { notifyChanged } from './raise-record.ts'
import { archive, markWithdrawn, recordHappened } from './raise.store.ts'
import { keepUntold } from './untold.store.ts'

type Withdrawn = Readonly<{ id: string; month: string; isOpen: boolean }>

/**
 * Withdraws a record that, as late reports show, was never true, or never for as long as its delay. It leaves the open
 * records, keeps its acts, and everybody who was told of it is told.
 */
export async function withdrawRecord(
  { db, clock }: Raising,
  { id, month, isOpen }: Withdrawn,
  correction: readonly SpellCorrection[],
): Promise<void> {
  const now = clock.now()
  const at = new Date(now).toISOString()
  if (isOpen) await archive(db, [id], now)
  await markWithdrawn(db, { id, month }, at)
  await recordHappened(db, { id, month, act: 'withdraw', at, correction })
  await forgetDue(db, id)
  await keepUntold(db, await listTold(db, { id, month }), { id, now, kind: 'withdrawn' })
  await notifyChanged(db, id)
}
