import { z } from 'zod'
import { departmentFilters, OrganisationKind } from '../../customer/organisation.model.ts'
import { Email, filter, Flag, Id, Instant, Line, OptionalLine, Password, Phone, secret, Time } from '../../field.ts'
import { searchOf } from '../../paging.ts'
import { TwoStepState } from '../../session/two-step.model.ts'

export const accountLimits = {
  name: 40,
  reason: 120,
  /** A password that somebody else chose is valid for this many days. */
  presetDays: 7,
  /** Names to choose from. */
  options: 50,
} as const

/**
 * Sign-in names are in lower case, so that two people cannot be confused; a name is never used again, even after the
 * account is deleted.
 */
export const SignInName = z
  .string()
  .trim()
  .regex(/^[a-z0-9._@-]{3,60}$/, 'account.signInName')

const OptionalPhone = z.union([z.literal(''), Phone]).default('')

const RoleOf = z.object({ id: Id, name: z.string(), enName: z.string(), enabled: z.boolean() })
const OrganisationOf = z.object({ id: Id, name: z.string(), kind: OrganisationKind })

export const AccountRow = z.object({
  id: Id,
  /** The sign-in name. */
  account: z.string(),
  name: z.string(),
  organisation: OrganisationOf,
  role: RoleOf,
  phone: z.string(),
  email: z.string(),
  /** Somebody other than its owner answers for the e-mail. */
  emailVerified: z.boolean(),
  enabled: z.boolean(),
  twoStep: TwoStepState,
  lastLoginAt: Instant.nullable(),
  createdAt: Instant,
})
export type AccountRow = z.output<typeof AccountRow>

export const accountSorts = ['createdAt', 'account', 'name', 'lastLoginAt'] as const

/** Days without signing in that the filter offers. */
export const idleDays = [30, 90, 180, 365] as const
export const IdleDays = z.enum(['30', '90', '180', '365'])

const ownFilters = {
  /** Any part of sign-in name, name, phone or e-mail. */
  keyword: filter(OptionalLine(60)),
  roleId: filter(Id),
  enabled: filter(Flag),
  /** Without a sign-in for this many days; for an account without any, the days since it was added count. */
  idle: filter(IdleDays),
  twoStep: filter(TwoStepState),
}

/** Search in the accounts of the platform itself. */
export const AccountSearch = searchOf(ownFilters, accountSorts)
/** Search in the accounts of other organisations; the deepest department filter applies. */
export const AccountSearchBelow = searchOf({ ...ownFilters, ...departmentFilters }, accountSorts)
export type AccountSearchBelow = z.output<typeof AccountSearchBelow>

/** Reasons why somebody cannot sign in, or can do nothing after signing in. */
const blockReasons = [
  'disabled',
  'organisationDisabled',
  'presetVoid',
  'locked',
  'slowed',
  'roleDisabled',
  'noCodes',
] as const

/** `until` is the time at which the lock or the slow-down ends by itself. */
export const AccountBlock = z.object({ reason: z.enum(blockReasons), until: Instant.nullable() })
export type AccountBlock = z.output<typeof AccountBlock>

/** Unfinished work that passes to a successor when its account is deleted. `push`: planned ones; one that is being sent is a job. */
export const inHandKinds = ['job', 'fault', 'approval', 'push'] as const
export const InHandKind = z.enum(inHandKinds)
export type InHandKind = z.output<typeof InHandKind>

