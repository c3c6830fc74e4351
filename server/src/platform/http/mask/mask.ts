import { maskedText } from './mask-text.ts'

const secretKey =
  /pass(word|wd|phrase|code)?$|pwd$|secret|token$|authorization|_hash$|cookie|credential|psk$|api_?key$|private_?key$|^ticket$|^recoveryCodes$/i
// Matches the field `code` of a reply envelope. A password that was sent as a number is masked all the same.
const codeKey = /^code$/i
/** Domains in which `code` is typed or sent to sign in, and is not the name of a record. */
const domainsOfCodes: ReadonlySet<string> = new Set(['session', ''])
const personKey = /^(phone|mobile|contact|principal|e?mail|nickname|realName|personName)$/i
/** Domains in which `name` is a person. */
const domainsOfPeople: ReadonlySet<string> = new Set(['session', 'account', 'app-user'])
const longest = 2000
/** Limit of keys per object: more than a device report may have. */
const maxKeys = 250
const deepest = 6
/** A shorter secret is not searched for in other texts: it would match parts of words. */
const shortestFound = 6
const maxFound = 50

type Masking = Readonly<{
  domain: string
  /** Names that the contract marks as secret. */
  marked: ReadonlySet<string>
  /** Values of secrets, which may also occur in other texts of the same call. */
  found: Set<string>
}>

const masking = (domain: string, marked: ReadonlySet<string>): Masking => ({ domain, marked, found: new Set() })

/**
 * A copy for the operation log: passwords, tokens, codes and secrets are masked, people's data is masked but remains
 * distinguishable, long texts and lists are cut.
 */
export function masked(value: unknown, domain = ''): unknown {
  const how = masking(domain, new Set())
  find(value, how, 0)
  return maskedAt(value, how, 0)
}

/**
 * Masks both sides of a call together, so that a secret of the one does not remain in a text of the other. `marked`:
 * names of the contract's secrets.
 */
export function maskedCall(
  call: Readonly<{ request: unknown; response: unknown }>,
  { domain, marked }: Readonly<{ domain: string; marked: ReadonlySet<string> }>,
): { request: unknown; response: unknown } {
  const how = masking(domain, marked)
  find(call.request, how, 0)
  find(call.response, how, 0)
  return { request: maskedAt(call.request, how, 0), response: maskedAt(call.response, how, 0) }
}

/** Collects the values of secrets. */
function find(value: unknown, how: Masking, depth: number): void {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value) || depth >= deepest) return
  for (const [key, item] of Object.entries(value).slice(0, maxKeys)) {
    if (how.found.size >= maxFound) return
    if (!isSecret(key, item, how)) find(item, how, depth + 1)
    else if (typeof item === 'string' && item.length >= shortestFound) how.found.add(item)
  }
}

function maskedAt(value: unknown, how: Masking, depth: number): unknown {
  if (typeof value === 'string') return maskedString(value, how)
  if (typeof value !== 'object' || value === null) return value
  if (Buffer.isBuffer(value)) return `(${value.length} bytes)`
  if (depth >= deepest) return '…'
  if (Array.isArray(value)) {
    const kept = value.slice(0, 50).map((item) => maskedAt(item, how, depth + 1))
    return value.length > 50 ? [...kept, `… ${value.length - 50} more`] : kept
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxKeys)
      .map(([key, item]) => [maskedString(key.slice(0, 200), how), maskedField(key, item, how, depth)]),
  )
}

function maskedString(value: string, { found }: Masking): string {
  // The text is cut after masking, because half a secret is a secret too.
  let text = value.length > 2 * longest ? value.slice(0, 2 * longest) : value
  for (const secret of found) text = text.replaceAll(secret, '***')
  text = maskedText(text)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

function maskedField(key: string, item: unknown, how: Masking, depth: number): unknown {
  if (isSecret(key, item, how)) return '***'
  const isPerson = personKey.test(key) || (domainsOfPeople.has(how.domain) && key === 'name')
  return isPerson && typeof item === 'string' ? maskedPerson(item) : maskedAt(item, how, depth + 1)
}

/** The same mask as the database function `masked_person`. */
function maskedPerson(text: string): string {
  if (text === '') return text
  if (text.includes('@')) return `${text.slice(0, 1)}***${text.slice(text.indexOf('@'))}`
  if (/^\+?[\d -]{7,}$/.test(text)) return `${text.slice(0, 3)}****${text.slice(-4)}`
  return `${[...text][0] ?? ''}**`
}

function isSecret(key: string, item: unknown, { domain, marked }: Masking): boolean {
  if (typeof item === 'boolean' || item === null) return false
  if (codeKey.test(key)) return typeof item !== 'number' && (domainsOfCodes.has(domain) || marked.has(key))
  return secretKey.test(key) || marked.has(key)
}
