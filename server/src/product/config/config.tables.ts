/** The remote configuration of a product's devices; each save is a version. */
export type ProductConfigTable = {
  productId: string
  version: number
  content: string
  note: string
  /** The server's origin for devices: `https://host`. */
  origin: string
  /** The token in the download address. */
  token: string
  accountId: string | null
  createdAt: string
}

declare module '../../platform/db/database.ts' {
  interface Database {
    productConfig: ProductConfigTable
  }
}
