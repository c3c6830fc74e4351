import type { OwnFaultSearch } from '@brigade/contract/fault/own-fault.endpoints.ts'
import { faultLimits } from '@brigade/contract/fault/record.model.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Database, Db } from '../../platform/db/database.ts'
import { countCap, offsetOf } from '../../platform/db/page.ts'
import { monthOf } from '../fault-month.ts'

type Shown = 'id' | 'type' | 'alertType' | 'deviceId' | 'identifier' | 'code' | 'severity' | 'condition' | 'occurrences'
type Times = 'raisedAt' | 'eliminatedAt'
export type StoredOwnFault = Pick<Selectable<Database['faultOpen']>, Shown | Times> &
  Readonly<{
    deviceKind: 'oven' | 'cooler'
    closedAt: string | null
    sn: string
    deviceName: string
    name: string | null
    enName: string | null
    reason: string | null
    enReason: string | null
    remedy: string | null
    enRemedy: string | null
    imageFileId: string | null
  }>

/** Records of the person's present devices, from the time of the binding on. */
export async function findOwnFaults(db: Db, appUserId: string, search: OwnFaultSearch, now: number) {
  const { type = 'fault', deviceId, open } = search
  const since = new Date(now - faultLimits.listedDays * dayMs).toISOString()
  const part = (table: string, closedAt: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
    select f.id, f.type, f.alert_type, f.device_id, f.device_kind, f.product_id, f.identifier, f.code, f.severity, f.condition,
      f.occurrences, f.raised_at, f.eliminated_at, ${closedAt} as closed_at
    from device_binding b join ${sql.table(table)} f on f.device_id = b.device_id and f.last_at >= b.bound_at
    where b.app_user_id = ${appUserId}::bigint and b.unbound_at is null ${where}
      ${type === 'all' ? sql`` : sql`and f.type = ${type}`}
      ${deviceId === undefined ? sql`` : sql`and f.device_id = ${deviceId}::bigint`}`
  const parts = [
    ...(open === false ? [] : [part('fault_open', sql`null::timestamptz`, sql``)]),
    ...(open === true
      ? []
      : [
          part(
            'fault_record',
            sql`f.closed_at`,
            sql`and f.raised_at >= ${since}::timestamptz and f.month >= ${monthOf(since)}::date`,
          ),
        ]),
  ]
  const found = sql.join(parts, sql` union all `)
  const direction = search.sort === 'raisedAt' ? sql`asc` : sql`desc`
  const [page, counted] = await Promise.all([
    sql<StoredOwnFault>`
      select f.id::text as id, f.type, f.alert_type, f.device_id::text as device_id, f.device_kind, f.identifier, f.code, f.severity,
        f.condition, f.occurrences, f.raised_at, f.eliminated_at, f.closed_at, d.sn, d.name as device_name,
        c.name, c.en_name, c.reason, c.en_reason, c.remedy, c.en_remedy, c.image_file_id
      from (select * from (${found}) as all_found order by raised_at ${direction}, id ${direction}
        limit ${search.pageSize} offset ${offsetOf(search)}) as f
      join device d on d.id = f.device_id
      left join fault_code c on c.product_id = f.product_id and c.identifier = f.identifier and c.code = f.code
      order by f.raised_at ${direction}, f.id ${direction}`.execute(db),
    sql<{
      n: number
    }>`select count(*)::int as n from (select from (${found}) as found limit ${countCap + 1}) as counted`.execute(db),
  ])
  const total = counted.rows[0]?.n ?? 0
  return { rows: page.rows, ...(total > countCap ? { total: countCap, totalCapped: true } : { total }) }
}
