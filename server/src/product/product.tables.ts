import type { Generated } from 'kysely'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'

export type ProductSeriesTable = {
  id: Generated<string>
  /** Chinese. */
  name: string
  enName: string
  code: string
  category: DeviceKind
  createdAt: string
}

export type ProductTable = {
  id: Generated<string>
  seriesId: string
  kind: DeviceKind
  productKey: string
  /** Chinese. */
  name: string
  enName: string
  nodeType: Generated<'direct' | 'gateway' | 'sub-device'>
  networkType: Generated<string>
  protocol: Generated<string>
  /** Sealed; null where devices of the product cannot register themselves. */
  productSecret: Generated<Buffer | null>
  imageFileId: Generated<string | null>
  enabled: Generated<boolean>
  createdAt: string
}

declare module '../platform/db/database.ts' {
  interface Database {
    productSeries: ProductSeriesTable
    product: ProductTable
  }
}
