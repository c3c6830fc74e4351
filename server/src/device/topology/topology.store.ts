import { sql } from 'kysely'
import type { z } from 'zod'
import type { SubDeviceSearch } from '@brigade/contract/device/topology/topology.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { keyOf } from '../device-name.ts'
import { orderOf, readPage } from '../../platform/db/page.ts'
import { isLike } from '../../platform/db/search.ts'

const instant = (ms: number): string => new Date(ms).toISOString()

/** Devices of either kind: a sub-device need not be of its gateway's kind. */
const devicesWithin = (db: Db, scope: DataScope) =>
  db
    .selectFrom('deviceState')
    .innerJoin('device', 'device.id', 'deviceState.deviceId')
    .where('deviceState.organisationId', 'in', within(db, scope))

/** Lists gateways by serial number, the one with the given id first. */
export async function listGateways(
  db: Db,
  scope: DataScope,
  { keyword = '', id }: Readonly<{ keyword?: string | undefined; id?: string | undefined }>,
  limit: number,
) {
  return devicesWithin(db, scope)
    .where('deviceState.nodeType', '=', 'gateway')
    .where((is) =>
      is.or([
        is('device.id', '=', id ?? '0'),
        keyword === '' ? sql<boolean>`true` : isLike(sql`device.search`, keyword),
      ]),
    )
    .select(['device.id', 'device.sn', 'device.name', 'deviceState.online'])
    .orderBy((is) => is('device.id', '=', id ?? '0'), 'desc')
    .orderBy('device.sn')
    .limit(limit)
    .execute()
}

function subDevices(db: Db, scope: DataScope, search: z.output<typeof SubDeviceSearch>) {
  let query = devicesWithin(db, scope)
    .innerJoin('deviceGateway', 'deviceGateway.deviceId', 'device.id')
    .where('deviceGateway.gatewayId', '=', search.id)
  if (search.keyword) query = query.where(isLike(sql`device.search`, search.keyword))
  if (search.online !== undefined) query = query.where('deviceState.online', '=', search.online)
  return query
}

export async function findSubDevicePage(db: Db, scope: DataScope, search: z.output<typeof SubDeviceSearch>) {
  const { direction } = orderOf(search.sort ?? 'sn', ['sn'])
  const found = subDevices(db, scope, search)
  const ordered = found
    .select([
      'device.id',
      'device.sn',
      'device.name',
      'device.productId',
      'deviceState.online',
      'deviceState.onlineChangedAt',
      'deviceState.workState',
      'deviceState.faultCode',
      'deviceState.lastSeenAt',
      'deviceGateway.unit',
      'deviceGateway.addedAt',
    ])
    .select(sql<DeviceKind>`device_state.kind`.as('kind'))
    .orderBy('device.sn', direction)
  return readPage(db, search, { ordered, counted: found.select('device.id') })
}

/** Devices of either kind to be added to a gateway or removed from it, locked in the order of their ids. */
export async function lockSubDevices(db: Db, scope: DataScope, ids: readonly string[]) {
  return devicesWithin(db, scope)
    .where('device.id', 'in', ids)
    .select(['device.id', 'device.sn', 'device.name', 'device.nodeType'])
    .orderBy('device.id')
    .forUpdate('device')
    .execute()
}

/** Locks the gateway itself, so that concurrent changes of its sub-devices are serialised. */
export async function lockGateway(db: Db, id: string) {
  return db
    .selectFrom('device')
    .where('id', '=', id)
    .select(['id', 'sn', 'name', 'nodeType'])
    .forUpdate()
    .executeTakeFirst()
}

export async function findOrganisationOf(db: Db, deviceId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('deviceState')
    .where('deviceId', '=', deviceId)
    .select('organisationId')
    .executeTakeFirst()
  return row?.organisationId
}

export async function listOwners(db: Db, deviceIds: readonly string[]) {
  if (deviceIds.length === 0) return []
  return db
    .selectFrom('deviceState')
    .innerJoin('device', 'device.id', 'deviceState.deviceId')
    .where('deviceState.deviceId', 'in', deviceIds)
    .select(['device.sn', 'deviceState.organisationId'])
    .orderBy('device.sn')
    .execute()
}

/**
 * The sub-devices among these gateways and sub-devices that are in another line of organisations than their gateway.
 */
