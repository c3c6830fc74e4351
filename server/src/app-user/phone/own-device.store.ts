import type { OwnDeviceSearch } from '@brigade/contract/app-user/phone.model.ts'
import type { Db } from '../../platform/db/database.ts'
import { orderOf, readPage } from '../../platform/db/page.ts'

/**
 * The person's present devices. Every read of devices by the app starts here: another person's device does not exist
 * for it.
 */
const ownDevices = (db: Db, appUserId: string) =>
  db
    .selectFrom('deviceBinding')
    .innerJoin('device', 'device.id', 'deviceBinding.deviceId')
    .innerJoin('deviceState', 'deviceState.deviceId', 'deviceBinding.deviceId')
    .innerJoin('product', 'product.id', 'deviceState.productId')
    .where('deviceBinding.appUserId', '=', appUserId)
    .where('deviceBinding.unboundAt', 'is', null)

const columns = [
  'device.id',
  'device.sn',
  'device.name',
  'deviceState.kind',
  'product.name as productName',
  'product.enName as productEnName',
  'deviceBinding.role',
  'deviceBinding.boundAt',
  'deviceState.online',
  'deviceState.workState',
  'deviceState.faultCode',
  'deviceState.lastSeenAt',
] as const

export async function findOwnDevices(db: Db, appUserId: string, search: OwnDeviceSearch) {
  const { direction } = orderOf(search.sort, ['boundAt'])
  const own = ownDevices(db, appUserId)
  return readPage(db, search, {
    ordered: own.select(columns).orderBy('deviceBinding.boundAt', direction).orderBy('device.id', direction),
    counted: own.select('device.id'),
  })
}

/** Undefined for a device that the person does not have. */
export async function findOwnDevice(db: Db, appUserId: string, deviceId: string) {
  return ownDevices(db, appUserId)
    .where('device.id', '=', deviceId)
    .select([...columns, 'deviceState.organisationId', 'deviceState.productId'])
    .executeTakeFirst()
}

/** The present users of a device, the owner first. */
export async function listPeople(db: Db, deviceId: string) {
  return db
    .selectFrom('deviceBinding')
    .innerJoin('appUser', 'appUser.id', 'deviceBinding.appUserId')
    .where('deviceBinding.deviceId', '=', deviceId)
    .where('deviceBinding.unboundAt', 'is', null)
    .select(['appUser.nickname', 'deviceBinding.role', 'deviceBinding.boundAt'])
    .orderBy('deviceBinding.role', 'desc')
    .orderBy('deviceBinding.boundAt')
    .execute()
}
