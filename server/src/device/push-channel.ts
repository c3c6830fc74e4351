import type { Transaction } from '../platform/db/database.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'

/** NOTIFY channel on which connectors hear what devices are to be told, as lists of ids: who is not connected is not, and asks. */
export const tellChannel = 'tell'

/** Messages that no command stands behind have numbers from here on, which no command will have. */
export const firstToldId = 4_000_000_000

/** Ids of devices, by what they shall be told. */
export type Telling = Readonly<Partial<Record<'desired' | 'log', readonly string[]>>>

export async function tell(trx: Transaction, telling: Telling): Promise<void> {
  await notifyOnCommit(trx, tellChannel, telling)
}
