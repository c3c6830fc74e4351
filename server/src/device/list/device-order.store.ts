import { sql, type RawBuilder } from 'kysely'
import { deviceSorts, workStates } from '@brigade/contract/device/device.model.ts'
import { stateOrder, workStateNumberOf, workStateOf } from '@brigade/contract/device/device.rules.ts'
import { listedWithin, seenInList } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { offsetOf, orderOf } from '../../platform/db/page.ts'
import { byName } from '../../platform/db/search.ts'
import { belowOf, isCountedByState, totalOf } from './counted-by-state.ts'
import { isMissing } from './counted-devices.store.ts'
import { countByState, type StateCount } from './device-total.store.ts'
import { keywordMatch, searchSorted } from './keyword-search.store.ts'
import { isOfKind, matching, type ListFilters, type ListRequest, type ListSearch } from './device.store.ts'

/*
 * The orders of the device lists. Equal rows are ordered by id, in the direction of the order, so that no page repeats
 * or skips one; within a customer and within a state the time of registration comes before the id, because an index has
 * it. Rows without the value (never seen, no date of warranty, no firmware) come last in both directions.
 */

type Direction = 'asc' | 'desc'
type Page = Readonly<{ offset: number; limit: number }>
type Ids = Readonly<{ deviceId: string }>
/** Ids of a search that are the only ones that count. */
type Among = readonly string[] | undefined

const wayOf = (direction: Direction): RawBuilder<unknown> => (direction === 'asc' ? sql`asc` : sql`desc`)

/** One page of ids, in order. */
export async function listDeviceIds(request: ListRequest, search: ListSearch, among?: Among): Promise<string[]> {
  const { column, direction } = orderOf(search.sort, deviceSorts)
  const page = { offset: offsetOf(search), limit: search.pageSize }
  switch (column) {
    case 'createdAt':
    case 'sn':
    case 'name':
      return listByColumn(request, search, { column, direction, page }, among)
    case 'state':
      return isCountedByState(search) && among === undefined && request.list.installed
        ? listByState(request, search, { direction, page })
        : listFound(request, search, page, among)
    case 'lastSeenAt':
      return listFound(request, search, page, among)
    case 'customer':
      return among === undefined
        ? listByCustomer(request, search, { direction, page })
        : listFound(request, search, page, among)
    case 'warranty':
    case 'firmware':
      return among === undefined
        ? listInTwo(request.db, await partsBy[column](request, search, direction), page)
        : listFound(request, search, page, among)
  }
}

const sortColumns = {
  createdAt: sql.ref('deviceState.createdAt'),
  sn: sql.ref('device.sn'),
  name: byName('device'),
} as const