export const AccountDetail = AccountRow.extend({
  /** Organisations above its own that the caller may see, the highest first. */
  path: z.array(OrganisationOf),
  updatedAt: Instant,
  /** Why it was disabled; empty while it is enabled. */
  disabledReason: z.string(),
  /** The password is one that somebody else chose: it has to be changed at the first sign-in. */
  mustChangePassword: z.boolean(),
  /** The expiry of a preset password; null if the password is the owner's own, or does not expire. */
  presetUntil: Instant.nullable(),
  /** When two-step sign-in was set up, and how many recovery codes remain; null if it is off. */
  twoStepSince: Instant.nullable(),
  recoveryCodesLeft: z.number().int(),
  /** The account is linked to an identity provider. */
  isLinked: z.boolean(),
  blocks: z.array(AccountBlock),
  isMine: z.boolean(),
  /** Has the administrator's role of the platform: every change of it needs the caller's password and is reported to all administrators. */
  isAdministrator: z.boolean(),
  /**
   * The caller holds everything that the account holds, and may therefore change its password, e-mail and role, end its
   * sessions, disable, delete, unlock and enable it.
   */
  isManageable: z.boolean(),
  /** Only kinds with at least one entry. */
  inHand: z.array(z.object({ kind: InHandKind, count: z.number().int().positive() })),
})
export type AccountDetail = z.output<typeof AccountDetail>

/**
 * The caller's own sign-in password, required if an administrator of the platform is concerned, before the change or
 * after it.
 */
const confirmation = { password: z.string().max(128).optional() }
/** The password, which is always required for acts that withdraw something. */
const taking = { password: z.string().min(1, 'field.required').max(128) }

const fields = {
  name: Line(accountLimits.name),
  roleId: Id,
  phone: OptionalPhone,
  email: Email.default(''),
  /** The caller answers for the e-mail: it may link the account to a person of the identity provider. */
  emailVerified: z.boolean().default(false),
}

/** `organisationId` is by default the caller's own; `newPwd` is by default the preset password. */
export const AccountDraft = z.strictObject({
  ...fields,
  ...confirmation,
  account: SignInName,
  organisationId: Id.optional(),
  newPwd: Password.optional(),
})
export type AccountDraft = z.output<typeof AccountDraft>

/**
 * The complete account after the change. `updatedAt`: of the detail that the change is based on (409 if somebody was
 * first).
 */
export const AccountChange = z.strictObject({ ...fields, ...confirmation, id: Id, updatedAt: Time })
export type AccountChange = z.output<typeof AccountChange>

export const AccountEnabling = z
  .strictObject({
    ...confirmation,
    id: Id,
    enabled: z.boolean(),
    reason: OptionalLine(accountLimits.reason).default(''),
  })
  .superRefine(({ enabled, reason, password = '' }, ctx) => {
    if (enabled) return
    // Disabling withdraws access, so reason and password are required.
    for (const [field, value] of Object.entries({ reason, password }))
      if (value === '') ctx.addIssue({ code: 'custom', message: 'field.required', path: [field], input: value })
  })
export type AccountEnabling = z.output<typeof AccountEnabling>

export const AccountRemoval = z.strictObject({ ...taking, id: Id, successorId: Id.optional() })
export type AccountRemoval = z.output<typeof AccountRemoval>

/** `newPwd` left out: the preset password. */
export const PasswordReset = z.strictObject({ ...taking, id: Id, newPwd: Password.optional() })
export type PasswordReset = z.output<typeof PasswordReset>

export const Unlocking = z.strictObject({ ...confirmation, id: Id })
export type Unlocking = z.output<typeof Unlocking>
export const TwoStepReset = z.strictObject({ ...taking, id: Id })
export type TwoStepReset = z.output<typeof TwoStepReset>

/** `sessionId` left out: all of them. */
export const SessionsEnd = z.strictObject({ ...taking, id: Id, sessionId: Id.optional() })
export type SessionsEnd = z.output<typeof SessionsEnd>

/** The preset password if one was given, which is shown only once. Null if the caller chose the password. */
export const GivenPassword = z.object({ presetPassword: secret(z.string()).nullable() })

export const AccountOption = z.object({ id: Id, name: z.string(), account: z.string(), organisationName: z.string() })
export type AccountOption = z.output<typeof AccountOption>

export const AccountSession = z.object({
  id: Id,
  address: z.string(),
  userAgent: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  /** The caller's session. */
  current: z.boolean(),
})
export type AccountSession = z.output<typeof AccountSession>
