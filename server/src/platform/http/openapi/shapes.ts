import { z } from 'zod'

export type Json = Readonly<Record<string, unknown>>
export type Direction = 'input' | 'output'

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A reference within one shape, as zod writes it. */
const local = '#/$defs/'
/** Named schemas are at this place of a document. */
const named = '#/components/schemas/'
export const refTo = (name: string): Json => ({ $ref: named + name })

/** Rewrites parts of a schema that readers of documents do not know into ones that they do. */
function simplify({ jsonSchema }: Readonly<{ jsonSchema: Record<string, unknown> }>): void {
  const { prefixItems, propertyNames } = jsonSchema
  // Generators fail at a list whose places have different shapes and which has no others: its length means the same.
  if (Array.isArray(prefixItems) && jsonSchema['items'] === false) {
    const shapes = [...new Map(prefixItems.map((item) => [JSON.stringify(item), item])).values()]
    delete jsonSchema['prefixItems']
    jsonSchema['items'] = shapes.length === 1 ? shapes[0] : { anyOf: shapes }
  }
  // Every name is a text.
  if (isObject(propertyNames) && JSON.stringify(propertyNames) === '{"type":"string"}')
    delete jsonSchema['propertyNames']
}

/** Any JSON value. As a shape that refers to itself it is a type that strict TypeScript refuses. */
const anyJson = (name: string): string => {
  const itself = { $ref: local + name }
  return JSON.stringify({
    anyOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'null' },
      { type: 'array', items: itself },
      { type: 'object', additionalProperties: itself },
    ],
  })
}
const anyValue: Json = { description: 'Any JSON value' }

/**
 * Every reader understands a plain type with null, but few understand two types: zod writes a choice of plain types as
 * a list of their names.
 */
function typesApart(shape: Json): Json {
  const { type, ...rest } = shape
  if (!Array.isArray(type) || type.filter((one) => one !== 'null').length < 2) return shape
  return { ...rest, anyOf: type.map((one: unknown) => ({ type: one })) }
}

/** Members of a shape that are values, and no shapes. */
const values: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples'])

/** The shape with its references led to their place in the document. */
function inDocument(shape: unknown, places: ReadonlyMap<string, Json>): unknown {
  if (Array.isArray(shape)) return shape.map((item) => inDocument(item, places))
  if (!isObject(shape)) return shape
  const { $ref, ...rest } = typesApart(shape)
  const entries = Object.entries(rest).map(([key, value]) => [key, values.has(key) ? value : inDocument(value, places)])
  const place = typeof $ref === 'string' ? places.get($ref) : undefined
  if (typeof $ref === 'string' && place === undefined)
    throw new Error(`${$ref} leads nowhere: a shape that refers to itself needs a name, .meta({ id })`)
  return { ...place, ...Object.fromEntries(entries) }
}

/** Reads shapes as JSON Schema. `components` gathers those with a name, to which references of all of them lead. */
export function shapeReader() {
  const components: Record<string, unknown> = {}
  const referencesOf = (shapes: Json): ReadonlyMap<string, Json> =>
    new Map(
      Object.entries(shapes).map(([name, shape]) => {
        if (JSON.stringify(shape) === anyJson(name)) return [local + name, anyValue]
        return [local + name, refTo(name)]
      }),
    )
  const read = (schema: z.ZodType, io: Direction): Json => {
    const options = { io, unrepresentable: 'any', target: 'draft-2020-12', override: simplify } as const
    const { $defs = {}, $schema: _, ...shape } = z.toJSONSchema(schema, options)
    const found = referencesOf($defs)
    for (const [name, inner] of Object.entries($defs)) {
      if (found.get(local + name) === anyValue) continue
      if (name.startsWith('__')) throw new Error(`A shape that refers to itself needs a name: ${JSON.stringify(inner)}`)
      const { id: _id, ...due } = isObject(inner) ? inner : {}
      const referred = inDocument(due, found)
      if (components[name] !== undefined && JSON.stringify(components[name]) !== JSON.stringify(referred))
        throw new Error(`Two shapes are called ${name}`)
      components[name] = referred
    }
    const referred = inDocument(shape, found)
    return isObject(referred) ? referred : {}
  }
  return { read, components }
}
export type ShapeReader = ReturnType<typeof shapeReader>
