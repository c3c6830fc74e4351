import { versionLimits } from '@brigade/contract/thing-model/model-draft.model.ts'
import { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { Db } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import { lockProduct } from './draft.store.ts'
import {
  announceModel,
  findPublished,
  insertVersion,
  removeOldVersions,
  type Publication,
} from './thing-model.store.ts'

/** Makes a model the latest published version of its product; returns the version. Devices and forms use it at once. */
export async function publishThingModel(db: Db, publication: Publication): Promise<number> {
  const model = ThingModel.parse(publication.model)
  return transaction(db, async (trx) => {
    const { productId } = publication
    // Concurrent publications get two versions, one after the other.
    await lockProduct(trx, productId)
    const before = await findPublished(trx, productId)
    const version = (before?.version ?? 0) + 1
    await insertVersion(trx, { ...publication, model, version, name: publication.name ?? `${version}.0.0` })
    await removeOldVersions(trx, productId, versionLimits.kept)
    await announceModel(trx, productId)
    return version
  })
}
