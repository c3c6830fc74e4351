import { dirname } from 'node:path/posix'
import { importsOf } from '../check/imports.ts'
import { domainOf, isTest } from '../check/source-tree.ts'
import type { SourceFile } from '../check/source-tree.ts'

/**
 * Finds which test files reach a source file: by imports, and over the wire. A test calls endpoints, so an endpoints
 * file leads to the routes that implement it; a browser spec opens addresses, so it leads to their pages. The
 * composition root imports everything and the tests' own helpers import what they insert, so the search does not pass
 * through them.
 */

/** A test, and how many steps away the source file is. */
export type ReachingTest = Readonly<{ path: string; steps: number }>
export type Reach = Readonly<{
  testsOf: (path: string) => readonly ReachingTest[]
  /** The domains of calls, as endpoints files name them, that lead to it. */
  domainsOf: (path: string) => readonly string[]
  /** Of each domain of calls, the files that its calls lead to, and what lies beside them in its folders. */
  filesByDomain: () => ReadonlyMap<string, readonly string[]>
  /** What all loops over calls stand on: themselves, their helpers, the schema and the composition roots. */
  basisOfLoops: () => readonly string[]
  /** Of each address of the console, the files that its page leads to, the frame's too. */
  filesByScreen: () => ReadonlyMap<string, readonly string[]>
  /** Of each test file below a folder, the files that it leads to. */
  filesByTest: (folder: string) => ReadonlyMap<string, readonly string[]>
}>

/** Every whole program imports these, so changes to them reach every test of the server. */
const compositionRoots = new Set([
  'server/src/app.ts',
  'server/src/main.ts',
  'console/src/main.tsx',
  'console/src/routes.ts',
  'contract/src/catalogue.ts',
])

/** Dependencies that are not imports. */
const wires: readonly (readonly [from: RegExp, to: string])[] = [
  // A device connects to the link.
  [
    /^server\/src\/testing\/(fake-device|linked-device|flood|gateway\/gateway-device)\.ts$/,
    'server/src/link/start-link.ts',
  ],
  [/^server\/src\/testing\/broker\/start-broker-link\.ts$/, 'server/src/link/start-link.ts'],
  // The console begins with its frame.
  [/^e2e\/support\/open-console\.ts$/, 'console/src/shell/root.page.tsx'],
  [/^e2e\/support\/open-console\.ts$/, 'console/src/shell/frame/frame.page.tsx'],
  [/^e2e\/support\/whole-program\.ts$/, 'server/src/main.ts'],
]

/** Loops over all calls: they reach every domain, and run only the changed ones' calls. */
const loops = /^server\/src\/(catalogue|malformed|extremes|scope-walk[-a-z]*|system\/role\/nobody-gains)\.test\.ts$/

/** Calls that a distributor has as an agent does are declared for both at once: `endpoints(kind, …)`. */
const sellers = ['distributor', 'agent']

