import { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { Db } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import {
  announceModels,
  findPublished,
  insertVersion,
  lockVersions,
  removeOldVersions,
  type Publication,
} from './thing-model.store.ts'

/** product.md, Thing models: 10 versions are kept. */
const keptVersions = 10

/** Makes a model the newest published version of its product; answers the version. Devices and forms see it at once. */
export async function publishThingModel(db: Db, publication: Publication): Promise<number> {
  const model = ThingModel.parse(publication.model)
  return transaction(db, async (trx) => {
    const { productId } = publication
    await lockVersions(trx, productId)
    const before = await findPublished(trx, productId)
    const version = (before?.version ?? 0) + 1
    await insertVersion(trx, { ...publication, model, version })
    await removeOldVersions(trx, productId, keptVersions)
    await announceModels(trx)
    return version
  })
}
