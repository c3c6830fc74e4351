/** The models on the list of an organisation that does not carry all (`organisation.carriesAll`). */
export type OrganisationProductTable = {
  organisationId: string
  productId: string
  /** Withdrawn: the last day of the sell-off, `YYYY-MM-DD`; null: carried. */
  sellUntil: string | null
}

declare module '../../platform/db/database.ts' {
  interface Database {
    organisationProduct: OrganisationProductTable
  }
}
