import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isIntlZone, zoneShape } from '@brigade/contract/time-zone.rules.ts'
import { z } from 'zod'
import { errorCode } from './error-code.ts'
import { logFormats, logLevels } from './log.ts'
import { SettingsRefused, keptPreset, keptSecret } from './kept-secrets.ts'
import type { BrokerAddress } from './mqtt/external/broker-address.ts'
import {
  brokerUrl,
  bucketAddress,
  count,
  days,
  mailServer,
  onOff,
  port,
  trustProxy,
  webAddress,
} from './setting-kinds.ts'

export { SettingsRefused }

/** The first password of the demo's accounts, as published in the documents. */
export const publishedPassword = 'Brigade123'

/** The start checks whether the database knows it too (platform/zone). */
const timeZone = z.string().refine((name) => zoneShape.test(name) && isIntlZone(name), 'a time zone like Asia/Shanghai')

/** Every setting under its name in the environment and in brigade.json; docs/operations.md describes them. */
const Given = z.strictObject({
  DATA_DIR: z.string('a folder').default('./.data'),
  DATABASE_URL: z
    .string('an address like postgres://user:password@host/database')
    .regex(/^(postgres(ql)?|socket):/, 'an address like postgres://user:password@host/database')
    .optional(),
  HTTP_HOST: z.string('an address to listen on').optional(),
  HTTP_PORT: port().default(8080),
  MQTT_HOST: z.string('an address to listen on').optional(),
  MQTT_PORT: port().default(1883),
  MQTT_TLS_CERT: z.string('a file').optional(),
  MQTT_TLS_KEY: z.string('a file').optional(),
  MQTT_PLAIN_REGISTRATION: onOff.default(false),
  MQTT_URL: brokerUrl.optional(),
  MQTT_CONNECTIONS: count(2, 64).pipe(z.number().min(1, 'a whole number from 1 to 64')),
  BROKER_SECRET: z.string().min(16, '16 characters or more').optional(),
  PUBLIC_URL: webAddress.optional(),
  PRESET_PASSWORD: z
    .string()
    .regex(/^[A-Za-z0-9]{6,14}$/, '6 to 14 letters or digits')
    .optional(),
  SECRET_KEY: z.string().min(32, '32 characters or more').optional(),
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: z.string('a text').optional(),
  OIDC_CLIENT_SECRET: z.string('a text').optional(),
  OIDC_NAME: z.string('a text').default('OpenID Connect'),
  S3_URL: bucketAddress.optional(),
  S3_REGION: z.string('a region').default('us-east-1'),
  S3_ACCESS_KEY: z.string('a text').optional(),
  S3_SECRET_KEY: z.string('a text').optional(),
  SMTP_URL: mailServer.optional(),
  SMTP_FROM: z.string().min(3, 'a sender like Brigade <brigade@example.com>').max(200).optional(),
  WEBHOOK_PRIVATE: onOff.default(false),
  SIMULATOR: onOff.default(true),
  OVENS: count(24, 100_000),
  COOLERS: count(16, 100_000),
  DEMO: onOff.optional(),
  DEMO_DAYS: count(30, 30),
  TIME_ZONE: timeZone.default('Asia/Shanghai'),
  STATISTICS_ZONE: timeZone.optional(),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info'),
  LOG_FORMAT: z.enum(logFormats, `one of ${logFormats.join(', ')}`).default('file'),
  KEEP_FREE_MB: count(256, 1_000_000),
  FILES_MB: count(5000, 100_000_000),
  FIRMWARE_MB: count(256, 1024),
  APP_CODES_PER_HOUR: count(2000, 1_000_000),
  FOTA_CONCURRENT: count(100, 100_000),
  DEVICE_URL: webAddress.optional(),
  RECIPE_SETTLE_SECONDS: count(15, 600),
  QUEUE_LOOK_MS: count(5000, 60_000),
  DRAIN_SECONDS: count(30, 3600),
  REUSE_PORT: onOff.default(false),
  CONNECTOR_STATUS_PORT: port().optional(),
  /** The former name of CONNECTOR_STATUS_PORT. */
  GATEWAY_STATUS_PORT: port().optional(),
  WORKER_STATUS_PORT: port().optional(),
  METRICS_TOKEN: z.string().min(16, '16 characters or more').optional(),
  TRUST_PROXY: trustProxy.default(false),
  HISTORY_DAYS: days(400),
  MESSAGE_DAYS: days(30),
  ONLINE_LOG_DAYS: days(400),
  OPERATION_LOG_DAYS: days(400),
  APP_LOG_DAYS: days(400),
  FAULT_DAYS: days(400),
  SHORT_LOGS: onOff.default(false),
  CHECKPOINT_FILE: z.string('a file').optional(),
  CHECKPOINT_KEY_FILE: z.string('a file').optional(),
  CHECKPOINT_MAIL: z.email('an e-mail address').optional(),
  ERASED_FILE: z.string('a file').optional(),
})
type Given = z.output<typeof Given>
export const settingNames: readonly string[] = Object.keys(Given.shape)

