/**
 * Just enough of TLS 1.2 (RFC 5246, RFC 4279) to find out how a client wants to authenticate, before OpenSSL reads on.
 */

export const handshakeRecord = 0x16
const clientHello = 1
const clientKeyExchange = 16
const recordHeaderBytes = 5

/** The suites with a pre-shared key: RFC 4785, 4279, 5487, 5489, 6209, 6367, 6655, 7905, 8442. */
const pskSuites: readonly (readonly [from: number, to: number])[] = [
  [0x002c, 0x002e],
  [0x008a, 0x0095],
  [0x00a8, 0x00b9],
  [0xc033, 0xc03b],
  [0xc064, 0xc071],
  [0xc08e, 0xc09b],
  [0xc0a4, 0xc0ab],
  [0xccab, 0xccae],
  [0xd001, 0xd005],
]
const isPskSuite = (suite: number): boolean => pskSuites.some(([from, to]) => suite >= from && suite <= to)

/** The length of the record that begins here; undefined until its header has arrived. */
export const recordLength = (bytes: Buffer): number | undefined =>
  bytes.length < recordHeaderBytes ? undefined : recordHeaderBytes + bytes.readUInt16BE(3)

/**
 * Whether a ClientHello offers only pre-shared keys: one that also offers certificates is served by certificate.
 * Undefined while the hello is incomplete; false for other bytes.
 */
export function offersOnlyPsk(bytes: Buffer): boolean | undefined {
  const length = recordLength(bytes)
  if (length === undefined || bytes.length < length) return undefined
  if (bytes[0] !== handshakeRecord || bytes[recordHeaderBytes] !== clientHello) return false
  // Type 1, length 3, version 2, random 32, then the session id and the suites, each after its length.
  const sessionAt = recordHeaderBytes + 38
  if (length <= sessionAt) return false
  const suitesAt = sessionAt + 1 + (bytes[sessionAt] ?? 0)
  if (length < suitesAt + 2) return false
  const suitesBytes = bytes.readUInt16BE(suitesAt)
  if (length < suitesAt + 2 + suitesBytes) return false
  let offered = 0
  for (let at = suitesAt + 2; at + 1 < suitesAt + 2 + suitesBytes; at += 2) {
    const suite = bytes.readUInt16BE(at)
    // Signals, not suites: renegotiation and fallback.
    if (suite === 0x00ff || suite === 0x5600) continue
    if (!isPskSuite(suite)) return false
    offered += 1
  }
  return offered > 0
}

/** The identity in a record that begins a client key exchange with a pre-shared key; undefined for another record. */
export function pskIdentityIn(record: Buffer): string | undefined {
  const body = record.subarray(recordHeaderBytes)
  if (record[0] !== handshakeRecord || body[0] !== clientKeyExchange || body.length < 6) return undefined
  const length = body.readUInt16BE(4)
  return body.length < 6 + length ? undefined : body.subarray(6, 6 + length).toString('utf8')
}
