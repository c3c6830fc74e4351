import { sql } from 'kysely'
import { deviceSorts } from '@brigade/contract/device/device.model.ts'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { orderOf } from '../../platform/db/page.ts'
import { foundInOrder } from '../list/device-order.store.ts'
import { matching, type ListRequest, type ListSearch } from '../list/device.store.ts'
import { firmwareVersion, wifiFirmware } from '../list/module-version.store.ts'
import { recordColumns } from '../record-columns.ts'

/** `ids`: of what the filters find, only these, with commas between. */
export type ListOrder = Omit<ListSearch, 'pageNum' | 'pageSize'> & Readonly<{ ids?: string | undefined }>
/** The last row of a batch: the value of the order, and the id. */
type Last = Readonly<{ value: string; id: string }>
/** `among`: the only ids that count, if they are given. */
type ExportRequest = ListRequest & Readonly<{ search: ListOrder; among?: readonly string[] | undefined }>

const sortColumns = {
  createdAt: { column: sql.ref('device_state.created_at'), type: sql`timestamptz` },
  sn: { column: sql.ref('device.sn'), type: sql`text` },
  name: { column: sql.ref('device.name'), type: sql`text` },
} as const

/** The ids of all pages in the list's order, in batches. */
export async function* listIdsInOrder(request: ExportRequest, atOnce: number): AsyncGenerator<string[]> {
  const { column, direction } = orderOf(request.search.sort, deviceSorts)
  if (hasKeyset(column)) yield* idsByKeyset(request, column, direction, atOnce)
  else yield* cut(await allIdsOfNow(request), atOnce)
}

const wayOf = (direction: 'asc' | 'desc') => (direction === 'asc' ? sql`asc` : sql`desc`)

const hasKeyset = (column: string): column is keyof typeof sortColumns => column in sortColumns

/**
 * Reads all present ids, separated by commas. These orders change all the time, so a second query would repeat some ids
 * and skip others. A million ids are 8 MB as one text.
 */
async function allIdsOfNow(request: ExportRequest): Promise<string> {
  const { rows } = await sql<{ ids: string }>`
    select array_to_string(array(${await foundInOrder(request, request.search, request.among)}), ',') as ids`.execute(
    request.db,
  )
  return rows[0]?.ids ?? ''
}

function* cut(ids: string, atOnce: number): Generator<string[]> {
  let some: string[] = []
  for (let from = 0; from < ids.length;) {
    const comma = ids.indexOf(',', from)
    const to = comma === -1 ? ids.length : comma
    some.push(ids.slice(from, to))
    from = to + 1
    if (some.length < atOnce) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/**
 * Each batch begins after the last row of the previous one. So neither the earlier ids nor a snapshot of the database
 * are held, however long the list is and however slow its reader.
 */
async function* idsByKeyset(
  request: ExportRequest,
  name: keyof typeof sortColumns,
  direction: 'asc' | 'desc',
  atOnce: number,
): AsyncGenerator<string[]> {
  const { column, type } = sortColumns[name]
  // The id is read from the table of the order, so that one index has both.
  const id = sql.ref(name === 'createdAt' ? 'device_state.device_id' : 'device.id')
  const isAhead = direction === 'asc' ? sql`>` : sql`<`
  const way = wayOf(direction)
  let last: Last | undefined
  for (;;) {
    let query = await matching(request, request.search, request.among)
    // Makes it an inner join, so that an order of `device` may come from its index.
    if (name !== 'createdAt') query = query.where('device.id', 'is not', null)
    if (last !== undefined)
      query = query.where(sql<boolean>`(${column}, ${id}) ${isAhead} (${last.value}::${type}, ${last.id}::bigint)`)
    const rows = await query
      .select(['deviceState.deviceId as id', sql<string>`${column}::text`.as('value')])
      .orderBy(sql`${column} ${way}, ${id} ${way}`)
      .limit(atOnce)
      .execute()
    if (rows.length > 0) yield rows.map((row) => row.id)
    last = rows.at(-1)
    if (rows.length < atOnce) return
  }
}

/** The columns of an export in any order. Ids that left the scope meanwhile are left out. */
export async function listExported(db: Db, scope: DataScope, ids: readonly string[]) {
  return db
    .selectFrom('device')
    .innerJoin('deviceState', 'deviceState.deviceId', 'device.id')
    .innerJoin('product', 'product.id', 'device.productId')
    .where(sql<boolean>`device.id = any(${ids}::bigint[])`)
    .where('deviceState.organisationId', 'in', within(db, scope))
    .select([
      ...recordColumns,
      'product.productKey',
      'product.name as product',
      'product.enName as productEn',
      'device.warrantyDays',
      'device.warrantyUntil',
      'device.activatedAt',
      'device.createdAt',
      'deviceState.organisationId',
      'deviceState.online',
      'deviceState.workState',
      'deviceState.faultCode',
      'deviceState.enabled',
      'deviceState.bound',
      'deviceState.lastSeenAt',
    ])
    .select([firmwareVersion.as('firmwareVersion'), wifiFirmware.as('wifiFirmware')])
    .select(
      sql<number>`(select count(*)::int from device_binding
        where device_binding.device_id = device.id and device_binding.unbound_at is null)`.as('boundUsers'),
    )
    .execute()
}
export type ExportedDevice = Awaited<ReturnType<typeof listExported>>[number] &
  Readonly<{ organisation: string; channel: string }>

/**
 * The names by which an import finds organisations. If another one within the scope has the same name, the parent's name comes
 * first, as "A / B".
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
