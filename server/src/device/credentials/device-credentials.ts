import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 32 hex digits, in the form of Alibaba. */
export const newDeviceSecret = (): string => randomBytes(16).toString('hex')

/** The identity that an Alink device presents (alink.md 2.1). */
export type Introduction = Readonly<{
  productKey: string
  deviceName: string
  /** The part of the client id before the parameters; some SDKs leave it empty. */
  id: string
  signMethod: 'hmacsha256' | 'hmacsha1' | 'hmacmd5'
  /** False: the client id names no method; then any supported method may have made its password. */
  namesSignMethod: boolean
  /** Present only when the client id has one. Never checked: an SDK sends the constant 2050. */
  timestamp: string | undefined
  secureMode: string
  /** `register`, `regnwl` and `connwl` of dynamic registration; empty for a connection by the device's own secret. */
  authType: string
  random: string
  /** `ext` bit 0: synchronous services use topics `/ext/rrpc/…`. */
  rrpcStyle: 'ext' | undefined
}>

const algorithms = { hmacsha256: 'sha256', hmacsha1: 'sha1', hmacmd5: 'md5' } as const
type SignMethod = keyof typeof algorithms
const signMethods = ['hmacsha256', 'hmacsha1', 'hmacmd5'] as const
const isSignMethod = (method: string): method is SignMethod => Object.hasOwn(algorithms, method)

/**
 * Parses client id and user name; null if they are not Alink's. Spaces and newlines around parameters are removed,
 * because an SDK sends them.
 */
export function readIntroduction(clientId: string, username: string): Introduction | null {
  // MQTT allows no zero character, and the database would fail over it.
  if (username.includes('\u0000')) return null
  const separator = username.lastIndexOf('&')
  if (separator < 1) return null
  const deviceName = username.slice(0, separator)
  const productKey = username.slice(separator + 1)
  const bar = clientId.indexOf('|')
  if (bar < 0 || productKey === '') return null
  const parameters = new Map(
    clientId
      .slice(bar + 1)
      .replace(/\|\s*$/, '')
      .split(',')
      .map((pair): [string, string] => {
        const equals = pair.indexOf('=')
        return equals < 0
          ? [pair.trim().toLowerCase(), '']
          : [pair.slice(0, equals).trim().toLowerCase(), pair.slice(equals + 1).trim()]
      }),
  )
  const method = parameters.get('signmethod')?.toLowerCase() ?? ''
  const signMethod = method === '' ? 'hmacsha1' : method.startsWith('hmac') ? method : `hmac${method}`
  if (!isSignMethod(signMethod)) return null
  const ext = Number(parameters.get('ext') ?? 0)
  return {
    productKey,
    deviceName,
    id: clientId.slice(0, bar),
    signMethod,
    namesSignMethod: method !== '',
    timestamp: parameters.get('timestamp'),
    secureMode: parameters.get('securemode') ?? '',
    authType: parameters.get('authtype')?.toLowerCase() ?? '',
    random: parameters.get('random') ?? '',
    rrpcStyle: Number.isInteger(ext) && ext % 2 === 1 ? 'ext' : undefined,
  }
}

type Signed = Pick<Introduction, 'id' | 'deviceName' | 'productKey' | 'timestamp' | 'signMethod'>

/** The password of such a device: hex, lower case. */
export function passwordOf(introduction: Signed, deviceSecret: string): string {
  const { id, deviceName, productKey, timestamp, signMethod } = introduction
  const content = `clientId${id}deviceName${deviceName}productKey${productKey}${timestamp === undefined ? '' : `timestamp${timestamp}`}`
  return createHmac(algorithms[signMethod], deviceSecret).update(content).digest('hex')
}

/** Compares in constant time; hex in either case. */
export function isSameHex(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given.trim().toLowerCase())]
  return one.length === other.length && timingSafeEqual(one, other)
}

/**
 * Checks a password. An SDK writes its client id over several lines, and signs the id without the surrounding blanks.
 */
export function isPassword(introduction: Introduction, deviceSecret: string, password: string): boolean {
  const ids = new Set([introduction.id, introduction.id.trim()])
  const methods = introduction.namesSignMethod ? [introduction.signMethod] : signMethods
  return [...ids].some((id) =>
    methods.some((signMethod) => isSameHex(passwordOf({ ...introduction, id, signMethod }, deviceSecret), password)),
  )
}

/** Reads a TLS-PSK identity: `devicename|hmacsha256|{productKey}&{deviceName}|{timestamp}`; null for anything else. */
export function readPskIdentity(identity: string):
  | (Pick<Introduction, 'productKey' | 'deviceName'> & {
      content: string
    })
  | null {
  const [kind, method, names = '', timestamp = ''] = identity.split('|')
  const separator = names.indexOf('&')
  if (kind !== 'devicename' || method !== 'hmacsha256' || separator < 1 || identity.includes('\u0000')) return null
  const content = `id${names}timestamp${timestamp}`
  return { productKey: names.slice(0, separator), deviceName: names.slice(separator + 1), content }
}

/** The pre-shared key: the upper-case hex itself, as the SDK hands it to TLS. */
export const pskFor = (content: string, deviceSecret: string): Buffer =>
  Buffer.from(createHmac('sha256', deviceSecret).update(content).digest('hex').toUpperCase())
