import type { WallQuery } from '@brigade/contract/statistics/wall/wall.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findLinkById } from './row/link.store.ts'
import { findSetting, findShown, type ShownOrganisation } from './row/setting.store.ts'

type CallCtx = Pick<Ctx, 'db' | 'caller'>

/** The requested organisation within the caller's scope; a link shows only its own. */
export async function shownTo({ db, caller }: CallCtx, { organisation }: WallQuery): Promise<ShownOrganisation> {
  const id = organisation ?? caller.organisationId
  if (caller.linkId !== undefined && id !== caller.organisationId) refuse('wall.unknownOrganisation')
  return (await findShown(db, caller, id)) ?? refuse('wall.unknownOrganisation')
}

/** Whether names of customers are hidden, by the organisation or by the link. */
export async function hidesCustomers({ db, caller }: CallCtx, organisationId: string): Promise<boolean> {
  if ((await findSetting(db, { organisationId }))?.hidesCustomers === true) return true
  if (caller.linkId === undefined) return false
  // A deleted link shows nothing that it may not.
  return (await findLinkById(db, caller.linkId))?.hidesCustomers ?? true
}
