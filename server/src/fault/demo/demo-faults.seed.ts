import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { withPartitions } from '../../platform/db/partitions.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { findServiceAccount, hasRecords, insertPast, listDemoCodes, type Past } from './demo-faults.store.ts'

const hourMs = 3_600_000

/** What a service desk writes when it closes a fault, by what the fault was about. */
const closings = {
  sensor: ['Plug of the sensor corroded', 'Cleaned the plug, sealed it'],
  heating: ['Contactor worn', 'Replaced the contactor'],
  water: ['Lime', 'Descaled, told the kitchen about the filter'],
  cooling: ['Condenser full of dust', 'Cleaned the condenser'],
  fan: ['Capacitor weak', 'Replaced the capacitor'],
  door: ['Gasket out of its groove', 'Pressed the gasket in'],
  electrical: ['Loose terminal', 'Tightened all terminals'],
  communication: ['Cable pinched', 'Replaced the cable'],
  other: ['Not found', 'Watched for a week'],
} as const

/** The faults of past weeks, closed by the service desk, so that a new installation shows what a record becomes. */
export async function seedDemoFaults({ db, clock }: Readonly<{ db: Db; clock: Clock }>): Promise<void> {
  if (await hasRecords(db)) return
  const [codes, account] = await Promise.all([listDemoCodes(db), findServiceAccount(db)])
  if (account === undefined) return
  const now = clock.now()
  const past = codes.map((code, index): Past => {
    const raisedMs = now - (30 + index * 41) * hourMs
    const [cause, action] = closings[code.category]
    return {
      ...code,
      raisedMs,
      acknowledgedMs: raisedMs + (5 + ((index * 17) % 90)) * 60_000,
      eliminatedMs: raisedMs + (2 + ((index * 7) % 30)) * hourMs,
      closedMs: raisedMs + (6 + ((index * 11) % 40)) * hourMs,
      cause,
      action,
    }
  })
  const over = past.filter(({ closedMs, eliminatedMs }) => Math.max(closedMs, eliminatedMs) < now)
  await withPartitions(db, () => transaction(db, (trx) => insertPast(trx, over, account)))
}
