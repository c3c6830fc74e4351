import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'

/** Facts of the detail page beside the device itself. A gateway outside the scope is not shown. */
export async function findDeviceFacts(db: Db, scope: DataScope, deviceId: string) {
  const [gateway, { subDevices }, tags] = await Promise.all([
    db
      .selectFrom('deviceGateway')
      .innerJoin('deviceState', 'deviceState.deviceId', 'deviceGateway.gatewayId')
      .innerJoin('device', 'device.id', 'deviceGateway.gatewayId')
      .where('deviceGateway.deviceId', '=', deviceId)
      .where('deviceState.organisationId', 'in', within(db, scope))
      .select(['device.id', 'device.sn', 'device.name', 'deviceState.kind'])
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
