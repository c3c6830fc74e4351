import { isTest, type Problem, type SourceFile } from './source-tree.ts'

/** Names, places and sizes of files (docs/architecture.md, Boundaries 6 and 7). */

const suffixes = 'model|rules|endpoints|topics|text|tables|store|routes|link|domain|seed|page'
const kebab = '[a-z0-9]+(?:-[a-z0-9]+)*'
const sourceName = new RegExp(`^${kebab}(?:\\.(?:${suffixes}))?(?:\\.(?:test|spec))?\\.(?:ts|tsx|mts|mjs|js)$`)
/** Names of the files that `npm run bench` runs. */
const benchName = new RegExp(`^bench/(?:${kebab}/)?${kebab}\\.bench\\.ts$`)
const styleName = new RegExp(`^${kebab}(?:\\.module)?\\.css$`)
const migrationName = /^server\/migrations\/\d{4}_[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/
/** Names that tools demand. */
const demandedName = /^(?:[a-z]+\.config\.ts|[a-z-]+\.d\.ts)$/
const folderName = new RegExp(`^${kebab}$`)

/** Words that do not describe the content, and so collect everything. */
const emptyNames = new Set([
  'index',
  'utils',
  'util',
  'common',
  'helpers',
  'helper',
  'types',
  'type',
  'misc',
  'shared',
  'lib',
])
const emptyParts = new Set(['utils', 'util', 'helpers', 'helper'])

const maxFolders = 5
const maxFilesInFolder = 40
const maxLines = { source: 500, test: 700 } as const

function wrongName(path: string): string | undefined {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  const folder = folders.find((part) => !folderName.test(part))
  if (folder !== undefined) return `the folder ${folder} is not in kebab-case`
  if (name.endsWith('.sql'))
    return migrationName.test(path) ? undefined : 'SQL files are migrations, 0001_what_it_does.sql'
  if (![sourceName, styleName, demandedName].some((known) => known.test(name)) && !benchName.test(path)) {
    return `not kebab-case with one of the known suffixes (.${suffixes.replaceAll('|', ' .')} .test .spec)`
  }
  const base = name.slice(0, name.indexOf('.'))
  const empty = [base, ...folders.slice(1)].find(
    (part) => emptyNames.has(part) || part.split('-').some((word) => emptyParts.has(word)),
  )
  return empty === undefined ? undefined : `"${empty}" does not say what is inside`
}

export function checkNames(files: readonly SourceFile[]): Problem[] {
  const problems: Problem[] = []
  const addProblem = (path: string, line: number, rule: string, message: string) =>
    problems.push({ path, line, rule, message })
  const perFolder = new Map<string, number>()
  for (const { path, text } of files) {
    const message = wrongName(path)
    if (message !== undefined) addProblem(path, 1, 'file-name', message)
    const folders = path.split('/').length - 1
    if (folders > maxFolders) addProblem(path, 1, 'depth', `${folders} folders deep, at most ${maxFolders}`)
    const folder = path.slice(0, path.lastIndexOf('/'))
    perFolder.set(folder, (perFolder.get(folder) ?? 0) + 1)
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
    const most = isTest(path) ? maxLines.test : maxLines.source
    // Migrations are history: they are not split once they have run.
    if (lines > most && !path.endsWith('.sql'))
      addProblem(path, most + 1, 'file-length', `${lines} lines, at most ${most}`)
  }
  for (const [folder, count] of perFolder) {
    if (count <= maxFilesInFolder || folder === 'server/migrations') continue
    addProblem(folder, 1, 'folder-size', `${count} files, at most ${maxFilesInFolder}`)
  }
  return problems
}
