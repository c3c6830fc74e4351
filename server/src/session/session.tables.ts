import type { Generated } from 'kysely'

export const revocationCauses = ['logout', 'password', 'disabled', 'revoked', 'role'] as const
export type RevocationCause = (typeof revocationCauses)[number]

export type SignInMethod = 'password' | 'code' | 'oidc'

export type SessionTable = {
  id: Generated<string>
  /** SHA-256 of the token; the token itself is not stored. */
  tokenHash: Buffer
  accountId: string
  method: Generated<SignInMethod>
  address: string
  userAgent: string
  createdAt: string
  lastSeenAt: string
  /** Prolonged to 12 h at each use. */
  expiresAt: string
  absoluteExpiresAt: string
  revokedAt: string | null
  revokedBecause: RevocationCause | null
  /** The organisation of an opened console, opened from the session `openerId`; null: the account's own. */
  openedOrganisationId: Generated<string | null>
  openerId: Generated<string | null>
  passwordCheckedAt: Generated<string | null>
}

export type CaptchaTable = { id: string; answerHash: Buffer; expiresAt: string }

/** Failures of one account name from one address, whether or not the account exists. */
export type SignInFailureTable = {
  /** In the database's lower case. */
  account: string
  /** For IPv6, the /64. */
  address: string
  failures: number
  lastFailedAt: string
  lockedUntil: string | null
}

/** Failures for one account from all addresses. */
export type SignInBrakeTable = {
  kind: 'sign-in' | 'prompt'
  /** A sign-in name in the database's lower case, or for prompts an account's id. */
  account: string
  failures: number
  since: string
  nextTryAt: string
}

export type KnownBrowserTable = { accountId: string; browserHash: Buffer; lastUsedAt: string }

export type OneTimeCodeTable = {
  codeHash: Buffer
  accountId: string
  mintedBy: string | null
  expiresAt: string
  usedAt: Generated<string | null>
  /** For a code that opens the console of an organisation: it is valid for the session that requested it. */
  openedOrganisationId: Generated<string | null>
  sessionId: Generated<string | null>
  reason: Generated<string>
}

/** A record of opened consoles. */
export type ConsoleOpeningTable = {
  id: Generated<string>
  organisationId: string
  accountId: string | null
  /** The account's organisation at that time. */
  fromOrganisationId: string | null
  sessionId: string | null
  reason: string
  openedAt: string
  /** The time at which it closes automatically. */
  until: string
  leftAt: string | null
}

/** Pending requests to an OpenID Connect provider. */
export type OidcRequestTable = {
  state: string
  codeVerifier: string
  nonce: string
  redirectUri: string
  /** The account that requested it from its session, to link it. */
  accountId: string | null
  expiresAt: string
}

export type TwoStepTable = {
  accountId: string
  /** Sealed. */
  secret: Buffer
  /** The time step of the last accepted code. */
  lastStep: string
  enrolledAt: string
}

export type RecoveryCodeTable = { accountId: string; place: number; codeHash: string; usedAt: string | null }

/** A sign-in with a correct first proof, or the set-up of the app for a session's account. */
export type TwoStepTicketTable = {
  ticketHash: Buffer
  accountId: string
  method: SignInMethod
  browserHash: Buffer | null
  sessionId: string | null
  /** SHA-256 of the password's hash. */
  passwordMark: Buffer
  /** Sealed. */
  secret: Buffer | null
  expiresAt: string
}

/** A link that was mailed to the address of an account. */
export type EmailLinkTable = {
  tokenHash: Buffer
  accountId: string
  email: string
  madeAt: string
  expiresAt: string
  usedAt: Generated<string | null>
  /** The account has changed since; the database sets it. */
  void: Generated<boolean>
}

declare module '../platform/db/database.ts' {
  interface Database {
    session: SessionTable
    captcha: CaptchaTable
    signInFailure: SignInFailureTable
    signInBrake: SignInBrakeTable
    knownBrowser: KnownBrowserTable
    oneTimeCode: OneTimeCodeTable
    consoleOpening: ConsoleOpeningTable
    oidcRequest: OidcRequestTable
    twoStep: TwoStepTable
    recoveryCode: RecoveryCodeTable
    twoStepTicket: TwoStepTicketTable
    emailLink: EmailLinkTable
  }
}