export async function listStrayed(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ deviceId: string }>`
    select place.device_id from device_gateway place
    join device_state sub on sub.device_id = place.device_id
    join device_state gateway on gateway.device_id = place.gateway_id
    where (place.device_id = any(${ids}::bigint[]) or place.gateway_id = any(${ids}::bigint[])) and not exists (
      select from organisation_tree t
      where t.ancestor_id = sub.organisation_id and t.descendant_id = gateway.organisation_id
        or t.descendant_id = sub.organisation_id and t.ancestor_id = gateway.organisation_id
    )
    order by place.device_id`.execute(db)
  return rows.map(({ deviceId }) => deviceId)
}

/** The present gateways of devices. */
export async function listPlaces(db: Db, deviceIds: readonly string[]) {
  if (deviceIds.length === 0) return []
  return db
    .selectFrom('deviceGateway')
    .innerJoin('device', 'device.id', 'deviceGateway.gatewayId')
    .where('deviceGateway.deviceId', 'in', deviceIds)
    .select(['deviceGateway.deviceId', 'deviceGateway.gatewayId', 'deviceGateway.unit', 'device.sn', 'device.name'])
    .execute()
}

/** All devices behind one gateway, whatever their organisation. */
export async function listBehind(db: Db, gatewayId: string) {
  return db
    .selectFrom('deviceGateway')
    .innerJoin('device', 'device.id', 'deviceGateway.deviceId')
    .innerJoin('product', 'product.id', 'device.productId')
    .where('deviceGateway.gatewayId', '=', gatewayId)
    .select(['device.id', 'device.sn as deviceName', 'product.productKey', 'deviceGateway.unit'])
    .orderBy('device.sn')
    .execute()
}

export type Place = Readonly<{ deviceId: string; unit: number | null }>

export async function putBehind(db: Db, gatewayId: string, places: readonly Place[], at: number): Promise<void> {
  if (places.length === 0) return
  await db
    .insertInto('deviceGateway')
    .values(places.map((place) => ({ ...place, gatewayId, addedAt: instant(at) })))
    .onConflict((conflict) =>
      conflict.column('deviceId').doUpdateSet((row) => ({
        gatewayId: row.ref('excluded.gatewayId'),
        unit: row.ref('excluded.unit'),
        // A device that stays behind its gateway keeps its date.
        addedAt: sql<string>`case when device_gateway.gateway_id = excluded.gateway_id then device_gateway.added_at else excluded.added_at end`,
      })),
    )
    .execute()
}

/** Returns those that were behind it. */
export async function takeFrom(db: Db, gatewayId: string, deviceIds: readonly string[]): Promise<string[]> {
  if (deviceIds.length === 0) return []
  const rows = await db
    .deleteFrom('deviceGateway')
    .where('gatewayId', '=', gatewayId)
    .where('deviceId', 'in', deviceIds)
    .returning('deviceId')
    .execute()
  return rows.map(({ deviceId }) => deviceId)
}

/**
 * The columns that decide whether a gateway may act for a sub-device, by `{deviceName}&{productKey}`. The secret is
 * sealed.
 */
export async function findSubCandidates(
  db: Db,
  wanted: readonly Readonly<{ productKey: string; deviceName: string }>[],
) {
  const names = [...new Set(wanted.map(({ deviceName }) => deviceName))]
  const rows = await db
    .selectFrom('device')
    .innerJoin('product', 'product.id', 'device.productId')
    .innerJoin('deviceState', 'deviceState.deviceId', 'device.id')
    .leftJoin('deviceGateway', 'deviceGateway.deviceId', 'device.id')
    .where('device.sn', 'in', names)
    .select([
      'device.id',
      'device.sn as deviceName',
      'device.name',
      'device.productId',
      'device.nodeType',
      'device.deviceSecret',
      'product.productKey',
      'deviceState.enabled',
      'deviceState.organisationId',
      'deviceGateway.gatewayId',
    ])
    .execute()
  return new Map(rows.map((row) => [keyOf(row), row]))
}
export type SubCandidate = Awaited<ReturnType<typeof findSubCandidates>> extends Map<string, infer Row> ? Row : never

/** The names of devices in the protocol. */
export async function listNames(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('device')
    .innerJoin('product', 'product.id', 'device.productId')
    .where('device.id', 'in', ids)
    .select(['device.id', 'device.sn as deviceName', 'product.productKey'])
    .orderBy('device.sn')
    .execute()
}
