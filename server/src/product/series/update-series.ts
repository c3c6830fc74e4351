import type { SeriesChange } from '@brigade/contract/product/product.model.ts'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { refusingTakenSeries } from './series-names.ts'
import { listSeriesWithProducts, lockSeries, writeSeries } from './series.store.ts'

/**
 * A change that was made from an outdated version is refused. The kind stays once the series has a model, because
 * models have its kind.
 */
export async function updateSeries(
  { db, clock, caller }: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  { id, updatedAt, ...fields }: SeriesChange,
): Promise<null> {
  await requirePlatformStaff({ db, caller })
  const work = transaction(db, async (trx) => {
    const [before] = await lockSeries(trx, [id])
    if (before === undefined) return refuse('product.seriesUnknown')
    if (Date.parse(before.updatedAt) !== Date.parse(updatedAt)) return refuse('product.changedMeanwhile')
    if (fields.kind !== before.kind && (await listSeriesWithProducts(trx, [id])).has(id)) {
      refuse('product.seriesKindFixed', undefined, { fields: { kind: 'product.seriesKindFixed' } })
    }
    await writeSeries(trx, id, fields, clock.now())
    await notifyOnCommit(trx, 'names', { series: [id] })
    return null
  })
  return refusingTakenSeries(db, { ...fields, id }, work)
}
