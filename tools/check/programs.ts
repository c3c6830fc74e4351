import { stripVTControlCharacters } from 'node:util'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import type { Problem } from './source-tree.ts'

/**
 * The checks that other programs make: types (tsc), lint (oxlint with type-aware rules), formatting (oxfmt) and unused
 * exports and dependencies (knip). Each answers how many files it read, so that a program that read nothing is not green.
 */
export type ToolAnswer = Readonly<{
  problems: readonly Problem[]
  /** Undefined if the program does not report it. */
  filesRead: number | undefined
}>

export type Tool = (root: string) => Promise<ToolAnswer>

type Output = Readonly<{
  exitCode: number
  /** The limit after which it was stopped. */
  stoppedAfterMs: number | undefined
  stdout: string
  stderr: string
}>

/** Far more than a program needs on a busy machine, so that only one that hangs is stopped. */
const longestMs = 600_000

/** A package's own script, run by the Node that runs this. */
function run(root: string, script: string, args: readonly string[], limitMs = longestMs): Promise<Output> {
  return new Promise((done) => {
    const command = [join(root, 'node_modules', script), ...args]
    execFile(
      process.execPath,
      command,
      // Some programs colour their output if CI is set, but this output is parsed.
      {
        cwd: root,
        maxBuffer: 64 << 20,
        timeout: limitMs,
        env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', CI: '' },
      },
      (error, stdout, stderr) => {
        done({
          exitCode: error === null ? 0 : typeof error.code === 'number' ? error.code : 1,
          // Output beyond `maxBuffer` stops it too, with a code of its own.
          stoppedAfterMs: error?.killed === true && typeof error.code !== 'string' ? limitMs : undefined,
          stdout: stripVTControlCharacters(stdout),
          stderr: stripVTControlCharacters(stderr),
        })
      },
    )
  })
}

/** A program that failed without naming a problem failed itself; that is reported too. */
function broken(tool: string, { exitCode, stoppedAfterMs, stdout, stderr }: Output): Problem[] {
  if (stoppedAfterMs !== undefined) {
    const message = `was stopped after ${stoppedAfterMs / 1000} s, its time limit: the machine is too busy, or it hangs`
    return [{ path: 'package.json', line: 1, rule: tool, message }]
  }
  const output = (stderr.trim() || stdout.trim()).split('\n').slice(0, 12).join(' | ').slice(0, 600)
  return [{ path: 'package.json', line: 1, rule: tool, message: `failed with ${exitCode}: ${output}` }]
}

function answerOf(tool: string, output: Output, problems: Problem[], filesRead?: number): ToolAnswer {
  // The number of files that it read until then means nothing.
  if (output.stoppedAfterMs !== undefined)
    return { problems: [...problems, ...broken(tool, output)], filesRead: undefined }
  return { problems: output.exitCode !== 0 && problems.length === 0 ? broken(tool, output) : problems, filesRead }
}

/** `server/src/app.ts(67,19): error TS2741: …` */
const typeError = /^(.+?)\((\d+),\d+\): error (TS\d+): (.*)$/

export function types(project: string, limitMs?: number): Tool {
  return async (root) => {
    // Files unchanged since the last check are not read again.
    const known = join('node_modules/.cache', `${project.replaceAll('/', '-')}.tsbuildinfo`)
    const args = ['-p', project, '--pretty', 'false', '--listFiles', '--incremental', '--tsBuildInfoFile', known]
    const output = await run(root, 'typescript/bin/tsc', args, limitMs)
    const problems: Problem[] = []
    let filesRead = 0
    for (const line of output.stdout.split('\n')) {
      const [, path = '', at = '1', rule = '', message = ''] = typeError.exec(line) ?? []
      if (path !== '') problems.push({ path, line: Number(at), rule, message })
      else if (line.startsWith('/') && !line.includes('/node_modules/')) filesRead++
    }
    return answerOf('tsc', output, problems, filesRead)
  }
}

const LintReport = z.object({
  number_of_files: z.number(),
  diagnostics: z.array(
    z.object({
      message: z.string(),
      code: z.string().default('oxlint'),
      filename: z.string().default(''),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })).default([]),
    }),
  ),
})

/** Paths limit it to a part of the tree. */
export function lint(...paths: readonly string[]): Tool {
  return async (root) => {
    const output = await run(root, 'oxlint/bin/oxlint', ['--format', 'json', ...paths])
    const report = readJson(LintReport, output.stdout)
    if (report === undefined)
      return { problems: broken('oxlint', output), filesRead: output.stoppedAfterMs === undefined ? 0 : undefined }
    const problems = report.diagnostics.map(({ message, code, filename, labels }) => ({
      path: filename === '' ? '.oxlintrc.json' : filename,
      line: labels[0]?.span.line ?? 1,
      rule: code,
      message,
    }))
    return answerOf('oxlint', output, problems, report.number_of_files)
  }
}

/** Writes the formatted tree. */
export const format = (root: string) => run(root, 'oxfmt/bin/oxfmt', ['--write'])

export const formatting: Tool = async (root) => {
  const output = await run(root, 'oxfmt/bin/oxfmt', ['--check'])
  // The output has one line for each file: `server/src/app.ts (2ms)`. A file that cannot be parsed is named on stderr,
  // and by tsc.
  const named = [...output.stdout.matchAll(/^(\S+) \(\d+ms\)$/gm)].map(([, path = '']) => path)
  const problems = named.map((path) => ({
    path,
    line: 1,
    rule: 'format',
    message: 'not formatted: npm run check -- --fix',
  }))
  const filesRead = Number(/\bon (\d+) files?\b/.exec(output.stdout)?.[1] ?? 0)
  return answerOf('oxfmt', output, problems, filesRead)
}

const Named = z.array(z.object({ name: z.string(), line: z.number().optional() })).default([])
const UnusedReport = z.object({
  issues: z.array(
    z.object({
      file: z.string(),
      files: Named,
      dependencies: Named,
      devDependencies: Named,
      optionalPeerDependencies: Named,
      unlisted: Named,
      unresolved: Named,
      binaries: Named,
      exports: Named,
      types: Named,
    }),
  ),
})

const unusedKinds = [
  ['files', 'unused-file', 'nothing imports it'],
  ['dependencies', 'unused-dependency', 'is a dependency that nothing imports'],
  ['devDependencies', 'unused-dependency', 'is a development dependency that nothing imports'],
  ['optionalPeerDependencies', 'unlisted', 'is imported, and only an optional peer'],
  ['unlisted', 'unlisted', 'is imported, and not in package.json'],
  ['unresolved', 'unresolved', 'cannot be found'],
  ['binaries', 'unlisted', 'is run, and not installed by package.json'],
  ['exports', 'unused-export', 'is exported, and nothing imports it'],
  ['types', 'unused-type', 'is an exported type that nothing imports'],
] as const

export const unused: Tool = async (root) => {
  const output = await run(root, 'knip/bin/knip.js', ['--reporter', 'json', '--no-config-hints'])
  const report = readJson(UnusedReport, output.stdout)
  if (report === undefined) return { problems: broken('knip', output), filesRead: undefined }
  const problems: Problem[] = []
  for (const { file, ...issue } of report.issues) {
    for (const [kind, rule, reason] of unusedKinds) {
      for (const { name, line } of issue[kind]) {
        problems.push({ path: file, line: line ?? 1, rule, message: kind === 'files' ? reason : `${name} ${reason}` })
      }
    }
  }
  return answerOf('knip', output, problems)
}

function readJson<T>(shape: z.ZodType<T>, text: string): T | undefined {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
