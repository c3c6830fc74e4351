import { violates } from '../../platform/db/violation.ts'
import { refuse } from '../../platform/refusal.ts'

/** The indexes decide, not a look beforehand: of two who give one name or code at once, the second is refused. */
export async function refusingTakenSeries<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (violates(error, 'product_series_code'))
      return refuse('field.refused', undefined, { fields: { code: 'product.codeTaken' } })
    if (violates(error, 'product_series_name'))
      return refuse('field.refused', undefined, { fields: { 'name.zh': 'product.seriesNameTaken' } })
    if (violates(error, 'product_series_en_name'))
      return refuse('field.refused', undefined, { fields: { 'name.en': 'product.seriesNameTaken' } })
    throw error
  }
}