const neverShown: readonly string[] = [
  'DATABASE_URL',
  'MQTT_URL',
  'BROKER_SECRET',
  'PRESET_PASSWORD',
  'SECRET_KEY',
  'OIDC_CLIENT_SECRET',
  // An address may contain a password by mistake.
  'S3_URL',
  'S3_SECRET_KEY',
  'METRICS_TOKEN',
  'SMTP_URL',
]

/** One bucket of an S3-compatible object storage. */
export type S3Settings = Readonly<{
  /** With the bucket, in the path or in the host's name. */
  url: string
  region: string
  accessKey: string
  secretKey: string
}>

export type Settings = Readonly<{
  /** Absolute. The embedded database, uploaded files and the secret key live in it. */
  dataDir: string
  /** Without it the supervisor starts an embedded PostgreSQL and passes its address on. */
  databaseUrl: string | undefined
  /** Without a host setting the demo listens on this machine only. */
  http: Readonly<{ host: string; port: number }>
  mqtt: Readonly<{
    host: string
    port: number
    /** PEM files for TLS on the same port; without them TLS needs a pre-shared key. */
    tls: Readonly<{ certFile: string; keyFile: string }> | undefined
    /** Devices may register without TLS too: their secrets are then readable on the network. */
    plainRegistration: boolean
    /**
     * An external broker: the connector role then does not listen, and consumes from it over this many connections a
     * process.
     */
    broker: (BrokerAddress & Readonly<{ connections: number }>) | undefined
  }>
  /** The secret that an external broker sends when it checks who may connect, publish or subscribe; without it all are refused. */
  brokerSecret: string | undefined
  /** The console's URL for people, without a slash at the end; by default taken from the request. */
  publicUrl: string | undefined
  /** The first password of every new account, to be changed at once. */
  presetPassword: string
  /** The password was generated for this installation, as no setting gave one: the start has to show it. */
  isPresetMade: boolean
  /** The key of 32 bytes for everything that is encrypted at rest. */
  secretKey: Buffer
  oidc: Readonly<{ issuer: string; clientId: string; clientSecret: string | undefined; name: string }> | undefined
  /** Storage of uploaded files; by default `dataDir`. */
  s3: S3Settings | undefined
  /** The server that sends e-mail; without it this installation sends none. */
  mail: Readonly<{ url: string; from: string }> | undefined
  /** Whether group robots and webhooks may be in private networks and on this machine. */
  webhookPrivate: boolean
  simulator: Readonly<{ ovens: number; coolers: number }> | undefined
  demo: boolean
  /** Days of the past that the demo's devices get; 0: none. */
  demoDays: number
  /** IANA name, for places and customers without a known zone. */
  timeZone: string
  /** IANA name: days and runs of the statistics use this zone for everybody, so that sums agree. */
  statisticsZone: string
  logLevel: Given['LOG_LEVEL']
  /** The form of the log on standard output, beside its file. */
  logFormat: Given['LOG_FORMAT']
  /** Status ports of connector and worker, which answer no calls; by default none. */
  statusPorts: Readonly<{ connector: number | undefined; worker: number | undefined }>
  /** The token with which another machine's Prometheus may read /metrics; without it only this machine may. */
  metricsToken: string | undefined
  /** The connector accepts no reports while less space is free on the disk of `dataDir`; 0: no limit. */
  keepFreeMb: number
  /** Limit for the files of one organisation together; 0: no limit. */
  filesMb: number
  /** Largest firmware, and devices of the installation that upgrade at once. */
  firmwareMb: number
  /** Limit for the sign-in codes of the phone app that the whole installation sends within an hour; 0: no limit. */
  appCodesPerHour: number
  upgradesAtOnce: number
  /** The base URL for device downloads, without a slash at the end; by default `publicUrl`, if that is set. */
  deviceUrl: string | undefined
  /** How long to wait, after an oven's answer about its recipes, for its report of the recipes it holds. */
  recipeSettleMs: number
  /** The polling interval of the queues of a process without notifications. */
  queueLookMs: number
  /** How long a role that runs alone lets calls end and hands devices over after SIGTERM. */
  drainMs: number
  /** Several processes may listen on the ports for calls and devices. */
  reusePort: boolean
  trustProxy: false | number | string[]
  retention: Readonly<{
    historyDays: number
    messageDays: number
    onlineLogDays: number
    operationLogDays: number
    appLogDays: number
    faultDays: number
  }>
  /** The file to which checkpoints of the operation log are appended, outside `dataDir`; absolute. */
  checkpointFile: string | undefined
  /** The recipients of mailed checkpoints, with `mail`. */
  checkpointMail: string | undefined
  /** The key that signs checkpoints; absolute. Several machines share one. */
  checkpointKeyFile: string
  /** The file that records erased app users, for use after a restore; absolute. */
  erasedFile: string
}>

