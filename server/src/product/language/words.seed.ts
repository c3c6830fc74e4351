import { templateKinds } from '@brigade/contract/product/template/template.model.ts'
import { templateFaults } from '@brigade/contract/product/template/template.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { officeMs } from '../../platform/program/demo-days.ts'
import { findPublished } from '../../thing-model/thing-model.store.ts'
import { listSeededKeys, lockSeeding, rememberSeeded } from '../product-seed.store.ts'
import { demoTemplates } from '../template/demo-templates.ts'
import { bringOut } from '../template/publish-template.ts'
import { keepDraft } from '../template/save-template.ts'
import { ovenWords } from './demo-words.ts'
import { findWithoutWords } from './language.store.ts'
import { bringOutLanguages } from './publish-languages.ts'
import { saveTexts } from './save-language.ts'
import { wordsOfProduct } from './product-words.ts'

type Given = Readonly<{ db: Db; clock: Clock }>

const withTemplates = ['a1BX06Pro', 'a1BX10Pro', 'a1BX20T', 'a1RC700', 'a1RC700F', 'a1RC150U', 'a1RC900M'] as const
const translated: string = 'a1BX06Pro'

/**
 * For the demo: the app's templates of our products, and one product in more languages. Each is seeded once; later
 * changes stay.
 */
export async function seedProductWords({ db, clock }: Given): Promise<void> {
  await transaction(db, async (trx) => {
    await lockSeeding(trx)
    const seeded = await listSeededKeys(trx)
    const at = officeMs(clock.now(), 120, 'product words')
    for (const productKey of withTemplates) {
      const mark = `${productKey} words`
      if (seeded.has(mark)) continue
      await rememberSeeded(trx, mark, at)
      // Products with existing texts keep only those.
      const product = await findWithoutWords(trx, productKey)
      if (product === undefined) continue
      await seedTemplates(trx, product, at)
      if (productKey === translated) await seedLanguages(trx, product.id, at)
    }
  })
}

type Product = NonNullable<Awaited<ReturnType<typeof findWithoutWords>>>

/**
 * Saved through the same functions as a person's input; functions that the published thing model lacks are left out.
 */
async function seedTemplates(db: Db, { id: productId, kind, networkType }: Product, at: number): Promise<void> {
  const model = (await findPublished(db, productId))?.model
  if (model === undefined) return
  const contents = demoTemplates(kind, networkType === '4g' ? '4g' : 'wifi')
  for (const template of templateKinds) {
    const content = contents[template]
    if (templateFaults(template, content, model).length > 0) continue
    const stamp = { by: null, at }
    const { updatedAt } = await keepDraft(db, template, { productId, content, updatedAt: null }, stamp)
    await bringOut(db, template, { productId, updatedAt }, stamp)
  }
}

/** German and French are complete, Italian is in progress. */
async function seedLanguages(db: Db, productId: string, at: number): Promise<void> {
  const words = await wordsOfProduct(db, productId, { withDrafts: true })
  const stamp = { by: null, at }
  for (const [place, language] of (['de', 'fr', 'it'] as const).entries()) {
    const texts = words.flatMap(({ key, en }) => {
      const text = Object.hasOwn(ovenWords, en) ? ovenWords[en]?.[place] : undefined
      return text === undefined ? [] : [[key, text] as const]
    })
    await saveTexts(db, { productId, language, texts: Object.fromEntries(texts), updatedAt: null }, stamp)
  }
  await bringOutLanguages(db, { productId, languages: ['de', 'fr'] }, stamp)
}
