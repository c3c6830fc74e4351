/** Of the socket; of a server that shut down, crashed or is starting, or has no connection left. */
const awayCodes: readonly unknown[] =
  'ECONNREFUSED ECONNRESET EPIPE ENOENT ETIMEDOUT EHOSTUNREACH 57P01 57P02 57P03 53300'.split(' ')
/** What pg and the query builder say of a connection without a code. */
const awayMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|driver has already been destroyed|Cannot use a pool after calling end)/

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** The database went, or the connection to it; what was being done may be done again. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  // A file that is not there has the same code as a socket that is not.
  const isOfConnection = code !== 'ENOENT' || ('syscall' in error && error.syscall === 'connect')
  if (awayCodes.includes(code) && isOfConnection) return true
  return (typeof code === 'string' && code.startsWith('08')) || awayMessages.test(error.message)
}

/** SQLSTATE: transaction rollback, insufficient resources, lock not available, statement cancelled, system error. */
const passing = /^(40|53|58)|^(55P03|57014)$/

/** The same again may succeed: the database is away, busy, out of room, or undid one of two transactions. */
export function mayPass(error: unknown): boolean {
  const code = codeOf(error)
  return isDatabaseAway(error) || (typeof code === 'string' && passing.test(code))
}
