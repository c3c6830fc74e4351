import type { Transaction } from '../platform/db/database.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'

/** NOTIFY channel of messages for devices, as lists of device ids. A device that is offline asks when it connects. */
export const pushChannel = 'push'

/** Messages without a command have ids from here on, which no command reaches. */
export const firstPushId = 4_000_000_000

/** Ids of devices, by the message that they get. */
export type PushNotice = Readonly<Partial<Record<'desired' | 'log', readonly string[]>>>

export async function notifyPush(trx: Transaction, notice: PushNotice): Promise<void> {
  await notifyOnCommit(trx, pushChannel, notice)
}
