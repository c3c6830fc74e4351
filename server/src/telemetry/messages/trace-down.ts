import type { Clock } from '../../platform/clock.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { insertSent } from './message.store.ts'

/** `through`: the SN of the gateway that carries the message. */
export type SentMessage = Readonly<{ deviceId: string; topic: string; payload: string; through?: string | undefined }>

/** Writes messages to devices into their traces, and notifies watchers; in the caller's transaction if there is one. */
export type TraceDown = (messages: readonly SentMessage[], trx?: Transaction) => Promise<void>

export function traceDown({ db, clock }: Readonly<{ db: Db; clock: Clock }>): TraceDown {
  return async (messages, outer) => {
    if (messages.length === 0) return
    await transaction(outer ?? db, async (trx) => {
      const deviceIds = await insertSent(trx, messages, clock.now())
      if (deviceIds.length > 0) await notifyOnCommit(trx, 'live', { device: deviceIds })
    })
  }
}
