import { sql } from 'kysely'
import type { ChannelType } from '@brigade/contract/customer/organisation.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { areaOf } from './device-registration.store.ts'
import { recordColumns } from '../record-columns.ts'
import { spellingOf } from '../../system/area/spell-name.ts'

/**
 * Reads and locks the records of devices that a caller may change until the transaction ends; in a fixed order, which
 * prevents deadlocks.
 */
export async function lockDevices(db: Db, scope: DataScope, kind: DeviceKind, ids: readonly string[]) {
  return db
    .selectFrom('device')
    .innerJoin('deviceState', 'deviceState.deviceId', 'device.id')
    .where('device.id', 'in', ids)
    .where('deviceState.kind', '=', kind)
    .where('deviceState.organisationId', 'in', within(db, scope))
    .select([
      ...recordColumns,
      'device.nodeType',
      'device.warrantyDays',
      'device.createdAt',
      'device.updatedAt',
      'deviceState.productId',
      'deviceState.organisationId',
      'deviceState.installed',
      'deviceState.enabled',
    ])
    .orderBy('device.id')
    .forUpdate(['device', 'deviceState'])
    .execute()
}
export type LockedDevice = Awaited<ReturnType<typeof lockDevices>>[number]

/** An organisation within the scope, locked so that it is not deleted before the transaction ends. */
export async function holdOrganisation(db: Db, scope: DataScope, id: string) {
  return db
    .selectFrom('organisation')
    .where('id', '=', id)
    .where('id', 'in', within(db, scope))
    .select(['id', 'name', 'kind'])
    .forKeyShare()
    .executeTakeFirst()
}

/** A gateway within the scope, of either kind, locked so that it is not deleted before the transaction ends. */
export async function holdGateway(db: Db, scope: DataScope, id: string) {
  return db
    .selectFrom('device')
    .innerJoin('deviceState', 'deviceState.deviceId', 'device.id')
    .where('device.id', '=', id)
    .where('device.nodeType', '=', 'gateway')
    .where('deviceState.organisationId', 'in', within(db, scope))
    .select(['device.id', 'device.sn', 'device.name'])
    .forKeyShare('device')
    .executeTakeFirst()
}

export async function findProduct(db: Db, id: string) {
  return db
    .selectFrom('product')
    .where('id', '=', id)
    .select(['id', 'kind', 'productKey', 'name', 'enName', 'nodeType', 'enabled'])
    .executeTakeFirst()
}

/** The gateway of a device; `isSeen` if it is within the scope. */
export async function findGatewayOf(db: Db, scope: DataScope, deviceId: string) {
  return db
    .selectFrom('deviceGateway')
    .innerJoin('device', 'device.id', 'deviceGateway.gatewayId')
    .innerJoin('deviceState', 'deviceState.deviceId', 'deviceGateway.gatewayId')
    .where('deviceGateway.deviceId', '=', deviceId)
    .select(['device.id', 'device.sn', 'device.name', 'deviceGateway.unit'])
    .select((is) => is('deviceState.organisationId', 'in', within(db, scope)).as('isSeen'))
    .executeTakeFirst()
}

