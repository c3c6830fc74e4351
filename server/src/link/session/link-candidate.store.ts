import type { Db } from '../../platform/db/database.ts'

export type LinkCandidate = Readonly<{
  id: string
  productId: string
  nodeType: 'direct' | 'gateway' | 'sub-device'
  deviceSecret: Buffer
  enabled: boolean
}>

/** The device of a product key and a device name. */
export async function findLinkCandidate(
  db: Db,
  productKey: string,
  deviceName: string,
): Promise<LinkCandidate | undefined> {
  // A disabled product is not available for new devices; existing ones continue.
  return db
    .selectFrom('device')
    .innerJoin('product', 'product.id', 'device.productId')
    .innerJoin('deviceState', 'deviceState.deviceId', 'device.id')
    .select(['device.id', 'device.productId', 'device.nodeType', 'device.deviceSecret', 'deviceState.enabled'])
    .where('product.productKey', '=', productKey)
    .where('device.sn', '=', deviceName)
    .executeTakeFirst()
}
