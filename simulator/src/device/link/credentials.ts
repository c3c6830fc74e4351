import { createHmac } from 'node:crypto'

/** The triple a device is given when it is registered. */
export type DeviceCredentials = Readonly<{ productKey: string; deviceName: string; deviceSecret: string }>

export type SignMethod = 'hmacsha256' | 'hmacsha1' | 'hmacmd5'
const algorithms = { hmacsha256: 'sha256', hmacsha1: 'sha1', hmacmd5: 'md5' } as const

/**
 * The credentials with which a device connects to the broker, as Link SDK C v4 makes them: its order of parameters,
 * upper-case hex (alink.md 2.1).
 */
export function introduce(
  { productKey, deviceName, deviceSecret }: DeviceCredentials,
  { signMethod = 'hmacsha256', timestamp = '2524608000000' }: { signMethod?: SignMethod; timestamp?: string } = {},
): { clientId: string; username: string; password: string } {
  const id = `${productKey}.${deviceName}`
  const content = `clientId${id}deviceName${deviceName}productKey${productKey}timestamp${timestamp}`
  return {
    clientId: `${id}|timestamp=${timestamp},_ss=1,_v=sdk-c-4.2.0,securemode=3,signmethod=${signMethod},ext=3|`,
    username: `${deviceName}&${productKey}`,
    password: createHmac(algorithms[signMethod], deviceSecret).update(content).digest('hex').toUpperCase(),
  }
}
