import { z } from 'zod'

/**
 * Parses the input. A form-encoded body has only strings: where the schema wants a number or a boolean at a path, the
 * string is converted and the whole parsed again, so that a form and JSON mean the same.
 */
export function parseInput(schema: z.ZodType, input: unknown, isForm: boolean): z.ZodSafeParseResult<unknown> {
  const unreadableAt = pathOfUnreadable(input, [])
  if (unreadableAt !== undefined) {
    return {
      success: false,
      error: new z.ZodError([{ code: 'custom', message: 'field.invalid', path: unreadableAt, input: '' }]),
    }
  }
  const first = schema.safeParse(input, { reportInput: true })
  if (first.success || !isForm) return first
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
const mostPlaces = 999

/**
 * `a[b]=1` and `a[0]=x` of a form as an object; anything else is a flat key. It is bounded, and never sets a key of
 * Object.prototype.
 */
export function unflattenForm(flat: unknown): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [name, value] of typeof flat === 'object' && flat !== null ? Object.entries(flat) : []) {
    const path = name.replaceAll(']', '').split('[').slice(0, 8)
    if (path.some((key) => key === '__proto__' || key === 'constructor' || key === 'prototype')) continue
    // A list is as long as its highest index: a distant one would allocate gigabytes.
    if (path.some((key) => key === 'length' || (/^\d+$/.test(key) && Number(key) > mostPlaces))) continue
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
