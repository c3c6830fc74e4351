import type { Generated } from 'kysely'

export const revocationCauses = ['logout', 'password', 'disabled', 'revoked', 'role'] as const
export type RevocationCause = (typeof revocationCauses)[number]

export type SignInMethod = 'password' | 'code' | 'oidc'

export type SessionTable = {
  id: Generated<string>
  /** SHA-256 of the token; the token itself is nowhere. */
  tokenHash: Buffer
  accountId: string
  method: Generated<SignInMethod>
  address: string
  userAgent: string
  createdAt: string
  lastSeenAt: string
  /** Slides by 12 h. */
  expiresAt: string
  absoluteExpiresAt: string
  revokedAt: string | null
  revokedBecause: RevocationCause | null
  /** Whose console this session is, opened from the session `openerId`; null: the account's own. */
  openedOrganisationId: Generated<string | null>
  openerId: Generated<string | null>
  passwordCheckedAt: Generated<string | null>
}

export type CaptchaTable = { id: string; answerHash: Buffer; expiresAt: string }

/** Failures of one account name from one address, whether or not the account exists. */
export type SignInFailureTable = {
  /** As the database lowers it. */
  account: string
  /** Of version 6: its /64. */
  address: string
  failures: number
  lastFailedAt: string
  lockedUntil: string | null
}

/** Failures for one account from anywhere. */
export type SignInBrakeTable = {
  kind: 'sign-in' | 'prompt'
  /** A sign-in name as the database lowers it, or for prompts an account's id. */
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
  /** Of a code for the console of an organisation, which serves the session that asked. */
  openedOrganisationId: Generated<string | null>
  sessionId: Generated<string | null>
  reason: Generated<string>
}

/** Who opened whose console. */
export type ConsoleOpeningTable = {
  id: Generated<string>
  organisationId: string
  accountId: string | null
  /** Of the account, then. */
  fromOrganisationId: string | null
  sessionId: string | null
  reason: string
  openedAt: string
  /** When it closes by itself. */
  until: string
  leftAt: string | null
}

/** What was asked of an OpenID Connect provider and not yet answered. */
export type OidcRequestTable = {
  state: string
  codeVerifier: string
  nonce: string
  redirectUri: string
  /** Asked for from the session of this account, to link it. */
  accountId: string | null
  expiresAt: string
}

export type TwoStepTable = {
  accountId: string
  /** Sealed. */
  secret: Buffer
  /** Of the last code that counted. */
  lastStep: string
  enrolledAt: string
}

export type RecoveryCodeTable = { accountId: string; place: number; codeHash: string; usedAt: string | null }

/** The first proof of a sign-in was right, or the app of a session's account is being set up. */
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
  /** The account has changed since; the database says so. */
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
