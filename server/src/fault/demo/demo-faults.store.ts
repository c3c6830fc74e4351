import type { FaultCategory, Severity } from '@brigade/contract/fault/record.model.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { monthOf } from '../fault-month.ts'

const iso = (at: number) => new Date(at).toISOString()

export async function hasRecords(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from fault_record) or exists (select from fault_open) as is`.execute(db)
  return rows[0]?.is === true
}

export type DemoCode = Readonly<{
  deviceId: string
  /** Its first connection, ms. */
  activatedMs: number
  sn: string
  kind: string
  productId: string
  organisationId: string
  code: string
  severity: Severity
  category: FaultCategory
  name: string
  enName: string
}>

const mostPast = 36

/** A code for each installed device of the demo that has been connected, varying by device. */
export async function listDemoCodes(db: Db): Promise<DemoCode[]> {
  const { rows } = await sql<DemoCode>`
    select d.id::text as device_id, (extract(epoch from d.activated_at) * 1000)::float8 as activated_ms, d.sn, s.kind, d.product_id::text as product_id, s.organisation_id::text as organisation_id,
      c.code, c.severity, c.category, c.name, c.en_name
    from device d join device_state s on s.device_id = d.id and s.installed and d.activated_at is not null
    join lateral (
      select * from fault_code c where c.product_id = d.product_id and c.identifier = 'Fault'
      order by (abs(hashtext(d.sn)) + c.id * 7) % 13, c.id limit 1) as c on true
    order by abs(hashtext(d.sn)), d.id limit ${mostPast}`.execute(db)
  return rows
}

export type Server = Readonly<{ accountId: string; name: string; organisationId: string }>

/** An account of the platform's own staff, which acknowledged and closed them. */
export async function findServiceAccount(db: Db): Promise<Server | undefined> {
  return db
    .selectFrom('account')
    .innerJoin('organisation', 'organisation.id', 'account.organisationId')
    .where('organisation.kind', '=', 'platform')
    .where('account.enabled', '=', true)
    .select(['account.id as accountId', 'account.name', 'account.organisationId'])
    .orderBy('account.id')
    .limit(1)
    .executeTakeFirst()
}

/** The columns that all records of the demo share: a fault that its device has cleared. */
export function demoFault(one: DemoCode & { raisedMs: number }, month: string) {
  const raisedAt = iso(one.raisedMs)
  return {
    id: sql<string>`next_fault_id(${month}::date)`,
    month,
    type: 'fault',
    alertType: null,
    deviceId: one.deviceId,
    deviceKind: one.kind,
    productId: one.productId,
    organisationId: one.organisationId,
    raisedOrganisationId: one.organisationId,
    identifier: 'Fault',
    code: one.code,
    severity: one.severity,
    category: one.category,
    output: JSON.stringify({ Code: one.code, Active: 1 }),
    search: `${one.sn} ${one.code} ${one.name} ${one.enName}`,
    condition: 'eliminated',
    occurrenceOf: null,
    raisedAt,
    lastAt: raisedAt,
    endsAt: null,
  } as const
}

export type Past = DemoCode &
  Readonly<{
    raisedMs: number
    acknowledgedMs: number
    eliminatedMs: number
    closedMs: number
    cause: string
    action: string
  }>

export async function insertPast(trx: Transaction, past: readonly Past[], accountId: string): Promise<void> {
  for (const one of past) {
    const raisedAt = iso(one.raisedMs)
    const month = monthOf(raisedAt)
    const { id } = await trx
      .insertInto('faultRecord')
      .values({
        ...demoFault(one, month),
        handling: 'closed',
        assigneeId: accountId,
        eliminatedAt: iso(one.eliminatedMs),
        shelvedUntil: null,
        cause: one.cause,
        action: one.action,
        updatedAt: iso(one.closedMs),
        closedAt: iso(one.closedMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const nothing = { month, faultId: id, batchId: null, before: null, version: null }
    await trx
      .insertInto('faultAct')
      .values([
        { ...nothing, at: raisedAt, act: 'raise', accountId: null },
        { ...nothing, at: iso(one.acknowledgedMs), act: 'acknowledge', accountId },
        { ...nothing, at: iso(one.eliminatedMs), act: 'eliminate', accountId: null },
        { ...nothing, at: iso(one.closedMs), act: 'close', accountId, text: one.action },
      ])
      .execute()
  }
}
