const secretKey = /pass(word)?$|pwd$|secret$|^token$|authorization|^code$|_hash$|cookie|^ticket$|^recoveryCodes$/i
// Of an envelope. A password sent as a number is a password all the same.
const openNumber = /^code$/i
const personKey = /^(phone|mobile|contact|principal|e?mail|nickname|realName|personName)$/i
const phone = /^1[3-9]\d{9}$/
/** Domains in which `name` is a person. */
const domainsOfPeople: ReadonlySet<string> = new Set(['session', 'account', 'app-user'])
const longest = 2000
/** Keys of one object: more than a device report may hold. */
const mostKeys = 250
const deepest = 6

/**
 * A copy for the operation log: passwords, tokens, codes and secrets masked, people so far that one is told from another,
 * long texts and lists cut.
 */
export function masked(value: unknown, domain = ''): unknown {
  return maskedAt(value, domainsOfPeople.has(domain), 0)
}

function maskedAt(value: unknown, isOfPeople: boolean, depth: number): unknown {
  if (typeof value === 'string') {
    if (phone.test(value)) return maskedPerson(value)
    return value.length > longest ? `${value.slice(0, longest)}…` : value
  }
  if (typeof value !== 'object' || value === null) return value
  if (Buffer.isBuffer(value)) return `(${value.length} bytes)`
  if (depth >= deepest) return '…'
  if (Array.isArray(value)) {
    const kept = value.slice(0, 50).map((item) => maskedAt(item, isOfPeople, depth + 1))
    return value.length > 50 ? [...kept, `… ${value.length - 50} more`] : kept
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, mostKeys)
      .map(([key, item]) => [key.slice(0, 200), maskedField(key, item, isOfPeople, depth)]),
  )
}

function maskedField(key: string, item: unknown, isOfPeople: boolean, depth: number): unknown {
  if (isSecret(key, item)) return '***'
  const isPerson = personKey.test(key) || (isOfPeople && key === 'name')
  return isPerson && typeof item === 'string' ? maskedPerson(item) : maskedAt(item, isOfPeople, depth + 1)
}

/** As `masked_person` of the database. */
function maskedPerson(text: string): string {
  if (text === '') return text
  if (text.includes('@')) return `${text.slice(0, 1)}***${text.slice(text.indexOf('@'))}`
  if (/^\+?[\d -]{7,}$/.test(text)) return `${text.slice(0, 3)}****${text.slice(-4)}`
  return `${[...text][0] ?? ''}**`
}

function isSecret(key: string, item: unknown): boolean {
  if (!secretKey.test(key) || typeof item === 'boolean') return false
  return typeof item !== 'number' || !openNumber.test(key)
}
