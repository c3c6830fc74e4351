import type { LanguageSave } from '@brigade/contract/product/language/language.model.ts'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { insertLanguage, lockLanguages, writeLanguage, type Stamp } from './language.store.ts'
import type { Texts } from './language.tables.ts'
import { wordsOfProduct } from './product-words.ts'

type Writing = Pick<Ctx, 'db' | 'clock' | 'caller'>

/** Saves some texts of one language; the others stay. A change that was made from an outdated version is refused. */
export async function saveLanguage(ctx: Writing, save: LanguageSave): Promise<{ updatedAt: string }> {
  await requirePlatformStaff(ctx)
  return saveTexts(ctx.db, save, { by: ctx.caller.accountId, at: ctx.clock.now() })
}

export async function saveTexts(
  db: Db,
  { productId, language, texts, updatedAt }: LanguageSave,
  stamp: Stamp,
): Promise<{ updatedAt: string }> {
  return transaction(db, async (trx) => {
    await requireWords(trx, productId, texts)
    const [before] = await lockLanguages(trx, productId, [language])
    if (before === undefined) {
      if (updatedAt !== null) return refuse('product.changedMeanwhile')
      const begun = await insertLanguage(trx, { productId, language }, merged({}, texts), stamp)
      return begun === undefined ? refuse('product.changedMeanwhile') : { updatedAt: begun }
    }
    if (updatedAt === null || Date.parse(before.updatedAt) !== Date.parse(updatedAt)) {
      return refuse('product.changedMeanwhile')
    }
    return { updatedAt: await writeLanguage(trx, { productId, language }, merged(before.draft, texts), stamp) }
  })
}

async function requireWords(db: Db, productId: string, texts: Texts): Promise<void> {
  const known = new Set((await wordsOfProduct(db, productId, { withDrafts: true })).map(({ key }) => key))
  const unknown = Object.keys(texts).filter((key) => !known.has(key))
  if (unknown.length === 0) return
  refuse('field.refused', undefined, {
    fields: Object.fromEntries(unknown.map((key) => [`texts.${key}`, 'product.wordUnknown' as const])),
  })
}

/** An empty text removes one. */
export const merged = (before: Texts, texts: Texts): Texts =>
  Object.fromEntries(Object.entries({ ...before, ...texts }).filter(([, text]) => text !== ''))
