import type { Readable } from 'node:stream'
import type { Locale } from '@brigade/contract/locale.ts'
import type { Caches } from '../caches.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { LiveHub } from '../live/live-hub.ts'
import type { Log } from '../log.ts'
import type { Queues } from '../queue/queues.ts'
import type { Settings } from '../settings.ts'

/** The signed-in account behind a call. */
export type Caller = Readonly<{
  sessionId: string
  accountId: string
  account: string
  name: string
  /** The data scope: this organisation and all below it. In an opened console it is that organisation. */
  organisationId: string
  organisationKind: 'platform' | 'distributor' | 'agent' | 'customer'
  roleId: string
  /** The role holds every operation, also those that are disabled now. */
  isAdministrator: boolean
  operationCodes: ReadonlySet<string>
  mustChangePassword: boolean
  /** The console of `organisationId` was opened by an account of an organisation above it; null in one's own. */
  opened: Opened | null
  /** The call comes from the holder of this link and has no account: only calls that are open to links admit it. */
  linkId?: string
}>

export type Opened = Readonly<{
  /** The organisation of the console: `organisationId` of the caller. */
  organisation: Readonly<{ id: string; name: string }>
  /** The account's own organisation. */
  homeId: string
  /** The time at which it closes automatically; epoch ms. */
  until: number
}>

/** The signed-in app user behind a call of the phone app. */
export type Person = Readonly<{
  tokenId: string
  appUserId: string
  /** The person's name as logs show it. */
  maskedName: string
}>

/** Services that every process has. */
export type Platform = Readonly<{
  db: Db
  caches: Caches
  clock: Clock
  settings: Settings
  log: Log
  live: LiveHub
  files: FileStore
  queues: Queues
  /** Aborted when this process is asked to stop: streams end then. */
  stopping: AbortSignal
}>

/** The context of a handler: the platform and the caller. */
export type PublicCtx = Platform &
  Readonly<{
    locale: Locale
    /** IANA name, from the header `time-zone`; UTC if it is missing or unknown. Files are written in it. */
    timeZone: string
    address: string
    userAgent: string
    /** The token of the Authorization header, valid or not: signing in ends the session that it belongs to. */
    token: string | null
    /** The origin of the request, for links back to us: `https://host`. */
    origin: string
    /**
     * A secret of this browser, which no other site's page can send or set; it identifies the browser after a redirect
     * to a provider and at later sign-ins.
     */
    browserSecret: string | undefined
    keepBrowserSecret: (secret: string) => void
    /** The `X-App` header of the phone app, such as `android/2.3.1`; empty without it. */
    appHeader: string
    /**
     * For the app log: sets the person who acts in a call without token, and the organisation of the device concerned.
     */
    noteApp: (noted: Partial<AppActor>) => void
    /** Sets the actor of a call without token (sign-in), for the operation log. */
    actAs: (account: { accountId: string; account: string; organisationId: string }) => void
  }>
export type Ctx = PublicCtx & Readonly<{ caller: Caller }>
/** The context of a call of the phone app. */
export type AppCtx = PublicCtx & Readonly<{ person: Person }>

/** The person named in a line of the app log, and the organisation of the device. */
export type AppActor = { appUserId: string | null; appUser: string; organisationId: string | null }

/** A file as the answer of a call. */
export type FileAnswer = Readonly<{
  body: Buffer | NodeJS.ReadableStream
  mediaType: string
  /** With a name the browser saves the file under it; without one it is shown in place. */
  fileName?: string
  /** Seconds for which a client may cache it; by default it may not. */
  maxAgeSeconds?: number
}>

/** The one file of a multipart call. */
export type Upload = Readonly<{
  name: string
  mediaType: string
  /** The whole content; empty for a streamed file. */
  bytes: Buffer
  /**
   * The stream of a file larger than the endpoint's `streamsOver`, from its beginning. It ends with an error when the
   * sender disconnects or sends too much.
   */
  stream?: Readable
}>
