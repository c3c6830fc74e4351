import { minuteMs } from '../../contract/src/time.ts'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startDebianPostgres } from '../../server/src/testing/cluster/debian-postgres.ts'
import { removeTestServer, useOwnTestServer } from '../../server/src/testing/cluster/test-server.ts'
import { domainOf, readTree, type SourceFile } from '../check/source-tree.ts'
import { prepareBrowser } from '../prepare-browser.ts'
import { mutated, mutationKinds, mutationsOf, type Mutation } from './mutate.ts'
import { reachOf, type Reach } from './reach.ts'
import { runFiles } from './run-files.ts'
import { runProgram } from './run-program.ts'
import { findTestFiles, testPatterns, type TestFile } from './test-files.ts'

/**
 * `npm run plant -- 40 SEED`: changes product code in one place after another, and runs the tests that reach the place,
 * the nearest first, until one fails. A change that escapes is tried with all tests (both databases, both languages,
 * all of axe).
 */
const root = join(import.meta.dirname, '../..')
const count = Number(process.argv[2] ?? 40)
const seed = Number(process.argv[3] ?? 1)
/** Only these of them, counted from 1. */
const chosen = new Set(process.argv.slice(4).map(Number))

/** Mulberry32: the same seed makes the same changes. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The domain, or for other files the workspace and its folder: `server platform`. */
const areaOf = (path: string): string =>
  domainOf(path) ??
  path
    .split('/')
    .filter((part) => part !== 'src')
    .slice(0, 2)
    .join(' ')

/** Chooses each area in turn, then a kind, then a place, by the seed. */
function chooseMutations(files: readonly SourceFile[]): Mutation[] {
  const random = randomFrom(seed)
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]
  const byArea = [...Map.groupBy(files.flatMap(mutationsOf), ({ path }) => areaOf(path))].filter(
    ([area]) => !area.includes('.'),
  )
  const found: Mutation[] = []
  const from = Math.floor(random() * byArea.length)
  for (let index = 0; found.length < count && index < count * 5; index += 1) {
    const [, own = []] = byArea[(from + index) % byArea.length] ?? []
    const wanted = pick(mutationKinds)
    const mutation = pick(own.filter(({ kind }) => kind === wanted))
    if (mutation !== undefined && !found.includes(mutation)) found.push(mutation)
  }
  return found
}

