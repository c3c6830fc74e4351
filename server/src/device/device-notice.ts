import { notifyOnCommit } from '../platform/db/notify.ts'
import type { Transaction } from '../platform/db/database.ts'

/** The NOTIFY channel that informs connectors of changed devices, as lists of ids by kind of change. */
export const deviceChannel = 'device'

/**
 * `disabled`: gets `thing/disable`, then is disconnected. `enabled`: gets `thing/enable` if connected. `removed`: gets `thing/delete`, is
 * disconnected and forgotten; its row is already deleted when the notice arrives, so `gone` has the keys. `rekeyed`: has a new secret and
 * is disconnected. `strayed`: its gateway now belongs to another organisation, and its session there ends.
 */
export type DeviceNotice = Readonly<
  Partial<Record<'disabled' | 'enabled' | 'removed' | 'gone' | 'rekeyed' | 'strayed', readonly string[]>>
>

/**
 * Delivered when the transaction commits. A connector that missed it finds by its own comparison, within seconds, which
 * devices may not be connected any more; a device with a new secret then stays until it has to sign in again.
 */
export async function notifyConnectors(trx: Transaction, notice: DeviceNotice): Promise<void> {
  await notifyOnCommit(trx, deviceChannel, notice)
}
