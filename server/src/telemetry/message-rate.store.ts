import { dayMs } from '@brigade/contract/time.ts'
import type { Db } from '../platform/db/database.ts'

/** Messages of one connector in the span that ends at `countedAtMs` (epoch ms). */
export type MessageRate = Readonly<{ connectorId: string; countedAtMs: number; received: number; sent: number }>

const instant = (ms: number) => new Date(ms).toISOString()

/** Writes a span once, however often it is tried: a span whose answer was lost already exists. */
export async function insertMessageRate(db: Db, { countedAtMs, ...rate }: MessageRate): Promise<void> {
  await db
    .insertInto('messageRate')
    .values({ ...rate, countedAt: instant(countedAtMs) })
    .onConflict((conflict) => conflict.columns(['countedAt', 'connectorId']).doNothing())
    .execute()
}

const keptMs = 2 * dayMs

/** Deletes the spans that are older than two days: 17,280 a day and connector. `nowMs` is epoch ms. */
export async function dropOldMessageRates(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('messageRate')
    .where('countedAt', '<', instant(nowMs - keptMs))
    .execute()
}
