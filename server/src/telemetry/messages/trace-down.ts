import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { traceSent, type SentMessage } from './message.store.ts'

/** Writes messages to devices into their traces, and notifies watchers. */
export type TraceDown = (messages: readonly SentMessage[]) => Promise<void>

export function traceDown({ db, clock }: Readonly<{ db: Db; clock: Clock }>): TraceDown {
  return async (messages) => {
    if (messages.length > 0) await traceSent(db, messages, clock.now())
  }
}
