import type { Transaction } from '../../platform/db/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { carriedBy, dayIn, type Moment } from './carried-state.ts'
import { emptyList, findOwnList, holdLists, listModels, setCarriesAll, writeList } from './carried.store.ts'

export type CarriedWish = Readonly<{
  id: string
  parentId: string
  /** Null: it carries everything that the organisation above carries. */
  productIds: readonly string[] | null
  /** The date for models that are withdrawn now. */
  sellOffDate: string | null
}>

const refuseAt = (field: string, key: 'customer.notOffered' | 'customer.sellOffMissing' | 'customer.sellOffPast') =>
  refuse('field.refused', undefined, { fields: { [field]: key } })

/**
 * Sets the models that a distributor or an agent carries. A list may contain models that the organisation above
 * carries, and models of the previous list. A model that is no longer in it is withdrawn with a date; earlier sell-offs
 * continue unchanged. A withdrawal needs no change below: organisations there carry only what all above them do.
 */
export async function setCarried(
  trx: Transaction,
  { id, parentId, productIds, sellOffDate }: CarriedWish,
  moment: Moment,
  { isNew }: { isNew: boolean },
): Promise<void> {
  await holdLists(trx, { toChange: true })
  const own = await findOwnList(trx, id)
  if (productIds === null) {
    await emptyList(trx, id)
    await setCarriesAll(trx, id, true)
    return
  }
  const [models, standing] = await Promise.all([listModels(trx), carriedBy(trx, [parentId], moment)])
  const offered = new Set(models.filter((model) => standing(parentId, model.id).state !== 'ended').map(({ id }) => id))
  const wanted = new Set(productIds)
  if (productIds.some((productId) => !offered.has(productId) && !own.until.has(productId)))
    return refuseAt('productIds', 'customer.notOffered')
  const carried = isNew
    ? []
    : own.carriesAll
      ? [...offered]
      : [...own.until].filter(([, until]) => until === null).map(([productId]) => productId)
  const withdrawn = carried.filter((productId) => !wanted.has(productId))
  if (withdrawn.length > 0) {
    if (sellOffDate === null) return refuseAt('sellOffDate', 'customer.sellOffMissing')
    if (sellOffDate < dayIn(own.timeZone, moment)) return refuseAt('sellOffDate', 'customer.sellOffPast')
  }
  await setCarriesAll(trx, id, false)
  await writeList(trx, id, [...wanted], null)
  await writeList(trx, id, withdrawn, sellOffDate)
}
