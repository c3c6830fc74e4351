import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import { publishThingModel } from '../thing-model/publish-thing-model.ts'
import { findPublished } from '../thing-model/thing-model.store.ts'
import { ensureProduct, ensureSeries } from './product.store.ts'

type Given = Readonly<{ db: Db; clock: Clock }>
type Names = { en: string; zh: string }
type Seeded = {
  code: string
  kind: DeviceKind
  name: Names
  products: readonly { productKey: string; name: Names; networkType?: string }[]
}

/** Product keys go into a device's flash, so they never change. */
const seededSeries: readonly Seeded[] = [
  {
    code: 'BX',
    kind: 'oven',
    name: { en: 'BX combi steam ovens', zh: 'BX 系列万能蒸烤箱' },
    products: [
      { productKey: 'a1BX06Pro', name: { en: 'BX-6 Pro', zh: 'BX-6 Pro 六盘蒸烤箱' } },
      { productKey: 'a1BX10Pro', name: { en: 'BX-10 Pro', zh: 'BX-10 Pro 十盘蒸烤箱' } },
      { productKey: 'a1BX20T', name: { en: 'BX-20 T', zh: 'BX-20 T 推车式蒸烤箱' }, networkType: '4g' },
    ],
  },
  {
    code: 'RC',
    kind: 'cooler',
    name: { en: 'RC refrigeration', zh: 'RC 系列冷柜' },
    products: [
      { productKey: 'a1RC700', name: { en: 'RC-700 refrigerator', zh: 'RC-700 立式冷藏柜' } },
      { productKey: 'a1RC700F', name: { en: 'RC-700 F freezer', zh: 'RC-700 F 立式冷冻柜' } },
      { productKey: 'a1RC150U', name: { en: 'RC-150 U undercounter', zh: 'RC-150 U 平台冷藏柜' }, networkType: '4g' },
    ],
  },
]

/** The thing model a product of a kind begins with. */
export const readyMadeModels = { oven: combiOven, cooler: refrigerator } as const

/** Our own series and products, each with a published thing model. What is there already is left as it is. */
export async function seedProducts({ db, clock }: Given): Promise<void> {
  for (const { products, ...series } of seededSeries) {
    const seriesId = await ensureSeries(db, series, clock.now())
    for (const product of products) {
      await transaction(db, async (trx) => {
        const productId = await ensureProduct(trx, { ...product, seriesId, kind: series.kind }, clock.now())
        if ((await findPublished(trx, productId)) !== undefined) return
        await publishThingModel(trx, {
          productId,
          model: readyMadeModels[series.kind],
          note: '',
          publishedBy: null,
          at: clock.now(),
        })
      })
    }
  }
}
