const secretKey = /pass(word)?$|pwd$|secret$|^token$|authorization|^code$|_hash$|cookie/i
// Of an envelope. A password sent as a number is a password all the same.
const openNumber = /^code$/i
const longest = 2000
/** Keys of one object: more than a device report may hold. */
const mostKeys = 250
const deepest = 6

/** A copy for the operation log: passwords, tokens, codes and secrets masked, long texts and lists cut. */
export function masked(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (Buffer.isBuffer(value)) return `(${value.length} bytes)`
  if (depth >= deepest) return '…'
  if (Array.isArray(value)) {
    const kept = value.slice(0, 50).map((item) => masked(item, depth + 1))
    return value.length > 50 ? [...kept, `… ${value.length - 50} more`] : kept
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, mostKeys)
      .map(([key, item]) => [key.slice(0, 200), isSecret(key, item) ? '***' : masked(item, depth + 1)]),
  )
}

function isSecret(key: string, item: unknown): boolean {
  if (!secretKey.test(key) || typeof item === 'boolean') return false
  return typeof item !== 'number' || !openNumber.test(key)
}
