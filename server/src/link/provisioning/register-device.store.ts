import type { Db } from '../../platform/db/database.ts'

/** The columns that decide whether a device of a product may register itself. */
export async function findRegistering(db: Db, productKey: string) {
  return db
    .selectFrom('product')
    .where('productKey', '=', productKey)
    .select(['id', 'kind', 'nodeType', 'enabled', 'productSecret', 'dynamicRegistration'])
    .executeTakeFirst()
}

/** The device of a name, locked until the transaction ends: concurrent registrations of one name are serialised. */
export async function lockNamed(db: Db, sn: string) {
  return db
    .selectFrom('device')
    .innerJoin('deviceState', 'deviceState.deviceId', 'device.id')
    .where('device.sn', '=', sn)
    .select([
      'device.id',
      'device.productId',
      'device.activatedAt',
      'device.deviceSecret',
      'deviceState.enabled',
      'deviceState.organisationId',
    ])
    .forUpdate('device')
    .executeTakeFirst()
}
