import { sql, type RawBuilder } from 'kysely'
import { isEmailAddress } from '@brigade/contract/app-user/contact.rules.ts'
import {
  appUserSorts,
  type AppUserSearch,
  type AppUserStatistic,
  type AppUserStatisticQuery,
  type UserDeviceSearch,
} from '@brigade/contract/app-user/app-user.model.ts'
import { Phone } from '@brigade/contract/field.ts'
import { dayMs, iso } from '@brigade/contract/time.ts'
import { isPlatformStaff, seenInList, within, type CallerScope, type SeenIn } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { countRows, offsetOf, orderOf, readPage } from '../../platform/db/page.ts'
import { contains } from '../../platform/db/search.ts'
import { placeNumber, placeOf } from '../../device/list/counted-devices.store.ts'
import { addressKey } from '../keyed-hash.ts'
import { isCalling, lastApp } from './counted-users.store.ts'

/** `zone`: the statistics' time zone, whose days are used to count calls. */
export type Seeing = Readonly<{ db: Db; scope: CallerScope; secretKey: Buffer; at: number; zone: string }>

/** Read once, because one call needs it several times, for the page and for its rows. */
function organisationsOf(seeing: Seeing): Promise<SeenIn> {
  const known = organisationsFound.get(seeing) ?? seenInList(seeing.db, seeing.scope)
  organisationsFound.set(seeing, known)
  return known
}
const organisationsFound = new WeakMap<Seeing, Promise<SeenIn>>()

/**
 * The people a caller may see: those who have a device within the scope now. The platform sees all. Erased people are
 * excluded.
 */
async function peopleOf(seeing: Seeing) {
  const people = seeing.db.selectFrom('appUser').where('appUser.removedAt', 'is', null)
  if (await isPlatformStaff({ db: seeing.db, caller: seeing.scope })) return people
  const seen = await organisationsOf(seeing)
  return people.where(
    sql<boolean>`app_user.id in (select b.app_user_id from device_binding b join device_state s on s.device_id = b.device_id
      where b.unbound_at is null and ${seen('s.organisation_id')})`,
  )
}

async function matching(seeing: Seeing, search: Partial<AppUserSearch>) {
  const { db, secretKey, at } = seeing
  const { keyword, enabled, hasDevice, productId, appType, active } = search
  let query = await peopleOf(seeing)
  if (keyword) {
    const address = keyword.normalize('NFKC')
    if (isEmailAddress(address)) query = query.where('appUser.emailKey', '=', addressKey(secretKey, address))
    else if (Phone.safeParse(address).success)
      query = query.where('appUser.phoneKey', '=', addressKey(secretKey, address))
    else query = query.where(await contains(db, 'appUser', keyword))
  }
  if (enabled !== undefined) query = query.where('appUser.enabled', '=', enabled)
  if (hasDevice !== undefined) query = query.where('appUser.hasDevice', '=', hasDevice)
  if (productId !== undefined)
    query = query.where(
      sql<boolean>`app_user.id in (select b.app_user_id from device_binding b join device_state s on s.device_id = b.device_id
        where b.unbound_at is null and s.product_id = ${productId})`,
    )
  if (appType !== undefined)
    query = query.where(
      sql<boolean>`exists (select from app_installation i where i.app_user_id = app_user.id and i.type = ${appType})`,
    )
  if (active !== undefined) query = query.where('appUser.lastCallAt', '>', iso(at - Number(active) * dayMs))
  if (search.loginStart) query = query.where('appUser.lastLoginAt', '>=', search.loginStart)
  if (search.loginEnd) query = query.where('appUser.lastLoginAt', '<=', search.loginEnd)
  if (search.createdStart) query = query.where('appUser.createdAt', '>=', search.createdStart)
  if (search.createdEnd) query = query.where('appUser.createdAt', '<=', search.createdEnd)
  for (const condition of await countedConditions(seeing, search)) query = query.where(condition)
  return query
}

