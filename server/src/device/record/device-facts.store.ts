import { sql } from 'kysely'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'

/** What a detail shows beside the device itself. A gateway outside the scope is not shown. */
export async function findDeviceFacts(db: Db, scope: DataScope, deviceId: string) {
  const [gateway, { subDevices }, tags] = await Promise.all([
    db
      .selectFrom('deviceGateway')
      .innerJoin('deviceIndex', 'deviceIndex.deviceId', 'deviceGateway.gatewayId')
      .innerJoin('device', 'device.id', 'deviceGateway.gatewayId')
      .where('deviceGateway.deviceId', '=', deviceId)
      .where('deviceIndex.organisationId', 'in', within(db, scope))
      .select(['device.id', 'device.sn', 'device.name', sql<DeviceKind>`device.kind`.as('kind')])
      .executeTakeFirst(),
    db
      .selectFrom('deviceGateway')
      .where('gatewayId', '=', deviceId)
      .select(({ fn }) => fn.countAll<string>().as('subDevices'))
      .executeTakeFirstOrThrow(),
    db.selectFrom('deviceTag').select(['key', 'value']).where('deviceId', '=', deviceId).orderBy('key').execute(),
  ])
  return {
    gateway: gateway ?? null,
    tags,
    subDevices: Number(subDevices),
  }
}
