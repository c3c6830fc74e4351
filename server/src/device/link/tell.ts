import type { Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'

/** NOTIFY channel on which gateways hear what devices are to be told, as lists of ids: who is not connected is not, and asks. */
export const tellChannel = 'tell'

/** `desired` and `log` have ids of devices, `config` those of products. */
export type Telling = Readonly<Partial<Record<'desired' | 'log' | 'config', readonly string[]>>>

export async function tell(trx: Transaction, telling: Telling): Promise<void> {
  await notifyOnCommit(trx, tellChannel, telling)
}
