import { openingLimits, type Openings } from '@brigade/contract/session/opening.model.ts'
import { setOpeningRefused } from '../../customer/organisation.store.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { endingSessions } from '../end-sessions.ts'
import { isOpeningRefused, listOpenings } from '../opening.store.ts'

type CallCtx = Pick<Ctx, 'db' | 'clock' | 'caller'>

export async function listOwnOpenings({ db, clock, caller }: CallCtx): Promise<Openings> {
  const { organisationId } = caller
  const [isRefused, list] = await Promise.all([
    isOpeningRefused(db, organisationId),
    listOpenings(db, caller.organisationId, { at: clock.now(), limit: openingLimits.listed }),
  ])
  return { isRefused, list }
}

/** Sets it for the caller's own organisation alone. The database ends the consoles that are open (session_end_shut). */
export async function refuseOpening(ctx: Ctx, { isRefused }: { isRefused: boolean }): Promise<null> {
  await endingSessions(ctx, (trx) => setOpeningRefused(trx, ctx.caller.organisationId, isRefused))
  return null
}