/** The conditions that the statistics count by. */
async function countedConditions(seeing: Seeing, search: Partial<AppUserSearch>): Promise<RawBuilder<boolean>[]> {
  const { at, zone } = seeing
  const user = sql.ref('app_user.id')
  const { customerId, calledOn, calledDays, lastApp: type, province, located } = search
  const conditions: RawBuilder<boolean>[] = []
  const of = await boundWithin(seeing, customerId)
  if (customerId !== undefined)
    conditions.push(
      sql`exists (select from device_binding b join device_state s on s.device_id = b.device_id
        where b.app_user_id = app_user.id and b.unbound_at is null and ${of})`,
    )
  if (calledDays !== undefined || calledOn !== undefined) {
    const day = sql`(${calledOn ?? iso(at)}::timestamptz at time zone ${zone})::date`
    conditions.push(isCalling(user, day, Number(calledDays ?? '1')))
  }
  if (type !== undefined) conditions.push(sql`${lastApp(user)} = ${type}`)
  const place = province ?? located
  if (place !== undefined)
    conditions.push(
      sql`coalesce((select ${placeOf('s')} from device_binding b join device_state s on s.device_id = b.device_id
        where b.app_user_id = app_user.id and b.unbound_at is null and ${of}
        order by b.bound_at desc, b.id desc limit 1), 0) = ${placeNumber(place)}`,
    )
  return conditions
}

/** Devices of an organisation and those below it, within the scope. */
async function boundWithin(seeing: Seeing, customerId: string | undefined): Promise<RawBuilder<boolean>> {
  const seen = (await organisationsOf(seeing))('s.organisation_id')
  return customerId === undefined
    ? seen
    : sql<boolean>`${seen} and s.organisation_id in (${within(seeing.db, { organisationId: customerId })})`
}

async function orderedBy(seeing: Seeing, search: Partial<AppUserSearch>) {
  const { column, direction } = orderOf(search.sort, appUserSorts)
  const found = (await matching(seeing, search)).select('appUser.id')
  const ordered =
    column === 'lastLoginAt'
      ? found.orderBy(sql`app_user.last_login_at ${sql.raw(direction)} nulls last`)
      : found.orderBy('appUser.createdAt', direction)
  return { found, ordered: ordered.orderBy('appUser.id', direction) }
}

/** The ids of one page, in order. People who never signed in come last in both directions. */
export async function findPage(seeing: Seeing, search: AppUserSearch) {
  const { found, ordered } = await orderedBy(seeing, search)
  const [rows, counted] = await Promise.all([
    ordered.limit(search.pageSize).offset(offsetOf(search)).execute(),
    countRows(seeing.db, found),
  ])
  return { ids: rows.map(({ id }) => id), ...counted }
}

export async function listAllIds(seeing: Seeing, search: Partial<AppUserSearch>): Promise<string[]> {
  const { ordered } = await orderedBy(seeing, search)
  return (await ordered.execute()).map(({ id }) => id)
}

/** The columns of rows and the detail, in no order; with devices within the scope. */
export async function listById(seeing: Seeing, ids: readonly string[]) {
  if (ids.length === 0) return []
  const seen = (await organisationsOf(seeing))('s.organisation_id')
  const bound = sql`from device_binding b join device_state s on s.device_id = b.device_id
    where b.app_user_id = app_user.id and b.unbound_at is null and ${seen}`
  return (await peopleOf(seeing))
    .where('appUser.id', 'in', ids)
    .select([
      'appUser.id',
      'appUser.nickname',
      'appUser.phone',
      'appUser.email',
      'appUser.enabled',
      'appUser.disabledReason',
      'appUser.locale',
      'appUser.units',
      'appUser.timeZone',
      'appUser.lastLoginAt',
      'appUser.lastCallAt',
      'appUser.createdAt',
    ])
    .select([
      sql<number>`(select count(*)::int ${bound})`.as('devices'),
      sql<string | null>`(select max(b.bound_at) ${bound})`.as('boundAt'),
      sql<number>`(select count(*)::int from device_binding b where b.app_user_id = app_user.id and b.unbound_at is null)`.as(
        'bindings',
      ),
    ])
    .execute()
}
export type StoredAppUser = Awaited<ReturnType<typeof listById>>[number]

/** The given people that the caller sees, locked until the transaction ends, in a fixed order. */
export async function lockPeople(seeing: Seeing, ids: readonly string[]) {
  return (await peopleOf(seeing))
    .where('appUser.id', 'in', ids)
    .select(['appUser.id', 'appUser.enabled'])
    .orderBy('appUser.id')
    .forUpdate('appUser')
    .execute()
}

