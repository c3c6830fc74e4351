import {
  causeLimits,
  type FaultCauseChange,
  type FaultCauseDraft,
  type FaultCauseSearch,
} from '@brigade/contract/fault/cause.model.ts'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import {
  findCausePage,
  findUsed,
  insertCause,
  lockCauses,
  markRemoved,
  readCauses,
  writeCause,
} from './fault-cause.store.ts'

type CallCtx = Pick<Ctx, 'db' | 'clock' | 'caller' | 'locale'>
type Known = Awaited<ReturnType<typeof readCauses>>

export const listCauses = ({ db }: CallCtx, { query }: { query: FaultCauseSearch }) => findCausePage(db, query)

/** Two causes of one name could not be told apart where one is chosen. */
function requireFreeName(known: Known, { name }: FaultCauseDraft, id?: string): void {
  const others = known.filter((one) => one.id !== id)
  const fields = {
    ...(others.some(({ enName }) => enName === name.en) ? { 'name.en': 'fault.causeTaken' as const } : {}),
    ...(others.some((one) => one.name === name.zh) ? { 'name.zh': 'fault.causeTaken' as const } : {}),
  }
  if (Object.keys(fields).length > 0) refuse('fault.causeTaken', undefined, { fields })
}

/** The causes are one list for all organisations: only the platform's own staff changes it. */
export async function addCause(ctx: CallCtx, { body }: { body: FaultCauseDraft }): Promise<{ id: string }> {
  await requirePlatformStaff(ctx)
  return transaction(ctx.db, async (trx) => {
    await lockCauses(trx)
    const known = await readCauses(trx)
    if (known.length >= causeLimits.most) refuse('fault.tooManyCauses', { most: causeLimits.most })
    requireFreeName(known, body)
    return { id: await insertCause(trx, body, ctx.clock.now()) }
  })
}

export async function updateCause(ctx: CallCtx, { body }: { body: FaultCauseChange }): Promise<null> {
  await requirePlatformStaff(ctx)
  return transaction(ctx.db, async (trx) => {
    await lockCauses(trx)
    const known = await readCauses(trx)
    const before = known.find(({ id }) => id === body.id) ?? refuse('fault.unknownCause')
    if (Date.parse(before.updatedAt) !== Date.parse(body.updatedAt)) refuse('fault.causeChanged')
    requireFreeName(known, body, body.id)
    if (!body.enabled && !known.some(({ id, enabled }) => enabled && id !== body.id)) refuse('fault.lastCause')
    await writeCause(trx, body, ctx.clock.now())
    return null
  })
}

/** Removes all of them or none. */
export async function removeCauses(ctx: CallCtx, { body: { ids } }: { body: { ids: string[] } }): Promise<null> {
  await requirePlatformStaff(ctx)
  return transaction(ctx.db, async (trx) => {
    await lockCauses(trx)
    const known = await readCauses(trx)
    const gone = new Set(ids)
    if (known.filter(({ id }) => gone.has(id)).length < gone.size) refuse('fault.unknownCause')
    const used = await findUsed(trx, ids)
    if (used !== undefined) refuse('fault.causeInUse', { name: used.name[ctx.locale] })
    if (!known.some(({ id, enabled }) => enabled && !gone.has(id))) refuse('fault.lastCause')
    await markRemoved(trx, ids, ctx.clock.now())
    return null
  })
}
