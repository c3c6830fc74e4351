import { requirePlatformStaff } from '../../customer/data-scope.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { deleteLanguages } from './language.store.ts'
import { requireLanguages, type Chosen } from './require-languages.ts'

/** Removes published texts too: the app shows the English words again. */
export async function removeLanguages(ctx: Pick<Ctx, 'db' | 'caller'>, chosen: Chosen): Promise<null> {
  await requirePlatformStaff(ctx)
  return transaction(ctx.db, async (trx) => {
    await requireLanguages(trx, chosen)
    await deleteLanguages(trx, chosen.productId, chosen.languages)
    return null
  })
}
