import type { Part } from '@brigade/contract/system/parts/parts.model.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { dateFiles } from '../../file/file.store.ts'
import { keepPicture } from '../../file/upload-picture.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { openFiles } from '../../platform/files/open-files.ts'
import { officeMs } from '../../platform/program/demo-days.ts'
import type { SeedOptions } from '../../platform/program/domain.ts'
import { findStaff } from '../../file/drawing/staff.store.ts'
import { drawPart } from './draw-part.ts'
import { findPartList, findPlatformId, insertPartList, listProductIdsByKey, writeParts } from './parts.store.ts'

type Drafted = readonly [number: string, en: string, zh: string, priceNote: string, keys: string, enabled?: false]

/** Spare parts of our own ovens and coolers. Keys are those of the models that a part fits; no keys mean all models. */
const drafted: readonly Drafted[] = [
  ['BX-DG-061', 'Door gasket, 6 trays', '六盘炉门密封条', '¥368', 'a1BX06Pro'],
  ['BX-DG-101', 'Door gasket, 10 trays', '十盘炉门密封条', '¥428', 'a1BX10Pro'],
  ['BX-CP-230', 'Core temperature probe, 230 mm', '中心温度探针 230 mm', '¥560', 'a1BX06Pro a1BX10Pro a1BX20T'],
  ['BX-LH-025', 'Cavity lamp with seal, 25 W', '炉腔照明灯（含密封圈）25 W', '¥95', 'a1BX06Pro a1BX10Pro a1BX20T'],
  ['BX-WF-100', 'Water filter cartridge', '软水滤芯', '¥1,280 / 12 个月', 'a1BX06Pro a1BX10Pro a1BX20T'],
  ['BX-CT-050', 'Cleaning tabs, 50 pieces', '清洁药片 50 片装', '¥320', 'a1BX06Pro a1BX10Pro a1BX20T'],
  ['RC-DG-700', 'Door gasket, upright cabinet', '立式柜门封条', '¥186', 'a1RC700 a1RC700F'],
  ['RC-SH-021', 'Shelf GN 2/1 with supports', 'GN 2/1 层架（含支架）', '¥240', 'a1RC700 a1RC700F a1RC900M'],
  ['RC-FN-150', 'Evaporator fan, undercounter', '平台柜蒸发风机', '¥215', 'a1RC150U'],
  ['RC-DR-150', 'Drawer runners, pair', '抽屉滑轨一对', '', 'a1RC150U', false],
  ['BR-CL-500', 'Stainless steel care spray, 500 ml', '不锈钢护理喷雾 500 ml', '¥68', ''],
]

/** Inserts the platform's list once, with pictures: an existing one stays unchanged. */
export async function seedDemoParts({ db, clock, settings, log }: SeedOptions): Promise<void> {
  const [products, platform, caller] = await Promise.all([
    listProductIdsByKey(db),
    findPlatformId(db),
    findStaff(db, 'product-manager'),
  ])
  if (platform === undefined || (await findPartList(db, platform)) !== undefined) return
  const files = openFiles({ settings, log })
  const listed: Part[] = []
  for (const [index, [number, en, zh, priceNote, keys, enabled = true]] of drafted.entries()) {
    const productIds = keys.split(' ').flatMap((key) => products.get(key) ?? [])
    // A part would be offered for every model if all of its models were deleted.
    if (productIds.length === 0 && keys !== '') continue
    const drawn = await drawPart(number)
    const picture = drawn && { kind: 'part' as const, name: `${number}.webp`, drawn }
    // The row is inserted first, as for any upload, so that the remains of a kill are removed.
    const imageFileId = picture && caller ? await keepPicture({ db, files, clock, settings, caller }, picture) : null
    listed.push({
      id: `demo${String(index + 1).padStart(4, '0')}`,
      enabled,
      imageFileId,
      name: { en, zh },
      number,
      productIds,
      link: `https://parts.brigade.example/${number.toLowerCase()}`,
      priceNote,
    })
  }
  const at = officeMs(clock.now(), 96, 'parts')
  const fileIds = listed.flatMap(({ imageFileId }) => imageFileId ?? [])
  await transaction(db, async (trx) => {
    if ((await insertPartList(trx, platform, { by: caller?.accountId ?? null, at })) === undefined) return
    await writeParts(trx, platform, listed)
    if (fileIds.length > 0) await dateFiles(trx, fileIds, at - 20 * minuteMs)
  })
}
