import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { withPartitions } from '../../platform/db/partitions.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Settings } from '../../platform/settings.ts'
import { closings } from './closing-words.ts'
import { findServiceAccount, hasRecords, insertPast, listDemoCodes, type Past } from './demo-faults.store.ts'
import { insertUnfinished, stages, type Unfinished } from './demo-unfinished.store.ts'

type Given = Readonly<{ db: Db; clock: Clock; settings: Pick<Settings, 'demoDays'> }>

const hourMs = 3_600_000

/**
 * Faults of past weeks that the service desk closed, and some that the devices have cleared and people have not closed,
 * so that a new installation shows the life of a record. Active faults come from the devices alone. A demo with a past
 * (`DEMO_DAYS`) has the faults of its devices instead.
 */
export async function seedDemoFaults({ db, clock, settings }: Given): Promise<void> {
  if (settings.demoDays > 0 || (await hasRecords(db))) return
  const [codes, server] = await Promise.all([listDemoCodes(db), findServiceAccount(db)])
  if (server === undefined) return
  const now = clock.now()
  const waiting = codes
    .filter(({ severity }) => severity === 'critical' || severity === 'major')
    // The oldest of them was raised 39 hours ago.
    .filter(({ activatedMs }) => activatedMs < now - 48 * hourMs)
    .slice(0, stages.length)
  const past = codes.flatMap((code, index): Past[] => {
    if (waiting.includes(code)) return []
    const raisedMs = now - (30 + index * 41) * hourMs
    const eliminatedMs = raisedMs + (2 + ((index * 7) % 30)) * hourMs
    const closedMs = eliminatedMs + (1 + ((index * 11) % 40)) * hourMs
    const [cause, action] = closings[code.category][index % 2 === 0 ? 'zh' : 'en']
    const acknowledgedMs = raisedMs + (5 + ((index * 17) % 90)) * 60_000
    return closedMs < now && code.activatedMs < raisedMs
      ? [{ ...code, raisedMs, acknowledgedMs, eliminatedMs, closedMs, cause, action }]
      : []
  })
  const unfinished = waiting.map((code, index): Unfinished => {
    const raisedMs = now - (4 + index * 7) * hourMs
    return {
      ...code,
      raisedMs,
      eliminatedMs: raisedMs + (1 + index) * 0.7 * hourMs,
      stage: stages[index] ?? 'new',
      nowMs: now,
    }
  })
  await withPartitions(db, () =>
    transaction(db, async (trx) => {
      await insertPast(trx, past, server.accountId)
      await insertUnfinished(trx, unfinished, server.accountId)
    }),
  )
}
