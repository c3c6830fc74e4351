/** The remote configuration of a product's devices; each save is a version. */
export type ProductConfigTable = {
  productId: string
  version: number
  content: string
  note: string
  /** Of the server as devices may reach it: `https://host`. */
  origin: string
  /** Of the address that devices fetch it from. */
  token: string
  accountId: string | null
  createdAt: string
}

declare module '../../platform/db/database.ts' {
  interface Database {
    productConfig: ProductConfigTable
  }
}