/** The domains of the calls that an endpoints file declares: `role` and `menu` both lie in the folder `system`. */
function domainsIn({ path, text }: SourceFile): readonly string[] {
  const literal = [...text.matchAll(/\bendpoints(?:PerKind)?\('([^']+)'/g)].map(([, domain = '']) => domain)
  const declared = new Set([...literal, ...(/\bendpoints\((?:\w+\.)?kind\b/.test(text) ? sellers : [])])
  return declared.size > 0 ? [...declared] : [domainOf(path) ?? []].flat()
}

/** Every spec shows the frame, but the targets of its palette are no reason to run them all. */
const isFrame = (path: string) => path.startsWith('console/src/shell/')

const isHelper = (path: string) => path.startsWith('server/src/testing/')
const isProduct = (path: string) => !isHelper(path) && !isTest(path) && !path.startsWith('e2e/')

/** The address of each screen and the page it shows, from the console's table of routes. */
function pagesIn(files: ReadonlyMap<string, SourceFile>): [string, string][] {
  const text = files.get('console/src/routes.ts')?.text ?? ''
  return [...text.matchAll(/route\('([^']+)', '([^']+)'/g)].map(([, address = '', page = '']) => [
    address,
    `console/src/${page}`,
  ])
}

function edgesOf(files: ReadonlyMap<string, SourceFile>): Map<string, string[]> {
  const pages = pagesIn(files)
  const routesByEndpoints = new Map<string, string[]>()
  const edges = new Map<string, string[]>()
  for (const [path, file] of files) {
    const imported = importsOf(file).flatMap((found) => (found.path === undefined ? [] : [found.path]))
    if (path.endsWith('.routes.ts'))
      for (const target of imported.filter((each) => each.endsWith('.endpoints.ts')))
        routesByEndpoints.set(target, [...(routesByEndpoints.get(target) ?? []), path])
    const isLeading = (target: string) => {
      if (isHelper(path) && isProduct(target)) return target.startsWith('contract/')
      return !(isFrame(path) && target.endsWith('.endpoints.ts'))
    }
    const direct = compositionRoots.has(path) ? [] : imported.filter(isLeading)
    const opened = path.startsWith('e2e/')
      ? pages.filter(
          ([address]) => address.length > 1 && new RegExp(`['"\`}]${RegExp.escape(address)}(?![\\w/])`).test(file.text),
        )
      : []
    const wired = wires.filter(([from]) => from.test(path)).map(([, to]) => to)
    const besides = [...file.text.matchAll(/new URL\(\s*'(\.[^']+\.ts)'/g)].map(([, to = '']) =>
      new URL(to, `file:///${path}`).pathname.slice(1),
    )
    edges.set(path, [...direct, ...opened.map(([, page]) => page), ...wired, ...besides])
  }
  for (const [endpoints, routes] of routesByEndpoints)
    edges.set(endpoints, [...(edges.get(endpoints) ?? []), ...routes])
  return edges
}

/** Tests in a folder cover the files of that folder which the composition root imports. */
function composedBeside(files: ReadonlyMap<string, SourceFile>): Map<string, string[]> {
  const app = files.get('server/src/app.ts')
  const parts = app === undefined ? [] : importsOf(app).flatMap(({ path }) => (path === undefined ? [] : [path]))
  const beside = new Map<string, string[]>()
  for (const path of files.keys()) {
    if (!isTest(path) || !path.startsWith('server/src/')) continue
    const own = parts.filter(
      (part) =>
        domainOf(part) !== undefined &&
        !part.endsWith('.routes.ts') &&
        `${dirname(path)}/`.startsWith(`${dirname(part)}/`),
    )
    beside.set(path, own)
  }
  return beside
}

function stepsFrom(start: string, edges: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const steps = new Map([[start, 0]])
  for (const [path, at] of steps)
    for (const next of edges.get(path) ?? []) if (!steps.has(next)) steps.set(next, at + 1)
  return steps
}

export function reachOf(sources: readonly SourceFile[]): Reach {
  const files = new Map(sources.map((file) => [file.path, file]))
  const edges = edgesOf(files)
  for (const [test, parts] of composedBeside(files)) edges.set(test, [...(edges.get(test) ?? []), ...parts])
  const tests = [...files.keys()].filter(isTest)
  const byTest = new Map(tests.map((test) => [test, stepsFrom(test, edges)]))
  const endpoints = [...files.keys()].filter((path) => path.endsWith('.endpoints.ts'))
  const byEndpoints = new Map(endpoints.map((path) => [path, stepsFrom(path, edges)]))
  const declaredIn = new Map(
    endpoints.flatMap((path) => [files.get(path) ?? []].flat()).map((file) => [file.path, domainsIn(file)]),
  )
  const domainsOf = (path: string): string[] =>
    endpoints.flatMap((from) => (byEndpoints.get(from)?.has(path) === true ? (declaredIn.get(from) ?? []) : []))
  const filesByDomain = () => {
    const reached = new Map<string, Set<string>>()
    for (const [from, steps] of byEndpoints)
      for (const domain of declaredIn.get(from) ?? []) {
        const own = reached.get(domain) ?? new Set()
        reached.set(domain, own)
        for (const path of steps.keys()) own.add(path)
        // Long work and loops are reached from the composition root alone.
        for (const path of files.keys())
          if (isProduct(path) && !path.startsWith('console/') && domainOf(path) === domainOf(from)) own.add(path)
      }
    return new Map([...reached].map(([domain, own]) => [domain, [...own].toSorted()]))
  }
  const basisOfLoops = () => {
    const walks = tests.filter((path) => loops.test(path))
    const helpers = walks.flatMap((path) => [...(byTest.get(path)?.keys() ?? [])]).filter(isHelper)
    const others = [...files.keys()].filter(
      (path) => path.startsWith('server/migrations/') || (compositionRoots.has(path) && !path.startsWith('console/')),
    )
    return [...new Set([...walks, ...helpers, ...others])].toSorted()
  }
  const frames = ['console/src/shell/root.page.tsx', 'console/src/shell/frame/frame.page.tsx']
  const reachedFrom = (starts: readonly string[]) =>
    [...new Set(starts.flatMap((start) => [...stepsFrom(start, edges).keys()]))].toSorted()
  return {
    domainsOf,
    filesByDomain,
    basisOfLoops,
    filesByScreen: () => new Map(pagesIn(files).map(([address, page]) => [address, reachedFrom([page, ...frames])])),
    filesByTest: (folder) =>
      new Map(tests.filter((path) => path.startsWith(folder)).map((path) => [path, reachedFrom([path])])),
    testsOf: (path) => {
      const isCalled = domainsOf(path).length > 0
      const isBasis = compositionRoots.has(path) || path.startsWith('server/migrations/')
      const isOnBasis = (test: string) =>
        test.startsWith('e2e/') || (test.startsWith('server/') && !path.startsWith('console/'))
      return tests
        .flatMap((test): ReachingTest[] => {
          const steps = byTest.get(test)?.get(path)
          if (steps !== undefined) return [{ path: test, steps }]
          if (loops.test(test) && isCalled) return [{ path: test, steps: 50 }]
          return isBasis && isOnBasis(test) ? [{ path: test, steps: 90 }] : []
        })
        .toSorted((a, b) => a.steps - b.steps || (a.path < b.path ? -1 : 1))
    },
  }
}
