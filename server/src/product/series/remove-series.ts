import { requirePlatformStaff } from '../../customer/data-scope.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse, textRef, type TextRef } from '../../platform/refusal.ts'
import { deleteSeries, listSeriesWithProducts, lockSeries } from './series.store.ts'

/** Removes all of them or none: one that is unknown or still has models refuses all. */
export async function removeSeries(
  { db, caller, locale }: Pick<Ctx, 'db' | 'caller' | 'locale'>,
  ids: readonly string[],
): Promise<null> {
  await requirePlatformStaff({ db, caller })
  await transaction(db, async (trx) => {
    const series = await lockSeries(trx, ids)
    if (series.length !== new Set(ids).size) refuse('product.seriesUnknown')
    const used = await listSeriesWithProducts(trx, ids)
    const inUse = series
      .filter(({ id }) => used.has(id))
      .map(({ id, name, enName }) => ({ id, name: locale === 'zh' ? name : enName }))
    const [first] = inUse
    if (first !== undefined) {
      const fields: Record<string, TextRef> = {}
      for (const { id, name } of inUse)
        fields[`ids.${ids.indexOf(id)}`] = textRef('product.seriesHasProducts', { name })
      refuse('product.seriesHasProducts', { name: first.name }, { fields })
    }
    await deleteSeries(trx, ids)
  })
  return null
}
