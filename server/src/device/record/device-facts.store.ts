import { sql } from 'kysely'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'

/** What a detail shows beside the device itself. A gateway outside the scope is not shown. */
export async function findDeviceFacts(db: Db, scope: DataScope, deviceId: string) {
  const [gateway, counts, tags] = await Promise.all([
    db
      .selectFrom('deviceGateway')
      .innerJoin('deviceIndex', 'deviceIndex.deviceId', 'deviceGateway.gatewayId')
      .innerJoin('device', 'device.id', 'deviceGateway.gatewayId')
      .where('deviceGateway.deviceId', '=', deviceId)
      .where('deviceIndex.organisationId', 'in', within(db, scope))
      .select(['device.id', 'device.sn', 'device.name', sql<DeviceKind>`device.kind`.as('kind')])
      .executeTakeFirst(),
    sql<{ subDevices: number; boundUsers: number }>`
      select (select count(*)::int from device_gateway where gateway_id = ${deviceId}) as sub_devices,
        (select count(*)::int from device_binding where device_id = ${deviceId} and unbound_at is null) as bound_users`.execute(
      db,
    ),
    db.selectFrom('deviceTag').select(['key', 'value']).where('deviceId', '=', deviceId).orderBy('key').execute(),
  ])
  return {
    gateway: gateway ?? null,
    tags,
    subDevices: counts.rows[0]?.subDevices ?? 0,
    boundUsers: counts.rows[0]?.boundUsers ?? 0,
  }
}
