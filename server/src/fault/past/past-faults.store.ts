import type { AlertType, Condition, FaultCategory, Handling, Severity } from '@brigade/contract/fault/record.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { prepared } from '../../platform/db/connection/prepared-statement.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { opened, type FaultChange, type OpenRecord } from '../raise/raise.store.ts'

export type Server = Readonly<{ accountId: string; name: string; organisationId: string }>

/** Accounts of the platform's own staff that acknowledged and closed them: of its operations and its service, if there are any. */
export async function listService(db: Db): Promise<readonly Server[]> {
  const staff = await db
    .selectFrom('account')
    .innerJoin('organisation', 'organisation.id', 'account.organisationId')
    .leftJoin('role', 'role.id', 'account.roleId')
    .where('organisation.kind', '=', 'platform')
    .where('account.enabled', '=', true)
    .select(['account.id as accountId', 'account.name', 'account.organisationId', 'role.key'])
    .orderBy('role.key')
    .orderBy('account.id')
    .execute()
  const ofService = staff.filter(({ key }) => key === 'operations' || key === 'support')
  return ofService.length > 0 ? ofService : staff.slice(0, 1)
}

/** Takes the changes of one device up to a moment, in order: those of a past that its transaction has just written. */
export async function takeChangesOf(trx: Transaction, deviceId: string, untilMs: number): Promise<FaultChange[]> {
  const taken = await trx
    .deleteFrom('faultChange')
    .where('deviceId', '=', deviceId)
    .where('receivedAt', '<=', iso(untilMs))
    .returningAll()
    .execute()
  return taken.toSorted((a, b) => (BigInt(a.seq) < BigInt(b.seq) ? -1 : 1))
}

/** The alarms of one device whose end time has passed. */
export async function lockOverdueOf(
  trx: Transaction,
  deviceId: string,
  now: number,
): Promise<(OpenRecord & { endsAt: string })[]> {
  const { rows } = await sql<OpenRecord & { endsAt: string }>`
    select ${opened}, o.ends_at from fault_open o
    where o.device_id = ${deviceId}::bigint and o.ends_at <= ${iso(now)}::timestamptz and o.condition = 'active'
    order by o.ends_at, o.id for update`.execute(trx)
  return rows
}

export type OpenOf = Readonly<{
  id: string
  severity: Severity
  category: FaultCategory
  alertType: AlertType | null
  condition: Condition
  handling: Handling
  /** When its time is over. */
  endsAt: string | null
  /** One that ended before it was folded has its end from the beginning. */
  eliminatedAt: string | null
  updatedAt: string
}>

export async function listOpenOf(db: Db, deviceId: string): Promise<OpenOf[]> {
  const { rows } = await sql<OpenOf>`${prepared}
    select id, severity, category, alert_type, condition, handling, ends_at, eliminated_at, updated_at from fault_open
    where device_id = ${deviceId}::bigint order by id`.execute(db)
  return rows
}

/** Ends the active alarm of a device that the server raised. */
export async function findServerAlarm(
  trx: Transaction,
  deviceId: string,
  identifier: string,
): Promise<OpenRecord | undefined> {
  const { rows } = await sql<OpenRecord>`
    select ${opened} from fault_open o
    where o.device_id = ${deviceId}::bigint and o.identifier = ${identifier} and o.code = '' and o.condition = 'active' for update`.execute(
    trx,
  )
  return rows[0]
}
