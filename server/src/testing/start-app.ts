import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Endpoint, ReplyOf, RequestOf } from '@brigade/contract/endpoint.ts'
import type { Envelope } from '@brigade/contract/envelope.ts'
import type { RefusalData } from '@brigade/contract/refusal.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { prepare, startApp, type App, type Role } from '../app.ts'
import type { LongWork } from '../job/long-work.ts'
import type { Clock } from '../platform/clock.ts'
import { refuseSecondConnections } from '../platform/db/connection/open-transaction.ts'
import { createLog } from '../platform/log.ts'
import { publishedPassword, readSettings, type Settings } from '../platform/settings.ts'
import { testDatabase, type TestTemplate } from './database.ts'
import { sourcesHash } from './cluster/sources-hash.ts'

/**
 * A real clock that a test may advance: deadlines are reached without sleeping. `hold` stops it, for the moment just
 * before one.
 */
export type TestClock = Clock & { advance: (ms: number) => void; hold: () => Disposable }

export function testClock(): TestClock {
  let aheadMs = 0
  let heldMs: number | undefined
  return {
    now: () => (heldMs ?? Date.now()) + aheadMs,
    advance: (ms) => {
      aheadMs += ms
    },
    hold: () => {
      heldMs = Date.now()
      return {
        [Symbol.dispose]: () => {
          heldMs = undefined
        },
      }
    },
  }
}

/** Models by kind, for devices that are made without one. */
export type MadeProducts = Map<DeviceKind, Promise<Readonly<{ id: string; productKey: string }>>>

export type TestApp = App &
  Readonly<{
    clock: TestClock
    settings: Settings
    madeProducts: MadeProducts
    url: string
    /** Calls over HTTP like a client. */
    ask: <E extends Endpoint>(endpoint: E, input: RequestOf<E>, options?: AskOptions) => Promise<Answer<ReplyOf<E>>>
  }>

export type AskOptions = { token?: string; language?: string; form?: boolean; cookie?: string | undefined }
/** `data` is the reply or the refusal; for a call without a reply it is only the refusal. */
export type Answer<R> = {
  status: number
  envelope: Envelope<[R] extends [null] ? RefusalData : R & RefusalData>
  /** `name=value` of the cookie that it sets. */
  cookie: string | undefined
}

export type TestAppOptions = {
  roles?: readonly Role[]
  /** Names as in the environment: `{ OIDC_ISSUER: … }`. */
  settings?: Readonly<Record<string, string>>
  consoleFolder?: string
  rateLimits?: boolean
  /** Replaces the product's own. */
  longWork?: readonly LongWork<unknown>[]
}

const log = createLog({ level: process.env['TEST_LOG'] === 'on' ? 'debug' : 'fatal', readable: true })

refuseSecondConnections()

/** The secret key, which a separate process needs too. */
export const testSecretKey = 'a secret key that only the tests know'

const settingsOf = (databaseUrl: string, dataDir: string, others: Readonly<Record<string, string>> = {}) =>
  readSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: '0',
    MQTT_HOST: '127.0.0.1',
    MQTT_PORT: '0',
    DEMO: 'off',
    // Tests write rows by hand and move the clock, and nobody gives notice of either.
    QUEUE_LOOK_MS: '500',
    // The demo's past is computed only if a test needs it, because it takes minutes of processor time.
    DEMO_DAYS: '0',
    PRESET_PASSWORD: publishedPassword,
    SECRET_KEY: testSecretKey,
    ...others,
  })

/** The content of every new database after a start, made once for all tests. */
const prepared: TestTemplate = {
  version: async () => `prepared ${sourcesHash()}`,
  prepare: async (databaseUrl) => {
    await prepare({ settings: settingsOf(databaseUrl, os.tmpdir()), clock: testClock(), log })
  },
}
/** Settings that change this content. */
const decidesSeeds = (settings: Readonly<Record<string, string>>) => 'DEMO' in settings || 'PRESET_PASSWORD' in settings

/** Starts the whole server in this process, with a separate database, data folder and ports. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const isPlain = !decidesSeeds(options.settings ?? {})
  const database = await testDatabase(isPlain ? prepared : undefined)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'brigade-test-'))
  const clock = testClock()
  const settings = settingsOf(database.databaseUrl, dataDir, options.settings)
  if (!isPlain) await prepare({ settings, clock, log })
  const app = await startApp({
    roles: options.roles ?? ['api', 'connector', 'worker'],
    settings,
    clock,
    log,
    consoleFolder: options.consoleFolder,
    rateLimits: options.rateLimits ?? false,
    ...(options.longWork === undefined ? {} : { longWork: options.longWork }),
  })
  const url = app.addresses.http ?? ''
  return {
    ...app,
    clock,
    settings,
    madeProducts: new Map(),
    url,
    ask: (endpoint, input, requested) => askAt(url, endpoint, input, requested),
    stop: async () => {
      await app.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A call over HTTP to a program at an address. */
export async function askAt<E extends Endpoint>(
  url: string,
  endpoint: E,
  input: RequestOf<E>,
  options: AskOptions = {},
): Promise<Answer<ReplyOf<E>>> {
  const headers: Record<string, string> = { 'accept-language': options.language ?? 'en' }
  if (options.token !== undefined) headers['authorization'] = options.token
  if (options.cookie !== undefined) headers['cookie'] = options.cookie
  const response = await fetch(addressOf(url, endpoint, input), {
    method: endpoint.method,
    headers:
      endpoint.method === 'POST'
        ? {
            ...headers,
            'content-type': options.form === true ? 'application/x-www-form-urlencoded' : 'application/json',
          }
        : headers,
    ...(endpoint.method === 'POST' ? { body: options.form === true ? formOf(input) : JSON.stringify(input) } : {}),
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what came over the wire is what the test then checks
  return { status: response.status, envelope: (await response.json()) as Answer<ReplyOf<E>>['envelope'], cookie }
}

const pairsOf = (input: unknown): [string, string][] =>
  Object.entries<unknown>(typeof input === 'object' && input !== null ? { ...input } : {})
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, String(value)])

const formOf = (input: unknown) => new URLSearchParams(pairsOf(input)).toString()

/** The full address of a call, its query included. */
export function addressOf(url: string, endpoint: Endpoint, input: unknown): string {
  const query = endpoint.method === 'GET' ? formOf(input) : ''
  return `${url}${endpoint.path}${query === '' ? '' : `?${query}`}`
}
