import type { TemplateKind } from '@brigade/contract/product/template/template.model.ts'
import type { ColumnType } from 'kysely'

/** Written as JSON text, read as the parsed value; its shape depends on the kind (templateContents of the contract). */
type Json = ColumnType<object | null, string | null, string | null>

export type ProductTemplateTable = {
  productId: string
  kind: TemplateKind
  /** Null when it equals the published content. */
  draft: Json
  published: Json
  /** The version that a change is made from; it always increases. */
  updatedAt: string
  updatedBy: string | null
  publishedAt: string | null
  publishedBy: string | null
}

declare module '../../platform/db/database.ts' {
  interface Database {
    productTemplate: ProductTemplateTable
  }
}
