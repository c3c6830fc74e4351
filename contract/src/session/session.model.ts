import { z } from 'zod'
import { OpenedConsole } from './opening.model.ts'
import { OrganisationKind } from '../customer/organisation.model.ts'
import { Email, Id, Instant, Line, Password, Phone } from '../field.ts'

/** Spec 5, Avatar upload. */
export const avatarLimits = {
  maxBytes: 1_048_576,
  extensions: ['.jpg', '.jpeg', '.png', '.gif'],
  mediaTypes: ['image/png', 'image/jpeg', 'image/gif'],
} as const

/** An id the client makes for the captcha it asks for. */
export const CaptchaId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'field.id')

export const SignIn = z.strictObject({
  account: Line(60),
  pwd: z.string().min(1, 'field.required').max(128),
  code: z.string().trim().min(1, 'field.required').max(16),
  id: CaptchaId,
})
export type SignIn = z.output<typeof SignIn>

/** Query parameters of `/login` after a sign-in link, or after an OpenID Connect provider redirects the browser back. */
export const CodeSignIn = z.strictObject({
  code: z.string().min(1, 'field.required').max(2048),
  state: z.string().max(256).optional(),
  /** RFC 9207: the provider that answers. It is passed on if the address contains it. */
  iss: z.string().max(2048).optional(),
})
export type CodeSignIn = z.output<typeof CodeSignIn>

/** The demo's own administrator, with the password that the documents print. */
export const DemoSignIn = z.object({ account: z.string(), password: z.string() })
export type DemoSignIn = z.output<typeof DemoSignIn>

/** Spec 3, Menu entry. */
export type MenuEntry = {
  id: string
  url: string
  name: string
  enName: string
  icon: string
  isOperation: 'Y' | 'N'
  isMainMenu: 'Y' | 'N'
  isPermission: 'Y' | 'N'
  state: 'Y' | 'N'
  operationCode: string
  childList: MenuEntry[]
}
const yesNo = z.enum(['Y', 'N'])
export const MenuEntry: z.ZodType<MenuEntry> = z
  .object({
    id: Id,
    /** `#` for a group. */
    url: z.string(),
    /** Chinese. */
    name: z.string(),
    enName: z.string(),
    icon: z.string(),
    isOperation: yesNo,
    isMainMenu: yesNo,
    isPermission: yesNo,
    state: yesNo,
    operationCode: z.string(),
    get childList() {
      return z.array(MenuEntry)
    },
  })
  .meta({ id: 'MenuEntry' })

export const SignedIn = z.object({
  token: z.string(),
  menus: z.array(MenuEntry),
  /** The preset password must be changed before anything else. */
  mustChangePassword: z.boolean(),
  /** Set if this session is the console of another organisation, opened from another session. */
  opened: z
    .object({ organisation: z.object({ id: Id, name: z.string(), kind: OrganisationKind }), until: Instant })
    .optional(),
})
export type SignedIn = z.output<typeof SignedIn>

/** Spec 3, User info. */
export const UserInfo = z.object({
  id: Id,
  account: z.string(),
  name: z.string(),
  /** A file id for `file/read`; empty for none. */
  avatar: z.string(),
  roleName: z.string(),
  enRoleName: z.string(),
  /** The organisation that defines the data scope: the account's own, or the one whose console is open. */
  organisation: z.object({ id: Id, name: z.string(), kind: OrganisationKind }),
  /** Null in one's own console. */
  opened: OpenedConsole.nullable(),
  phone: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** This installation can mail a link that verifies an e-mail. */
  mailsLinks: z.boolean(),
  lastLoginTime: Instant.nullable(),
  mustChangePassword: z.boolean(),
  /** The account is linked to the identity provider. */
  isLinked: z.boolean(),
})
export type UserInfo = z.output<typeof UserInfo>

/** Spec 3, Personal-info update payload. */
export const ProfileDraft = z.strictObject({
  avatar: z.string().max(64),
  name: Line(40),
  phone: Phone,
  email: Email,
  /** The sign-in password, if the e-mail differs from the former one. */
  password: z.string().max(128).optional(),
})
export type ProfileDraft = z.output<typeof ProfileDraft>

/** Spec 3, Password change payload. The second entry is compared in the form and never sent. */
export const PasswordChange = z.strictObject({ oldPwd: z.string().min(1, 'field.required').max(128), newPwd: Password })
export type PasswordChange = z.output<typeof PasswordChange>

export const PasswordCheck = z.strictObject({ password: z.string().min(1, 'field.required').max(128) })

export const OwnSession = z.object({
  id: Id,
  address: z.string(),
  userAgent: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  current: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>
