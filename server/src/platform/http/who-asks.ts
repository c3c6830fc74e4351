import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { pickLocale, type Locale } from '@brigade/contract/locale.ts'
import type { FastifyRequest } from 'fastify'
import { admit, admitPerson, tokenOf } from './access.ts'
import { browserSecretIn } from './browser-secret.ts'
import type { AppCtx, Caller, Person, Platform, PublicCtx } from './context.ts'
import type { MountOptions } from './mount-options.ts'

/** The facts of a request that a call may read. All calls over one WebSocket share those of its upgrade request. */
export type Asked = Readonly<{
  authorization: string | undefined
  appHeader: AppCtx['appHeader']
  address: string
  userAgent: string
  locale: Locale
  /** The name of the time zone in the form in which it was sent. */
  zone: string | string[] | undefined
  origin: string
  browserSecret: string | undefined
}>

export function askedBy(request: FastifyRequest, origin: string): Asked {
  const { headers } = request
  const details = headers['x-app']
  return {
    authorization: headers.authorization,
    // The app header comes from an untrusted client: it is cut, and parsed only if it is needed.
    appHeader: typeof details === 'string' ? details.slice(0, 120) : '',
    address: request.ip,
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    locale: pickLocale(headers['accept-language']),
    zone: headers['time-zone'],
    origin,
    browserSecret: browserSecretIn(headers.cookie),
  }
}

/** Functions by which a call notes or sets something beside its answer. */
export type Beside = Pick<PublicCtx, 'noteApp' | 'keepBrowserSecret' | 'actAs'>

export function contextOf(platform: Platform, asked: Asked, beside: Beside): PublicCtx {
  const { authorization, appHeader, address, userAgent, locale, origin, browserSecret } = asked
  return {
    ...platform,
    ...beside,
    locale,
    timeZone: 'UTC',
    address,
    userAgent,
    token: tokenOf(authorization),
    appHeader,
    origin,
    browserSecret,
  }
}

/** The authenticated caller, as far as the call needs one. */
export type Who = { caller?: Caller; person?: Person }

export async function whoAsks(
  { authenticate, authenticateApp }: Pick<MountOptions, 'authenticate' | 'authenticateApp'>,
  endpoint: Endpoint,
  { authorization, appHeader, address }: Asked,
): Promise<Who> {
  if (endpoint.access === 'public') return {}
  if (endpoint.access === 'app')
    return { person: await admitPerson(authorization, authenticateApp, { appHeader, counts: true }) }
  const prolong = endpoint.prolongs !== false
  const { caller } = await admit(endpoint, authorization, authenticate, { prolong, address })
  return { caller }
}
