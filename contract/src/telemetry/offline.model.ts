import { z } from 'zod'
import { Id, Instant } from '../field.ts'
import { DeviceKind } from '../product/product.model.ts'
import { OnlineReason } from './online.model.ts'

/**
 * Why a device is offline, as far as what was recorded says:
 * - `neverConnected`;
 * - `disabled`, `credentials`, `version`: it is refused, or would be;
 * - `certificate`: TLS fails over the server's certificate; `clock`: it fails although that is valid, as with a wrong clock;
 * - `gateway`: its gateway is offline; `unit`: it does not answer on its line; `removed`: from its gateway;
 * - `replaced`: another client has its credentials; `topic`, `badMessage`, `flood`: what it sent;
 * - `closed`: by the platform, and why was not recorded; `server`: the server or broker restarted or is away;
 * - `usualHours`: it is off at this time on other days too; `site`: others at its site went at the same time;
 * - `left`: it disconnected by itself; `lost`: the connection was lost, and nothing says why.
 */
export const offlineCauses = [
  'neverConnected',
  'disabled',
  'credentials',
  'version',
  'certificate',
  'clock',
  'gateway',
  'unit',
  'removed',
  'replaced',
  'topic',
  'badMessage',
  'flood',
  'closed',
  'server',
  'usualHours',
  'site',
  'left',
  'lost',
] as const
export const OfflineCause = z.enum(offlineCauses)
export type OfflineCause = z.output<typeof OfflineCause>

/** `unknown`: what is recorded does not say why. */
export const Confidence = z.enum(['certain', 'likely', 'possible', 'unknown'])
export type Confidence = z.output<typeof Confidence>

/** Why a TLS handshake failed over a certificate: the client's alert in OpenSSL's words, or what the server lacks. */
export const TlsAlert = z.enum([
  'bad_certificate',
  'unsupported_certificate',
  'certificate_revoked',
  'certificate_expired',
  'certificate_unknown',
  'unknown_ca',
  'no_shared_cipher',
  'no_certificate',
])
export type TlsAlert = z.output<typeof TlsAlert>

const Contact = z.object({ id: Id, name: z.string(), principal: z.string(), contact: z.string() })

export const Offline = z.object({
  /** Null: it has never been connected, as far as is known. */
  since: Instant.nullable(),
  cause: OfflineCause,
  confidence: Confidence,
  /** How its last connection ended; null: not recorded. */
  end: z.object({ at: Instant, reason: OnlineReason, detail: z.string(), address: z.string() }).nullable(),
  /** The last message that came from it, by the time of receipt; null: none is kept. */
  lastMessage: z.object({ at: Instant, topic: z.string() }).nullable(),
  /** The signal that it reported last. `isWeak`: connections break at that level. */
  signal: z.object({ dbm: z.number(), at: Instant, isWeak: z.boolean() }).nullable(),
  /** Refused since it went, a line a reason, the newest first. A reason is recorded once a minute at most. */
  attempts: z.array(z.object({ reason: OnlineReason, times: z.number().int(), lastAt: Instant, address: z.string() })),
  /** Connections that ended because another client signed in with its credentials, in the quarter of an hour before it went. */
  takeovers: z.object({ times: z.number().int(), from: z.array(z.string()) }).nullable(),
  /** Messages over the limit in the ten minutes before it went, of which the trace has one in ten seconds. */
  flood: z.object({ times: z.number().int(), lastAt: Instant }).nullable(),
  /** The last message whose time was not believed; `aheadMs`: how far its clock was ahead, negative behind; null: not known. */
  clock: z.object({ at: Instant, aheadMs: z.number().nullable() }).nullable(),
  /** TLS that failed from the address that it used last, since it went. `isEarlier`: from there it failed before too, while it was online. */
  handshakes: z.array(
    z.object({
      alert: TlsAlert,
      times: z.number().int(),
      lastAt: Instant,
      address: z.string(),
      certificateUntil: Instant.nullable(),
      isEarlier: z.boolean(),
    }),
  ),
  /** The gateway of a sub-device. `id` is null if the caller may not see the gateway. */
  gateway: z
    .object({
      id: Id.nullable(),
      kind: DeviceKind,
      name: z.string(),
      online: z.boolean(),
      since: Instant.nullable(),
    })
    .nullable(),
  /**
   * Devices with a connection of their own at the same place of the same customer that were online when it went: `went` of them within
   * `withinMs` of it, of which `back` are connected again. Null: none was, or it is not known when it went.
   */
  others: z
    .object({
      online: z.number().int(),
      went: z.number().int(),
      back: z.number().int(),
      withinMs: z.number().int(),
      /** There are more than were looked at. */
      isMore: z.boolean(),
    })
    .nullable(),
  /**
   * It went at about this time on `days` of `ofDays` days on which it was online, in the device's zone; `until`: when it usually came
   * back. `isOver`: it is gone for longer than it ever was. Null: there is no such habit.
   */
  usual: z
    .object({
      days: z.number().int(),
      ofDays: z.number().int(),
      from: z.string(),
      until: z.string(),
      zone: z.string(),
      isOver: z.boolean(),
    })
    .nullable(),
  /** No process that devices connect to runs now. */
  isServerAway: z.boolean(),
  warrantyUntil: Instant.nullable(),
  /** Whom to call: the site, and the nearest organisation above it that the caller sees. */
  site: Contact,
  servedBy: Contact.nullable(),
})
export type Offline = z.output<typeof Offline>
