import type { ProductDraft } from '@brigade/contract/product/product.model.ts'
import { readyMadeModels } from '@brigade/contract/thing-model/ready-made/ready-made-models.ts'
import { requirePlatformStaff } from '../customer/data-scope.ts'
import type { Db } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { seal } from '../platform/secret/secret-box.ts'
import { saveDraft } from '../thing-model/edit-draft.ts'
import { newProductKey, newProductSecret } from './product-identity.ts'
import { refusingTakenNames, requireImage, requireSeries } from './product-reference.ts'
import { insertProduct, type ProductFields } from './product.store.ts'

type Given = Pick<Ctx, 'db' | 'clock' | 'caller' | 'settings'>

/** Adds a product with the kind of its series, and a draft of its thing model if it starts from one. */
export async function addProduct(given: Given, draft: ProductDraft): Promise<{ id: string }> {
  await requirePlatformStaff(given)
  const { productKey, productSecret, startFrom, ...fields } = draft
  const work = transaction(given.db, async (trx) => {
    const { kind } = await requireSeries(trx, fields.seriesId)
    await requireImage(trx, fields.imageFileId)
    const id = await insertIdentified({ ...given, db: trx }, { ...fields, kind }, { productKey, productSecret })
    if (startFrom !== undefined) {
      const { caller, clock } = given
      const model = readyMadeModels[startFrom]
      await saveDraft(trx, { productId: id, model, accountId: caller.accountId, at: clock.now() })
    }
    return { id }
  })
  return refusingTakenNames(given.db, draft, work)
}

/** Two equal keys are so unlikely that this is never exceeded. */
const attempts = 5

type Identity = Readonly<{ productKey: string | undefined; productSecret: string | undefined }>

/** Inserts it with the entered key and secret, or generated ones. */
export async function insertIdentified(
  { db, clock, settings }: Readonly<{ db: Db }> & Pick<Ctx, 'clock' | 'settings'>,
  fields: ProductFields,
  { productKey, productSecret = newProductSecret() }: Identity,
): Promise<string> {
  const sealed = seal(settings.secretKey, productSecret)
  const insert = (key: string) => insertProduct(db, { ...fields, productKey: key, productSecret: sealed }, clock.now())
  if (productKey !== undefined) {
    return (
      (await insert(productKey)) ?? refuse('field.refused', undefined, { fields: { productKey: 'product.keyTaken' } })
    )
  }
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const id = await insert(newProductKey())
    if (id !== undefined) return id
  }
  throw new Error('No product key could be made that is not there yet')
}
