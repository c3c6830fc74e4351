import { isRecord } from './document-place.ts'

type IdentifierIssue = { code: 'custom'; message: string; path: PropertyKey[]; input: unknown }

/**
 * What the identifiers of a model say of each other: no two functions or modules have one, a function's module is there, no
 * module is too large. Asked of models, and of what was read of a document and may be none yet: a document with one function
 * that is wrong is told at once that two others are called the same.
 */
export function identifierIssues(
  model: Readonly<Record<string, unknown>>,
  /** Maximum number of functions of one module. */
  mostFunctions: number,
): IdentifierIssue[] {
  const issues: IdentifierIssue[] = []
  const told = (message: string, path: PropertyKey[], input: unknown) =>
    issues.push({ code: 'custom', message, path, input })
  const modules = new Set<unknown>()
  for (const [index, identifier] of identifiersIn(model['modules'])) {
    if (modules.has(identifier)) told('thingModel.sameModule', ['modules', index, 'identifier'], identifier)
    modules.add(identifier)
  }
  const seen = new Set<string>()
  const sizes = new Map<string, number>()
  for (const kind of ['properties', 'events', 'services']) {
    for (const [index, identifier] of identifiersIn(model[kind])) {
      const path = [kind, index, 'identifier']
      if (seen.has(identifier)) told('thingModel.sameIdentifier', path, identifier)
      seen.add(identifier)
      const colon = identifier.indexOf(':')
      const module = colon === -1 ? '' : identifier.slice(0, colon)
      if (colon !== -1 && !modules.has(module)) told('thingModel.unknownModule', path, identifier)
      const size = (sizes.get(module) ?? 0) + 1
      sizes.set(module, size)
      if (size === mostFunctions + 1) told('thingModel.tooManyFunctions', [kind], identifier)
    }
  }
  return issues
}

function identifiersIn(list: unknown): [number, string][] {
  if (!Array.isArray(list)) return []
  return list.flatMap((item: unknown, index): [number, string][] =>
    isRecord(item) && typeof item['identifier'] === 'string' ? [[index, item['identifier']]] : [],
  )
}
