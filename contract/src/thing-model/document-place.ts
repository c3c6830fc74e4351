import type { z } from 'zod'

/**
 * A document is first read into the shape of our model, and the model's own rules then find the problems. A problem is reported at its
 * place in the document, not in the model, because the person who corrects it has only the file. So each object that is read records its
 * place there, and the keys of its parts in the document.
 */
export type DocumentPath = readonly (string | number)[]
type Place = Readonly<{ path: DocumentPath; keys: Readonly<Record<string, DocumentPath>> }>
export type Places = Map<object, Place>

/** Records the place of an object. `keys` names the path from `path` to parts that have another key in the document. */
export function placed<T extends object>(places: Places, read: T, path: DocumentPath, keys: Place['keys'] = {}): T {
  places.set(read, { path, keys })
  return read
}

/** Returns the path in the source document of a part that was read from it. */
export function inDocument(places: Places, root: unknown, path: readonly PropertyKey[]): PropertyKey[] {
  let found: PropertyKey[] = []
  let node: unknown = root
  for (const key of path) {
    const place = typeof node === 'object' && node !== null ? places.get(node) : undefined
    found = [...(place?.path ?? found), ...(place?.keys[String(key)] ?? [key])]
    node = typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined
  }
  const last = typeof node === 'object' && node !== null ? places.get(node) : undefined
  return last === undefined ? found : [...last.path]
}

/** The issues of `root` at their places in the document; equal issues at one place are reported once. */
export function issuesInDocument(
  places: Places,
  root: unknown,
  issues: readonly z.core.$ZodIssue[],
): z.core.$ZodIssue[] {
  const seen = new Set<string>()
  return issues
    .map((issue) => ({ ...issue, path: inDocument(places, root, issue.path) }))
    .filter((issue) => {
      const key = `${issue.message} ${issue.path.map(String).join('\n')}`
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew
    })
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Documents write numbers as strings or as numbers. Anything else stays unchanged, so that the model refuses it. */
export function numberIn(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : value
}

/** Likewise flags: 0, 1, true, false, and their words. */
export function flagIn(value: unknown): unknown {
  if (value === 1 || value === '1' || value === 'true') return true
  if (value === 0 || value === '0' || value === 'false') return false
  return value
}