/** A copy of the present tree, installed packages included, in a folder of its own: the changes are made there. */
function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'brigade-plant-'))
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const path of stdout.split('\n').filter((each) => each !== '' && existsSync(join(root, each)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  // Packages are linked, not copied; their links to our workspaces lead to the copy.
  for (const modules of ['.', 'tools/runtime', 'tools/clients', 'console', 'server', 'contract', 'e2e', 'simulator']) {
    const from = join(root, modules, 'node_modules')
    if (existsSync(from)) spawnSync('cp', ['-al', from, join(folder, modules, 'node_modules')])
  }
  return folder
}

type Try = Readonly<{ caughtBy: string | undefined; ran: number; seconds: number }>

async function tryTests(
  folder: string,
  files: readonly TestFile[],
  env: Readonly<Record<string, string>>,
): Promise<Try> {
  const startedAt = performance.now()
  let caughtBy: string | undefined
  let ran = 0
  const alone = new Set(files.filter(({ isAlone }) => isAlone).map(({ name }) => name))
  await runFiles(files, {
    root: folder,
    atOnce: 2,
    signal: new AbortController().signal,
    env,
    isAlone: ({ name }) => alone.has(name),
    stopsAtFailure: true,
    // A change may make a loop endless.
    fileLimitMs: 5 * minuteMs,
    onResult: ({ file, failures }) => {
      ran += 1
      if (failures.length > 0) caughtBy ??= `${file.name}: ${failures[0]?.name ?? ''}`
    },
  })
  return { caughtBy, ran, seconds: (performance.now() - startedAt) / 1000 }
}

/** How many folders two files have in common, whichever workspace they belong to. */
function foldersShared(one: string, other: string): number {
  const [a, b] = [one, other].map((path) =>
    path
      .replace(/^[a-z0-9]+\/(?:src\/)?/, '')
      .split('/')
      .slice(0, -1),
  )
  let shared = 0
  while (a?.[shared] !== undefined && a[shared] === b?.[shared]) shared += 1
  return shared
}

/** Test files that reach the place, nearest first; browser specs come last. */
function reachingFiles(folder: string, reach: Reach, path: string): TestFile[] {
  const all = new Map(
    [...findTestFiles(folder, testPatterns.tests), ...findTestFiles(folder, testPatterns.specs)].map((file) => [
      file.name,
      file,
    ]),
  )
  const isSpec = (name: string) => name.startsWith('e2e/')
  return reach
    .testsOf(path)
    .toSorted(
      (a, b) =>
        Number(isSpec(a.path)) - Number(isSpec(b.path)) || foldersShared(b.path, path) - foldersShared(a.path, path),
    )
    .flatMap(({ path: name }) => all.get(name) ?? [])
}

const buildProgram =
  "process.exit((await (await import('./tools/build-console.mjs')).buildConsole(process.cwd())) ? 0 : 1)"
const build = (folder: string): Promise<number> => runProgram(folder, ['--input-type=module', '--eval', buildProgram])

const browser = prepareBrowser()
if (browser === undefined) process.exit(1)
process.env['CHROMIUM'] = browser

const sources = await readTree(root)
const reach = reachOf(sources)
const mutations = chooseMutations(sources)
const folder = copyTree()
if ((await build(folder)) !== 0) process.exit(1)
const escaped: string[] = []
let caught = 0
await useOwnTestServer()
// The block ends Debian's server, which would survive this process.
{
  await using debian = await startDebianPostgres()
  try {
    for (const [index, mutation] of mutations.entries()) {
      if (chosen.size > 0 && !chosen.has(index + 1)) continue
      const { path, line, kind, replacement, start, end } = mutation
      const source = sources.find((file) => file.path === path)
      if (source === undefined) continue
      const what = `${path}:${line} ${kind}: ${source.text.slice(start, end).slice(0, 80)} → ${replacement.slice(0, 80)}`
      writeFileSync(join(folder, path), mutated(source, mutation))
      const files = reachingFiles(folder, reach, path)
      const inBrowser = files.filter(({ name }) => name.startsWith('e2e/'))
      const isBuilt = !/^(contract|console)\//.test(path) || inBrowser.length === 0 || (await build(folder)) === 0
      const env = { TEST_SOURCES: `plant-${process.pid}-${index}`, TEST_ONLY_DOMAINS: reach.domainsOf(path).join(',') }
      const first = isBuilt ? await tryTests(folder, files, env) : { caughtBy: 'the build', ran: 0, seconds: 0 }
      const caughtBy = first.caughtBy
      process.stdout.write(
        `${index + 1}. ${what}\n   ${caughtBy === undefined ? `ESCAPED ${files.length} files` : `caught by ${caughtBy}`}, after ${first.ran} files, ${first.seconds.toFixed(0)} s\n`,
      )
      if (caughtBy === undefined) {
        const whole = { ...env, TEST_EVERYTHING: 'on' }
        const everything = await tryTests(folder, inBrowser, whole)
        const onDebian = await tryTests(
          folder,
          files.filter(({ name }) => name.startsWith('server/')),
          { ...whole, TEST_DATABASE_URL: debian.databaseUrl },
        )
        const found = everything.caughtBy ?? onDebian.caughtBy
        process.stdout.write(`   with everything: ${found ?? 'escaped too'}\n`)
        escaped.push(`${what}${found === undefined ? '' : ` (with everything caught by ${found})`}`)
      } else caught += 1
      writeFileSync(join(folder, path), source.text)
    }
  } finally {
    await removeTestServer()
    rmSync(folder, { recursive: true, force: true })
  }
}
process.stdout.write(
  `\nseed ${seed}: ${caught} caught, ${escaped.length} escaped\n${escaped.map((line) => `  ${line}\n`).join('')}`,
)
process.exit(0)
