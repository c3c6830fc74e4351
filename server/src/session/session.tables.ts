import type { Table } from '../platform/db/database.ts'

export const revocationCauses = ['logout', 'password', 'disabled', 'revoked', 'role'] as const
export type RevocationCause = (typeof revocationCauses)[number]

export type SignInMethod = 'password' | 'code' | 'oidc'

declare module '../platform/db/database.ts' {
  interface Database {
    /**
     * * `tokenHash`: SHA-256 of the token; the token itself is not stored.
     * * `expiresAt`: Prolonged to 12 h at each use.
     * * `openedOrganisationId`: The organisation of an opened console, opened from the session `openerId`; null:
     *   the account's own.
     */
    session: Table<'session'>
    captcha: Table<'captcha'>
    /**
     * Failures of one account name from one address, whether or not the account exists.
     * * `account`: In the database's lower case.
     * * `address`: For IPv6, the /64.
     */
    signInFailure: Table<'signInFailure'>
    /**
     * Failures for one account from all addresses.
     * * `account`: A sign-in name in the database's lower case, or for prompts an account's id.
     */
    signInBrake: Table<'signInBrake'>
    knownBrowser: Table<'knownBrowser'>
    /**
     * `openedOrganisationId`: For a code that opens the console of an organisation: it is valid for the session
     * that requested it.
     */
    oneTimeCode: Table<'oneTimeCode'>
    /**
     * A record of opened consoles.
     * * `fromOrganisationId`: The account's organisation at that time.
     * * `until`: The time at which it closes automatically.
     */
    consoleOpening: Table<'consoleOpening'>
    /**
     * Pending requests to an OpenID Connect provider.
     * * `accountId`: The account that requested it from its session, to link it.
     */
    oidcRequest: Table<'oidcRequest'>
    /**
     * * `secret`: Sealed.
     * * `lastStep`: The time step of the last accepted code.
     */
    twoStep: Table<'twoStep'>
    recoveryCode: Table<'recoveryCode'>
    /**
     * A sign-in with a correct first proof, or the set-up of the app for a session's account.
     * * `passwordMark`: SHA-256 of the password's hash.
     * * `secret`: Sealed.
     */
    twoStepTicket: Table<'twoStepTicket'>
    /**
     * A link that was mailed to the address of an account.
     * * `void`: The account has changed since; the database sets it.
     */
    emailLink: Table<'emailLink'>
  }
}
