import { isInOpened, type Endpoint } from '@brigade/contract/endpoint.ts'
import { refuse } from '../refusal.ts'
import type { AppCtx, Caller, Person } from './context.ts'

export type AuthenticateOptions = {
  /** False: watching is not use, so the session is not prolonged. */
  prolong?: boolean
  /** The address of the caller. */
  address?: string
}

/**
 * The owner of a token. `stillHolds` answers from memory, at no cost, whether asking again would give the same; false also
 * where that would have to be read. It is false as soon as the session has ended or its time is over.
 */
export type Authenticated = Readonly<{ caller: Caller; stillHolds: () => boolean }>

/** Passed in by app.ts: finds the owner of a token. `expired` and `invalid` are the two reasons of code 103. */
export type Authenticate = (
  token: string,
  options?: AuthenticateOptions,
) => Promise<Authenticated | 'expired' | 'invalid'>

/** The same for the tokens of the phone app. It may also refuse an app user who is disabled, or calls too often. */
export type AuthenticateApp = (
  token: string,
  request: Readonly<{ appHeader: AppCtx['appHeader']; counts: boolean }>,
) => Promise<{ person: Person } | 'expired' | 'invalid'>

/** The token of an Authorization header, with or without `Bearer `. */
export function tokenOf(header: string | undefined): string | null {
  const token = header?.replace(/^Bearer\s+/i, '').trim()
  return token === undefined || token === '' ? null : token
}

/** The caller of a call that is not public, or a refusal: 103 without a valid token, 102 without the operation code. */
export async function admit(
  endpoint: Endpoint,
  header: string | undefined,
  authenticate: Authenticate,
  options: AuthenticateOptions = {},
): Promise<Authenticated> {
  const found = await callerOf(header, authenticate, options)
  const { caller } = found
  const { access } = endpoint
  if (caller.opened !== null && !isInOpened(endpoint)) refuse('session.notInOpened')
  // The holder of a link has no account, so only calls open to links are allowed.
  if (caller.linkId !== undefined && endpoint.openToLinks !== true) refuse('session.notAuthorised')
  // A session that began with a preset password may only change the password (product.md, Sessions).
  if (caller.mustChangePassword && endpoint.openToPreset !== true) refuse('session.mustChangePassword')
  if (
    caller.linkId === undefined &&
    access !== 'public' &&
    access !== 'signed-in' &&
    !caller.operationCodes.has(access)
  )
    refuse('session.notAuthorised')
  return found
}

/** The owner of a session, or a refusal with code 103. */
export const callerOf = (
  header: string | undefined,
  authenticate: Authenticate,
  options: AuthenticateOptions,
): Promise<Authenticated> => known(header, (token) => authenticate(token, options))

/** The app user of a call of the phone app, or a refusal: 103 without a valid token, also for an account's token. */
export async function admitPerson(
  header: string | undefined,
  authenticate: AuthenticateApp,
  request: Parameters<AuthenticateApp>[1],
): Promise<Person> {
  return (await known(header, (token) => authenticate(token, request))).person
}

/** Returns the owner of the token, or refuses with code 103. */
async function known<T extends object>(
  header: string | undefined,
  find: (token: string) => Promise<T | 'expired' | 'invalid'>,
): Promise<T> {
  const token = tokenOf(header)
  if (token === null) return refuse('session.invalid', undefined, { reason: 'invalid' })
  const found = await find(token)
  if (found === 'expired') return refuse('session.expired', undefined, { reason: 'expired' })
  if (found === 'invalid') return refuse('session.invalid', undefined, { reason: 'invalid' })
  return found
}
