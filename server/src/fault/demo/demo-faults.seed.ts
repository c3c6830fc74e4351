import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { withPartitions } from '../../platform/db/partitions.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { findServiceAccount, hasRecords, insertPast, listDemoCodes, type Past } from './demo-faults.store.ts'
import { insertUnfinished, stages, type Unfinished } from './demo-unfinished.store.ts'

const hourMs = 3_600_000

/** Closing notes of a service desk, by the category of the fault. */
const closings = {
  sensor: {
    en: ['Plug of the sensor corroded', 'Cleaned the plug, sealed it'],
    zh: ['传感器插头氧化', '清洁插头并做防水处理'],
  },
  heating: { en: ['Contactor worn', 'Replaced the contactor'], zh: ['接触器触点磨损', '更换接触器'] },
  water: { en: ['Lime', 'Descaled, told the kitchen about the filter'], zh: ['结垢', '除垢，并提醒后厨更换滤芯'] },
  cooling: { en: ['Condenser full of dust', 'Cleaned the condenser'], zh: ['冷凝器积尘', '清洁冷凝器'] },
  fan: { en: ['Capacitor weak', 'Replaced the capacitor'], zh: ['电容容量下降', '更换电容'] },
  door: { en: ['Gasket out of its groove', 'Pressed the gasket in'], zh: ['门封条脱槽', '重新压入门封条'] },
  electrical: { en: ['Loose terminal', 'Tightened all terminals'], zh: ['接线端子松动', '紧固全部端子'] },
  communication: { en: ['Cable pinched', 'Replaced the cable'], zh: ['线缆被压伤', '更换线缆'] },
  other: { en: ['Not found', 'Watched for a week'], zh: ['未发现异常', '观察一周'] },
} as const

/**
 * Faults of past weeks that the service desk closed, and some that the devices have cleared and people have not closed,
 * so that a new installation shows the life of a record. Active faults come from the devices alone.
 */
export async function seedDemoFaults({ db, clock }: Readonly<{ db: Db; clock: Clock }>): Promise<void> {
  if (await hasRecords(db)) return
  const [codes, account] = await Promise.all([listDemoCodes(db), findServiceAccount(db)])
  if (account === undefined) return
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
      await insertPast(trx, past, account)
      await insertUnfinished(trx, unfinished, account)
    }),
  )
}
