/** A list that exists, even if it is empty. */
export type PartListTable = {
  organisationId: string
  /** Also the version that a change is made from. */
  updatedAt: string
  updatedBy: string | null
}

export type PartTable = {
  organisationId: string
  /** The console generates it. */
  id: string
  position: number
  enabled: boolean
  imageFileId: string | null
  /** Chinese. */
  name: string
  enName: string
  number: string
  /** Empty means all models. Some may be deleted by now. */
  productIds: string[]
  link: string
  priceNote: string
}

declare module '../../platform/db/database.ts' {
  interface Database {
    partList: PartListTable
    part: PartTable
  }
}
