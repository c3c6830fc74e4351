import { sql } from 'kysely'
import { deviceSorts } from '@brigade/contract/device/device.model.ts'
import type { DeviceSearch } from '@brigade/contract/device/device.model.ts'
import { factIdentifiers, workStateNumberOf } from '@brigade/contract/device/device.rules.ts'
import { deepestDepartment } from '@brigade/contract/customer/organisation.rules.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { areaRange } from '@brigade/contract/system/area.rules.ts'
import { organisationIdsWithin, within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { firmwareVersion, hasFirmware, wifiFirmware } from './module-version.store.ts'
import { liked, type Matching } from './keyword-search.store.ts'
import { countRows, literally, offsetOf, orderOf } from '../../platform/db/page.ts'

const instant = (ms: number): string => new Date(ms).toISOString()

/** The devices of one kind that an account may see. Whatever is read of devices starts here. */
function devicesWithin(db: Db, scope: DataScope, kind: DeviceKind) {
  return db
    .selectFrom('deviceState')
    .where('deviceState.kind', '=', kind)
    .where('deviceState.organisationId', 'in', within(db, scope))
}

const platformIds = new WeakMap<Db, string>()

/** Whether an organisation is the platform, which everything is within: there is one, and it stays. */
async function isPlatform(db: Db, organisationId: string): Promise<boolean> {
  const known = platformIds.get(db)
  if (known !== undefined) return known === organisationId
  const platform = await db.selectFrom('organisation').select('id').where('kind', '=', 'platform').executeTakeFirst()
  if (platform !== undefined) platformIds.set(db, platform.id)
  return platform?.id === organisationId
}

/** With the organisations as values where they are not too many, so that the right index is taken. */
async function belongsTo(db: Db, scope: DataScope) {
  if (await isPlatform(db, scope.organisationId)) return sql<boolean>`true`
  const ids = await organisationIdsWithin(db, scope)
  return ids === undefined
    ? sql<boolean>`device_state.organisation_id in (${within(db, scope)})`
    : sql<boolean>`device_state.organisation_id = any(${ids}::bigint[])`
}

/** Which of a kind's two lists: the device list or the uninstalled one. */
export type DeviceList = Readonly<{ kind: DeviceKind; installed: boolean }>

async function listedWithin(db: Db, scope: DataScope, { kind, installed }: DeviceList) {
  return db
    .selectFrom('deviceState')
    .where('deviceState.kind', '=', kind)
    .where('deviceState.installed', '=', installed)
    .where(await belongsTo(db, scope))
}

/** A single character is the start of a serial number. */
const hasKeyword = (keyword: string) =>
  [...keyword].length < 2
    ? sql<boolean>`device.sn ilike ${`${literally(keyword)}%`}`
    : sql<boolean>`device.search ilike ${`%${literally(keyword)}%`}`

// The expression of the index device_place, word for word.
const place = sql<string>`(device.place || ' ' || device.address)`

function matchesAddress(address: string) {
  // Not ILIKE: of an expression the planner believes that nearly nothing is like it, even a city of half the devices.
  const contains = sql<boolean>`position(lower(${address}) in lower(${place})) > 0`
  return [...address].length < 2 ? contains : sql<boolean>`(bigrams(${place}) @> bigrams(${address}) and ${contains})`
}

/** Of either list: the uninstalled one has fewer filters, `activated` besides, and its times are of the registration. */
export type ListSearch = Omit<DeviceSearch, 'pageSize'> &
  Readonly<{ pageSize: number; activated?: boolean | undefined }>
export type ListFilters = Omit<ListSearch, 'pageNum' | 'pageSize' | 'sort'>

/** Devices that a search asks for. Columns of `device` are joined only where a filter or the order reads them. */
export async function matching(db: Db, scope: DataScope, list: DeviceList, search: ListFilters, nowMs: number) {
  // A left join over a unique key: the planner drops it when nothing reads it, and makes it an inner one when a filter does.
  let query = (await listedWithin(db, scope, list)).leftJoin('device', 'device.id', 'deviceState.deviceId')
  if (search.keyword) query = query.where(hasKeyword(search.keyword))
  if (search.online !== undefined) query = query.where('deviceState.online', '=', search.online)
  // A state is one of a device that is online (spec 2): offline, it is only the last one reported.
  if (search.state) {
    query = query
      .where('deviceState.online', '=', true)
      .where('deviceState.workState', '=', workStateNumberOf(search.state))
  }
  if (search.productId) query = query.where('deviceState.productId', '=', search.productId)
  if (search.seriesId) {
    const ofSeries = db.selectFrom('product').select('product.id').where('product.seriesId', '=', search.seriesId)
    query = query.where('deviceState.productId', 'in', ofSeries)
  }
  if (search.customerId) query = query.where(await belongsTo(db, { organisationId: search.customerId }))
  const department = deepestDepartment(search)
  if (department) query = query.where(await belongsTo(db, { organisationId: department.id }))
  const area = areaRange(search)
  if (area) query = query.where('deviceState.area', '>=', area.from).where('deviceState.area', '<=', area.to)
  if (search.channelType) query = query.where('deviceState.channelType', '=', search.channelType)
  if (search.channelId) query = query.where('deviceState.channelId', '=', search.channelId)
  if (search.warranty === 'unregistered')
    // The second makes it an inner join, so that it may begin at the few without.
    query = query.where('device.warrantyUntil', 'is', null).where('device.id', 'is not', null)
  if (search.warranty === 'in') query = query.where('device.warrantyUntil', '>', instant(nowMs))
  if (search.warranty === 'over') query = query.where('device.warrantyUntil', '<=', instant(nowMs))
  if (search.bindState) query = query.where('deviceState.bound', '=', search.bindState === 'bound')
  if (search.nodeType) query = query.where('deviceState.nodeType', '=', search.nodeType)
  if (search.enabled !== undefined) query = query.where('deviceState.enabled', '=', search.enabled)
  if (search.address) query = query.where(matchesAddress(search.address))
  if (search.firmwareVersion) query = query.where(hasFirmware(search.firmwareVersion))
  if (search.activated !== undefined)
    query = query.where('device.activatedAt', search.activated ? 'is not' : 'is', null)
  const since = list.installed ? 'device.installedAt' : 'deviceState.createdAt'
  if (search.startTime) query = query.where(since, '>=', search.startTime)
  if (search.endTime) query = query.where(since, '<=', search.endTime)
  return query
}

const sortColumns = {
  createdAt: 'deviceState.createdAt',
  lastSeenAt: 'deviceState.lastSeenAt',
  sn: 'device.sn',
  name: 'device.name',
} as const

/** One page of ids, in order. Equal rows stand by id, so that no page repeats or skips one. */
export async function listDeviceIds(
  db: Db,
  scope: DataScope,
  list: DeviceList,
  search: ListSearch,
  nowMs: number,
  among?: readonly string[],
): Promise<string[]> {
  const { column, direction } = orderOf(search.sort, deviceSorts)
  const asked = (await matching(db, scope, list, search, nowMs)).$if(among !== undefined, (query) =>
    query.where(sql<boolean>`device_state.device_id = any(${among}::bigint[])`),
  )
  // Both tables have it; in this index it has the date beside it that is filtered by (device_created_at_warranty).
  const byWarranty = column === 'createdAt' && search.warranty !== undefined && among === undefined
  const isOfDevice = column === 'sn' || column === 'name' || byWarranty
  // Makes it an inner join, so that an order of `device` may come from its index.
  const sortable = isOfDevice ? asked.where('device.id', 'is not', null) : asked
  const rows = await sortable
    .select('deviceState.deviceId')
    // Never seen comes last either way; the other columns have no null, and saying so would cost them their index.
    .orderBy(byWarranty ? 'device.createdAt' : sortColumns[column], (order) => {
      const ordered = direction === 'asc' ? order.asc() : order.desc()
      return column === 'lastSeenAt' ? ordered.nullsLast() : ordered
    })
    .orderBy(byWarranty ? 'device.id' : 'deviceState.deviceId', direction)
    .limit(search.pageSize)
    .offset(offsetOf(search))
    .execute()
  return rows.map((row) => row.deviceId)
}

export async function countDevices(
  db: Db,
  scope: DataScope,
  list: DeviceList,
  search: ListSearch,
  nowMs: number,
  among?: readonly string[],
) {
  const asked = (await matching(db, scope, list, search, nowMs)).$if(among !== undefined, (query) =>
    query.where(sql<boolean>`device_state.device_id = any(${among}::bigint[])`),
  )
  const counted = asked.select('deviceState.deviceId')
  if (search.warranty === undefined || among !== undefined) return countRows(db, counted)
  // From the end where they are: those out of warranty are the oldest, the others the newest.
  const direction = search.warranty === 'over' ? 'asc' : 'desc'
  return countRows(db, counted.orderBy('device.createdAt', direction).orderBy('device.id', direction))
}

/** What a search asks for besides its keyword, of the devices that one is found in (keyword-search.store.ts). */
export async function matchingLiked(
  db: Db,
  scope: DataScope,
  list: DeviceList,
  search: ListSearch,
  nowMs: number,
): Promise<Matching> {
  const others = (await matching(db, scope, list, { ...search, keyword: undefined }, nowMs))
    .innerJoin(liked, 'liked.id', 'deviceState.deviceId')
    .select(['deviceState.deviceId', 'deviceState.createdAt'])
  return (range) =>
    range === undefined
      ? others
      : others.where(sql<boolean>`device_state.device_id between ${range.from} and ${range.to}`)
}

const factPairs = sql.join(
  factIdentifiers.map(
    (identifier) => sql`${sql.lit(identifier)}, device_shadow.reported -> ${sql.lit(identifier)} -> 'v'`,
  ),
)
/** The latest values behind a row's one short fact: `{ "ChamberTemp": 164.5, … }`. */
const facts = sql<Readonly<Record<string, unknown>>>`jsonb_build_object(${factPairs})`

const boundUsers = sql<number>`(select count(*)::int from device_binding
  where device_binding.device_id = device.id and device_binding.unbound_at is null)`

/** What rows and details are made of. Ids outside the scope, of the other kind or of nothing are left out. */
export async function listDevicesById(db: Db, scope: DataScope, kind: DeviceKind, ids: readonly string[]) {
  if (ids.length === 0) return []
  return devicesWithin(db, scope, kind)
    .innerJoin('device', 'device.id', 'deviceState.deviceId')
    .leftJoin('deviceShadow', 'deviceShadow.deviceId', 'deviceState.deviceId')
    .where('deviceState.deviceId', 'in', ids)
    .select([
      'device.id',
      'device.sn',
      'device.name',
      'device.mac',
      'device.province',
      'device.city',
      'device.region',
      'device.place',
      'device.address',
      'device.channelType',
      'device.channelId',
      'device.factoryArea',
      'device.note',
      'device.updatedAt',
      'device.installedAt',
      'device.activatedAt',
      'device.warrantyDays',
      'device.warrantyUntil',
      'device.createdAt',
      'deviceState.kind',
      'deviceState.nodeType',
      'deviceState.enabled',
      'deviceState.installed',
      'deviceState.bound',
      'deviceState.productId',
      'deviceState.organisationId',
      'deviceState.online',
      'deviceState.onlineChangedAt',
      'deviceState.workState',
      'deviceState.faultCode',
      'deviceState.lastSeenAt',
      'deviceShadow.reportedAt',
      facts.as('facts'),
      boundUsers.as('boundUsers'),
      firmwareVersion.as('firmwareVersion'),
      wifiFirmware.as('wifiFirmware'),
    ])
    .execute()
}
export type StoredDevice = Awaited<ReturnType<typeof listDevicesById>>[number]

/** The state that changes, narrow: what a live event needs and no more. */
export async function listLiveStates(db: Db, scope: DataScope, kind: DeviceKind, ids: readonly string[]) {
  if (ids.length === 0) return []
  return devicesWithin(db, scope, kind)
    .leftJoin('deviceShadow', 'deviceShadow.deviceId', 'deviceState.deviceId')
    .where('deviceState.deviceId', 'in', ids)
    .select([
      'deviceState.deviceId as id',
      'deviceState.kind',
      'deviceState.installed',
      'deviceState.online',
      'deviceState.onlineChangedAt',
      'deviceState.workState',
      'deviceState.faultCode',
      'deviceState.lastSeenAt',
      'deviceShadow.reportedAt',
      facts.as('facts'),
    ])
    .orderBy('deviceState.deviceId')
    .execute()
}
export type StoredState = Awaited<ReturnType<typeof listLiveStates>>[number]

/** How many of these devices a caller may see; counts no further than `most`. */
export async function countSeen(db: Db, scope: DataScope, kind: DeviceKind, ids: readonly string[], most: number) {
  const some = devicesWithin(db, scope, kind)
    .where(sql<boolean>`device_state.device_id = any(${ids}::bigint[])`)
    .select('deviceState.deviceId')
    .limit(most)
  const { devices } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)::int`.as('devices'))
    .executeTakeFirstOrThrow()
  return devices
}

const seen: unique symbol = Symbol('within scope')

/** A device that the caller may see. Only `findDevice` makes one, and reads of a device's records take nothing less. */
export type SeenDevice = Readonly<{
  id: string
  productId: string
  kind: DeviceKind
  online: boolean
  installed: boolean
  createdAt: string
  [seen]: true
}>

/** Undefined for an id outside the scope, of the other kind, or of nothing: the three look the same from outside. */
export async function findDevice(
  db: Db,
  scope: DataScope,
  kind: DeviceKind,
  id: string,
): Promise<SeenDevice | undefined> {
  const row = await devicesWithin(db, scope, kind)
    .where('deviceState.deviceId', '=', id)
    .select([
      'deviceState.deviceId as id',
      'deviceState.productId',
      'deviceState.kind',
      'deviceState.online',
      'deviceState.installed',
      'deviceState.createdAt',
    ])
    .executeTakeFirst()
  return row && { ...row, [seen]: true }
}

export async function findShadow(db: Db, device: SeenDevice) {
  return db
    .selectFrom('deviceShadow')
    .select(['version', 'reported', 'desired', 'extraReported', 'reportedAt'])
    .where('deviceId', '=', device.id)
    .executeTakeFirst()
}

/** Installed devices that a search finds, to be counted by where they stand: columns of the narrow row. */
export async function foundByArea(
  db: Db,
  scope: DataScope,
  kind: DeviceKind,
  search: ListFilters,
  nowMs: number,
  among?: readonly string[],
) {
  return (await matching(db, scope, { kind, installed: true }, search, nowMs))
    .$if(among !== undefined, (query) => query.where(sql<boolean>`device_state.device_id = any(${among}::bigint[])`))
    .select(['deviceState.deviceId', 'deviceState.area', 'deviceState.online', 'deviceState.faultCode'])
}
