import { pino, stdSerializers, type DestinationStream, type Logger, type LoggerOptions } from 'pino'

/** Structured log: `log.info({ deviceId }, 'Device came online')`. The object comes first, then one plain sentence. */
export type Log = Logger

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The content of standard output: only the steps of a start, JSON lines, or readable lines. */
export const logFormats = ['file', 'json', 'text'] as const
export type LogFormat = (typeof logFormats)[number]

const secretNames = [
  'password',
  'pwd',
  'oldPassword',
  'newPassword',
  'oldPwd',
  'newPwd',
  'presetPassword',
  'token',
  'accessToken',
  'refreshToken',
  'idToken',
  'secret',
  'clientSecret',
  'deviceSecret',
  'productSecret',
  'secretKey',
  'oidcClientSecret',
  'authorization',
  'Authorization',
  'cookie',
  'set-cookie',
  'databaseUrl',
  'DATABASE_URL',
] as const

/**
 * pino's `*` covers one level, so each depth that we log needs its own path: the object itself, one level and two
 * levels in it.
 */
const secretPaths = secretNames.flatMap((name) => {
  const key = `["${name}"]`
  return [key, `*${key}`, `*.*${key}`]
})

const levelMark: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: '',
  40: 'warning: ',
  50: 'error: ',
  60: 'fatal: ',
}

/** One short line for a person at a terminal: time, role, sentence, and its subject. */
export function readableLine(json: string): string {
  const record: unknown = JSON.parse(json)
  if (typeof record !== 'object' || record === null) return json
  const {
    level,
    time,
    role,
    msg,
    err,
    pid: _pid,
    hostname: _hostname,
    ...rest
  }: Record<string, unknown> = { ...record }
  const clock = typeof time === 'number' ? new Date(time).toTimeString().slice(0, 8) : ''
  const mark = typeof level === 'number' ? (levelMark[level] ?? '') : ''
  const about = Object.entries(rest)
    .map(([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('')
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${String(err.stack)}` : ''
  const who = typeof role === 'string' ? ` ${role.padEnd(9)}` : ''
  return `${clock}${who} ${mark}${typeof msg === 'string' ? msg : ''}${about}${stack}\n`
}

function readableStream(target: NodeJS.WritableStream): DestinationStream {
  return { write: (json) => void target.write(readableLine(json)) }
}

/**
 * JSON lines, or readable ones if `readable` is set. Passwords, tokens, secrets and authorisation headers are masked
 * either way.
 */
export function createLog({
  level,
  role,
  destination,
  readable = process.stdout.isTTY,
}: {
  level: LogLevel
  role?: string
  destination?: DestinationStream
  readable?: boolean
}): Log {
  const options: LoggerOptions = {
    level,
    base: role === undefined ? {} : { role },
    redact: { paths: secretPaths, censor: '***' },
    serializers: { err: stdSerializers.err, error: stdSerializers.err },
  }
  return pino(options, destination ?? (readable ? readableStream(process.stdout) : process.stdout))
}