export async function countPeople(
  seeing: Seeing,
  filters: AppUserStatisticQuery,
  todayFrom: string,
): Promise<Omit<AppUserStatistic, 'todayFrom'>> {
  const since = (days: number) => iso(seeing.at - days * dayMs)
  return (await matching(seeing, filters))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`count(*) filter (where created_at >= ${todayFrom})::int`.as('newToday'),
      sql<number>`count(*) filter (where last_call_at > ${since(1)})::int`.as('active1'),
      sql<number>`count(*) filter (where last_call_at > ${since(7)})::int`.as('active7'),
      sql<number>`count(*) filter (where last_call_at > ${since(30)})::int`.as('active30'),
      sql<number>`count(*) filter (where has_device)::int`.as('withDevice'),
      sql<number>`count(*) filter (where not enabled)::int`.as('disabled'),
    ])
    .executeTakeFirstOrThrow()
}

/** Devices that a person has now, or had while they were within the caller's scope. */
export async function findUserDevices(seeing: Seeing, { id, bound, ...search }: UserDeviceSearch) {
  const { db } = seeing
  const seen = await organisationsOf(seeing)
  const { direction } = orderOf(search.sort, ['boundAt'])
  let query = db
    .selectFrom('deviceBinding')
    .innerJoin('device', 'device.id', 'deviceBinding.deviceId')
    .innerJoin('deviceState', 'deviceState.deviceId', 'deviceBinding.deviceId')
    .innerJoin('product', 'product.id', 'deviceState.productId')
    .where('deviceBinding.appUserId', '=', id)
    .where(
      sql<boolean>`${seen('deviceState.organisationId')}
        and (device_binding.organisation_id is null or ${seen('deviceBinding.organisationId')})`,
    )
  if (bound !== undefined) query = query.where('deviceBinding.unboundAt', bound ? 'is' : 'is not', null)
  return readPage(db, search, {
    ordered: query
      .select(['deviceBinding.id', 'device.id as deviceId', 'device.sn', 'device.name', 'deviceState.kind'])
      .select(['product.name as productName', 'product.enName as productEnName'])
      .select(['deviceBinding.role', 'deviceBinding.boundAt', 'deviceBinding.unboundAt'])
      .orderBy('deviceBinding.boundAt', direction)
      .orderBy('deviceBinding.id', direction),
    counted: query.select('deviceBinding.id'),
  })
}

/** The device of a fault, open or closed. Whether the caller sees it is asked of the device. */
export async function findDeviceOfFault(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ deviceId: string }>`
    select device_id::text from fault_open where id = ${id}::bigint
    union all select device_id::text from fault_record where month = month_of_fault(${id}::bigint) and id = ${id}::bigint`.execute(
    db,
  )
  return rows[0]?.deviceId
}

/** Whether a person has a device now that the caller sees. */
export async function hasDevice(seeing: Seeing, id: string, deviceId: string): Promise<boolean> {
  const { db } = seeing
  const seen = await organisationsOf(seeing)
  const query = db
    .selectFrom('deviceBinding')
    .innerJoin('deviceState', 'deviceState.deviceId', 'deviceBinding.deviceId')
    .where('deviceBinding.appUserId', '=', id)
    .where('deviceBinding.deviceId', '=', deviceId)
    .where('deviceBinding.unboundAt', 'is', null)
    .where(seen('deviceState.organisationId'))
  return (await query.select('deviceBinding.id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * The latest failed writes of a person's app. Below the platform only those that concern the caller's organisations.
 */
export async function findFailures(seeing: Seeing, id: string, limit: number) {
  const seen = await organisationsOf(seeing)
  return seeing.db
    .selectFrom('appLog')
    .where('appUserId', '=', id)
    .where('success', '=', false)
    .where(seen('organisationId'))
    .select(['id', 'loggedAt as at', 'operation', 'code'])
    .orderBy('loggedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function writeForbidden(
  db: Db,
  ids: readonly string[],
  { enabled, reason }: Readonly<{ enabled: boolean; reason: string }>,
): Promise<void> {
  await db.updateTable('appUser').set({ enabled, disabledReason: reason }).where('id', 'in', ids).execute()
}
