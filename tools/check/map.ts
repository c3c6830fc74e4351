import { posix } from 'node:path'
import type { Problem, SourceFile } from './source-tree.ts'

export const mapPath = 'docs/map.md'

const isMapped = (folder: string) => !folder.includes('/migrations') && !folder.endsWith('node_modules')

/** docs/map.md has one line for each folder with code, and none for a missing folder. */
export function checkMap(files: readonly SourceFile[], map: string): readonly Problem[] {
  const folders = new Set(files.map(({ path }) => posix.dirname(path)).filter(isMapped))
  const lines = map.split('\n').flatMap((text, index) => {
    const folder = /^\| `([^`]+)` \|/.exec(text)?.[1]
    return folder === undefined ? [] : [{ folder, line: index + 1 }]
  })
  const named = new Set(lines.map(({ folder }) => folder))
  const problem = (line: number, message: string): Problem => ({ path: mapPath, line, rule: 'map', message })
  return [
    ...[...folders].filter((folder) => !named.has(folder)).map((folder) => problem(1, `${folder} has no line`)),
    ...lines.filter(({ folder }) => !folders.has(folder)).map(({ folder, line }) => problem(line, `${folder} is gone`)),
  ]
}
