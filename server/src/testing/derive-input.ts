import { z } from 'zod'
import type { Endpoint } from '@brigade/contract/endpoint.ts'

/**
 * Derives inputs from a call's schema, so that tests over all calls cover a new one automatically: its fields, which of
 * them are ids, and a smallest valid input.
 */

type Shape = z.core.JSONSchema.BaseSchema
export type FieldKind = 'id' | 'text' | 'choice' | 'other'
/** A place in an input: `ids.0` is the first of a list. */
export type Field = Readonly<{
  path: readonly string[]
  kind: FieldKind
  isRequired: boolean
  choices: readonly unknown[]
  /** Its schema as text: fields of the same type are checked by the same code. */
  type: string
}>
/** One shape that an input may have: each branch of a union is a separate one. */
export type Derived = Readonly<{ input: Readonly<Record<string, unknown>>; fields: readonly Field[] }>

/** The contract's patterns of ids; a file's ids are longer. */
const idPatterns = new Set(['^[1-9]\\d{0,17}$', '^[a-z0-9]{20,40}$'])
const idName = /(^|[a-z])ids?$|Ids?$|^department\d$|avatar|fileId/i

/** Values for a required text; the first that its rule accepts is used. */
const texts = [
  'Own text',
  '13800000003',
  'Secret2026',
  'device.oven',
  'ChamberTemp',
  '330000',
  'abcdefgh12345678',
  'abcdefghijklmnopqrstuvwxyz',
  'https://parts.example.com/own',
  '42',
  'a',
]

const shapeOf = (schema: z.ZodType): Shape => z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
const asShape = (shape: Shape | boolean | undefined): Shape => (typeof shape === 'object' ? shape : {})
const variantsOf = (shape: Shape): readonly Shape[] => shape.anyOf ?? shape.oneOf ?? [shape]

/** The input schema of the call: its query or its body. */
export const inputSchemaOf = (endpoint: Endpoint): z.ZodType =>
  endpoint.bodyKind === 'none' ? endpoint.query : endpoint.body

/** `given` returns values for known field names; undefined derives them from their shape. */
export function deriveInputs(schema: z.ZodType, given: (name: string) => unknown): readonly Derived[] {
  return variantsOf(shapeOf(schema)).map((shape) => {
    const input = sampleOf(shape, '', given)
    return { input: typeof input === 'object' && input !== null ? { ...input } : {}, fields: fieldsOf(shape, [], true) }
  })
}

function sampleOf(shape: Shape, name: string, given: (name: string) => unknown): unknown {
  const known = given(name)
  const isChoice = shape.enum === undefined || shape.enum.some((choice) => choice === known)
  if (known !== undefined && isChoice) return known
  if ('const' in shape) return shape.const
  if ('default' in shape) return shape.default
  if (shape.enum !== undefined) return shape.enum[0]
  const [first, second] = variantsOf(shape)
  if (first !== undefined && first !== shape) return sampleOf('const' in first && second ? second : first, name, given)
  switch (shape.type) {
    case 'object': {
      const required = Object.entries(shape.properties ?? {}).filter(([key]) => shape.required?.includes(key))
      return Object.fromEntries(required.map(([key, inner]) => [key, sampleOf(asShape(inner), key, given)]))
    }
    case 'array':
      return [sampleOf(asShape(Array.isArray(shape.items) ? undefined : shape.items), name, given)]
    case 'string':
      if (shape.format === 'date-time') return new Date().toISOString()
      return texts.find((text) => accepts(shape, text)) ?? ''
    case 'number':
    case 'integer':
      return shape.minimum ?? 1
    case 'boolean':
      return true
    default:
      return 'x'
  }
}

function accepts(shape: Shape, text: string): boolean {
  if (shape.pattern !== undefined && !new RegExp(shape.pattern).test(text)) return false
  return text.length >= (shape.minLength ?? 0) && text.length <= (shape.maxLength ?? Infinity)
}

function fieldsOf(shape: Shape, path: readonly string[], isRequired: boolean): Field[] {
  const name = path.findLast((part) => !/^\d+$/.test(part)) ?? ''
  const variants = variantsOf(shape)
  if (variants.length > 1 && path.length > 0) {
    const [widest] = variants.filter((variant) => !('const' in variant))
    const isNeeded = isRequired && !variants.some(({ type }) => type === 'null')
    if (widest !== undefined) return fieldsOf(widest, path, isNeeded)
  }
  if (shape.type === 'object' && shape.properties !== undefined) {
    return Object.entries(shape.properties).flatMap(([key, inner]) =>
      fieldsOf(
        asShape(inner),
        [...path, key],
        isRequired && shape.required?.includes(key) === true && !('default' in asShape(inner)),
      ),
    )
  }
  if (shape.type === 'array' && !Array.isArray(shape.items)) {
    return fieldsOf(asShape(shape.items), [...path, '0'], isRequired)
  }
  if (path.length === 0) return []
  const choices = shape.enum ?? (shape.type === 'boolean' ? [true, false] : [])
  const isText = shape.type === 'string' && shape.format === undefined
  // A field with a pattern of its own, such as a mark within a document, is not a row's id.
  const isId = isText && (shape.pattern === undefined ? idName.test(name) : idPatterns.has(shape.pattern))
  const kind = isId ? 'id' : choices.length > 0 ? 'choice' : isText && shape.pattern === undefined ? 'text' : 'other'
  return [{ path, kind, isRequired, choices, type: typeOf(shape) }]
}

/** Without what only describes it. */
const typeOf = ({ default: _value, title: _title, description: _words, ...type }: Shape): string => JSON.stringify(type)

/** The input with another value at a path; missing lists and objects on the way are made. */
export function withValue(input: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (/^\d+$/.test(key)) {
    const list: unknown[] = Array.isArray(input) ? input.map((item: unknown) => item) : []
    list[Number(key)] = withValue(list[Number(key)], rest, value)
    return list
  }
  const object: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {}
  return { ...object, [key]: withValue(object[key], rest, value) }
}
