import { posix } from 'node:path'
import { isTest, isTypeScript, parse, problemAt, walk, type Problem, type SourceFile } from './source-tree.ts'

/** One mention of another module: import, export from, dynamic import or a type's `import('…')`. */
export type Import = Readonly<{
  from: SourceFile
  offset: number
  /** The specifier as written. */
  specifier: string
  /** The file of ours that it means, from the root; undefined for packages. */
  path: string | undefined
  /** The package that it means, without the path inside it; undefined for our own files. */
  packageName: string | undefined
}>

/** `@brigade/contract/x.ts` is `contract/src/x.ts`: each workspace's package.json exports `./*` as `./src/*`. */
const workspacePackage = /^@brigade\/(contract|server|console|simulator)\/(.+)$/

function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
  const [, workspace, path] = workspacePackage.exec(specifier) ?? []
  return workspace === undefined || path === undefined ? undefined : `${workspace}/src/${path}`
}

function packageOf(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

/**
 * Every import of a file, types included. The name after `declare module` is none: it extends a module without needing
 * it.
 */
export function importsOf(file: SourceFile): Import[] {
  if (!isTypeScript(file.path)) return []
  const found: Import[] = []
  const add = (offset: number, specifier: string) => {
    const path = resolve(file.path, specifier)
    const packageName = path === undefined ? packageOf(specifier) : undefined
    found.push({ from: file, offset, specifier, path, packageName })
  }
  const { module } = parse(file)
  for (const { start, moduleRequest } of module.staticImports) add(start, moduleRequest.value)
  for (const { entries } of module.staticExports) {
    for (const { start, moduleRequest } of entries) if (moduleRequest !== null) add(start, moduleRequest.value)
  }
  if (file.text.includes('import(')) {
    walk(file, {
      ImportExpression({ start, source }) {
        if (source.type === 'Literal' && typeof source.value === 'string') add(start, source.value)
      },
      TSImportType({ start, source }) {
        add(start, source.value)
      },
    })
  }
  return found
}

/** Files that import each other in a circle, by types too: neither can be understood, tested or moved without the other. */
export function checkCycles(files: readonly SourceFile[]): Problem[] {
  const graph = new Map(files.map((file) => [file.path, importsOf(file)]))
  const done = new Set<string>()
  const problems: Problem[] = []
  const visit = (path: string, trail: readonly string[]) => {
    for (const found of graph.get(path) ?? []) {
      const next = found.path
      if (next === undefined || !graph.has(next)) continue
      const at = trail.indexOf(next)
      if (at !== -1) {
        const circle = [...trail.slice(at), next].join(' -> ')
        problems.push(problemAt(found.from, found.offset, 'no-cycle', `imports in a circle: ${circle}`))
      } else if (!done.has(next)) {
        visit(next, [...trail, next])
      }
    }
    done.add(path)
  }
  for (const path of graph.keys()) if (!done.has(path)) visit(path, [path])
  return problems
}

/** An import of ours that leads nowhere, or a file that does not parse: the other checks would be blind there. */
export function checkReadable(files: readonly SourceFile[]): Problem[] {
  const known = new Set(files.map((file) => file.path))
  const problems: Problem[] = []
  for (const file of files) {
    if (!isTypeScript(file.path)) continue
    for (const error of parse(file).errors) {
      problems.push(problemAt(file, error.labels[0]?.start ?? 0, 'parses', error.message))
    }
    for (const { path, offset, specifier } of importsOf(file)) {
      if (path === undefined || !isTypeScript(path) || path.endsWith('.gen.ts') || known.has(path)) continue
      problems.push(problemAt(file, offset, 'import-found', `there is no ${specifier}`))
    }
  }
  return problems
}

/**
 * Entry points: files that are started, tested or required by a tool. routes.ts names pages by their path, and tables extend
 * the database's type by declaration.
 */
const entry =
  /^(?:server\/src\/(?:main|administrator|verify-log|reconcile)\.ts|simulator\/src\/(?:main|control)\.ts|console\/src\/(?:main\.tsx|routes\.ts|.*\.page\.tsx)|server\/src\/.*\.tables\.ts|e2e\/screenshots\.ts|[a-z]+\/[a-z]+\.config\.ts|(?:tools|bench)\/.*)$/
const startedByPath = /new URL\(\s*'(\.[^']+)'/g

/**
 * Finds files that nothing imports. knip sees only those of the console: every file of the other workspaces can be
 * imported.
 */
export function checkUnusedFiles(files: readonly SourceFile[]): Problem[] {
  const graph = new Map(files.map((file) => [file.path, file]))
  const reached = new Set<string>()
  const visit = (path: string) => {
    const file = graph.get(path)
    if (file === undefined || reached.has(path)) return
    reached.add(path)
    for (const found of importsOf(file)) if (found.path !== undefined) visit(found.path)
    for (const [, started = ''] of file.text.matchAll(startedByPath)) visit(resolve(path, started) ?? '')
  }
  for (const { path } of files) if (entry.test(path) || isTest(path) || path.endsWith('.d.ts')) visit(path)
  return files
    .filter(({ path }) => !reached.has(path) && !path.endsWith('.sql'))
    .map(({ path }) => ({ path, line: 1, rule: 'unused-file', message: 'nothing imports it' }))
}