function refuseWrong(error: z.ZodError, given: Record<string, unknown>): never {
  const issue = error.issues[0]
  if (issue?.code === 'unrecognized_keys')
    throw new SettingsRefused(`Unknown setting ${issue.keys.join(', ')} in brigade.json`)
  const name = String(issue?.path[0] ?? 'brigade.json')
  const value = neverShown.includes(name) ? '' : `=${JSON.stringify(given[name])}`
  throw new SettingsRefused(`Setting ${name}${value} is wrong: it must be ${issue?.message ?? 'something else'}`)
}

function oidcOf(given: Given): Settings['oidc'] {
  if (given.OIDC_ISSUER === undefined) return undefined
  if (given.OIDC_CLIENT_ID === undefined)
    throw new SettingsRefused('Setting OIDC_CLIENT_ID is missing: OIDC_ISSUER needs it')
  return {
    issuer: given.OIDC_ISSUER,
    clientId: given.OIDC_CLIENT_ID,
    clientSecret: given.OIDC_CLIENT_SECRET,
    name: given.OIDC_NAME,
  }
}

function refuseShortLogs({ OPERATION_LOG_DAYS, APP_LOG_DAYS, SHORT_LOGS }: Given): void {
  for (const [name, kept] of Object.entries({ OPERATION_LOG_DAYS, APP_LOG_DAYS }))
    if (kept < 180 && !SHORT_LOGS)
      throw new SettingsRefused(`Setting ${name}=${kept} keeps less than 180 days; SHORT_LOGS=on allows it`)
}

function checkpointFileOf({ CHECKPOINT_FILE: file }: Given, dataDir: string): string | undefined {
  if (file === undefined) return undefined
  const path = resolve(file)
  if (path.startsWith(`${dataDir}/`))
    throw new SettingsRefused(`Setting CHECKPOINT_FILE=${JSON.stringify(file)} must lie outside DATA_DIR`)
  return path
}

function checkpointMailOf({ CHECKPOINT_MAIL: address, SMTP_URL: server }: Given): string | undefined {
  if (address !== undefined && server === undefined)
    throw new SettingsRefused('Setting SMTP_URL is missing: CHECKPOINT_MAIL needs it')
  return address
}

function tlsOf({ MQTT_TLS_CERT: certFile, MQTT_TLS_KEY: keyFile }: Given): Settings['mqtt']['tls'] {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined) throw new SettingsRefused('Setting MQTT_TLS_CERT is missing: MQTT_TLS_KEY needs it')
  if (keyFile === undefined) throw new SettingsRefused('Setting MQTT_TLS_KEY is missing: MQTT_TLS_CERT needs it')
  return { certFile: resolve(certFile), keyFile: resolve(keyFile) }
}

function s3Of({
  S3_URL: url,
  S3_REGION: region,
  S3_ACCESS_KEY: accessKey,
  S3_SECRET_KEY: secretKey,
}: Given): Settings['s3'] {
  if (url === undefined) return undefined
  if (accessKey === undefined) throw new SettingsRefused('Setting S3_ACCESS_KEY is missing: S3_URL needs it')
  if (secretKey === undefined) throw new SettingsRefused('Setting S3_SECRET_KEY is missing: S3_URL needs it')
  return { url, region, accessKey, secretKey }
}

/** Without SMTP_FROM the sender is named after the mail server's host. */
function mailOf({ SMTP_URL: url, SMTP_FROM: from }: Given): Settings['mail'] {
  if (url === undefined) return undefined
  return { url, from: from ?? `Brigade <no-reply@${new URL(url).hostname}>` }
}

function readGiven(env: Readonly<Record<string, string | undefined>>, file: Readonly<Record<string, unknown>>): Given {
  const values: Record<string, unknown> = { ...file }
  for (const name of settingNames) if (env[name]) values[name] = env[name]
  const parsed = Given.safeParse(values)
  if (!parsed.success) refuseWrong(parsed.error, values)
  return parsed.data
}

/** The places of all data, for programs that copy it; unlike `readSettings` it makes no missing key. */
export function readPlaces(env: Readonly<Record<string, string | undefined>>, file: Readonly<Record<string, unknown>>) {
  const given = readGiven(env, file)
  return {
    dataDir: resolve(given.DATA_DIR),
    databaseUrl: given.DATABASE_URL,
    filesInBucket: s3Of(given) !== undefined,
    secretIsSet: given.SECRET_KEY !== undefined,
  }
}

