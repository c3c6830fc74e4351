import { sql } from 'kysely'
import type { DeviceSearch } from '@brigade/contract/device/device.model.ts'
import { factIdentifiers, workStateNumberOf } from '@brigade/contract/device/device.rules.ts'
import { deepestDepartment } from '@brigade/contract/customer/organisation.rules.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { areaRange } from '@brigade/contract/system/area.rules.ts'
import { listedWithin, seenInList, within, type CallerScope, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { isBetween, isLocated, isMissing, isSeenBefore } from './counted-devices.store.ts'
import { firmwareVersion, hasFirmware, wifiFirmware } from './module-version.store.ts'
import { keywordMatch, type Matching } from './keyword-search.store.ts'
import { countRows } from '../../platform/db/page.ts'
import { beginsWith, isLike } from '../../platform/db/search.ts'
import { typedPlace } from '../../system/area/typed-place.ts'
import { recordColumns } from '../record-columns.ts'

const instant = (ms: number): string => new Date(ms).toISOString()

/** The devices of one kind that an account may see. Every query of devices starts here. */
function devicesWithin(db: Db, scope: DataScope, kind: DeviceKind) {
  return db
    .selectFrom('deviceState')
    .where('deviceState.kind', '=', kind)
    .where('deviceState.organisationId', 'in', within(db, scope))
}

/** One of a kind's two lists: the device list or the uninstalled one. */
export type DeviceList = Readonly<{ kind: DeviceKind; installed: boolean }>

/** The requested list, and the time of the call. */
export type ListRequest = Readonly<{ db: Db; scope: CallerScope; list: DeviceList; nowMs: number }>

const organisationOf = 'deviceState.organisationId'

async function listed(request: ListRequest) {
  const {
    db,
    scope,
    list: { kind, installed },
  } = request
  return db
    .selectFrom('deviceState')
    .where('deviceState.kind', '=', kind)
    .where('deviceState.installed', '=', installed)
    .where((await seenInList(db, scope))(organisationOf))
}

/** The kind in the form of the table `device`, whose indexes begin with it. Every device has one. */
export const isOfKind = (kind: DeviceKind) =>
  sql<boolean>`device.kind_id = (select id from device_kind where key = ${kind})`

/** A single character is searched as the start of a serial number. */
const hasKeyword = (keyword: string) =>
  isSingle(keyword) ? beginsWith('device.sn', keyword) : isLike(sql`device.search`, keyword)

/** Whether a keyword is one character once it is folded: the index of devices knows pairs and triples. */
export const isSingle = (keyword: string): boolean => [...keyword.normalize('NFKC')].length < 2

/** A place contains all of these texts. LIKE misleads the planner: it expects nearly no match, even for a city of half the devices. */
function placeContains(texts: readonly string[]) {
  const contained = sql<boolean>`(${sql.join(
    texts.map((text) => sql`position(search_fold(${text}) in device.place_search) > 0`),
    sql` and `,
  )})`
  const indexed = texts.filter((text) => !isSingle(text))
  if (indexed.length === 0) return contained
  const pairs = sql.join(
    indexed.map((text) => sql`bigrams(search_fold(${text}))`),
    sql` || `,
  )
  return sql<boolean>`(bigrams(device.place_search) @> (${pairs}) and ${contained})`
}

/** A place is stored in Chinese words beside its codes, and shown in the reader's language: the words of both find it. */
function matchesAddress(address: string) {
  const { places, codes } = typedPlace(address)
  const found = [[address], ...places].map(placeContains)
  const ofCodes = codes.length === 0 ? [] : [sql<boolean>`device_state.area = any(${codes}::int[])`]
  return sql<boolean>`(${sql.join([...found, ...ofCodes], sql` or `)})`
}

/** The search of either list. The uninstalled list has fewer filters and `activated`; its dates are those of the registration. */
export type ListSearch = Omit<DeviceSearch, 'pageSize'> &
  Readonly<{ pageSize: number; activated?: boolean | undefined }>
export type ListFilters = Omit<ListSearch, 'pageNum' | 'pageSize' | 'sort'>

/**
 * The devices that a search finds, limited to the ids `among` if they are given. `device` is joined only if a filter or
 * the order reads it.
 */
export async function matching(request: ListRequest, search: ListFilters, among?: readonly string[]) {
  const { db, list, nowMs } = request
  // A left join over a unique key: the planner drops it if nothing reads it, and makes it an inner one if a filter
  // does.
  let query = (await listed(request)).leftJoin('device', 'device.id', 'deviceState.deviceId')
  if (among !== undefined) query = query.where(sql<boolean>`device_state.device_id = any(${among}::bigint[])`)
  if (search.keyword) query = query.where(hasKeyword(search.keyword))
  if (search.online !== undefined) query = query.where('deviceState.online', '=', search.online)
  // Only a device that is online has a state (spec 2). The stored state of an offline device is the last one it reported.
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
  if (search.customerId)
    query = query.where((await listedWithin(db, { organisationId: search.customerId }))(organisationOf))
  if (search.organisationId) query = query.where(organisationOf, '=', search.organisationId)
  const department = deepestDepartment(search)
  if (department) query = query.where((await listedWithin(db, { organisationId: department.id }))(organisationOf))
  const area = areaRange(search)
  if (area) query = query.where('deviceState.area', '>=', area.from).where('deviceState.area', '<=', area.to)
  if (search.channelType) query = query.where('deviceState.channelType', '=', search.channelType)
  if (search.channelId) query = query.where('deviceState.channelId', '=', search.channelId)
  if (search.warranty === 'unregistered')
    // The second condition makes it an inner join, so that the plan may begin at the few devices without a warranty.
    query = query.where('device.warrantyUntil', 'is', null).where(isOfKind(list.kind))
  if (search.warranty === 'in') query = query.where('device.warrantyUntil', '>', instant(nowMs))
  if (search.warranty === 'over') query = query.where('device.warrantyUntil', '<=', instant(nowMs))
  if (search.bindState) query = query.where('deviceState.bound', '=', search.bindState === 'bound')
  if (search.nodeType) query = query.where('deviceState.nodeType', '=', search.nodeType)
  if (search.enabled !== undefined) query = query.where('deviceState.enabled', '=', search.enabled)
  if (search.address) query = query.where(matchesAddress(search.address))
  if (search.firmwareVersion) query = query.where(hasFirmware(search.firmwareVersion))
  if (search.activatedStart !== undefined || search.activatedEnd !== undefined)
    query = query.where(
      isBetween(sql.ref('device.activated_at'), { from: search.activatedStart, to: search.activatedEnd }),
    )
  if (search.seenBefore) query = query.where(isSeenBefore('device_state', sql`${search.seenBefore}::timestamptz`))
  if (search.missing) query = query.where(isMissing('device_state', search.missing))
  if (search.located) query = query.where(isLocated('device_state', search.located))
  if (search.activated !== undefined)
    query = query.where('device.activatedAt', search.activated ? 'is not' : 'is', null)
  const since = list.installed ? 'device.installedAt' : 'deviceState.createdAt'
  if (search.startTime) query = query.where(since, '>=', search.startTime)
  if (search.endTime) query = query.where(since, '<=', search.endTime)
  return query
}

/** Counts the devices that a search finds, up to the cap. */
export async function countDevices(request: ListRequest, search: ListSearch, among?: readonly string[]) {
  const { db } = request
  const counted = (await matching(request, search, among)).select('deviceState.deviceId')
  if (search.warranty === undefined || among !== undefined) return countRows(db, counted)
  // The count begins at the end where matches are likely: devices out of warranty are the oldest, the others the
  // newest.
  const direction = search.warranty === 'over' ? 'asc' : 'desc'
  return countRows(db, counted.orderBy('device.createdAt', direction).orderBy('device.id', direction))
}

/** The filters of a search besides its keyword, applied to the devices that match the keyword (keyword-search.store.ts). */
export async function matchingAmongKeyword(request: ListRequest, search: ListSearch): Promise<Matching> {
  const others = (await matching(request, { ...search, keyword: undefined }))
    .innerJoin(keywordMatch, 'keywordMatch.id', 'deviceState.deviceId')
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

const organisationZone = sql<
  string | null
>`(select time_zone from organisation where organisation.id = device_state.organisation_id)`

/** The columns of rows and details. Ids outside the scope, of the other kind or without a device are left out. */
export async function listDevicesById(db: Db, scope: DataScope, kind: DeviceKind, ids: readonly string[]) {
  if (ids.length === 0) return []
  return devicesWithin(db, scope, kind)
    .innerJoin('device', 'device.id', 'deviceState.deviceId')
    .leftJoin('deviceShadow', 'deviceShadow.deviceId', 'deviceState.deviceId')
    .where('deviceState.deviceId', 'in', ids)
    .select([
      ...recordColumns,
      'device.timeZone as placeZone',
      'device.updatedAt',
      'device.activatedAt',
      'device.warrantyDays',
      'device.warrantyUntil',
      'device.createdAt',
      'deviceState.connectionsSince',
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
      organisationZone.as('organisationZone'),
      facts.as('facts'),
      boundUsers.as('boundUsers'),
      firmwareVersion.as('firmwareVersion'),
      wifiFirmware.as('wifiFirmware'),
    ])
    .execute()
}
export type StoredDevice = Awaited<ReturnType<typeof listDevicesById>>[number]

/** The columns that change often, as a live event needs them. */
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

/** The number of these devices that a caller may see, counted up to `most`. */
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

/** A device that the caller may see. Only `findDevice` creates one, and reads of a device's records require it. */
export type SeenDevice = Readonly<{
  id: string
  productId: string
  kind: DeviceKind
  online: boolean
  installed: boolean
  createdAt: string
  connectionsSince: string | null
  [seen]: true
}>

const seenColumns = [
  'deviceState.deviceId as id',
  'deviceState.productId',
  'deviceState.kind',
  'deviceState.online',
  'deviceState.installed',
  'deviceState.createdAt',
  'deviceState.connectionsSince',
] as const

/**
 * Undefined for an id that is outside the scope, of the other kind, or unknown: callers cannot distinguish the three.
 */
export async function findDevice(
  db: Db,
  scope: DataScope,
  kind: DeviceKind,
  id: string,
): Promise<SeenDevice | undefined> {
  const row = await devicesWithin(db, scope, kind)
    .where('deviceState.deviceId', '=', id)
    .select(seenColumns)
    .executeTakeFirst()
  return row && { ...row, [seen]: true }
}

/** The same for many devices, with their names. Devices outside the scope are left out. */
export async function findDevices(db: Db, scope: DataScope, kind: DeviceKind, ids: readonly string[]) {
  const rows = await devicesWithin(db, scope, kind)
    .innerJoin('device', 'device.id', 'deviceState.deviceId')
    .where('deviceState.deviceId', 'in', ids)
    .select([...seenColumns, 'device.sn', 'device.name'])
    .execute()
  return rows.map((row): NamedDevice => ({ ...row, [seen]: true }))
}
export type NamedDevice = SeenDevice & Readonly<{ sn: string; name: string }>

export async function findShadow(db: Db, device: SeenDevice) {
  return db
    .selectFrom('deviceShadow')
    .select(['version', 'reported', 'desired', 'extraReported', 'reportedAt'])
    .where('deviceId', '=', device.id)
    .executeTakeFirst()
}

/** The devices that a search finds, to be counted by their place. */
export async function foundByArea(request: ListRequest, search: ListFilters, among?: readonly string[]) {
  const found = await matching(request, search, among)
  return found.select(['deviceState.deviceId', 'deviceState.area', 'deviceState.online'])
}
