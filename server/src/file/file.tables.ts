export type FileTable = {
  id: string
  organisationId: string
  /** Who uploaded it; null where that account is gone. */
  accountId: string | null
  kind: 'avatar'
  name: string
  mediaType: string
  bytes: string | number
  sha256: Buffer
  createdAt: string
}

declare module '../platform/db/database.ts' {
  interface Database {
    file: FileTable
  }
}
