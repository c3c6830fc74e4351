import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { withPartitions } from '../../platform/db/partitions.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { copyMessages } from '../device-link.store.ts'

/** Keeps what a device is told in its trace, and whoever watches sees it; `through` is the SN of the gateway it goes through. */
export type TraceDown = (deviceId: string, topic: string, payload: string, through?: string) => Promise<void>

export function traceDown({ db, clock }: Readonly<{ db: Db; clock: Clock }>): TraceDown {
  return (deviceId, topic, payload, through = '') => {
    const timeMs = clock.now()
    const said = { deviceId, timeMs, direction: 'down', topic, payload, code: null, dropped: null } as const
    return withPartitions(db, timeMs, () =>
      transaction(db, async (trx) => {
        await copyMessages(trx, [{ ...said, outcome: 'sent', through }])
        await notifyOnCommit(trx, 'live', { device: [deviceId] })
      }),
    )
  }
}
