import type { DeviceKind, NetworkType, Protocol, ReadyMadeKey } from '@brigade/contract/product/product.model.ts'
import { readyMadeModels } from '@brigade/contract/thing-model/ready-made/ready-made-models.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import { seededMs } from '../platform/program/demo-days.ts'
import type { Settings } from '../platform/settings.ts'
import { publishThingModel } from '../thing-model/publish-thing-model.ts'
import { ensureProduct, ensureSeries, listSeededKeys, lockSeeding, rememberSeeded } from './product-seed.store.ts'

type Given = Readonly<{ db: Db; clock: Clock; settings?: Pick<Settings, 'demo'> }>
type Names = { en: string; zh: string }
type SeededProduct = Readonly<{
  productKey: string
  /** The day on which the demo's maker entered it. */
  since: string
  name: Names
  networkType: NetworkType
  /** The protocol, by default Alink. */
  protocol?: Protocol
  note: string
  /** The ready-made model, by default that of its kind. */
  model?: ReadyMadeKey
}>
type SeededSeries = Readonly<{ code: string; kind: DeviceKind; name: Names; products: readonly SeededProduct[] }>

/** Product keys go into a device's flash, so they never change. */
const seededSeries: readonly SeededSeries[] = [
  {
    code: 'BX',
    kind: 'oven',
    name: { en: 'BX combi steam ovens', zh: 'BX 系列万能蒸烤箱' },
    products: [
      {
        productKey: 'a1BX06Pro',
        since: '2023-03-06T02:05:00Z',
        name: { en: 'BX-6 Pro', zh: 'BX-6 Pro 六盘蒸烤箱' },
        networkType: 'wifi',
        note: 'GN 1/1 × 6, 11 kW, 400 V 3N~',
      },
      {
        productKey: 'a1BX10Pro',
        since: '2023-03-06T02:48:00Z',
        name: { en: 'BX-10 Pro', zh: 'BX-10 Pro 十盘蒸烤箱' },
        networkType: 'wifi',
        note: 'GN 1/1 × 10, 19 kW, 400 V 3N~',
      },
      {
        productKey: 'a1BX20T',
        since: '2023-05-15T06:10:00Z',
        name: { en: 'BX-20 T', zh: 'BX-20 T 推车式蒸烤箱' },
        networkType: '4g',
        note: 'GN 1/1 × 20, 37 kW, 400 V 3N~',
      },
    ],
  },
  {
    code: 'RC',
    kind: 'cooler',
    name: { en: 'RC refrigeration', zh: 'RC 系列冷柜' },
    products: [
      {
        productKey: 'a1RC700',
        since: '2023-04-03T01:35:00Z',
        name: { en: 'RC-700 refrigerator', zh: 'RC-700 立式冷藏柜' },
        networkType: 'wifi',
        note: '700 l, R290, -2…+8 °C',
      },
      {
        productKey: 'a1RC700F',
        since: '2023-04-03T02:20:00Z',
        name: { en: 'RC-700 F freezer', zh: 'RC-700 F 立式冷冻柜' },
        networkType: 'wifi',
        note: '700 l, R290, −24…−15 °C',
      },
      {
        productKey: 'a1RC150U',
        since: '2023-06-12T07:15:00Z',
        name: { en: 'RC-150 U undercounter', zh: 'RC-150 U 平台冷藏柜' },
        networkType: '4g',
        note: '150 l, R290, -2…+8 °C',
      },
      {
        productKey: 'a1RC900M',
        since: '2024-02-26T03:40:00Z',
        name: { en: 'RC-900 M refrigerator', zh: 'RC-900 M 双门冷藏柜' },
        networkType: '4g',
        protocol: 'modbusRtu',
        note: '900 l, R290, -2…+8 °C, RS-485 → 4G DTU',
        model: 'modbus-dtu',
      },
    ],
  },
]

const modelOfKind = { oven: 'combi-oven', cooler: 'refrigerator' } as const

/**
 * Seeds our own series and products, each once, with a published thing model. Existing ones are left unchanged, and
 * deleted ones do not come back.
 */
export async function seedProducts({ db, clock, settings }: Given): Promise<void> {
  await transaction(db, async (trx) => {
    await lockSeeding(trx)
    const seeded = await listSeededKeys(trx)
    for (const { products, ...series } of seededSeries) {
      for (const product of products.filter(({ productKey }) => !seeded.has(productKey))) {
        const { since, ...fields } = product
        await seedProduct(trx, series, fields, seededMs({ clock, settings }, since))
      }
    }
  })
}

async function seedProduct(
  db: Db,
  series: Omit<SeededSeries, 'products'>,
  { model = modelOfKind[series.kind], ...product }: Omit<SeededProduct, 'since'>,
  at: number,
): Promise<void> {
  await rememberSeeded(db, product.productKey, at)
  const seriesId = await ensureSeries(db, series, at)
  // If another product uses a name or key of ours by now, ours is skipped.
  const id = seriesId && (await ensureProduct(db, { ...product, seriesId, kind: series.kind }, at))
  if (!id) return
  await publishThingModel(db, {
    productId: id,
    model: readyMadeModels[model],
    note: '',
    publishedBy: null,
    at,
  })
}
