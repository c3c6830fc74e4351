import type { ColumnType, Generated } from 'kysely'
import type { DynamicRegistration } from '@brigade/contract/product/registration/registration.endpoints.ts'
import type { DeviceKind, NetworkType, NodeType, Protocol } from '@brigade/contract/product/product.model.ts'

export type ProductSeriesTable = {
  id: Generated<string>
  /** Chinese. */
  name: string
  enName: string
  /** How the Chinese name is read, and its initials (system/area/spell-name.ts). */
  spelling: string
  code: string
  category: DeviceKind
  createdAt: string
  /** Also the version that a change is made from. */
  updatedAt: string
  /** Names, code and initials, folded. */
  search: ColumnType<string, never, never>
}

export type ProductTable = {
  id: Generated<string>
  seriesId: string
  /** The kind of the series. */
  kind: DeviceKind
  productKey: string
  /** Chinese. */
  name: string
  enName: string
  /** How the Chinese name is read, and its initials (system/area/spell-name.ts). */
  spelling: string
  nodeType: Generated<NodeType>
  networkType: Generated<NetworkType>
  protocol: Generated<Protocol>
  /** Sealed; null until it is requested or entered. */
  productSecret: Generated<Buffer | null>
  imageFileId: Generated<string | null>
  note: Generated<string>
  /** Whether its devices may fetch their credentials themselves. */
  dynamicRegistration: Generated<DynamicRegistration>
  enabled: Generated<boolean>
  createdAt: string
  /** Also the version that a change is made from. */
  updatedAt: string
  /** Names, key and initials, folded. */
  search: ColumnType<string, never, never>
}

/** Products that a version of the program added, deleted or not. */
export type ProductSeedTable = {
  productKey: string
  seededAt: string
}

/** Kinds of appliances; the id is part of the keyword index of devices. */
export type DeviceKindTable = { id: number; key: string }

declare module '../platform/db/database.ts' {
  interface Database {
    deviceKind: DeviceKindTable
    productSeries: ProductSeriesTable
    product: ProductTable
    productSeed: ProductSeedTable
  }
}
