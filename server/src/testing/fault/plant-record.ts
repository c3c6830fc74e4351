import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

type Planted = Readonly<{
  deviceId: string
  code?: string
  severity: string
  /** The type of an alarm; a fault has none. */
  alertType?: string
  handling?: string
  /** Epoch ms. */
  raisedAt: number
  /** When the record was closed, epoch ms; by default it is open and active. */
  closedAt?: number
}>

/** A record as the worker writes it down. */
export async function plantRecord(
  db: Db,
  { deviceId, code = '', severity, alertType, handling = 'new', raisedAt, closedAt }: Planted,
): Promise<void> {
  const at = new Date(raisedAt).toISOString()
  const last = new Date(closedAt ?? raisedAt).toISOString()
  const month = `${at.slice(0, 7)}-01`
  const isOpen = closedAt === undefined
  await sql`
    insert into ${sql.table(isOpen ? 'fault_open' : 'fault_record')} (id, month, type, alert_type, device_id, device_kind, product_id,
      organisation_id, raised_organisation_id, identifier, code, severity, category, output, search, condition, handling, raised_at, last_at,
      updated_at${isOpen ? sql`` : sql`, closed_at`})
    select next_fault_id(${month}::date), ${month}::date, ${alertType === undefined ? 'fault' : 'alarm'}, ${alertType ?? null}, s.device_id,
      s.kind, s.product_id, s.organisation_id, s.organisation_id, ${alertType ?? 'Fault'}, ${code}, ${severity}, 'other', '{}'::jsonb, ${code},
      ${isOpen ? 'active' : 'eliminated'}, ${isOpen ? handling : 'closed'}, ${at}::timestamptz, ${last}::timestamptz,
      ${last}::timestamptz${isOpen ? sql`` : sql`, ${last}::timestamptz`}
    from device_state s where s.device_id = ${deviceId}::bigint`.execute(db)
}
