import { spawnSync } from 'node:child_process'
import { readTree } from '../check/source-tree.ts'
import { reachOf } from './reach.ts'

function git(root: string, args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`)
  return stdout.split('\n').filter((line) => line !== '')
}

/**
 * Files that differ from the commit `since`; by default from HEAD, or without a difference, from the commit before it.
 */
export function changedFiles(root: string, since: string | undefined): string[] {
  const differing = (revision: string) => [
    ...git(root, ['diff', '--name-only', revision]),
    ...git(root, ['ls-files', '--others', '--exclude-standard']),
  ]
  if (since !== undefined) return differing(since)
  const open = differing('HEAD')
  return open.length > 0 ? open : differing('HEAD~1')
}

/** The hash of the present commit; undefined if this is no clone. */
export function currentCommit(root: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

export type Reaching = Readonly<{
  /** Test files, from the root. */
  files: ReadonlySet<string>
  /** The domains with calls that lead to a changed file: loops over all calls run these alone. */
  domains: readonly string[]
}>

/** The test files that a change of these files can fail. */
export async function filesReaching(root: string, changed: readonly string[]): Promise<Reaching> {
  const reach = reachOf(await readTree(root))
  const files = new Set(changed.flatMap((path) => reach.testsOf(path).map(({ path: test }) => test)))
  const domains = new Set(changed.flatMap((path) => reach.domainsOf(path)))
  return { files, domains: [...domains].toSorted() }
}

/** Starts databases for tests. */
const databases = 'server/src/testing/cluster/test-server.ts'

/** Whether a test file is one of those that need no database. */
export async function filesWithoutServer(root: string): Promise<(name: string) => boolean> {
  const reaching = new Set(
    reachOf(await readTree(root))
      .testsOf(databases)
      .map(({ path }) => path),
  )
  return (name) => !reaching.has(name)
}
