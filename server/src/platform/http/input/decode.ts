import { z } from 'zod'

export type InputKind = 'query' | 'form' | 'json'

/**
 * Parses the input. A form-encoded body has only strings: if the schema wants a number or a boolean at a path, the
 * string is converted and the whole parsed again, so that a form and JSON mean the same.
 */
export function parseInput(schema: z.ZodType, input: unknown, kind: InputKind): z.ZodSafeParseResult<unknown> {
  const parsed = parseTexts(schema, input, kind)
  if (parsed.success || kind === 'json') return parsed
  // A list instead of one value: the name was given more than once.
  const isRepeated = ({ code, path }: z.core.$ZodIssue): boolean =>
    path.length > 0 && Array.isArray(valueAt(input, path)) && !ofLists.has(code)
  const issues = parsed.error.issues.map((issue) =>
    isRepeated(issue) ? { ...issue, message: 'field.repeated' } : issue,
  )
  return { success: false, error: new z.ZodError(issues) }
}

/** Reasons against a list that is wanted. */
const ofLists: ReadonlySet<string | undefined> = new Set(['too_big', 'too_small'])

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let node = root
  for (const key of path) node = typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined
  return node
}

function parseTexts(schema: z.ZodType, input: unknown, kind: InputKind): z.ZodSafeParseResult<unknown> {
  const unreadableAt = pathOfUnreadable(input, [])
  if (unreadableAt !== undefined) {
    return {
      success: false,
      error: new z.ZodError([{ code: 'custom', message: 'field.invalid', path: unreadableAt, input: '' }]),
    }
  }
  const first = schema.safeParse(input, { reportInput: true })
  if (first.success || kind !== 'form') return first
  const copy = structuredClone(input)
  let changed = false
  for (const issue of first.error.issues) {
    if (issue.code !== 'invalid_type') continue
    if (replaceAt(copy, issue.path, (value) => readAs(issue.expected, value))) changed = true
  }
  return changed ? schema.safeParse(copy, { reportInput: true }) : first
}

/** No call has input this deep; the limit protects the stack of recursive code. */
const deepest = 64

/** PostgreSQL can store neither the character U+0000 nor a lone surrogate; no name contains them. */
const isUnreadable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed()

/** The path of a text that cannot be stored, or of a value that is nested too deep. */
export function pathOfUnreadable(value: unknown, path: PropertyKey[] = []): PropertyKey[] | undefined {
  if (typeof value === 'string') return isUnreadable(value) ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (path.length >= deepest) return path.slice(0, 1)
  for (const [key, item] of Object.entries(value)) {
    const found = isUnreadable(key) ? path : pathOfUnreadable(item, [...path, key])
    if (found !== undefined) return found
  }
  return undefined
}

function readAs(expected: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (expected === 'number' || expected === 'int')
    return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
  if (expected === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  if (expected === 'array') return [value]
  return value
}

function replaceAt(root: unknown, path: readonly PropertyKey[], change: (value: unknown) => unknown): boolean {
  let node = root
  for (const [index, key] of path.entries()) {
    if (typeof node !== 'object' || node === null) return false
    const value: unknown = Reflect.get(node, key)
    if (index === path.length - 1) {
      const next = change(value)
      if (next === value) return false
      Reflect.set(node, key, next)
      return true
    }
    node = value
  }
  return false
}

/** The highest index of a list in a form; product.md has no longer list. */
const maxPlaces = 999

/** The deepest nesting of names in a form. */
const deepestForm = 8

/**
 * `a[b]=1` and `a[0]=x` of a form as an object; anything else is a flat key. It is bounded, and never sets a key of
 * Object.prototype. A name that has no place stays as it is written, and is refused as an unknown one.
 */
export function unflattenForm(flat: unknown): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [name, value] of typeof flat === 'object' && flat !== null ? Object.entries(flat) : []) {
    const path = name.replaceAll(']', '').split('[')
    if (path.length > deepestForm || path.some(hasNoPlace) || isTaken(root, path)) {
      // A whole value beside its parts becomes a list, and is refused if no list is expected.
      const before: unknown = Reflect.get(root, name)
      const now: unknown = Object.hasOwn(root, name) ? [before, value] : value
      Object.defineProperty(root, name, { value: now, enumerable: true, configurable: true, writable: true })
      continue
    }
    let node: object = root
    for (const [index, key] of path.entries()) {
      if (index === path.length - 1) {
        Reflect.set(node, key, value)
        break
      }
      const existing: unknown = Reflect.get(node, key)
      const next: object =
        typeof existing === 'object' && existing !== null ? existing : /^\d+$/.test(path[index + 1] ?? '') ? [] : {}
      Reflect.set(node, key, next)
      node = next
    }
  }
  return root
}

/** Names of Object.prototype; and a list is as long as its highest index: a distant one would allocate gigabytes. */
const hasNoPlace = (key: string): boolean =>
  ['__proto__', 'constructor', 'prototype', 'length'].includes(key) || (/^\d+$/.test(key) && Number(key) > maxPlaces)

/** Whether `a[b]` is given beside `a`: one of them would replace the other. */
function isTaken(root: object, path: readonly string[]): boolean {
  let node: unknown = root
  for (const key of path) {
    if (typeof node !== 'object' || node === null) return true
    if (!Object.hasOwn(node, key)) return false
    node = Reflect.get(node, key)
  }
  return true
}
