import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type Person = { sub: string; email?: string; email_verified?: boolean }
type Granted = { person: Person; nonce: string; challenge: string; redirectUri: string }

export type IdentityProvider = Readonly<{
  issuer: string
  clientId: string
  clientSecret: string
  /** A person signs in at the address that we sent the browser to; returns the parameters of the address they come back to. */
  letIn: (
    authorisationUrl: string,
    person: Person,
  ) => Promise<{ redirectUri: string; code: string; state: string; iss: string }>
  /** Sets wrong claims for the next ID token. */
  forge: (claims: Record<string, unknown>, options?: { otherKey?: boolean }) => void
  /** Stops answering. */
  stop: () => Promise<void>
}>

const clientId = 'brigade'
const clientSecret = 'a secret of the client'

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

const discoveryOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/me`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  authorization_response_iss_parameter_supported: true,
})

/** A small OpenID Connect provider on this machine: discovery, authorisation code with PKCE, RS256 tokens, user info. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const [key, otherKey] = [makeKey(), makeKey()]
  const codes = new Map<string, Granted>()
  const tokens = new Map<string, Person>()
  let forged: { claims: Record<string, unknown>; otherKey: boolean } = { claims: {}, otherKey: false }

  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const issuer = `http://127.0.0.1:${address.port}`

  function idToken({ person, nonce }: Granted): string {
    const now = Math.floor(Date.now() / 1000)
    // The e-mail is left for the user info, as some providers do.
    const claims = { iss: issuer, sub: person.sub, aud: clientId, exp: now + 300, iat: now, nonce, ...forged.claims }
    const content = `${base64({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${base64(claims)}`
    const { privateKey } = forged.otherKey ? otherKey : key
    forged = { claims: {}, otherKey: false }
    return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`
  }

  function grant(form: URLSearchParams, authorization: string): [number, unknown] {
    const expected = `Basic ${Buffer.from(`${clientId}:${encodeURIComponent(clientSecret).replaceAll('%20', '+')}`).toString('base64')}`
    if (authorization !== expected) return [401, { error: 'invalid_client' }]
    const granted = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (granted === undefined || granted.challenge !== challenge || granted.redirectUri !== form.get('redirect_uri')) {
      return [400, { error: 'invalid_grant' }]
    }
    const accessToken = randomBytes(12).toString('hex')
    tokens.set(accessToken, granted.person)
    return [200, { access_token: accessToken, token_type: 'Bearer', expires_in: 300, id_token: idToken(granted) }]
  }

  async function answer(request: IncomingMessage): Promise<[number, unknown]> {
    const authorization = request.headers.authorization ?? ''
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return [200, discoveryOf(issuer)]
      case '/keys':
        return [200, { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] }]
      case '/me':
        return [200, tokens.get(authorization.replace('Bearer ', ''))]
      case '/token': {
        const chunks: Buffer[] = []
        for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
        return grant(new URLSearchParams(Buffer.concat(chunks).toString()), authorization)
      }
      default:
        return [404, {}]
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [status, body] = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  return {
    issuer,
    clientId,
    clientSecret,
    async letIn(authorisationUrl, person) {
      const requested = new URL(authorisationUrl).searchParams
      const of = (name: string) => requested.get(name) ?? ''
      if (of('client_id') !== clientId || of('response_type') !== 'code' || of('code_challenge_method') !== 'S256') {
        throw new Error(`not what a client should ask: ${authorisationUrl}`)
      }
      const code = randomBytes(12).toString('hex')
      codes.set(code, { person, nonce: of('nonce'), challenge: of('code_challenge'), redirectUri: of('redirect_uri') })
      return { redirectUri: of('redirect_uri'), code, state: of('state'), iss: issuer }
    },
    forge(claims, { otherKey: useOtherKey = false } = {}) {
      forged = { claims, otherKey: useOtherKey }
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