export async function countSubDevices(db: Db, gatewayId: string): Promise<number> {
  const { count } = await db
    .selectFrom('deviceGateway')
    .where('gatewayId', '=', gatewayId)
    .select((is) => is.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The version always increases, even if the clock is set back. */
const nextVersion = (at: number) =>
  sql<string>`greatest(${new Date(at).toISOString()}, coalesce(device.updated_at, device.created_at) + interval '1 millisecond')`

type Described = Readonly<{ name: string; mac: string; factoryArea: string; note: string }>

export async function writeDescription(db: Db, id: string, described: Described, at: number): Promise<void> {
  const { name, mac, factoryArea, note } = described
  await db
    .updateTable('device')
    .set({ name, spelling: spellingOf(name), mac, factoryArea, note, updatedAt: nextVersion(at) })
    .where('id', '=', id)
    .execute()
}

/** The places of devices; `place` in words. */
export type Standing = Readonly<{
  province: string
  city: string
  region: string
  place: string
  address: string
  channelType: ChannelType | null
  channelId: string | null
  installedAt: string | null
  warrantyDays: number | null
}>

/**
 * Writes the places of devices, installed or removed. The row in `device_state` is updated with it; a trigger updates
 * its channel.
 */
export async function writeStanding(
  db: Db,
  ids: readonly string[],
  standing: Standing,
  { installed, organisationId }: { installed: boolean; organisationId?: string },
  at: number,
): Promise<void> {
  const { installedAt, warrantyDays } = standing
  await db
    .updateTable('device')
    .set({
      ...standing,
      warrantyUntil:
        installedAt === null || warrantyDays === null
          ? null
          : sql<string>`${installedAt}::timestamptz + ${warrantyDays}::int * interval '24 hours'`,
      updatedAt: nextVersion(at),
    })
    .where('id', 'in', ids)
    .execute()
  await db
    .updateTable('deviceState')
    .set({
      installed,
      area: areaOf(standing),
      ...(organisationId === undefined ? {} : { organisationId }),
    })
    .where('deviceId', 'in', ids)
    .execute()
}

/** Assigns present bindings to the organisation that the devices are leaving. */
export async function leaveBindings(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update device_binding b set organisation_id = i.organisation_id from device_state i
    where i.device_id = b.device_id and b.device_id = any(${ids}::bigint[]) and b.organisation_id is null`.execute(db)
}

export async function emptyNotes(db: Db, ids: readonly string[]): Promise<void> {
  await db.updateTable('device').set({ note: '' }).where('id', 'in', ids).where('note', '<>', '').execute()
}

export async function writeOrganisation(
  db: Db,
  ids: readonly string[],
  organisationId: string,
  at: number,
): Promise<void> {
  await db
    .updateTable('device')
    .set({ updatedAt: nextVersion(at) })
    .where('id', 'in', ids)
    .execute()
  await db.updateTable('deviceState').set({ organisationId }).where('deviceId', 'in', ids).execute()
}

export async function writeEnabled(db: Db, ids: readonly string[], enabled: boolean): Promise<void> {
  await db.updateTable('deviceState').set({ enabled }).where('deviceId', 'in', ids).execute()
}

export type EndedBinding = Readonly<{
  deviceId: string
  device: string
  organisationId: string
  appUserId: string
  role: 'owner' | 'member'
  nickname: string
}>

/** Ends the bindings of app users. Returns the ended ones with the names of person and device. */
export async function endBindings(db: Db, ids: readonly string[], at: number): Promise<EndedBinding[]> {
  const ended = await sql<EndedBinding>`
    with ended as (
      update device_binding set unbound_at = ${new Date(at).toISOString()}
      where device_id = any(${ids}::bigint[]) and unbound_at is null
      returning device_id, app_user_id, role
    )
    select ended.device_id, coalesce(nullif(d.name, ''), d.sn) as device, s.organisation_id::text as organisation_id,
      ended.app_user_id::text as app_user_id, ended.role, u.nickname
    from ended join app_user u on u.id = ended.app_user_id join device d on d.id = ended.device_id
      join device_state s on s.device_id = ended.device_id
    order by ended.device_id, ended.role desc, u.nickname`.execute(db)
  await db
    .updateTable('deviceState')
    .set({ bound: false })
    .where('deviceId', 'in', ids)
    .where('bound', '=', true)
    .execute()
  return ended.rows
}

/**
 * Deletes a locked device with all its data: foreign keys cascade, and partitioned tables and logs are deleted by the
 * first part of their key. A concurrent write waits for the row and finds it deleted. History moves from each of its tables to the next,
 * so they are deleted in that order, and no portion of it is sealed meanwhile.
 */
export async function deleteDevice(db: Db, id: string): Promise<void> {
  await sql`select hold_sealing()`.execute(db)
  for (const table of [
    'device_history',
    'device_history_closed',
    'device_history_day',
    'device_message',
    'device_log',
    'device_event',
    'online_log',
  ])
    await sql`delete from ${sql.table(table)} where device_id = ${id}`.execute(db)
  await db.deleteFrom('device').where('id', '=', id).execute()
}
