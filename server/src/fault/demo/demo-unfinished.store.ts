import type { FaultAct } from '@brigade/contract/fault/record.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { monthOf } from '../fault-month.ts'
import { demoFault, type DemoCode } from './demo-faults.store.ts'

const hourMs = 3_600_000
const iso = (at: number) => new Date(at).toISOString()

/** The handling states of faults that the device has cleared. */
export const stages = ['new', 'acknowledged', 'visit', 'new', 'shelved', 'new'] as const
export type Unfinished = DemoCode &
  Readonly<{ raisedMs: number; eliminatedMs: number; stage: (typeof stages)[number]; nowMs: number }>

/** Inserts open records in various states. */
export async function insertUnfinished(
  trx: Transaction,
  records: readonly Unfinished[],
  accountId: string,
): Promise<void> {
  for (const one of records) await insertOne(trx, one, accountId)
}

async function insertOne(trx: Transaction, one: Unfinished, accountId: string): Promise<void> {
  const { raisedMs, eliminatedMs, stage, nowMs } = one
  const month = monthOf(iso(raisedMs))
  const actedMs = raisedMs + 0.4 * hourMs
  const isTaken = stage === 'acknowledged' || stage === 'shelved'
  // Tomorrow morning.
  const visit = stage === 'visit' ? { phone: '', plannedAt: iso(nowMs + 16 * hourMs), parts: '' } : null
  const shelvedUntil = stage === 'shelved' ? iso(nowMs + 20 * hourMs) : null
  const { id } = await trx
    .insertInto('faultOpen')
    .values({
      ...demoFault(one, month),
      handling: stage === 'visit' ? 'in-hand' : isTaken ? 'acknowledged' : 'new',
      assigneeId: stage === 'visit' ? accountId : null,
      eliminatedAt: iso(eliminatedMs),
      shelvedUntil,
      shelveReason: shelvedUntil === null ? '' : '配件已订购，明日到货',
      visit: visit === null ? null : JSON.stringify(visit),
      updatedAt: iso(Math.max(eliminatedMs, actedMs)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const done = (atMs: number, act: FaultAct, by: string | null = null) => ({
    month,
    faultId: id,
    batchId: null,
    before: null,
    version: null,
    at: iso(atMs),
    act,
    accountId: by,
  })
  const acts = [
    done(raisedMs, 'raise'),
    ...(isTaken ? [done(actedMs, 'acknowledge', accountId)] : []),
    ...(stage === 'shelved' ? [done(actedMs + 60_000, 'shelve', accountId)] : []),
    ...(stage === 'visit' ? [done(actedMs, 'visit', accountId)] : []),
    done(eliminatedMs, 'eliminate'),
  ]
  await trx
    .insertInto('faultAct')
    .values(acts.toSorted((a, b) => a.at.localeCompare(b.at)))
    .execute()
  if (shelvedUntil !== null)
    await trx
      .insertInto('faultWait')
      .values({ deviceId: one.deviceId, kind: 'shelved', faultId: id, dueAt: shelvedUntil, since: iso(actedMs) })
      .execute()
}
