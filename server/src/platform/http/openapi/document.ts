import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { codeOf, codes } from '@brigade/contract/envelope.ts'
import { RefusalData } from '@brigade/contract/refusal.model.ts'
import type { RefusalStatus } from '@brigade/contract/text.ts'
import { bodyOf, parametersOf } from './input.ts'
import { refTo, shapeReader, type Json, type ShapeReader } from './shapes.ts'

const isTrue = { type: 'boolean', enum: [true] } as const
const isFalse = { type: 'boolean', enum: [false] } as const

const envelope = (data: Json): Json => ({
  type: 'object',
  required: ['success', 'code', 'msg', 'data'],
  properties: {
    success: isTrue,
    code: { type: 'integer', enum: [codes.success] },
    msg: { type: 'string' },
    data,
  },
})

/** The bytes of a file; a file with JSON has the schema of its content. */
const fileOf = (mediaType: string) =>
  /[/+]json$/.test(mediaType)
    ? { schema: { description: 'A file that holds JSON' } }
    : { schema: { type: 'string', format: 'binary' } }

function successOf({ reply }: Endpoint, { read }: ShapeReader): Json {
  if (reply.kind === 'json') {
    return {
      description: 'Done',
      content: { 'application/json': { schema: envelope(read(reply.schema, 'output')) } },
    }
  }
  if (reply.kind === 'live') {
    return {
      description: 'A stream of events',
      content: { 'text/event-stream': { schema: read(reply.schema, 'output') } },
    }
  }
  return { description: 'The file', content: Object.fromEntries(reply.mediaTypes.map((type) => [type, fileOf(type)])) }
}

/** All refusals by status. */
const refusals = {
  400: { name: 'BadRequest', description: 'Cannot be read, or cannot be done as things are: `msg` says why' },
  401: { name: 'LoginInvalid', description: 'Code 103: no session, or it has ended' },
  403: { name: 'NotAuthorised', description: 'Code 102: the operation code is missing' },
  404: { name: 'NotFound', description: 'There is no such record within the caller’s scope' },
  409: { name: 'Conflict', description: 'Somebody else has changed it meanwhile, or it is there already' },
  413: { name: 'TooLarge', description: 'The body is larger than the call takes' },
  422: { name: 'FieldsRefused', description: 'Fields are refused: `data.fields` names each with its reason' },
  429: { name: 'TooManyCalls', description: 'Too many calls: `Retry-After` says when to come again' },
  503: { name: 'Unavailable', description: 'It failed, or the database is away: nothing was done' },
} as const satisfies Record<RefusalStatus, { name: string; description: string }>
const statuses = [400, 401, 403, 404, 409, 413, 422, 429, 503] as const satisfies readonly RefusalStatus[]

/** Documents refusals that the caller can prevent or wait for. */
const refusalsOf = ({ access, bodyKind }: Endpoint): Json =>
  Object.fromEntries(
    statuses
      .filter((status) => (status !== 401 && status !== 403) || access !== 'public')
      .filter((status) => (status !== 409 && status !== 413) || bodyKind !== 'none')
      .map((status) => [status, { $ref: `#/components/responses/${refusals[status].name}` }]),
  )

const refusalContent = { content: { 'application/json': { schema: refTo('Refusal') } } }
const retryAfter = {
  headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
} as const

const refusalResponses: Json = Object.fromEntries(
  statuses.map((status) => [
    refusals[status].name,
    {
      description: refusals[status].description,
      ...(status === 429 || status === 503 ? retryAfter : {}),
      ...refusalContent,
    },
  ]),
)

const alsoNeeded = ({ also = {} }: Endpoint): string =>
  Object.entries(also)
    .map(([code, words]) => ` To ${words.en}, \`${code}\` too.`)
    .join('')

function operationOf(endpoint: Endpoint, reader: ShapeReader): Json {
  const who =
    endpoint.access === 'public'
      ? 'Anyone.'
      : endpoint.access === 'signed-in'
        ? 'Any signed-in account.'
        : endpoint.access === 'app'
          ? 'Any signed-in app user.'
          : `Operation code \`${endpoint.access}\`.`
  const limit =
    endpoint.perMinute === undefined ? '' : ` At most ${endpoint.perMinute} calls a minute from one address.`
  const body = bodyOf(endpoint, reader)
  return {
    operationId: `${endpoint.domain}.${endpoint.name}`,
    tags: [endpoint.domain],
    summary: `${endpoint.summary.en} · ${endpoint.summary.zh}`,
    description: [endpoint.description, who + alsoNeeded(endpoint) + limit].filter(Boolean).join('\n\n'),
    'x-operation-code': endpoint.access,
    security: endpoint.access === 'public' ? [] : [{ token: [] }],
    parameters: parametersOf(endpoint, reader),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      200: successOf(endpoint, reader),
      ...refusalsOf(endpoint),
      default: { description: 'Refused: `code` and `msg` say why', ...refusalContent },
    },
  }
}

const refusal = ({ read }: ShapeReader): Json => ({
  type: 'object',
  required: ['success', 'code', 'msg', 'data'],
  properties: {
    success: isFalse,
    code: { type: 'integer', enum: statuses.map(codeOf) },
    msg: { type: 'string' },
    data: read(RefusalData, 'output'),
  },
})

const info = (version: string): Json => ({
  title: 'Brigade',
  version,
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  description:
    'Every answer is `{ success, code, msg, data }`. Code 200 is success, 102 not authorised (HTTP 403), 103 login invalid (HTTP 401); ' +
    'any other code equals the HTTP status. `msg` is in the language of Accept-Language (en, zh). A refused field is named in `data.fields`.\n\n' +
    'An empty value in an address (`?name=`) counts as none where a parameter says so, and is refused at its field elsewhere; ' +
    'so are names that a call does not know. Lists in an address repeat their name (`?ids=1&ids=2`). ' +
    'A body of texts, numbers and yes-or-no may come as a form, wherever one is offered.',
})

/** OpenAPI 3.1 of every call, generated from the same objects that serve them. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): Json {
  const reader = shapeReader()
  const paths: Record<string, Record<string, Json>> = {}
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operationOf(endpoint, reader)
  }
  const domains = [...new Set(endpoints.map(({ domain }) => domain))]
  return {
    openapi: '3.1.0',
    info: info(version),
    // Wherever the document was read: a proxy in front has another address, which we may not know.
    servers: [{ url: '/', description: 'The server that this document comes from' }],
    security: [{ token: [] }],
    tags: domains.map((name) => ({ name })),
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token of a sign-in; `Bearer ` in front is accepted.',
        },
      },
      responses: refusalResponses,
      schemas: { Refusal: refusal(reader), ...reader.components },
    },
    paths,
  }
}
