import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Table } from '../platform/db/database.ts'

declare module '../platform/db/database.ts' {
  interface Database {
    /** Kinds of appliances; the id is part of the keyword index of devices. */
    deviceKind: Table<'deviceKind'>
    /**
     * * `name`: Chinese.
     * * `updatedAt`: Also the version that a change is made from.
     * * `search`: Names, code and initials, folded.
     */
    productSeries: Table<'productSeries', { category: DeviceKind }>
    /**
     * * `name`: Chinese.
     * * `productSecret`: Sealed; null until it is requested or entered.
     * * `dynamicRegistration`: Whether its devices may fetch their credentials themselves.
     * * `updatedAt`: Also the version that a change is made from.
     * * `search`: Names, key and initials, folded.
     */
    product: Table<
      'product',
      {
        /** The kind of the series. */
        kind: DeviceKind
      }
    >
    /** Products that a version of the program added, deleted or not. */
    productSeed: Table<'productSeed'>
  }
}