/**
 * The file's settings in the form of an environment, for processes that cannot read the file. The environment itself
 * takes precedence.
 */
export function asEnvironment(file: Readonly<Record<string, unknown>>): Record<string, string> {
  const named = Object.entries(file).filter(([name, value]) => settingNames.includes(name) && value !== null)
  return Object.fromEntries(named.map(([name, value]) => [name, String(value)]))
}

/**
 * Reads the settings from the environment and, with lower priority, from the file's content. An empty variable counts
 * as not set. `demo` is the default of DEMO. A wrong setting is a `SettingsRefused` that names it.
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  file: Readonly<Record<string, unknown>> = {},
  { demo = false }: { demo?: boolean } = {},
): Settings {
  const given = readGiven(env, file)
  refuseShortLogs(given)
  const dataDir = resolve(given.DATA_DIR)
  const isDemo = given.DEMO ?? demo
  const host = isDemo ? '127.0.0.1' : '0.0.0.0'
  return {
    dataDir,
    databaseUrl: given.DATABASE_URL,
    http: { host: given.HTTP_HOST ?? host, port: given.HTTP_PORT },
    mqtt: {
      host: given.MQTT_HOST ?? host,
      port: given.MQTT_PORT,
      tls: tlsOf(given),
      plainRegistration: given.MQTT_PLAIN_REGISTRATION,
      broker: given.MQTT_URL && { ...given.MQTT_URL, connections: given.MQTT_CONNECTIONS },
    },
    brokerSecret: given.BROKER_SECRET,
    publicUrl: given.PUBLIC_URL,
    presetPassword: given.PRESET_PASSWORD ?? (isDemo ? publishedPassword : keptPreset(dataDir)),
    isPresetMade: given.PRESET_PASSWORD === undefined && !isDemo,
    oidc: oidcOf(given),
    s3: s3Of(given),
    mail: mailOf(given),
    webhookPrivate: given.WEBHOOK_PRIVATE,
    simulator:
      given.SIMULATOR && given.OVENS + given.COOLERS > 0 ? { ovens: given.OVENS, coolers: given.COOLERS } : undefined,
    demo: isDemo,
    demoDays: given.DEMO_DAYS,
    timeZone: given.TIME_ZONE,
    statisticsZone: given.STATISTICS_ZONE ?? given.TIME_ZONE,
    logLevel: given.LOG_LEVEL,
    logFormat: given.LOG_FORMAT,
    statusPorts: {
      connector: given.CONNECTOR_STATUS_PORT ?? given.GATEWAY_STATUS_PORT,
      worker: given.WORKER_STATUS_PORT,
    },
    metricsToken: given.METRICS_TOKEN,
    keepFreeMb: given.KEEP_FREE_MB,
    checkpointFile: checkpointFileOf(given, dataDir),
    checkpointMail: checkpointMailOf(given),
    checkpointKeyFile: resolve(given.CHECKPOINT_KEY_FILE ?? join(dataDir, 'log-key.pem')),
    erasedFile: resolve(given.ERASED_FILE ?? join(dataDir, 'erased-people.ndjson')),
    filesMb: given.FILES_MB,
    firmwareMb: given.FIRMWARE_MB,
    appCodesPerHour: given.APP_CODES_PER_HOUR,
    upgradesAtOnce: given.FOTA_CONCURRENT,
    deviceUrl: given.DEVICE_URL ?? given.PUBLIC_URL,
    recipeSettleMs: given.RECIPE_SETTLE_SECONDS * 1000,
    queueLookMs: given.QUEUE_LOOK_MS,
    drainMs: given.DRAIN_SECONDS * 1000,
    reusePort: given.REUSE_PORT,
    trustProxy: given.TRUST_PROXY,
    retention: {
      historyDays: given.HISTORY_DAYS,
      messageDays: given.MESSAGE_DAYS,
      onlineLogDays: given.ONLINE_LOG_DAYS,
      operationLogDays: given.OPERATION_LOG_DAYS,
      appLogDays: given.APP_LOG_DAYS,
      faultDays: given.FAULT_DAYS,
    },
    secretKey: createHash('sha256')
      .update(given.SECRET_KEY ?? keptSecret(dataDir))
      .digest(),
  }
}

/** The content of BRIGADE_CONFIG, or of brigade.json in the working folder if it exists. `none`: no file. */
export function readSettingsFile(
  env: Readonly<Record<string, string | undefined>>,
  folder = process.cwd(),
): Record<string, unknown> {
  const named = env['BRIGADE_CONFIG']
  if (named === 'none') return {}
  const path = resolve(folder, named || 'brigade.json')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && !named) return {}
    throw new SettingsRefused(`The settings file ${path} cannot be read: ${String(errorCode(error))}`)
  }
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    throw new SettingsRefused(`The settings file ${path} is not a JSON object`)
  }
}
