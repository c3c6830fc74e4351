import type { RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/** Repeats a deletion of at most `most` rows until it finds none: no statement takes long, and no writer waits long. */
export async function deleteInPortions(
  db: Db,
  most: number,
  drop: (most: number) => RawBuilder<unknown>,
): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await drop(most).execute(db)
    if (numAffectedRows === 0n) return
  }
}
