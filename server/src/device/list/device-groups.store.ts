import { sql } from 'kysely'
import type { Grouping } from '@brigade/contract/device/list/list.model.ts'
import type { Db } from '../../platform/db/database.ts'
import { matching, type ListFilters, type ListRequest } from './device.store.ts'
import type { StateCount } from './device-total.store.ts'

const groupColumns = { customer: 'deviceState.organisationId', product: 'deviceState.productId' } as const

type Page = Readonly<{ offset: number; limit: number }>
type Counted = Readonly<{ id: string; devices: number }>

/**
 * Counts the devices of a search by organisation or by model. Returns a page of the groups, the largest first, and
 * their number.
 */
export async function listGroups(
  request: ListRequest,
  filters: ListFilters,
  { by, offset, limit }: Page & Readonly<{ by: Grouping }>,
  among?: readonly string[],
): Promise<Readonly<{ groups: readonly Counted[]; total: number }>> {
  const found = (await matching(request, filters, among)).select(sql.ref<string>(groupColumns[by]).as('id'))
  const { rows } = await sql<{ ids: string[]; counts: number[]; total: number }>`
    with grouped as materialized (select id, count(*)::int as devices from (${found}) as found group by id),
    page as (select * from grouped order by devices desc, id limit ${limit} offset ${offset})
    select array(select id from page order by devices desc, id) as ids,
      array(select devices from page order by devices desc, id) as counts,
      (select count(*)::int from grouped) as total`.execute(request.db)
  const [{ ids, counts, total } = { ids: [], counts: [], total: 0 }] = rows
  return { groups: ids.map((id, index) => ({ id, devices: counts[index] ?? 0 })), total }
}

/**
 * Counts the devices of a search by state, in the form of the stored totals: -1 stands for no state, or for offline.
 */
export async function countFoundByState(
  request: ListRequest,
  filters: ListFilters,
  among?: readonly string[],
): Promise<readonly StateCount[]> {
  const found = (await matching(request, filters, among)).select(['deviceState.online', 'deviceState.workState'])
  const { rows } = await sql<StateCount>`
    select online, case when online then coalesce(work_state, -1) else -1 end as work_state, count(*)::int as devices
    from (${found}) as found group by 1, 2`.execute(request.db)
  return rows
}

/** Returns which of these organisations have others below them. */
export async function findParents(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('organisation').select('parentId').distinct().where('parentId', 'in', ids).execute()
  return new Set(rows.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])))
}
