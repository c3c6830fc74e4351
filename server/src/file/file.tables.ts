import type { FileKind } from '@brigade/contract/file/file.model.ts'

export type FileTable = {
  id: string
  organisationId: string
  /** The uploader; null if that account is deleted. */
  accountId: string | null
  /** `job`: input and output of long work; only the domain `job` serves it. */
  kind: FileKind | 'job'
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
