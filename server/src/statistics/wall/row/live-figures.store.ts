import { signalIdentifiers } from '@brigade/contract/cold-chain/excursion.rules.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { sql } from 'kysely'
import { isSeenBy } from '../../../customer/data-scope.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isOpenFault, isRunningExcursion } from '../../../fault/list/counted-faults.store.ts'
import { cooksNow } from '../../read/live.store.ts'
import type { ShownOrganisation } from './setting.store.ts'

/** Live figures of an organisation and all below it, from counters and open records. */

/** True for rows that the wall of an organisation shows. */
export const isShown = (db: Db, { id, kind }: Pick<ShownOrganisation, 'id' | 'kind'>, column: string) =>
  isSeenBy(db, { organisationId: id, isAll: kind === 'platform' }, column)

export type ModelCount = Readonly<{
  kind: DeviceKind
  productId: string
  installed: number
  online: number
  cooking: number
}>

/** Installed devices by model. */
export async function countDevices(db: Db, { id }: Pick<ShownOrganisation, 'id'>): Promise<readonly ModelCount[]> {
  const { rows } = await sql<ModelCount>`
    select kind, product_id::text as product_id, sum(within)::int as installed,
      coalesce(sum(within) filter (where online), 0)::int as online,
      coalesce(sum(within) filter (where ${cooksNow}), 0)::int as cooking
    from device_total_now where organisation_id = ${id} group by 1, 2 having sum(within) <> 0`.execute(db)
  return rows
}

export async function listProductNames(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('product')
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .select(['id', 'name as zh', 'enName as en'])
    .execute()
}

export async function countOpenFaults(db: Db, shown: ShownOrganisation): Promise<{ open: number; devices: number }> {
  const { rows } = await sql<{ open: number; devices: number }>`
    select count(*)::int as open, count(distinct f.device_id)::int as devices
    from fault_open f where ${isOpenFault('f')} and ${isShown(db, shown, 'f.organisationId')}`.execute(db)
  return rows[0] ?? { open: 0, devices: 0 }
}

export type OpenExcursion = Readonly<{
  since: string
  code: string
  productId: string
  customer: string
  area: number | null
  limitC: number | null
  worstC: number | null
  lastC: number | null
}>

/** Temperatures beyond their limits now, the longest first, and how many there are. */
export async function listExcursions(db: Db, shown: ShownOrganisation, most: number) {
  const open = sql`from fault_open f where ${isRunningExcursion('f')} and ${isShown(db, shown, 'f.organisationId')}`
  const [counted, longest] = await Promise.all([
    sql<{ n: number }>`select count(*)::int as n ${open}`.execute(db),
    sql<OpenExcursion>`
      select f.raised_at as since, f.code, f.product_id::text as product_id, o.name as customer, s.area,
        (f.output ->> 'limitC')::float8 as limit_c, (f.output ->> 'worstC')::float8 as worst_c,
        case when (w.reported -> ${signalIdentifiers.temperature} ->> 't')::float8 >= extract(epoch from f.raised_at) * 1000
          then (w.reported -> ${signalIdentifiers.temperature} ->> 'v')::float8 end as last_c
      from (select f.* ${open} order by f.raised_at, f.id limit ${most}) as f
      join organisation o on o.id = f.organisation_id
      left join device_state s on s.device_id = f.device_id
      left join device_shadow w on w.device_id = f.device_id
      order by f.raised_at, f.id`.execute(db),
  ])
  return { open: counted.rows[0]?.n ?? 0, longest: longest.rows }
}
