import { transaction } from '../platform/db/transaction.ts'
import { noteConnectionsSince } from '../device/demo/demo-life.store.ts'
import type { SeedOptions } from '../platform/program/domain.ts'
import { insertPlans } from './demo-past.store.ts'
import { planScripts } from './plan-script.ts'

/** Plans the past of the devices that the demo has just added. It is no longer than the retention. */
export async function planPast({ db, clock, settings }: SeedOptions): Promise<void> {
  const { historyDays, onlineLogDays, faultDays } = settings.retention
  const days = Math.min(settings.demoDays, historyDays, onlineLogDays, faultDays)
  const now = clock.now()
  await transaction(db, async (trx) => {
    if (days > 0) await planScripts(trx, await insertPlans(trx, { now, days }))
    await noteConnectionsSince(trx, now)
  })
}
