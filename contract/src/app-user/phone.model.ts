import { z } from 'zod'
import { Id, Instant, OptionalTimeZone, Phone, secret } from '../field.ts'
import { locales } from '../locale.ts'
import { searchOf } from '../paging.ts'
import { BothNames } from '../product/product.model.ts'
import { AppType, BindingRole, Nickname } from './app-user.model.ts'

/** app-users.md: times and numbers of signing in and of binding. */
export const phoneLimits = {
  codeMinutes: 5,
  codeTries: 5,
  codesPerHour: 5,
  tokenDays: 90,
  wrongBindingsPerHour: 10,
  /** A person may fail this often at one device before the failures count for the device, whoever makes them. */
  ownBindingTries: 3,
  invitationHours: 24,
  callsPerMinute: 60,
} as const

/** Address that receives a sign-in code: a phone number or an e-mail address. */
export const Address = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.union([Phone, z.email('appUser.address').max(120)], 'appUser.address'))
const Code = secret(z.string().regex(/^\d{6}$/, 'appUser.codeShape'))

export const CodeRequest = z.strictObject({ address: Address })
export const CodeSignIn = z.strictObject({ address: Address, code: Code })
export type CodeSignIn = z.output<typeof CodeSignIn>
export const Registration = CodeSignIn.extend({ nickname: Nickname })
export type Registration = z.output<typeof Registration>

/** The token is good for 90 days after its last use. */
export const PhoneSession = z.object({ token: secret(z.string()), userId: Id })
export type PhoneSession = z.output<typeof PhoneSession>

const preferences = {
  nickname: Nickname,
  locale: z.enum(locales),
  units: z.enum(['metric', 'british']),
  /** Empty: the value of the phone. */
  timeZone: OptionalTimeZone,
}
/** The caller's own profile: complete and not masked. */
export const Profile = z.object({
  id: Id,
  phone: z.string(),
  email: z.string(),
  createdAt: Instant,
  ...preferences,
  nickname: z.string(),
})
export type Profile = z.output<typeof Profile>
export const ProfileChange = z.strictObject(preferences)
export type ProfileChange = z.output<typeof ProfileChange>

/** All data that is stored about the person. */
export const OwnData = z.object({
  profile: Profile,
  devices: z.array(z.object({ sn: z.string(), role: BindingRole, boundAt: Instant, unboundAt: Instant.nullable() })),
  installations: z.array(
    z.object({ type: AppType, version: z.string(), system: z.string(), firstSeenAt: Instant, lastCallAt: Instant }),
  ),
  days: z.array(z.object({ day: z.iso.date(), calls: z.number().int() })),
  searches: z.array(z.object({ words: z.string(), found: z.number().int(), searchedAt: Instant })),
})
export type OwnData = z.output<typeof OwnData>

/**
 * A code that is sent to the person's own address proves the identity, because a phone may be unlocked in somebody
 * else's hands.
 */
export const Erasure = z.strictObject({ code: Code })

/** Either the label's serial number and bind code, or an invitation of the owner's. */
export const Binding = z
  .strictObject({
    sn: z.string().trim().min(1).max(64).optional(),
    code: secret(
      z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z2-9]{8}$/, 'appUser.bindCodeShape'),
    ).optional(),
    invitation: secret(z.string().max(64)).optional(),
  })
  .superRefine(({ sn, code, invitation }, ctx) => {
    const isLabel = sn !== undefined && code !== undefined
    if (isLabel !== (invitation !== undefined) && (sn === undefined) === (code === undefined)) return
    const missing = sn === undefined ? 'sn' : code === undefined ? 'code' : 'invitation'
    ctx.addIssue({ code: 'custom', message: 'field.required', path: [missing], input: invitation })
  })
export type Binding = z.output<typeof Binding>

/** An own device with its present state. */
export const OwnDevice = z.object({
  id: Id,
  sn: z.string(),
  name: z.string(),
  kind: z.enum(['oven', 'cooler']),
  product: BothNames,
  role: BindingRole,
  boundAt: Instant,
  online: z.boolean(),
  workState: z.string().nullable(),
  faultCode: z.string(),
  lastSeenAt: Instant.nullable(),
})
export type OwnDevice = z.output<typeof OwnDevice>
export const OwnDeviceSearch = searchOf({}, ['boundAt'])
export type OwnDeviceSearch = z.output<typeof OwnDeviceSearch>
/** A device with its other users, in the form for its owner. */
export const OwnDeviceDetail = OwnDevice.extend({
  people: z.array(z.object({ nickname: z.string(), role: BindingRole, boundAt: Instant })),
})
export type OwnDeviceDetail = z.output<typeof OwnDeviceDetail>

/** An invitation counts once, for 24 hours. It is shown once. */
export const Invitation = z.object({ invitation: secret(z.string()), until: Instant })

/** A spare part as the app offers it. */
export const OfferedPart = z.object({
  name: BothNames,
  number: z.string(),
  imageFileId: z.string().nullable(),
  link: z.string(),
  priceNote: z.string(),
})

/** The newest released version of an app type; null if none was entered. */
export const NewestVersion = z.object({
  version: z.string().nullable(),
  releasedOn: z.iso.date().nullable(),
  notes: BothNames,
})
