import { openingLimits, type Openings } from '@brigade/contract/session/opening.model.ts'
import { setOpeningRefused } from '../../customer/organisation.store.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { endingSessions } from '../end-sessions.ts'
import { endOpenedSessions, isOpeningRefused, listOpenings } from '../opening.store.ts'

type CallCtx = Pick<Ctx, 'db' | 'clock' | 'caller'>

export async function listOwnOpenings({ db, clock, caller }: CallCtx): Promise<Openings> {
  const { organisationId } = caller
  const [isRefused, list] = await Promise.all([
    isOpeningRefused(db, organisationId),
    listOpenings(db, caller.organisationId, { at: clock.now(), limit: openingLimits.listed }),
  ])
  return { isRefused, list }
}

/** Sets it for the caller's own organisation alone. Opened consoles are closed. */
export async function refuseOpening(ctx: Ctx, { isRefused }: { isRefused: boolean }): Promise<null> {
  const { clock, caller } = ctx
  await endingSessions(ctx, async (trx) => {
    await setOpeningRefused(trx, caller.organisationId, isRefused)
    if (isRefused) await endOpenedSessions(trx, caller.organisationId, clock.now())
  })
  return null
}
