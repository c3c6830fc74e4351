import { isRecord } from './document-place.ts'

type IdentifierIssue = { code: 'custom'; message: string; path: PropertyKey[]; input: unknown }

/**
 * Checks the identifiers of a model: no two functions or modules share one, the module of each function exists, no module is
 * too large. The check also runs on a document that is not yet a valid model, so that a duplicate identifier is reported
 * together with the other mistakes.
 */
export function identifierIssues(
  model: Readonly<Record<string, unknown>>,
  /** Maximum number of functions of one module. */
  maxFunctions: number,
): IdentifierIssue[] {
  const issues: IdentifierIssue[] = []
  const addIssue = (message: string, path: PropertyKey[], input: unknown) =>
    issues.push({ code: 'custom', message, path, input })
  const modules = new Set<unknown>()
  for (const [index, identifier] of identifiersIn(model['modules'])) {
    if (modules.has(identifier)) addIssue('thingModel.sameModule', ['modules', index, 'identifier'], identifier)
    modules.add(identifier)
  }
  const seen = new Set<string>()
  const sizes = new Map<string, number>()
  for (const kind of ['properties', 'events', 'services']) {
    for (const [index, identifier] of identifiersIn(model[kind])) {
      const path = [kind, index, 'identifier']
      if (seen.has(identifier)) addIssue('thingModel.sameIdentifier', path, identifier)
      seen.add(identifier)
      const colon = identifier.indexOf(':')
      const module = colon === -1 ? '' : identifier.slice(0, colon)
      if (colon !== -1 && !modules.has(module)) addIssue('thingModel.unknownModule', path, identifier)
      const size = (sizes.get(module) ?? 0) + 1
      sizes.set(module, size)
      if (size === maxFunctions + 1) addIssue('thingModel.tooManyFunctions', [kind], identifier)
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
