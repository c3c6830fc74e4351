import type { Db } from '../../platform/db/database.ts'
import type { OperationRecord } from '../../platform/http/mount-options.ts'
import { addOpenedReaders } from './opened-readers.store.ts'

type Recording = Readonly<{ record: (row: OperationRecord) => Promise<void>; stop: () => Promise<void> }>

/** Writes lines as before; a line of an opened console is also readable for that console's organisation. */
export const loggingOpened = ({ db }: { db: Db }, { record, stop }: Recording): Recording => ({
  async record(row) {
    await record(row)
    if (row.openedId !== undefined) await addOpenedReaders(db, row.operationId, row.openedId)
  },
  stop,
})
