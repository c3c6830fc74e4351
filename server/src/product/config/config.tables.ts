import type { Table } from '../../platform/db/database.ts'

declare module '../../platform/db/database.ts' {
  interface Database {
    /**
     * The remote configuration of a product's devices; each save is a version.
     * * `origin`: The server's origin for devices: `https://host`.
     * * `token`: The token in the download address.
     */
    productConfig: Table<'productConfig'>
  }
}
