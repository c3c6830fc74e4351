import type { CarriedModels, OfferedModel } from '@brigade/contract/customer/carried.model.ts'
import type { SellerKind } from '@brigade/contract/customer/organisation.model.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { carriedBy, momentOf } from './carried/carried-state.ts'
import { countByModel, findOwnList, listModels, type Model } from './carried/carried.store.ts'
import { requireParent } from './customer-reference.ts'
import { listCustomerIdsAmong } from './customer.store.ts'
import { kindRefusals } from './kind-refusals.ts'

type CallCtx = Pick<Ctx, 'db' | 'clock' | 'settings' | 'caller'>

const modelOf = ({ id, name, enName, productKey, kind, enabled }: Model) => ({
  product: { id, name: { zh: name, en: enName }, productKey, kind },
  enabled,
})

/**
 * The models that a distributor or an agent carries, and models it no longer carries while it, or an organisation below
 * it, still has devices of them.
 */
export async function listCarried(ctx: CallCtx, kind: SellerKind, id: string): Promise<CarriedModels> {
  const { db, caller } = ctx
  if ((await listCustomerIdsAmong(db, { ...caller, kind }, [id])).length === 0)
    return refuse(kindRefusals[kind].unknown)
  const [models, own, standing, counts] = await Promise.all([
    listModels(db),
    findOwnList(db, id),
    carriedBy(db, [id], momentOf(ctx)),
    countByModel(db, id),
  ])
  const countOf = new Map(counts.map((count) => [count.productId, count]))
  const list = models.flatMap((model) => {
    const { state, sellOffDate } = standing(id, model.id)
    const count = countOf.get(model.id)
    const isShown = state !== 'ended' || count !== undefined || own.until.has(model.id)
    if (!isShown) return []
    return [{ ...modelOf(model), state, sellOffDate, devices: count?.devices ?? 0, stock: count?.stock ?? 0 }]
  })
  const carried = [...own.until].filter(([, until]) => until === null).map(([productId]) => productId)
  return { productIds: own.carriesAll ? null : carried, list }
}

/** The models that an organisation of the kind may carry under a parent: those that the parent itself carries. */
export async function listOffered(ctx: CallCtx, kind: SellerKind, wanted: string | undefined): Promise<OfferedModel[]> {
  const { db, caller } = ctx
  const parentId = await requireParent(db, { ...caller, kind }, wanted ?? caller.organisationId)
  const [models, standing] = await Promise.all([listModels(db), carriedBy(db, [parentId], momentOf(ctx))])
  return models.flatMap((model) => {
    const { state, sellOffDate } = standing(parentId, model.id)
    return state === 'ended' ? [] : [{ ...modelOf(model), sellOffDate }]
  })
}
