import { requirePlatformStaff } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { setPublished, type Stamp } from './language.store.ts'
import { requireLanguages, type Chosen } from './require-languages.ts'

/** An incomplete language may be published: the app shows English for missing words. */
export async function publishLanguages(ctx: Pick<Ctx, 'db' | 'clock' | 'caller'>, chosen: Chosen): Promise<null> {
  await requirePlatformStaff(ctx)
  return bringOutLanguages(ctx.db, chosen, { by: ctx.caller.accountId, at: ctx.clock.now() })
}

/** Languages without changes stay unchanged. */
export async function bringOutLanguages(db: Db, chosen: Chosen, stamp: Stamp): Promise<null> {
  return transaction(db, async (trx) => {
    const changed = (await requireLanguages(trx, chosen)).filter(({ isChanged }) => isChanged)
    if (changed.length === 0) return refuse('product.nothingToPublish')
    await setPublished(
      trx,
      chosen.productId,
      changed.map(({ language }) => language),
      stamp,
    )
    return null
  })
}
