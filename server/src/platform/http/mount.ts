import { randomUUID } from 'node:crypto'
import { isLogged, isOfApp, type Endpoint } from '@brigade/contract/endpoint.ts'
import { pickLocale } from '@brigade/contract/locale.ts'
import { isMultipart, readUpload } from './upload.ts'
import type { z } from 'zod'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withOperation, type OperationMark } from '../db/connection/operation-mark.ts'
import { Refusal, refuse } from '../refusal.ts'
import { admit, admitPerson, tokenOf } from './access.ts'
import { browserSecretCookie, browserSecretIn } from './browser-secret.ts'
import { failed, refusedBy, refusedInput, success } from './answer.ts'
import type { Refused } from './answer.ts'
import type { AppActor, Caller, FileAnswer, Person, PublicCtx, Upload } from './context.ts'
import { parseInput, unflattenForm } from './input/decode.ts'
import { breakOff } from './plain-route.ts'
import type { Route } from './implement.ts'
import { mostLinkStreams, mostStreams, sendLive, type Watcher } from './live-reply.ts'
import { secretNamesOf } from './mask/secret-names.ts'
import { maskedCall } from './mask/mask.ts'
import type { MountOptions, OperationRecord } from './mount-options.ts'
import { timeZoneIn } from '../zone/zones.ts'

type Outcome = { status: number; body: unknown; isFile?: FileAnswer }

/** The operation log stores a refused body, so an anonymous caller's body must not be large. */
const publicBodyBytes = 65_536

/** Mounts every route: decode, admit, validate, call, validate the reply, envelope, log. */
export function mount(app: FastifyInstance, options: MountOptions): void {
  for (const route of options.routes) {
    const { endpoint } = route
    const perMinute = endpoint.perMinute
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config:
        options.rateLimits && perMinute !== undefined ? { rateLimit: { max: perMinute, timeWindow: 60_000 } } : {},
      ...(endpoint.access === 'public' ? { bodyLimit: publicBodyBytes } : {}),
      // Body limit for a request that is not a multipart upload.
      ...(endpoint.maxBytes === undefined
        ? {}
        : { bodyLimit: Math.min(endpoint.maxBytes, endpoint.streamsOver ?? endpoint.maxBytes) + 65_536 }),
      ...(endpoint.reply.kind === 'live' ? { sse: { kind: 'manual' } } : {}),
      // HEAD would do everything that GET does, and use up a file that is delivered only once.
      ...(endpoint.reply.kind === 'file' ? { exposeHeadRoute: false } : {}),
      handler: (request, reply) => {
        const mark: OperationMark = { id: randomUUID(), accountId: null, call: `${endpoint.domain}.${endpoint.name}` }
        if (!isLogged(endpoint) || isOfApp(endpoint)) return serve({ ...options, mark: null }, route, request, reply)
        return withOperation(mark, () => serve({ ...options, mark }, route, request, reply))
      },
    })
  }
}

/** The app header comes from an untrusted client: it is cut, and parsed only where it is needed. */
function appHeaderOf({ headers }: FastifyRequest): string {
  const details = headers['x-app']
  return typeof details === 'string' ? details.slice(0, 120) : ''
}

/** The authenticated caller, as far as the call needs one. */
type Who = { caller?: Caller; person?: Person }

