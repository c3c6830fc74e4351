import type { TextKey } from '@brigade/contract/catalogue.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { hasPicture } from '../file/file.store.ts'
import type { Db } from '../platform/db/database.ts'
import { violates } from '../platform/db/violation.ts'
import { refuse } from '../platform/refusal.ts'
import { findTakenNames, type WantedNames } from './product.store.ts'
import { shareSeries } from './series/series.store.ts'

/** Locked until the transaction ends, so that its kind does not change. */
export async function requireSeries(db: Db, seriesId: string): Promise<{ id: string; kind: DeviceKind }> {
  const series = await shareSeries(db, seriesId)
  return series ?? refuse('field.refused', undefined, { fields: { seriesId: 'product.seriesUnknown' } })
}

/** Checks that the picture was uploaded for a product, and still exists. */
export async function requireImage(db: Db, imageFileId: string | null): Promise<void> {
  if (imageFileId !== null && !(await hasPicture(db, imageFileId, 'product'))) {
    refuse('field.refused', undefined, { fields: { imageFileId: 'product.imageUnknown' } })
  }
}

/**
 * The unique indexes decide instead of a query beforehand: of two concurrent uses of one name the second is refused. An
 * index reports one language; the name in the other one is checked afterwards.
 */
export async function refusingTakenNames<T>(db: Db, wanted: WantedNames, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const [zh, en] = [violates(error, 'product_name'), violates(error, 'product_en_name')]
    if (!zh && !en) throw error
    const taken = await findTakenNames(db, wanted)
    const fields: Record<string, TextKey> = {}
    if (zh || taken.zh) fields['name.zh'] = 'product.nameTaken'
    if (en || taken.en) fields['name.en'] = 'product.nameTaken'
    return refuse('field.refused', undefined, { fields })
  }
}
