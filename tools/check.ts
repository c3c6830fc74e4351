import { readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { checkBoundaries } from './check/boundaries.ts'
import { checkCycles, checkReadable, checkUnusedFiles } from './check/imports.ts'
import { checkFolderCircles } from './check/folders.ts'
import { checkFileModes } from './check/code/file-modes.ts'
import { checkDependencies } from './check/dependencies.ts'
import { checkLegacyWords } from './check/legacy.ts'
import { budgetsPath, checkBudgets } from './check/limits/budgets.ts'
import { checkTimeLimits, timeLimitsPath } from './check/limits/time-limits.ts'
import { checkMap, mapPath } from './check/map.ts'
import { checkMigrations } from './check/migrations.ts'
import { checkNames } from './check/names.ts'
import { checkRules, rulesPath } from './check/rules/rules.ts'
import { checkSchema, schemaPath, schemaTypesPath } from './check/schema.ts'
import { checkTables, checkTheme, checkWords } from './check/screens.ts'
import { checkStyleClasses } from './check/style-classes.ts'
import { checkEnough, formatProblem, readTree, type Check, type Problem } from './check/source-tree.ts'
import { checkSql } from './check/sql.ts'
import { checkSuppressions } from './check/code/suppressions.ts'
import { checkRepeatedWords } from './check/words/repeated-words.ts'
import { format, formatting, lint, types, unused, type Tool } from './check/programs.ts'

/**
 * `npm run check` checks everything that can be known without running the product, in under half a minute, with one
 * line for each problem. `--fix` formats the tree first. Further words choose checks: `npm run check -- boundaries
 * lint`.
 */
const root = join(import.meta.dirname, '..')

const own: Readonly<Record<string, readonly Check[]>> = {
  boundaries: [checkReadable, checkBoundaries, checkSql, checkCycles, checkFolderCircles],
  names: [checkNames, checkLegacyWords, checkSuppressions, checkFileModes],
  screens: [checkWords, checkRepeatedWords, checkTheme, checkStyleClasses, checkTables],
  unused: [checkUnusedFiles],
}

/** The least files each program must have read, for its silence to mean anything. */
const programs: readonly { name: string; tool: Tool; least: number }[] = [
  { name: 'types', tool: types('tsconfig.json'), least: 80 },
  { name: 'types', tool: types('console/tsconfig.json'), least: 60 },
  { name: 'lint', tool: lint(), least: 150 },
  { name: 'format', tool: formatting, least: 150 },
  { name: 'unused', tool: unused, least: 0 },
]

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)

async function main(): Promise<number> {
  const started = performance.now()
  if (process.argv.includes('--fix')) await format(root)
  const problems: Problem[] = []
  const files = await readTree(root)
  problems.push(...checkEnough(files))
  const queue = programs.filter(({ name }) => isWanted(name))
  const running = Array.from({ length: Math.max(1, cpus().length) }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { name, tool, least } = next
      const answer = await tool(root)
      problems.push(...answer.problems)
      const read = answer.filesRead ?? least
      if (read < least) problems.push(tooFew(name, read, least))
    }
  })
  for (const [name, checks] of Object.entries(own)) {
    if (isWanted(name)) for (const check of checks) problems.push(...check(files))
  }
  if (isWanted('dependencies'))
    problems.push(...(await checkDependencies(root, { fix: process.argv.includes('--fix') })))
  if (isWanted('map')) problems.push(...checkMap(files, await readFile(join(root, mapPath), 'utf8')))
  if (isWanted('rules')) problems.push(...checkRules(files, await readFile(join(root, rulesPath), 'utf8')))
  if (isWanted('limits')) {
    problems.push(...checkTimeLimits(files, await readFile(join(root, timeLimitsPath), 'utf8')))
    problems.push(...checkBudgets(files, await readFile(join(root, budgetsPath), 'utf8')))
  }
  if (isWanted('migrations')) problems.push(...(await checkMigrations(root)))
  if (isWanted('schema')) {
    const [schema, generated] = await Promise.all(
      [schemaPath, schemaTypesPath].map((path) => readFile(join(root, path), 'utf8')),
    )
    problems.push(...checkSchema(files, schema ?? '', generated ?? ''))
  }
  await Promise.all(running)

  const lines = [...new Set(problems.map(formatProblem))].toSorted()
  for (const line of lines) console.log(line)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${lines.length} problems, ${files.length} files, ${seconds} s`)
  return lines.length === 0 ? 0 : 1
}

const tooFew = (name: string, read: number, least: number): Problem => ({
  path: 'package.json',
  line: 1,
  rule: 'too-few-files',
  message: `${name} read ${read} files, at least ${least} expected`,
})

process.exitCode = await main()
