import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  discoveryRequest,
  getValidatedIdTokenClaims,
  None,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processUserInfoResponse,
  userInfoRequest,
  validateApplicationLevelSignature,
  validateAuthResponse,
  type AuthorizationServer,
  type Client,
} from 'oauth4webapi'
import { attendedSignal } from '../../platform/waiting/attended.ts'
import { isWithin } from '../../platform/budget/budgets.ts'
import { provesTwoSteps } from './proves-two-steps.ts'
import type { Settings } from '../../platform/settings.ts'

export type Provider = NonNullable<Settings['oidc']>
type AuthorisationRequest = Readonly<{ state: string; codeVerifier: string; nonce: string; redirectUri: string }>
export type Answered = Readonly<{ code: string; state: string; issuer: string | undefined }>
/**
 * The identity from the provider. `email` is set only if the provider verified it; `isTwoStep` only if it reports it.
 */
export type Identity = Readonly<{ subject: string; email: string | undefined; isTwoStep: boolean }>

/** The provider could not be reached, or does not support OpenID Connect. */
export class ProviderDown extends Error {
  override name = 'ProviderDown'
}

const timeoutMs = 10_000
const discoveryForMs = 600_000
const discovered = new Map<string, { server: AuthorizationServer; at: number }>()

/** Plain HTTP only if the operator configured a plain address. */
const request = ({ issuer }: Provider) => ({
  [allowInsecureRequests]: issuer.startsWith('http:'),
  signal: attendedSignal(timeoutMs),
})

async function discover(provider: Provider, at: number): Promise<AuthorizationServer> {
  const known = discovered.get(provider.issuer)
  if (known !== undefined && isWithin(known.at, at, discoveryForMs)) return known.server
  try {
    const issuer = new URL(provider.issuer)
    const server = await processDiscoveryResponse(issuer, await discoveryRequest(issuer, request(provider)))
    discovered.set(provider.issuer, { server, at })
    return server
  } catch (error) {
    throw new ProviderDown('The OpenID Connect provider was not discovered', { cause: error })
  }
}

/**
 * The URL to which the browser is redirected to sign in: authorisation code with PKCE, state and nonce. `at` is epoch
 * ms.
 */
export async function authorisationUrl(provider: Provider, started: AuthorisationRequest, at: number): Promise<string> {
  const server = await discover(provider, at)
  if (server.authorization_endpoint === undefined)
    throw new ProviderDown('The provider names no authorisation endpoint')
  const url = new URL(server.authorization_endpoint)
  const parameters = {
    client_id: provider.clientId,
    redirect_uri: started.redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: started.state,
    nonce: started.nonce,
    code_challenge: await calculatePKCECodeChallenge(started.codeVerifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

function clientAuthentication(server: AuthorizationServer, { clientSecret }: Provider) {
  if (clientSecret === undefined) return None()
  // RFC 8414: without a list of methods the basic one applies.
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic') ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret)
}

/**
 * Exchanges the provider's response for the identity: issuer, audience, nonce, times and signature of the ID token are
 * checked. Throws `ProviderDown`, or another error if the response is invalid.
 */
export async function identify(
  provider: Provider,
  started: AuthorisationRequest,
  answered: Answered,
  at: number,
): Promise<Identity> {
  const server = await discover(provider, at)
  const client: Client = { client_id: provider.clientId, [clockTolerance]: 60 }
  const parameters = new URLSearchParams({ code: answered.code, state: answered.state })
  if (answered.issuer !== undefined) parameters.set('iss', answered.issuer)
  const callback = validateAuthResponse(server, client, parameters, started.state)
  const response = await reach(() =>
    authorizationCodeGrantRequest(
      server,
      client,
      clientAuthentication(server, provider),
      callback,
      started.redirectUri,
      started.codeVerifier,
      request(provider),
    ),
  )
  const tokens = await processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: started.nonce,
    requireIdToken: true,
  })
  await reach(() => validateApplicationLevelSignature(server, response, request(provider)))
  const claims = getValidatedIdTokenClaims(tokens)
  if (claims === undefined) throw new Error('The provider gave no ID token')
  const subject = `${claims.iss} ${claims.sub}`
  const isTwoStep = provesTwoSteps(claims['amr'])
  if (claims['email'] !== undefined || server.userinfo_endpoint === undefined)
    return { subject, email: verifiedEmail(claims), isTwoStep }
  const info = await reach(() => userInfoRequest(server, client, tokens.access_token, request(provider)))
  return { subject, email: verifiedEmail(await processUserInfoResponse(server, client, claims.sub, info)), isTwoStep }
}

function verifiedEmail(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { email, email_verified: isVerified } = claims
  return typeof email === 'string' && email !== '' && isVerified === true ? email : undefined
}

/** `fetch` fails with a TypeError when there is no connection and with a DOMException at a timeout. */
async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) {
      throw new ProviderDown('The OpenID Connect provider does not answer', { cause: error })
    }
    throw error
  }
}
