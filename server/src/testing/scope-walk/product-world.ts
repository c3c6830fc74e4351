import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import { saveDraft } from '../../thing-model/edit-draft.ts'
import { publishThingModel } from '../../thing-model/publish-thing-model.ts'
import { make } from '../make.ts'
import type { TestApp } from '../start-app.ts'
import { keyOfRemoved, plantedInfo } from './samples/product-samples.ts'

/** Ids of shared rows, by table: calls that name one are tried with them. */
export type SharedRows = ReadonlyMap<string, readonly string[]>

export type PlantedProducts = Readonly<{
  /** Published, with a draft, templates and languages. */
  keptId: string
  shared: SharedRows
}>

/** A series, a product with all that a product has, written by an account of the platform, and one that may be deleted. */
export async function plantProducts(app: TestApp, { accountId }: { accountId: string }): Promise<PlantedProducts> {
  const { db, clock } = app
  const at = clock.now()
  const series = await make.series(app)
  const kept = await make.product(app, { model: null, note: 'Everybody’s', productKey: 'a1WalkStays' })
  await publishThingModel(db, { productId: kept.id, model: combiOven, note: '', publishedBy: accountId, at })
  await saveDraft(db, { productId: kept.id, model: refrigerator, accountId, at })
  const removed = await make.product(app, { model: null, productKey: keyOfRemoved })
  const cooler = await make.product(app, { kind: 'cooler', productKey: 'a1WalkCools' })
  const written = { updatedAt: new Date(at).toISOString(), updatedBy: accountId }
  const published = { publishedAt: new Date(at).toISOString(), publishedBy: accountId }
  await db
    .insertInto('productTemplate')
    .values({
      productId: kept.id,
      kind: 'params-info',
      draft: JSON.stringify(plantedInfo),
      published: JSON.stringify(plantedInfo),
      ...written,
      ...published,
    })
    .execute()
  const texts = (text: string) => JSON.stringify({ 'property.CabinetTemp.name': text })
  await db
    .insertInto('productLanguage')
    .values([
      {
        productId: kept.id,
        language: 'de',
        draft: texts('Innenraum'),
        published: texts('Raum'),
        ...written,
        ...published,
      },
      { productId: kept.id, language: 'fr', draft: texts('Enceinte'), ...written },
    ])
    .execute()
  const shared = new Map([
    ['product', [kept.id, removed.id, cooler.id]],
    ['product_series', [series.id]],
  ])
  return { keptId: kept.id, shared }
}
