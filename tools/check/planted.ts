import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Check, SourceFile } from './source-tree.ts'

/** For the tests of the checks: trees made for one test, and the results of a check on them. */
export type Tree = Readonly<Record<string, string>>

const filesOf = (tree: Tree): SourceFile[] => Object.entries(tree).map(([path, text]) => ({ path, text }))

/** The problems as `path:line rule`. */
export const found = (check: Check, tree: Tree): string[] =>
  check(filesOf(tree)).map(({ path, line, rule }) => `${path}:${line} ${rule}`)

/** The tree in a folder of its own, with the packages of this repository, for as long as `use` takes. */
export async function onDisk<T>(tree: Tree, use: (root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'brigade-check-'))
  try {
    for (const [path, text] of Object.entries(tree)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), text)
    }
    await symlink(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'))
    return await use(root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}