/** The orders of a column without nulls, along its index. */
async function listByColumn(
  request: ListRequest,
  search: ListSearch,
  { column, direction, page }: Readonly<{ column: keyof typeof sortColumns; direction: Direction; page: Page }>,
  among: Among,
): Promise<string[]> {
  const found = await matching(request, search, among)
  // Both tables have `created_at`. The index of `device` includes the filtered date (device_created_at_warranty).
  const byWarranty = column === 'createdAt' && search.warranty !== undefined && among === undefined
  const isOfDevice = column === 'sn' || column === 'name' || byWarranty
  // Makes it an inner join, so that an order of `device` may come from its index.
  const sortable = isOfDevice ? found.where('device.id', 'is not', null) : found
  const rows = await sortable
    .select('deviceState.deviceId')
    .orderBy(byWarranty ? sql.ref('device.createdAt') : sortColumns[column], direction)
    .orderBy(byWarranty ? 'device.id' : 'deviceState.deviceId', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map((row) => row.deviceId)
}

const stateRank = sql<number>`state_rank(device_state.online, device_state.work_state)`

/**
 * Orders that sort everything that a search finds, `found`, without an index: the joined table and the expression of
 * each.
 */
const wholeOrders = {
  createdAt: { beside: sql``, by: (way: RawBuilder<unknown>) => sql`found.created_at ${way}` },
  sn: { beside: sql``, by: (way: RawBuilder<unknown>) => sql`found.sn ${way}` },
  name: {
    // Many devices have the same name, so each name is converted into its sortable form only once.
    beside: sql`join (with each as materialized (select name, spelling, ${byName('named')} as read_as
        from (select distinct name, spelling from found) as named) select * from each) as named using (name, spelling)`,
    by: (way: RawBuilder<unknown>) => sql`named.read_as ${way}`,
  },
  state: { beside: sql``, by: (way: RawBuilder<unknown>) => sql`found.state_rank ${way}, found.created_at ${way}` },
  lastSeenAt: { beside: sql``, by: (way: RawBuilder<unknown>) => sql`found.last_seen_at ${way} nulls last` },
  warranty: { beside: sql``, by: (way: RawBuilder<unknown>) => sql`found.warranty_until ${way} nulls last` },
  customer: {
    // The name of an organisation is spelled once, and not with each of its devices.
    beside: sql`join (select o.id, row_number() over (order by ${byName('o')}, o.id) as place from organisation o) as owner
      on owner.id = found.organisation_id`,
    by: (way: RawBuilder<unknown>) => sql`owner.place ${way}, found.created_at ${way}`,
  },
  firmware: {
    beside: sql`left join device_module m on m.device_id = found.device_id and m.module = 'default' and m.version <> ''`,
    by: (way: RawBuilder<unknown>) => sql`m.device_id is null, version_parts(m.version) ${way}, m.version ${way}`,
  },
} as const

type Sorted = ListFilters & Pick<ListSearch, 'sort'>

/** Columns of a device that the orders read. */
const orderColumns = [
  'deviceState.deviceId',
  'deviceState.organisationId',
  'deviceState.createdAt',
  'deviceState.lastSeenAt',
  'device.warrantyUntil',
  'device.sn',
  'device.name',
  'device.spelling',
  stateRank.as('stateRank'),
] as const

function inOrder(sort: string | undefined): RawBuilder<Ids> {
  const { column, direction } = orderOf(sort, deviceSorts)
  const { beside, by } = wholeOrders[column]
  const way = wayOf(direction)
  return sql`select found.device_id from found ${beside} order by ${by(way)}, found.device_id ${way}`
}

/** Selects the ids of all that a search finds, in its order. */
export async function foundInOrder(request: ListRequest, search: Sorted, among?: Among): Promise<RawBuilder<Ids>> {
  const found = (await matching(request, search, among)).select(orderColumns)
  return sql`with found as (${found}) ${inOrder(search.sort)}`
}

/** The first of this many rows are sorted once more after both halves of the matches were sorted; more would cost more than that saves. */
const maxSortedTwice = 1000

/**
 * Returns a page of the matches of a keyword in any order, sorted in memory. Undefined if there are more than `most`.
 */
export async function listKeywordPage(
  request: ListRequest,
  search: ListSearch,
  keyword: string,
  most: number,
): Promise<Readonly<{ ids: string[]; total: number }> | undefined> {
  const { db, list } = request
  const found = (await matching(request, { ...search, keyword: undefined }))
    .innerJoin(keywordMatch, 'keywordMatch.id', 'deviceState.deviceId')
    .select(orderColumns)
  const page = { offset: offsetOf(search), limit: search.pageSize }
  const wanted = page.offset + page.limit
  const sought = { keyword, kind: list.kind }
  const ordered = inOrder(search.sort)
  if (wanted > maxSortedTwice) {
    const only = sql`${ordered} limit ${page.limit} offset ${page.offset}`
    return searchSorted(db, sought, { found, page: only, parts: 1 }, most)
  }
  const first = await searchSorted(db, sought, { found, page: sql`${ordered} limit ${wanted}`, parts: 2 }, most)
  return first && { ...first, ids: await listFound(request, { ...search, keyword: undefined }, page, first.ids) }
}

async function listFound(request: ListRequest, search: ListSearch, page: Page, among: Among): Promise<string[]> {
  const found = await foundInOrder(request, search, among)
  const { rows } = await sql<{ deviceId: string }>`${found} limit ${page.limit} offset ${page.offset}`.execute(
    request.db,
  )
  return rows.map((row) => row.deviceId)
}

/** The places of `state_rank`, in order, and the devices of each. */
const ranked = stateOrder.map((state, rank) => ({ state, rank }))
const rankOf = ({ online, workState }: StateCount): number =>
  stateOrder.indexOf(online ? (workStateOf(workState) ?? 'online') : 'offline')

/**
 * Goes from state to state, and reads from each the rows of the page: the totals in the database have the number of
 * devices in each state. With an index of the state, every change of a state would be written to all indexes of the
 * table.
 */
async function listByState(
  request: ListRequest,
  search: ListSearch,
  { direction, page }: Readonly<{ direction: Direction; page: Page }>,
): Promise<string[]> {
  const { db, scope, list } = request
  const { productId, seriesId, online, state } = search
  const all = await countByState(db, scope, list.kind, { below: belowOf(search), productId, seriesId })
  const counts = all.filter(
    (count) =>
      (online === undefined || count.online === online) &&
      (state === undefined || (count.online && workStateOf(count.workState) === state)),
  )
  const ids: string[] = []
  let { offset } = page
  for (const { rank } of direction === 'asc' ? ranked : ranked.toReversed()) {
    const there = totalOf(counts.filter((count) => rankOf(count) === rank))
    const some = Math.min(page.limit - ids.length, there - offset)
    if (some > 0) {
      const rows = await (
        await matching(request, search)
      )
        .where(isRanked(rank))
        .select('deviceState.deviceId')
        .orderBy('deviceState.createdAt', direction)
        .orderBy('deviceState.deviceId', direction)
        .limit(some)
        .offset(offset)
        .execute()
      ids.push(...rows.map((row) => row.deviceId))
    }
    if (ids.length === page.limit) return ids
    offset = Math.max(0, offset - there)
  }
  return ids
}

/** The devices of a place, in a form whose number of rows the planner can estimate. */
function isRanked(rank: number): RawBuilder<boolean> {
  const state = workStates.find((one) => one === stateOrder[rank])
  if (state !== undefined)
    return sql<boolean>`(device_state.online and device_state.work_state = ${workStateNumberOf(state)})`
  return stateOrder[rank] === 'offline'
    ? sql<boolean>`not device_state.online`
    : sql<boolean>`(device_state.online and state_rank(device_state.online, device_state.work_state) = ${rank})`
}

/**
 * Goes from customer to customer along the index of their names, and reads from each the rows that may be on the page,
 * so that a million devices are not sorted for ten.
 */
async function listByCustomer(
  request: ListRequest,
  search: ListSearch,
  { direction, page }: Readonly<{ direction: Direction; page: Page }>,
): Promise<string[]> {
  const { db, scope } = request
  const way = wayOf(direction)
  const below = belowOf(search).map((organisationId) => listedWithin(db, { organisationId }))
  const ofOne = (await matching(request, search))
    .where(sql<boolean>`device_state.organisation_id = o.id`)
    .select(['deviceState.deviceId', 'deviceState.createdAt'])
    .orderBy('deviceState.createdAt', direction)
    .orderBy('deviceState.deviceId', direction)
    .limit(page.offset + page.limit)
  const { rows } = await sql<{ deviceId: string }>`
    select one.device_id from organisation o cross join lateral (${ofOne}) as one
    where ${sql.join(await Promise.all([seenInList(db, scope), ...below].map(async (seen) => (await seen)('o.id'))), sql` and `)}
    order by ${byName('o')} ${way}, o.id ${way}, one.created_at ${way}, one.device_id ${way}
    limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows.map((row) => row.deviceId)
}

type Part = { limit: (rows: number) => { offset: (rows: number) => { execute: () => Promise<Ids[]> } } }
/**
 * Rows with a value come first in the order, followed by those without one. `counted` is the first part without its
 * order.
 */
type Parts = Readonly<{ known: Part; counted: RawBuilder<unknown>; unknown: Part }>

const partsBy = {
  warranty: async (request: ListRequest, search: ListFilters, direction: Direction): Promise<Parts> => {
    // It is an inner join, so that the index of `device` can provide the order.
    const found = (await matching(request, search)).where(isOfKind(request.list.kind))
    const known = found.where('device.warrantyUntil', 'is not', null)
    return {
      known: known
        .select('device.id as deviceId')
        .$narrowType<Ids>()
        .orderBy('device.warrantyUntil', direction)
        .orderBy('device.id', direction),
      counted: sql`${known.select('deviceState.deviceId')}`,
      unknown: found
        .where('device.warrantyUntil', 'is', null)
        .select('device.id as deviceId')
        .$narrowType<Ids>()
        .orderBy('device.id', direction),
    }
  },
  firmware: async (request: ListRequest, search: ListFilters, direction: Direction): Promise<Parts> => {
    const found = await matching(request, search)
    const known = found
      .innerJoin('deviceModule as m', 'm.deviceId', 'deviceState.deviceId')
      .where('m.module', '=', 'default')
      .where('m.version', '<>', '')
    return {
      known: known
        .select('m.deviceId')
        .orderBy(sql`version_parts(m.version)`, direction)
        .orderBy('m.version', direction)
        .orderBy('m.deviceId', direction),
      counted: sql`${known.select('m.deviceId')}`,
      unknown: found
        .where(isMissing('device_state', 'firmware'))
        .select('deviceState.deviceId')
        .orderBy('deviceState.deviceId', direction),
    }
  },
} as const

/**
 * No single index has an order that ends with nulls in both directions; the first part is counted only for pages after
 * it.
 */
async function listInTwo(db: Db, { known, counted, unknown }: Parts, { offset, limit }: Page): Promise<string[]> {
  const first = await known.limit(limit).offset(offset).execute()
  const ids = first.map((row) => row.deviceId)
  if (ids.length === limit) return ids
  const before = ids.length > 0 ? offset + ids.length : await countAll(db, counted)
  const rest = await unknown
    .limit(limit - ids.length)
    .offset(Math.max(0, offset - before))
    .execute()
  return [...ids, ...rest.map((row) => row.deviceId)]
}

async function countAll(db: Db, counted: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${counted}) as counted`.execute(db)
  return rows[0]?.n ?? 0
}
