import type { PartsPurchase } from '@brigade/contract/system/parts/parts.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findKeeper, findOrganisationWithin, findPartList, listParts } from './parts.store.ts'

type CallCtx = Pick<Ctx, 'db' | 'caller'>

/** The organisation's own list, or the visible parts of the nearest list above. */
export async function showParts(
  { db, caller }: CallCtx,
  organisationId: string = caller.organisationId,
): Promise<PartsPurchase> {
  const { id, kind } =
    (await findOrganisationWithin(db, caller, organisationId)) ?? refuse('customer.unknownOrganisation')
  const mayKeep = kind !== 'customer'
  const own = await findPartList(db, id)
  if (own !== undefined) {
    const { updatedAt, updatedBy } = own
    return {
      organisationId: id,
      mayKeep,
      updatedAt,
      updatedBy: updatedBy ?? '',
      parts: await listParts(db, id),
      inheritedFrom: null,
    }
  }
  const keeper = await findKeeper(db, id)
  if (keeper === undefined)
    return { organisationId: id, mayKeep, updatedAt: null, updatedBy: '', parts: [], inheritedFrom: null }
  const seen = await findOrganisationWithin(db, caller, keeper.id)
  const parts = await listParts(db, keeper.id)
  return {
    organisationId: id,
    mayKeep,
    updatedAt: null,
    updatedBy: '',
    parts: parts.filter(({ enabled }) => enabled),
    inheritedFrom: { kind: keeper.kind, name: seen?.name ?? '' },
  }
}
