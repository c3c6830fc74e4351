/**
 * The path of a value in a form: a field (`code`), or a part of a field (`name.en`). Refusals of the server and of the
 * contract name fields by the same paths.
 */

type Part<K extends string, T> = T extends readonly unknown[]
  ? never
  : T extends object
    ? `${K}.${keyof T & string}`
    : never
export type FieldPath<V> = { [K in keyof V & string]: K | Part<K, NonNullable<V[K]>> }[keyof V & string]

type TextPart<K extends string, T> = T extends readonly unknown[]
  ? never
  : T extends object
    ? { [P in keyof T & string]: NonNullable<T[P]> extends string ? `${K}.${P}` : never }[keyof T & string]
    : never
/** The paths of texts. */
export type TextPath<V> = {
  [K in keyof V & string]: NonNullable<V[K]> extends string ? K : TextPart<K, NonNullable<V[K]>>
}[keyof V & string]

/** A field may have a dot in its own name. */
function placesOf(values: object, path: string): [field: string, part?: string] {
  const dot = path.indexOf('.')
  return dot === -1 || Object.hasOwn(values, path) ? [path] : [path.slice(0, dot), path.slice(dot + 1)]
}

const entryOf = (of: unknown, key: string): unknown =>
  typeof of === 'object' && of !== null ? new Map<string, unknown>(Object.entries(of)).get(key) : undefined

export function valueAt(values: object, path: string): unknown {
  const [field, part] = placesOf(values, path)
  const value = entryOf(values, field)
  return part === undefined ? value : entryOf(value, part)
}

/** The same values with another one at this path; a part that is undefined is left out. */
export function withValueAt<V extends object>(values: V, path: string, value: unknown): V {
  const [field, part] = placesOf(values, path)
  if (part === undefined) return { ...values, [field]: value }
  const parts = new Map<string, unknown>(Object.entries(entryOf(values, field) ?? {}))
  if (value === undefined) parts.delete(part)
  else parts.set(part, value)
  return { ...values, [field]: Object.fromEntries(parts) }
}

/** Whether the form has the field that a path names, so that a message can be shown there. */
export const hasField = (values: object, path: string): boolean => Object.hasOwn(values, placesOf(values, path)[0])
