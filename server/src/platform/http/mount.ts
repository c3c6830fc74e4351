import { randomUUID } from 'node:crypto'
import { isLogged, isOfApp, type Endpoint } from '@brigade/contract/endpoint.ts'
import { isMultipart, readUpload } from './upload.ts'
import type { z } from 'zod'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withOperation, type OperationMark } from '../db/connection/operation-mark.ts'
import { Refusal, refuse } from '../refusal.ts'
import { browserSecretCookie } from './browser-secret.ts'
import { failed, refusedBy, refusedInput, success, type Refused } from './answer.ts'
import type { AppActor, Caller, FileAnswer, PublicCtx, Upload } from './context.ts'
import { parseInput, unflattenForm } from './input/decode.ts'
import { breakOff } from './plain-route.ts'
import type { Route } from './implement.ts'
import { sendLive } from './live/live-reply.ts'
import { secretNamesOf } from './mask/secret-names.ts'
import { maskedCall } from './mask/mask.ts'
import type { MountOptions, OperationRecord } from './mount-options.ts'
import { timeZoneIn } from '../zone/zones.ts'
import { askedBy, contextOf, whoAsks } from './who-asks.ts'

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
        if (endpoint.reply.kind === 'live')
          return sendLive(options, { route, origin: options.origin(request), request, reply })
        const mark: OperationMark = { id: randomUUID(), accountId: null, call: `${endpoint.domain}.${endpoint.name}` }
        if (!isLogged(endpoint) || isOfApp(endpoint)) return serve({ ...options, mark: null }, route, request, reply)
        return withOperation(mark, () => serve({ ...options, mark }, route, request, reply))
      },
    })
  }
}

type ServeOptions = MountOptions & { readonly mark: OperationMark | null }

async function serve(options: ServeOptions, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { platform } = options
  const { endpoint } = route
  const startedAt = platform.clock.now()
  const started = performance.now()
  let actor: OperationRecord['actor'] = null
  let opened: Caller['opened'] = null
  const noted: AppActor = { appUserId: null, appUser: '', organisationId: null }
  const asked = askedBy(request, options.origin(request))
  const { locale } = asked
  const ctx = contextOf(platform, asked, {
    noteApp: (header) => void Object.assign(noted, header),
    keepBrowserSecret: (secret) => void reply.header('set-cookie', browserSecretCookie(secret, asked.origin)),
    actAs: (account) => {
      actor = account
      if (options.mark !== null) options.mark.accountId = account.accountId
    },
  })
  let input: unknown = null
  let outcome: Outcome
  try {
    const who = await whoAsks(options, endpoint, asked)
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
      const callCtx = { ...ctx, ...who, timeZone: await timeZoneIn(platform, asked.zone) }
      outcome = await answer(route, callCtx, given.input)
    }
  } catch (error) {
    const refused = refusedFor(error, request, locale)
    outcome = { status: refused.status, body: refused.envelope }
    if (refused.envelope.data.retryAfterSeconds !== undefined)
      void reply.header('retry-after', refused.envelope.data.retryAfterSeconds)
  }
  // A call without a line skips this, because masking the answer of a list would take time for nothing.
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
  // If a file fails before anything is sent, it is answered like any other failed call. Over HTTP/1.0, which nginx uses
  // by default, an orderly end in the middle would be the end of the file.
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
