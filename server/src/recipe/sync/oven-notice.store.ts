import { chunks } from '@brigade/contract/chunks.ts'
import type { Db } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import type { Pair } from './sync.store.ts'

/** The kind of notice that names changed pairs of oven and recipe, `recipe.oven`, and the ovens of a round. */
export const ovenRecipeMoved = 'ovenRecipe'
/** A notice holds 8,000 bytes, and a pair at most 40. */
const pairsPerNotice = 150

export async function notifyOvens(db: Db, moved: readonly Pair[], deviceIds: readonly string[]): Promise<void> {
  const ids = [...moved.map(({ deviceId, recipeId }) => `${recipeId}.${deviceId}`), ...deviceIds]
  for (const some of chunks(ids, pairsPerNotice)) await notifyOnCommit(db, 'live', { [ovenRecipeMoved]: some })
}
