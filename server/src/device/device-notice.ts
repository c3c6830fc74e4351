import { notifyOnCommit } from '../platform/db/notify.ts'
import type { Transaction } from '../platform/db/database.ts'

/** NOTIFY channel on which connectors hear what was done to devices, as lists of ids by what it was. */
export const deviceChannel = 'device'

/**
 * `disabled`: told by `thing/disable`, then cut off. `enabled`: told by `thing/enable` where it is connected. `removed`: told by
 * `thing/delete`, cut off and forgotten; its row is gone when this is heard, so that `gone` says their keys. `rekeyed`: it has another secret, and is cut off. `strayed`: its connector is another organisation's now, and its session there ends.
 */
export type DeviceNotice = Readonly<
  Partial<Record<'disabled' | 'enabled' | 'removed' | 'gone' | 'rekeyed' | 'strayed', readonly string[]>>
>

/** Heard when the transaction commits. A connector that missed it finds by its own comparing, within seconds, who may not be there any more; a device with another secret then stays until it has to sign in again. */
export async function notifyConnectors(trx: Transaction, notice: DeviceNotice): Promise<void> {
  await notifyOnCommit(trx, deviceChannel, notice)
}