async function whoAsks(
  { authenticate, authenticateApp }: MountOptions,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Who> {
  const { authorization } = request.headers
  if (endpoint.access === 'public') return {}
  if (endpoint.access === 'app')
    return {
      person: await admitPerson(authorization, authenticateApp, { appHeader: appHeaderOf(request), counts: true }),
    }
  const prolong = endpoint.prolongs !== false
  const { caller } = await admit(endpoint, authorization, authenticate, { prolong, address: request.ip })
  return { caller }
}

/**
 * The reader of the stream, and the check whether it may still be read. Watching is no activity: it neither prolongs
 * the session nor counts as use.
 */
function watcherOf(
  { authenticate, authenticateApp }: MountOptions,
  endpoint: Endpoint,
  { request, who: { caller, person } }: Readonly<{ request: FastifyRequest; who: Who }>,
): Watcher {
  const { authorization } = request.headers
  if (person !== undefined) {
    const header = { appHeader: appHeaderOf(request), counts: false }
    return {
      key: `app ${person.appUserId}`,
      most: mostStreams,
      isAdmitted: () =>
        admitPerson(authorization, authenticateApp, header).then(
          () => true,
          () => false,
        ),
    }
  }
  if (caller === undefined) throw new Error(`${endpoint.domain}.${endpoint.name} is a stream for anybody`)
  let stillHolds = () => false
  return {
    ...(caller.linkId === undefined
      ? { key: caller.accountId, most: mostStreams }
      : { key: `link ${caller.linkId}`, most: mostLinkStreams }),
    isAdmitted: () =>
      stillHolds() ||
      admit(endpoint, authorization, authenticate, { prolong: false }).then(
        (again) => {
          // Its handler reads for the account that opened the stream: after a move to another organisation a new stream
          // is needed.
          if (again.caller.organisationId !== caller.organisationId) return false
          ;({ stillHolds } = again)
          return true
        },
        () => false,
      ),
  }
}

type ServeOptions = MountOptions & { readonly mark: OperationMark | null }

async function serve(options: ServeOptions, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { platform } = options
  const { endpoint } = route
  const locale = pickLocale(request.headers['accept-language'])
  const startedAt = platform.clock.now()
  const started = performance.now()
  let actor: OperationRecord['actor'] = null
  let opened: Caller['opened'] = null
  const noted: AppActor = { appUserId: null, appUser: '', organisationId: null }
  const origin = options.origin(request)
  const ctx: PublicCtx = {
    ...platform,
    locale,
    timeZone: 'UTC',
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    token: tokenOf(request.headers.authorization),
    appHeader: appHeaderOf(request),
    noteApp: (header) => void Object.assign(noted, header),
    origin,
    browserSecret: browserSecretIn(request.headers.cookie),
    keepBrowserSecret: (secret) => void reply.header('set-cookie', browserSecretCookie(secret, origin)),
    actAs: (account) => {
      actor = account
      if (options.mark !== null) options.mark.accountId = account.accountId
    },
  }
  let input: unknown = null
  let outcome: Outcome
  try {
    const who = await whoAsks(options, endpoint, request)
    if (who.caller !== undefined && who.caller.linkId === undefined) {
      const { accountId, account, organisationId } = who.caller
      opened = who.caller.opened
      ctx.actAs({ accountId, account, organisationId: opened?.homeId ?? organisationId })
    }
    if (who.person !== undefined) ctx.noteApp({ appUserId: who.person.appUserId, appUser: who.person.maskedName })
    const given = await decode(endpoint, request)
    if ('refused' in given) {
      input = given.raw
      const refused = refusedInput(given.refused, locale)
      outcome = { status: refused.status, body: refused.envelope }
    } else {
      input = given.input.upload === undefined ? given.input : { ...given.input, upload: given.input.upload.name }
      const callCtx = { ...ctx, ...who, timeZone: await timeZoneIn(platform, request.headers['time-zone']) }
      if (endpoint.reply.kind === 'live') {
        const watcher = watcherOf(options, endpoint, { request, who })
        await sendLive({ options, route, ctx: callCtx, watcher, query: given.input.query, request, reply })
        return
      }
      outcome = await answer(route, callCtx, given.input)
    }
  } catch (error) {
    const refused = refusedFor(error, request, locale)
    outcome = { status: refused.status, body: refused.envelope }
    if (refused.envelope.data.retryAfterSeconds !== undefined)
      void reply.header('retry-after', refused.envelope.data.retryAfterSeconds)
  }
  // A call without a line makes none: masking the answer of a list takes time for nothing.
  if (isLogged(endpoint)) {
    const line = {
      time: startedAt,
      address: request.ip,
      durationMs: Math.round(performance.now() - started),
      ...lineOf(endpoint, { opened, input, outcome }),
    }
    if (isOfApp(endpoint)) await options.recordApp({ ...line, actor: noted })
    if (options.mark?.id) {
      const operationId = options.mark.id
      // Statements after the answer must not be attributed to this line, because it may be sealed by then.
      options.mark.id = null
      await options.record({ ...line, operationId, actor })
    }
  }
  await send(reply, outcome)
}

async function send(reply: FastifyReply, outcome: Outcome): Promise<void> {
  const file = outcome.isFile
  if (file === undefined) {
    await reply
      .code(outcome.status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(outcome.body))
    return
  }
  if (file.fileName !== undefined) {
    // RFC 6266: the plain name for old clients, the encoded one for Chinese.
    const plain = file.fileName.replace(/[^\w.-]/g, '_')
    void reply.header(
      'content-disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    )
  }
  // Before anything is sent, a file that fails is answered as any other call that does. Over HTTP/1.0, which nginx speaks
  // with us unless told otherwise, an orderly end in the middle would be the end of the file.
  if (!Buffer.isBuffer(file.body))
    file.body.once('error', () => {
      if (reply.raw.headersSent) breakOff(reply.raw)
    })
  await reply
    .code(200)
    .header('cache-control', file.maxAgeSeconds === undefined ? 'no-store' : `private, max-age=${file.maxAgeSeconds}`)
    .type(file.mediaType)
    .send(file.body)
}

type Given = { query: unknown; body: unknown; upload?: Upload }
type Decoded = { input: Given } | { refused: z.ZodError; raw: unknown }

async function decode(endpoint: Endpoint, request: FastifyRequest): Promise<Decoded> {
  const query = parseInput(endpoint.query, { ...Object(request.query) }, 'query')
  if (!query.success) return { refused: query.error, raw: request.query }
  if (endpoint.bodyKind === 'none') return { input: { query: query.data, body: {} } }
  if (endpoint.bodyKind === 'upload') {
    if (!isMultipart(request)) refuse('file.missing')
    const { fields, upload } = await readUpload(request, {
      maxBytes: endpoint.maxBytes ?? 0,
      streamsOver: endpoint.streamsOver,
    })
    const body = parseInput(endpoint.body, fields, 'form')
    return body.success
      ? { input: { query: query.data, body: body.data, upload } }
      : { refused: body.error, raw: fields }
  }
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  const raw = isForm ? unflattenForm(request.body) : (request.body ?? {})
  const body = parseInput(endpoint.body, raw, isForm ? 'form' : 'json')
  return body.success ? { input: { query: query.data, body: body.data } } : { refused: body.error, raw }
}

async function answer(route: Route, ctx: PublicCtx, input: Given): Promise<Outcome> {
  const { reply } = route.endpoint
  // oxlint-disable-next-line typescript/consistent-type-assertions -- implement() matched the handler to this endpoint's input
  const result: unknown = await route.handler(ctx as never, input as never)
  if (reply.kind === 'file') {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- implement() made the handler answer a file
    return { status: 200, body: null, isFile: result as FileAnswer }
  }
  return { status: 200, body: success(reply.schema.parse(result ?? null), ctx.locale) }
}

function refusedFor(error: unknown, request: FastifyRequest, locale: 'en' | 'zh'): Refused {
  if (error instanceof Refusal) return refusedBy(error, locale)
  // An error of the multipart reader, such as too many files or a cut-off body, is the sender's fault.
  if (request.isMultipart() && isOfBody(error)) return refusedBy(new Refusal('field.badJson', undefined, {}), locale)
  request.log.error({ err: error, path: request.routeOptions.url }, 'A call failed')
  return failed(locale, error)
}

function isOfBody(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const status = 'statusCode' in error ? Number(error.statusCode) : 0
  return (
    (status >= 400 && status < 500) || /unexpected end|malformed part|boundary not found|needle/i.test(error.message)
  )
}

/** The part of the operation log's line that describes a call and its answer, with secrets and people masked. */
function lineOf(
  endpoint: Endpoint,
  { opened, input, outcome }: Readonly<{ opened: Caller['opened']; input: unknown; outcome: Outcome }>,
) {
  const body = typeof outcome.body === 'object' && outcome.body !== null ? outcome.body : {}
  const request = opened === null ? input : { inConsoleOf: opened.organisation, ...given(input) }
  return {
    ...(opened === null ? {} : { openedId: opened.organisation.id }),
    module: endpoint.domain,
    operation: endpoint.name,
    method: endpoint.method,
    path: endpoint.path,
    code: 'code' in body && typeof body.code === 'number' ? body.code : outcome.status,
    success: outcome.status === 200,
    ...maskedCall({ request, response: outcome.body }, { domain: endpoint.domain, marked: secretNamesOf(endpoint) }),
  }
}

/** The input as an object, so that other facts can be logged beside it. */
const given = (input: unknown): object =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { input }
