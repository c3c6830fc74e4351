import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { modbusModem, modbusUnit } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import { demoMs } from '../platform/program/demo-days.ts'
import { publishThingModel } from '../thing-model/publish-thing-model.ts'
import { ensureProduct, ensureSeries, listSeededKeys, lockSeeding, rememberSeeded } from './product-seed.store.ts'

const ovens = { code: 'BX', kind: 'oven', name: { en: 'BX combi steam ovens', zh: 'BX 系列万能蒸烤箱' } } as const
const coolers = { code: 'RC', kind: 'cooler', name: { en: 'RC refrigeration', zh: 'RC 系列冷柜' } } as const

/** The demo's gateways and the devices behind them. */
const demoProducts = [
  {
    series: coolers,
    productKey: 'a1DTU4G',
    since: '2025-03-17T02:15:00Z',
    name: { en: 'RC link DTU', zh: 'RC 联网 DTU' },
    nodeType: 'gateway',
    networkType: '4g',
    protocol: 'alink',
    note: '4G, RS-485 × 1',
    model: modbusModem,
  },
  {
    series: coolers,
    productKey: 'a1RC900S',
    since: '2025-03-17T03:02:00Z',
    name: { en: 'RC-900 S refrigerator', zh: 'RC-900 S 双门冷藏柜' },
    nodeType: 'sub-device',
    networkType: 'other',
    protocol: 'modbusRtu',
    note: '900 l, R290, -2…+8 °C, RS-485',
    model: modbusUnit,
  },
  {
    series: ovens,
    productKey: 'a1BXLink',
    since: '2025-04-14T06:24:00Z',
    name: { en: 'BX kitchen gateway', zh: 'BX 厨房网关' },
    nodeType: 'gateway',
    networkType: '4g',
    protocol: 'alink',
    note: '4G, Wi-Fi',
    model: modbusModem,
  },
  {
    series: ovens,
    productKey: 'a1BX06S',
    since: '2025-04-14T07:11:00Z',
    name: { en: 'BX-6 S', zh: 'BX-6 S 六盘蒸烤箱' },
    nodeType: 'sub-device',
    networkType: 'other',
    protocol: 'alink',
    note: 'GN 1/1 × 6, 11 kW, 400 V 3N~',
    model: combiOven,
  },
] as const

/** Seeds each once; existing ones are left unchanged, and deleted ones do not come back. */
export async function seedDemoProducts({ db, clock }: Readonly<{ db: Db; clock: Clock }>): Promise<void> {
  await transaction(db, async (trx) => {
    await lockSeeding(trx)
    const seeded = await listSeededKeys(trx)
    for (const { series, model, since, ...product } of demoProducts) {
      if (seeded.has(product.productKey)) continue
      const at = demoMs(since, clock.now())
      await rememberSeeded(trx, product.productKey, at)
      const seriesId = await ensureSeries(trx, series, at)
      const id = seriesId && (await ensureProduct(trx, { ...product, seriesId, kind: series.kind }, at))
      if (id) await publishThingModel(trx, { productId: id, model, note: '', publishedBy: null, at })
    }
  })
}
