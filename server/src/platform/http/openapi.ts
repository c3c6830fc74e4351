import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { codes } from '@brigade/contract/envelope.ts'
import { z } from 'zod'

type Json = Record<string, unknown>

const toJson = (schema: z.ZodType, io: 'input' | 'output'): Json =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })

/** One parameter for each key of the query's schema. */
function parametersOf(endpoint: Endpoint): Json[] {
  const schema = toJson(endpoint.query, 'input')
  const { properties, required, $defs } = z
    .object({
      properties: z.record(z.string(), z.json()).default({}),
      required: z.array(z.string()).default([]),
      $defs: z.json().optional(),
    })
    .parse(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema:
      $defs === undefined || typeof property !== 'object' || property === null || Array.isArray(property)
        ? property
        : { ...property, $defs },
  }))
}

function bodyOf(endpoint: Endpoint): Json | undefined {
  if (endpoint.bodyKind === 'none') return undefined
  const schema = toJson(endpoint.body, 'input')
  if (endpoint.bodyKind === 'json') {
    return {
      required: true,
      content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
    }
  }
  const fields = z.object({ properties: z.record(z.string(), z.json()).default({}) }).parse(schema).properties
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['file'],
          properties: { ...fields, file: { type: 'string', contentMediaType: 'application/octet-stream' } },
        },
      },
    },
  }
}

const envelope = (data: Json): Json => ({
  type: 'object',
  required: ['success', 'code', 'msg', 'data'],
  properties: { success: { const: true }, code: { const: codes.success }, msg: { type: 'string' }, data },
})

function successOf(endpoint: Endpoint): Json {
  const { reply } = endpoint
  if (reply.kind === 'json') {
    return {
      description: 'Done',
      content: { 'application/json': { schema: envelope(toJson(reply.schema, 'output')) } },
    }
  }
  if (reply.kind === 'live') {
    return {
      description: 'A stream of events',
      content: { 'text/event-stream': { schema: toJson(reply.schema, 'output') } },
    }
  }
  return { description: 'The file', content: Object.fromEntries(reply.mediaTypes.map((type) => [type, {}])) }
}

const alsoNeeded = ({ also = {} }: Endpoint): string =>
  Object.entries(also)
    .map(([code, words]) => ` To ${words.en}, \`${code}\` too.`)
    .join('')

function operationOf(endpoint: Endpoint): Json {
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
  const body = bodyOf(endpoint)
  return {
    operationId: `${endpoint.domain}.${endpoint.name}`,
    tags: [endpoint.domain],
    summary: `${endpoint.summary.en} · ${endpoint.summary.zh}`,
    description: [endpoint.description, who + alsoNeeded(endpoint) + limit].filter(Boolean).join('\n\n'),
    'x-operation-code': endpoint.access,
    security: endpoint.access === 'public' ? [] : [{ token: [] }],
    parameters: parametersOf(endpoint),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      200: successOf(endpoint),
      default: {
        description: 'Refused: `code` and `msg` say why',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  }
}

/** OpenAPI 3.1 of every call, generated from the same objects that serve them. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operationOf(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Brigade',
      version,
      description:
        'Every answer is `{ success, code, msg, data }`. Code 200 is success, 102 not authorised (HTTP 403), 103 login invalid (HTTP 401); ' +
        'any other code equals the HTTP status. `msg` is in the language of Accept-Language (en, zh). A refused field is named in `data.fields`.',
    },
    security: [{ token: [] }],
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token of a sign-in; `Bearer ` in front is accepted.',
        },
      },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['success', 'code', 'msg', 'data'],
          properties: {
            success: { const: false },
            code: { type: 'integer', enum: [102, 103, 400, 404, 409, 413, 422, 429, 503] },
            msg: { type: 'string' },
            data: {
              type: 'object',
              required: ['key'],
              properties: {
                key: { type: 'string', description: 'Names the reason whatever the language' },
                fields: { type: 'object', additionalProperties: { type: 'string' } },
                reason: { enum: ['expired', 'invalid'], description: 'Only with code 103' },
                retryAfterSeconds: { type: 'number' },
              },
            },
          },
        },
      },
    },
    paths,
  }
}
