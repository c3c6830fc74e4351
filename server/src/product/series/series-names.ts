import type { TextKey } from '@brigade/contract/catalogue.ts'
import type { Db } from '../../platform/db/database.ts'
import { violates } from '../../platform/db/violation.ts'
import { refuse } from '../../platform/refusal.ts'
import { findTakenSeries } from './series.store.ts'

/**
 * The unique indexes decide instead of a query beforehand: of two concurrent uses of one name or code the second is
 * refused. An index reports one field; the others are checked afterwards.
 */
export async function refusingTakenSeries<T>(
  db: Db,
  wanted: Parameters<typeof findTakenSeries>[1],
  work: Promise<T>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    const code = violates(error, 'product_series_code')
    const [zh, en] = [violates(error, 'product_series_name'), violates(error, 'product_series_en_name')]
    if (!code && !zh && !en) throw error
    const taken = await findTakenSeries(db, wanted)
    const fields: Record<string, TextKey> = {}
    if (code || taken.code) fields['code'] = 'product.codeTaken'
    if (zh || taken.zh) fields['name.zh'] = 'product.seriesNameTaken'
    if (en || taken.en) fields['name.en'] = 'product.seriesNameTaken'
    return refuse('field.refused', undefined, { fields })
  }
}
