import type { FileKind } from '@brigade/contract/file/file.model.ts'
import type { ColumnType } from 'kysely'
import type { Table } from '../platform/db/database.ts'

declare module '../platform/db/database.ts' {
  interface Database {
    /** `accountId`: The uploader; null if that account is deleted. */
    file: Table<
      'file',
      {
        /** `job`: input and output of long work; only the domain `job` serves it. */
        kind: FileKind | 'job'
        bytes: ColumnType<string | number>
      }
    >
  }
}
