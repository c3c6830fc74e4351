import type { Db } from '../../platform/db/database.ts'

/** What decides whether a device of a product may register itself. */
export async function findRegistering(db: Db, productKey: string) {
  return db
    .selectFrom('product')
    .where('productKey', '=', productKey)
    .select(['id', 'kind', 'nodeType', 'enabled', 'productSecret', 'dynamicRegistration'])
    .executeTakeFirst()
}

/** The device of a name, held until the transaction ends: of two who register under one name, one is after the other. */
export async function lockNamed(db: Db, sn: string) {
  return db
    .selectFrom('device')
    .innerJoin('deviceIndex', 'deviceIndex.deviceId', 'device.id')
    .where('device.sn', '=', sn)
    .select([
      'device.id',
      'device.productId',
      'device.activatedAt',
      'device.deviceSecret',
      'deviceIndex.enabled',
      'deviceIndex.organisationId',
    ])
    .forUpdate('device')
    .executeTakeFirst()
}

type Token = Readonly<{ deviceId: string; clientId: string; tokenHash: Buffer; createdAt: string }>

/** One for a device: the newest counts. */
export async function writeToken(db: Db, token: Token): Promise<void> {
  await db
    .insertInto('deviceToken')
    .values(token)
    .onConflict((conflict) => conflict.column('deviceId').doUpdateSet(token))
    .execute()
}

export async function findToken(db: Db, deviceId: string) {
  return db
    .selectFrom('deviceToken')
    .where('deviceId', '=', deviceId)
    .select(['clientId', 'tokenHash'])
    .executeTakeFirst()
}
