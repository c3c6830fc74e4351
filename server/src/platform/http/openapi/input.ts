import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { z } from 'zod'
import { isObject, type Json, type ShapeReader } from './shapes.ts'

const Members = z.object({
  properties: z.record(z.string(), z.json()).default({}),
  required: z.array(z.string()).default([]),
})

/** Whether an empty value counts as absent: this applies to filters, as an address keeps the names of empty fields. */
function isEmptyNone(type: unknown): boolean {
  if (!(type instanceof z.ZodType)) return false
  const [empty, none] = [type.safeParse(''), type.safeParse(undefined)]
  return empty.success && none.success && empty.data === none.data
}

/** One parameter for each key of the query's schema. */
export function parametersOf({ query }: Endpoint, { read }: ShapeReader): Json[] {
  const { properties, required } = Members.parse(read(query, 'input'))
  const types: Readonly<Record<string, unknown>> = query instanceof z.ZodObject ? query.shape : {}
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(isEmptyNone(types[name]) ? { allowEmptyValue: true, description: 'Empty: as if it were not given.' } : {}),
    schema,
  }))
}

const scalars: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean'])

/** One value that a form can express. A form has no null, and cannot distinguish an empty list from none. */
const isScalar = (shape: unknown): boolean =>
  isObject(shape) &&
  (scalars.has(shape['type']) || (Array.isArray(shape['anyOf']) && shape['anyOf'].every((one) => isScalar(one))))

/** Whether a form can express everything that the body may contain. */
const fitsForm = (schema: Json): boolean =>
  schema['type'] === 'object' &&
  isObject(schema['properties']) &&
  Object.values(schema['properties']).every((member) => isScalar(member))

const file = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' } as const

export function bodyOf({ body, bodyKind }: Endpoint, { read }: ShapeReader): Json | undefined {
  if (bodyKind === 'none') return undefined
  const schema = read(body, 'input')
  if (bodyKind === 'json') {
    const form = fitsForm(schema) ? { 'application/x-www-form-urlencoded': { schema } } : {}
    return { required: true, content: { 'application/json': { schema }, ...form } }
  }
  const { properties, required } = Members.parse(schema)
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: { type: 'object', required: [...required, 'file'], properties: { ...properties, file } },
      },
    },
  }
}
