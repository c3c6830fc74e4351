import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { parseSync, Visitor, type ParseResult, type VisitorObject } from 'oxc-parser'

/**
 * Input and output of every check. A check is a pure function from source files to problems, so that a test can use a tree that
 * exists only in the test; `check.ts` reads the real one.
 */
export type SourceFile = Readonly<{
  /** From the root of the repository, with forward slashes. */
  path: string
  text: string
}>

export type Problem = Readonly<{ path: string; line: number; rule: string; message: string }>

export type Check = (files: readonly SourceFile[]) => Problem[]

/** The folders that contain code. Everything else at the root is text or configuration. */
const codeFolders = ['contract', 'server', 'console', 'simulator', 'e2e', 'bench', 'tools'] as const

/** The domains (docs/architecture.md): the same folder names in every workspace. */
const domains = [
  'session',
  'system',
  'customer',
  'app-user',
  'product',
  'thing-model',
  'device',
  'telemetry',
  'command',
  'cold-chain',
  'modbus',
  'link',
  'recipe',
  'firmware',
  'fault',
  'message',
  'statistics',
  'file',
  'job',
] as const

const codeEndings = /\.(ts|tsx|mts|mjs|js|css|sql)$/
/** Installed, built, or written by a tool. */
const skippedFolders = new Set(['node_modules', 'dist', '.data', '.git', 'public'])
const isGenerated = (path: string) => path.endsWith('.gen.ts') || path === 'server/schema.sql'

export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)
export const isTypeScript = (path: string) => /\.tsx?$/.test(path)

/** Test support, which may import across the boundaries of product code. */
export const isTestSupport = (path: string) =>
  isTest(path) || path.startsWith('server/src/testing/') || /^(e2e|bench|tools)\//.test(path)

/** The domain that a file belongs to, in whichever workspace; undefined for platform, ui, shell and composition files. */
export function domainOf(path: string): string | undefined {
  const folder = /^(?:contract|server|console|simulator)\/src\/([^/]+)\//.exec(path)?.[1]
  return domains.find((domain) => domain === folder)
}

/** All code below the root. */
export async function readTree(root: string): Promise<SourceFile[]> {
  const files: SourceFile[] = []
  const visit = async (folder: string) => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) await visit(path)
      if (!entry.isFile() || !codeEndings.test(entry.name) || isGenerated(path)) continue
      const text = readIfThere(join(root, path))
      if (text !== undefined) files.push({ path, text })
    }
  }
  const present = new Set(
    (await readdir(root, { withFileTypes: true })).filter((e) => e.isDirectory()).map((e) => e.name),
  )
  for (const folder of codeFolders) if (present.has(folder)) await visit(folder)
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Read at once: a file removed since its folder was listed is not a problem of the tree's. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const parsed = new WeakMap<SourceFile, ParseResult>()

/** The syntax tree, made once however many checks ask for it. */
export function parse(file: SourceFile): ParseResult {
  const known = parsed.get(file)
  if (known !== undefined) return known
  const result = parseSync(file.path, file.text)
  parsed.set(file, result)
  return result
}

export function walk(file: SourceFile, visitor: VisitorObject): void {
  new Visitor(visitor).visit(parse(file).program)
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

/** A problem at a place in a file. */
export function problemAt(file: SourceFile, offset: number, rule: string, message: string): Problem {
  return { path: file.path, line: lineAt(file.text, offset), rule, message }
}

/** The text with its comments blanked out, every other character at its old place. */
export function withoutComments(file: SourceFile): string {
  if (isTypeScript(file.path)) {
    let text = file.text
    for (const { start, end } of parse(file).comments) {
      text = text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end)
    }
    return text
  }
  const blank = (found: string) => found.replace(/[^\n]/g, ' ')
  if (file.path.endsWith('.sql')) return file.text.replace(/--.*$/gm, blank).replace(/\/\*[\s\S]*?\*\//g, blank)
  return file.text.replace(/\/\*[\s\S]*?\*\//g, blank)
}

/**
 * The smallest number of files of each workspace. A check that read no files would find no problems, and its silence
 * would prove nothing.
 */
const minFiles: Readonly<Record<string, number>> = { contract: 25, server: 40, console: 50, simulator: 8, tools: 10 }

export function checkEnough(files: readonly SourceFile[]): Problem[] {
  return Object.entries(minFiles).flatMap(([folder, least]) => {
    const count = files.filter(({ path }) => path.startsWith(`${folder}/`)).length
    if (count >= least) return []
    return [
      { path: folder, line: 1, rule: 'too-few-files', message: `${count} files read, at least ${least} expected` },
    ]
  })
}

export const formatProblem = (problem: Problem) => `${problem.path}:${problem.line} ${problem.rule} ${problem.message}`
