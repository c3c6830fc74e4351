import { posix } from 'node:path'
import { importsOf, type Import } from './imports.ts'
import { domainOf, isTestSupport, problemAt, type Problem, type SourceFile } from './source-tree.ts'

/** Files that compose the folders of a domain, and that no folder imports: manifests, routes and pages. */
const isComposition = (path: string) => /\.domain\.ts$|\.routes\.ts$|\.page\.tsx$/.test(path)

/** The workspaces that are held to it. */
const sides: readonly (string | undefined)[] = ['contract', 'server', 'console', 'simulator']

/** The import of another folder of the importing file's own domain and workspace; undefined for every other import. */
function crossing({ from, path }: Import): Readonly<{ from: string; to: string }> | undefined {
  if (
    !sides.includes(from.path.split('/')[0]) ||
    path === undefined ||
    isTestSupport(from.path) ||
    isComposition(from.path)
  )
    return undefined
  const domain = domainOf(from.path)
  const isOwn = domain !== undefined && domain === domainOf(path) && from.path.split('/')[0] === path.split('/')[0]
  const [folder, other] = [posix.dirname(from.path), posix.dirname(path)]
  return isOwn && folder !== other ? { from: folder, to: other } : undefined
}

/** The shortest path of imports back to a folder; undefined if there is none. */
function wayBack(edges: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): string[] | undefined {
  const before = new Map<string, string>()
  const waiting = [from]
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    if (folder === to) {
      const way = [to]
      for (let at = to; at !== from; at = before.get(at) ?? from) way.unshift(before.get(at) ?? from)
      return way
    }
    for (const next of edges.get(folder) ?? []) {
      if (before.has(next) || next === from) continue
      before.set(next, folder)
      waiting.push(next)
    }
  }
  return undefined
}

/**
 * Folders of one domain that import each other in a circle, through others too: none of them can be understood or moved
 * alone. The files that lie directly in the domain count as a folder of their own.
 */
export function checkFolderCircles(files: readonly SourceFile[]): Problem[] {
  const found = files.flatMap((file) =>
    importsOf(file).flatMap((one) => {
      const edge = crossing(one)
      return edge === undefined ? [] : [{ ...edge, file, offset: one.offset }]
    }),
  )
  const edges = new Map<string, Set<string>>()
  for (const { from, to } of found) edges.set(from, (edges.get(from) ?? new Set()).add(to))
  return found.flatMap(({ from, to, file, offset }) => {
    const way = wayBack(edges, to, from)
    if (way === undefined) return []
    const circle = [from, ...way].map((folder) => folder.split('/').slice(2).join('/')).join(' -> ')
    return [problemAt(file, offset, 'no-folder-circle', `folders import each other in a circle: ${circle}`)]
  })
}
