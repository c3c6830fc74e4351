import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { hasPicture } from '../file/file.store.ts'
import type { Db } from '../platform/db/database.ts'
import { violates } from '../platform/db/violation.ts'
import { refuse } from '../platform/refusal.ts'
import { shareSeries } from './series/series.store.ts'

/** Held until the transaction ends, so that its kind stays what it is. */
export async function requireSeries(db: Db, seriesId: string): Promise<{ id: string; kind: DeviceKind }> {
  const series = await shareSeries(db, seriesId)
  return series ?? refuse('field.refused', undefined, { fields: { seriesId: 'product.seriesUnknown' } })
}

/** A picture that was uploaded as one of a product, and is there still. */
export async function requireImage(db: Db, imageFileId: string | null): Promise<void> {
  if (imageFileId !== null && !(await hasPicture(db, imageFileId, 'product'))) {
    refuse('field.refused', undefined, { fields: { imageFileId: 'product.imageUnknown' } })
  }
}

/** The indexes decide, not a look beforehand: of two who give one name at once, the second is refused. */
export async function refusingTakenNames<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const field = violates(error, 'product_name')
      ? 'name.zh'
      : violates(error, 'product_en_name')
        ? 'name.en'
        : undefined
    if (field !== undefined) return refuse('field.refused', undefined, { fields: { [field]: 'product.nameTaken' } })
    throw error
  }
}
