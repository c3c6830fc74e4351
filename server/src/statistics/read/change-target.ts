import { targetKeys } from '@brigade/contract/statistics/figures.ts'
import type { TargetSaving } from '@brigade/contract/statistics/statistics.model.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { saveTarget } from './target.store.ts'

/** Sets or removes the target of the caller's own organisation. */
export async function changeTarget(
  { db, caller, clock }: Ctx,
  { body: { figure, value, from } }: { body: TargetSaving },
): Promise<null> {
  if (!targetKeys.includes(figure)) refuse('statistics.noTarget')
  const at = new Date(clock.now()).toISOString()
  const target = { organisationId: caller.organisationId, figure, accountId: caller.accountId, at }
  const isSaved = await transaction(db, (trx) => saveTarget(trx, target, from, value))
  if (!isSaved) refuse('statistics.targetChanged')
  return null
}
