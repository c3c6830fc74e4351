import type { Clock } from '../../platform/clock.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { copyMessages } from './message.store.ts'
import { holdDevices } from '../../device/presence/device-state.store.ts'

/** `through`: the SN of the gateway that carries the message. */
export type SentMessage = Readonly<{ deviceId: string; topic: string; payload: string; through?: string | undefined }>

/** Writes messages to devices into their traces, and notifies watchers; in the caller's transaction if there is one. */
export type TraceDown = (messages: readonly SentMessage[], trx?: Transaction) => Promise<void>

export function traceDown({ db, clock }: Readonly<{ db: Db; clock: Clock }>): TraceDown {
  return async (messages, outer) => {
    if (messages.length === 0) return
    const timeMs = clock.now()
    const entry = { timeMs, direction: 'down', code: null, dropped: null, outcome: 'sent' } as const
    await transaction(outer ?? db, async (trx) => {
      // A device that was deleted meanwhile must leave no rows behind.
      const there = await holdDevices(
        trx,
        messages.map(({ deviceId }) => deviceId),
      )
      const kept = messages.filter(({ deviceId }) => there.has(deviceId))
      await copyMessages(
        trx,
        kept.map(({ deviceId, topic, payload, through = '' }) => ({ ...entry, deviceId, topic, payload, through })),
      )
      await notifyOnCommit(trx, 'live', { device: kept.map(({ deviceId }) => deviceId) })
    })
  }
}
