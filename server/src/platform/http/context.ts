import type { Readable } from 'node:stream'
import type { Locale } from '@brigade/contract/locale.ts'
import type { Caches } from '../caches.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { LiveHub } from '../live/live-hub.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'

/** The signed-in account behind a call. */
export type Caller = Readonly<{
  sessionId: string
  accountId: string
  account: string
  name: string
  /** Its data scope: this organisation and all below it. In an opened console it is that organisation. */
  organisationId: string
  organisationKind: 'platform' | 'distributor' | 'agent' | 'customer'
  roleId: string
  /** Its role holds everything, also what is disabled now. */
  isAdministrator: boolean
  operationCodes: ReadonlySet<string>
  mustChangePassword: boolean
  /** The console of `organisationId` was opened by an account of an organisation above it; null in one's own. */
  opened: Opened | null
  /** The call was made by whoever holds this link, and no account: only calls that are open to links let it in. */
  linkId?: string
}>

export type Opened = Readonly<{
  /** Whose console it is: `organisationId` of the caller. */
  organisation: Readonly<{ id: string; name: string }>
  /** The account's own. */
  homeId: string
  /** When it closes by itself; epoch ms. */
  until: number
}>

/** The signed-in app user behind a call of the phone app. */
export type Person = Readonly<{
  tokenId: string
  appUserId: string
  /** As logs name the person. */
  maskedName: string
}>

/** What every process has. */
export type Platform = Readonly<{
  db: Db
  caches: Caches
  clock: Clock
  settings: Settings
  log: Log
  live: LiveHub
  files: FileStore
  /** Aborted when this process is told to stop: streams end then. */
  stopping: AbortSignal
}>

/** What a handler is given: the platform and who asks. */
export type PublicCtx = Platform &
  Readonly<{
    locale: Locale
    /** IANA name, of the header `time-zone`; UTC where it is missing or unknown. Files are written in it. */
    timeZone: string
    address: string
    userAgent: string
    /** Of the Authorization header, whether or not it is anybody's: signing in ends the session that it belongs to. */
    token: string | null
    /** Of the request, for links back to us: `https://host`. */
    origin: string
    /** A secret of this browser's, which no other site's page can send or plant; by it a sign-in that leaves comes back, and a browser is known again. */
    browserSecret: string | undefined
    keepBrowserSecret: (secret: string) => void
    /** What the phone app says of itself, `X-App: android/2.3.1`; empty without it. */
    appHeader: string
    /** For the app log: who acts in a call without token, and the organisation of the device that a call is about. */
    noteApp: (noted: Partial<AppActor>) => void
    /** Says who acts in a call without token (sign-in), for the operation log. */
    actAs: (account: { accountId: string; account: string; organisationId: string }) => void
  }>
export type Ctx = PublicCtx & Readonly<{ caller: Caller }>
/** Of a call of the phone app. */
export type AppCtx = PublicCtx & Readonly<{ person: Person }>

/** Whom a line of the app log is of, and whose device it is about. */
export type AppActor = { appUserId: string | null; appUser: string; organisationId: string | null }

/** A file a call answers with. */
export type FileAnswer = Readonly<{
  body: Buffer | NodeJS.ReadableStream
  mediaType: string
  /** Given: the browser saves it under this name. Left out: it is shown in place. */
  fileName?: string
  /** How long a client may keep it, seconds. Left out: not at all. */
  maxAgeSeconds?: number
}>

/** The one file of a multipart call. */
export type Upload = Readonly<{
  name: string
  mediaType: string
  /** The whole of it; of one that is streamed nothing. */
  bytes: Buffer
  /** Of a file over the endpoint's `streamsOver`, from its beginning. It ends with an error where the sender leaves or sends too much. */
  stream?: Readable
}>
