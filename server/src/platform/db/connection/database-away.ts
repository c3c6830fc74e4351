import { errorCode } from '../../error-code.ts'

/** Error codes of the socket, and of a server that has shut down, crashed, is starting, or has no connection left. */
const awayCodes: readonly (string | undefined)[] =
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH 57P01 57P02 57P03 57P05 53300'.split(' ')
/** Messages of pg and the query builder that carry no code. */
const awayMessages =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|Received unexpected \w+ message from backend|timeout exceeded when trying to connect|driver has already been destroyed|Cannot use a pool after calling end)/

const unconnected = new WeakSet<Error>()

/**
 * Records an error from opening a connection. The database counts as unavailable then, whatever the cause: an unknown
 * host name, a wrong password, a certificate.
 */
export function noteUnconnected(error: unknown): void {
  if (error instanceof Error) unconnected.add(error)
}

/** The database or the connection to it was lost; the work may be tried again. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (unconnected.has(error)) return true
  const code = errorCode(error)
  // A missing file has the same code as a missing socket.
  const isOfSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return isOfSocket || awayCodes.includes(code) || code?.startsWith('08') === true || awayMessages.test(error.message)
}

/** Error codes of the network, for any host. */
const networkCodes: readonly (string | undefined)[] =
  'ECONNABORTED ENOTCONN EADDRNOTAVAIL ENOTFOUND EAI_AGAIN EAI_FAIL EHOSTDOWN ENETUNREACH ENETDOWN ENETRESET'.split(' ')
const networkCalls: readonly unknown[] = ['connect', 'getaddrinfo']
const isOfNetwork = (error: unknown): boolean =>
  networkCodes.includes(errorCode(error)) ||
  (error instanceof Error && 'syscall' in error && networkCalls.includes(error.syscall))

/**
 * SQLSTATEs caused by the state of the database and not by the statement: authorisation, no such database, transaction
 * rollback, insufficient resources, not in the state for it (a lock), operator intervention, system error,
 * configuration; and single codes for read-only (after a failover, or because the storage is full), a transaction that
 * took too long, a privilege or table that is missing.
 */
const passing = /^(28|3D|40|53|55|57|58|F0)|^(25006|25P03|25P04|42501|42P01)$/

/**
 * Whether a retry may succeed: the network or the database was unavailable, busy, out of space or read-only, or rolled
 * the work back.
 */
export function mayPass(error: unknown): boolean {
  return isDatabaseAway(error) || isOfNetwork(error) || passing.test(errorCode(error) ?? '')
}

const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/
/** SQLSTATE: data exception, integrity constraint violation, program limit exceeded. */
const ofData = /^(22|23|54)/

/**
 * True if the data or our own code is certainly the cause: the same data would fail again, and other data would not.
 */
export function isOfData(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  return sqlState.test(code) ? ofData.test(code) : !mayPass(error)
}
