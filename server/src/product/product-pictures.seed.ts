import { minuteMs } from '@brigade/contract/time.ts'
import { dateFiles } from '../file/file.store.ts'
import { keepPicture } from '../file/upload-picture.ts'
import { transaction } from '../platform/db/transaction.ts'
import { openFiles } from '../platform/files/open-files.ts'
import type { SeedOptions } from '../platform/program/domain.ts'
import { findStaff } from '../file/drawing/staff.store.ts'
import { drawnProducts, drawProduct } from './draw-product.ts'
import { listSeededKeys, listUnpictured, lockSeeding, rememberSeeded, writePicture } from './product-seed.store.ts'

const markOf = (productKey: string) => `${productKey} picture`

/** For the demo: a picture of each of its models that has none. Each is seeded once; one that was removed stays away. */
export async function seedProductPictures({ db, clock, settings, log }: SeedOptions): Promise<void> {
  const caller = await findStaff(db, 'product-manager')
  if (caller === undefined) return
  const files = openFiles({ settings, log })
  const seeded = await listSeededKeys(db)
  for (const { id, productKey, enName, createdMs } of await listUnpictured(db, drawnProducts)) {
    const drawn = await drawProduct(productKey)
    if (drawn === undefined || seeded.has(markOf(productKey))) continue
    const picture = { kind: 'product' as const, name: `${enName}.webp`, drawn }
    // The row is inserted first, as for any upload, so that the remains of a kill are removed.
    const fileId = await keepPicture({ db, files, clock, settings, caller }, picture)
    await transaction(db, async (trx) => {
      await lockSeeding(trx)
      if ((await listSeededKeys(trx)).has(markOf(productKey))) return
      await rememberSeeded(trx, markOf(productKey), clock.now())
      await writePicture(trx, id, fileId)
      await dateFiles(trx, [fileId], createdMs - 5 * minuteMs)
    })
  }
}
