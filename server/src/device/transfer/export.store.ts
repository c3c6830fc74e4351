import { sql } from 'kysely'
import { deviceSorts } from '@brigade/contract/device/device.model.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import { within } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { orderOf } from '../../platform/db/page.ts'
import { matching, type DeviceList, type ListSearch } from '../device.store.ts'

export type ListOrder = Omit<ListSearch, 'pageNum' | 'pageSize'>
/** Where a batch ended: the value that is in order, null of those without one, and the id. */
type Last = Readonly<{ value: string | null; id: string }>

const sortColumns = {
  createdAt: { column: sql.ref('device_index.created_at'), type: sql`timestamptz` },
  lastSeenAt: { column: sql.ref('device_index.last_seen_at'), type: sql`timestamptz` },
  sn: { column: sql.ref('device.sn'), type: sql`text` },
  name: { column: sql.ref('device.name'), type: sql`text` },
} as const

/**
 * Ids of all pages in the list's order, so many at once. Each batch begins behind the last: neither the ids before it nor a
 * snapshot of the database are held, whatever the length of the list and the patience of the reader.
 */
export async function* listIdsInOrder(
  db: Db,
  scope: DataScope,
  list: DeviceList,
  search: ListOrder,
  nowMs: number,
  atOnce: number,
  among?: readonly string[],
): AsyncGenerator<string[]> {
  const { column: name, direction } = orderOf(search.sort, deviceSorts)
  const { column, type } = sortColumns[name]
  // Of the table that the order is of, so that one index has both.
  const id = sql.ref(name === 'sn' || name === 'name' ? 'device.id' : 'device_index.device_id')
  const isAhead = direction === 'asc' ? sql`>` : sql`<`
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  // Only this one may be missing; those without it come last either way.
  const phases = name === 'lastSeenAt' ? [false, true] : [false]
  for (const isWithout of phases) {
    let last: Last | undefined
    for (;;) {
      let query = (await matching(db, scope, list, search, nowMs)).$if(among !== undefined, (asked) =>
        asked.where(sql<boolean>`device_index.device_id = any(${among}::bigint[])`),
      )
      // Makes it an inner join, so that an order of `device` may come from its index.
      if (name === 'sn' || name === 'name') query = query.where('device.id', 'is not', null)
      if (name === 'lastSeenAt') query = query.where('deviceIndex.lastSeenAt', isWithout ? 'is' : 'is not', null)
      if (last !== undefined)
        query = query.where(
          isWithout
            ? sql<boolean>`${id} ${isAhead} ${last.id}`
            : sql<boolean>`(${column}, ${id}) ${isAhead} (${last.value}::${type}, ${last.id}::bigint)`,
        )
      const ordered = isWithout ? sql`${id} ${way}` : sql`${column} ${way}, ${id} ${way}`
      const rows: { id: string; value: string | null }[] = await query
        .select(['deviceIndex.deviceId as id', sql<string | null>`${column}::text`.as('value')])
        .orderBy(ordered)
        .limit(atOnce)
        .execute()
      if (rows.length > 0) yield rows.map((row) => row.id)
      last = rows.at(-1)
      if (rows.length < atOnce) break
    }
  }
}

/** What an export says of each, in no order. Ids that left the scope meanwhile are left out. */
export async function listExported(db: Db, scope: DataScope, ids: readonly string[]) {
  return db
    .selectFrom('device')
    .innerJoin('deviceIndex', 'deviceIndex.deviceId', 'device.id')
    .innerJoin('product', 'product.id', 'device.productId')
    .where(sql<boolean>`device.id = any(${ids}::bigint[])`)
    .where('deviceIndex.organisationId', 'in', within(db, scope))
    .select([
      'device.id',
      'device.sn',
      'device.name',
      'device.mac',
      'product.productKey',
      'product.name as product',
      'product.enName as productEn',
      'device.province',
      'device.city',
      'device.region',
      'device.place',
      'device.address',
      'device.channelType',
      'device.channelId',
      'device.installedAt',
      'device.warrantyDays',
      'device.warrantyUntil',
      'device.factoryArea',
      'device.note',
      'device.firmwareVersion',
      'device.activatedAt',
      'device.createdAt',
      'deviceIndex.organisationId',
      'deviceIndex.online',
      'deviceIndex.workState',
      'deviceIndex.faultCode',
      'deviceIndex.enabled',
      'deviceIndex.bound',
      'deviceIndex.lastSeenAt',
    ])
    .execute()
}
export type ExportedDevice = Awaited<ReturnType<typeof listExported>>[number] &
  Readonly<{ organisation: string; channel: string }>

/**
 * Organisations by the names an import finds them with: where another within the scope has the same, with the one above in
 * front of it, as "A / B".
 */
export async function listNamesToImport(db: Db, scope: DataScope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, case when parent.id is not null and exists (
      select from organisation other
      where lower(other.name) = lower(o.name) and other.id <> o.id and other.id in (${within(db, scope)}))
      then parent.name || ' / ' || o.name else o.name end as name
    from organisation o left join organisation parent on parent.id = o.parent_id
    where o.id = any(${ids}::bigint[])`.execute(db)
  return rows
}
