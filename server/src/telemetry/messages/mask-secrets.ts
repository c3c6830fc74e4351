/** Members of messages that are worth a secret: a signature of a device stays valid for ever, and through any connection. */
const secretNames: ReadonlySet<string> = new Set([
  'sign',
  'devicesecret',
  'productsecret',
  'secret',
  'password',
  'devicetoken',
])
const masked = '***'

const isSecretName = (name: string): boolean => secretNames.has(name.toLowerCase())

/** Nearly every message is let through by this: it names none, and writes no character of a name as an escape. */
const maybe = /sign|secret|password|token|\\u/i

/** `"sign": "…"`, `sign=…`, also within a text with escaped quotes, and without its end if the message was cut off. */
const named =
  /((?<![a-z])(?:sign|(?:device|product)?secret|password|devicetoken)(?:\\*["'])?\s{0,8}[:=]\s{0,8})(?:(\\*["'])[^"']{0,4096}(?:\2|$)?|[^\s,;&}\])"'\\]{1,4096})/giu

const inText = (text: string): string => text.replace(named, `$1$2${masked}$2`)

/** Nothing meaningful from a device is nested so deep. */
const deepest = 40

/** The value without its secrets; the same value if it has none. */
function inValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maybe.test(value) ? inText(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) return masked
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => inValue(item, depth + 1))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  let isChanged = false
  const entries = Object.entries(value).map(([name, inner]: [string, unknown]): [string, unknown] => {
    const kept = isSecretName(name) && inner !== null ? masked : inValue(inner, depth + 1)
    isChanged ||= kept !== inner
    return [name, kept]
  })
  return isChanged ? Object.fromEntries(entries) : value
}

/**
 * Removes secrets from a message before it is stored or shown: on every topic, known or not, at any depth. Content that
 * is not JSON is masked as text, and hex bytes as the text that they contain.
 */
export function maskSecrets(payload: string): string {
  if (isHex(payload)) return inBytes(payload)
  if (!maybe.test(payload)) return payload
  try {
    const value: unknown = JSON.parse(payload)
    const kept = inValue(value, 0)
    return kept === value ? payload : JSON.stringify(kept)
  } catch {
    return inText(payload)
  }
}

/** The same of a message to a device. In an upgrade `sign` is the digest of its file, which is not a secret. */
export const maskSent = ({ topic, payload }: Readonly<{ topic: string; payload: string }>): string =>
  topic.includes('/ota/') ? payload : maskSecrets(payload)

const isHex = (payload: string): boolean => payload.length % 2 === 0 && /^[0-9a-f]{8,}$/.test(payload)

function inBytes(payload: string): string {
  const text = Buffer.from(payload, 'hex').toString('latin1')
  if (!maybe.test(text)) return payload
  const kept = inText(text)
  return kept === text ? payload : Buffer.from(kept, 'latin1').toString('hex')
}

/** A dropped value in the form that is stored beside its name. */
export const maskedValue = (name: string, value: unknown): unknown =>
  isSecretName(name.split('.').at(-1) ?? name) ? masked : inValue(value, 0)
