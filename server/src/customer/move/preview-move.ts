import type { MovePreview } from '@brigade/contract/customer/customer.model.ts'
import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requireParent } from '../customer-reference.ts'
import { listCustomerIdsAmong } from '../customer.store.ts'
import { kindRefusals } from '../kind-refusals.ts'
import { carriedBy, momentOf } from '../carried/carried-state.ts'
import { countByModel, listModels } from '../carried/carried.store.ts'
import { countMoving, listAbove, listRolesLeft } from './move.store.ts'

/**
 * The effects of moving an organisation, shown before the move. Both ends are within the caller's scope, and
 * organisations above both are not affected, so nothing above that scope is named.
 */
export async function previewMove(
  ctx: Pick<Ctx, 'db' | 'clock' | 'settings' | 'caller'>,
  kind: KeptKind,
  { id, parentId: wanted }: { id: string; parentId: string },
): Promise<MovePreview> {
  const { db, caller } = ctx
  const scope = { ...caller, kind }
  if ((await listCustomerIdsAmong(db, scope, [id])).length === 0) return refuse(kindRefusals[kind].unknown)
  if (id === caller.organisationId) refuse('customer.own')
  const parentId = await requireParent(db, scope, wanted)
  const [before, after, moving, roles, models] = await Promise.all([
    listAbove(db, caller, { id, withSelf: false }),
    listAbove(db, caller, { id: parentId, withSelf: true }),
    countMoving(db, id),
    listRolesLeft(db, { id, parentId }),
    listModelsLacked(ctx, { id, parentId }),
  ])
  const lacking = (those: typeof before) => {
    const ids = new Set(those.map((one) => one.id))
    return (one: { id: string }) => !ids.has(one.id)
  }
  return {
    gaining: after.filter(lacking(before)),
    losing: before.filter(lacking(after)),
    ...moving,
    roles,
    models,
  }
}

/**
 * Models that it carries now and the new parent does not. Its own list moves with it, so a model missing from that list
 * is not a loss.
 */
async function listModelsLacked(
  ctx: Pick<Ctx, 'db' | 'clock' | 'settings'>,
  { id, parentId }: { id: string; parentId: string },
): Promise<MovePreview['models']> {
  const { db } = ctx
  const [models, standing, counts] = await Promise.all([
    listModels(db),
    carriedBy(db, [id, parentId], momentOf(ctx)),
    countByModel(db, id),
  ])
  const devicesOf = new Map(counts.map(({ productId, devices, stock }) => [productId, devices + stock]))
  return models
    .filter((model) => standing(id, model.id).state !== 'ended' && standing(parentId, model.id).state === 'ended')
    .map((model) => ({
      id: model.id,
      name: { zh: model.name, en: model.enName },
      devices: devicesOf.get(model.id) ?? 0,
    }))
}
