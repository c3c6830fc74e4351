import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { oddDefaults, startDebianPostgres } from '../server/src/testing/cluster/debian-postgres.ts'
import { sourcesHash } from '../server/src/testing/cluster/sources-hash.ts'
import { removeTestServer, useOwnTestServer } from '../server/src/testing/cluster/test-server.ts'
import { startPgBouncer } from '../server/src/testing/proxy/pgbouncer.ts'
import { prepareBrowser, prepareWholeBrowser } from './prepare-browser.ts'
import { prepareDebianPostgres, prepareProxies } from './prepare-servers.ts'
import { changedFiles, filesReaching, filesWithoutServer } from './tests/changed.ts'
import { describeFirstTests } from './tests/first-test.ts'
import { countProcessorTime } from './tests/processor-time.ts'
import { runFiles } from './tests/run-files.ts'
import type { FileResult, RunOptions } from './tests/run-files.ts'
import { runProgram } from './tests/run-program.ts'
import {
  durationsFile,
  durationsText,
  filesOfPart,
  findTestFiles,
  longestFirst,
  readDurations,
  readPart,
  testPatterns,
} from './tests/test-files.ts'
import type { TestFile } from './tests/test-files.ts'
import { addResult, newTotals, partLine, printReport } from './tests/test-report.ts'
import type { PartCost } from './tests/test-report.ts'
import { chooseWalks, walkedNote } from './tests/walked.ts'
import type { Choice } from './tests/walked.ts'

/** `npm test` and `npm run e2e`; CONTRIBUTING.md, "How the suite is built", describes what runs when. */

const root = join(import.meta.dirname, '..')
const startedAt = Number(process.env['BRIGADE_STARTED_AT'] ?? Date.now())

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Browser specs only. */
    browser: { type: 'boolean' },
    /** All server tests on both databases, all browser tests in both languages and themes, all calls in loops. */
    everything: { type: 'boolean' },
    /** The checks and the tests that need neither database nor browser: an answer in two minutes. */
    first: { type: 'boolean' },
    /** One of several machines that share a run: `1/2`. The first also does the checks. */
    part: { type: 'string' },
    /** Only tests that reach the files changed since the last commit, or since `--since`. */
    changed: { type: 'boolean' },
    since: { type: 'string' },
    /** The files named also on the PostgreSQL that Debian ships. */
    debian: { type: 'boolean' },
    /** The files named on Debian's PostgreSQL alone, which sorts and compares by ICU in this locale (`zh`). */
    icu: { type: 'string' },
    /** The files named through PgBouncer alone, on Debian's PostgreSQL with other defaults. */
    pooler: { type: 'boolean' },
    'skip-check': { type: 'boolean' },
    /** Only tests whose name contains this. */
    name: { type: 'string' },
    /** Processes that run test files at a time. */
    'at-once': { type: 'string' },
    /** Writes down how long each file took, for the order of later runs. */
    'note-durations': { type: 'boolean' },
    /** Notes what each call and screen leads to, after a green run that walked all of them. */
    'note-walked': { type: 'boolean' },
    /** Ends after the first file that fails. */
    bail: { type: 'boolean' },
  },
})
const isEverything = flags.everything === true
const isFirst = flags.first === true
const isWhole = positionals.length === 0 && flags.browser !== true && flags.changed !== true && !isFirst
const part = flags.part === undefined ? undefined : readPart(flags.part)
const maxUnsteady = 3

const mark = `BRIGADE_RUN=${process.pid}-${randomBytes(4).toString('hex')}`
process.env['BRIGADE_RUN'] = mark.slice('BRIGADE_RUN='.length)
if (isEverything) process.env['TEST_EVERYTHING'] = 'on'
process.env['TEST_SOURCES'] = sourcesHash()

const totals = newTotals()
const parts: PartCost[] = []
const durations = readDurations()
const fail = (place: string, details: string) =>
  totals.failures.push({ file: undefined, place, name: '', details, output: '' })

const stopping = new AbortController()
const stop = () => stopping.abort()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
// The starting script was killed.
process.on('disconnect', stop)

// The starting script's own children are the installs and the build.
const processorTime = countProcessorTime(process.send === undefined ? process.pid : process.ppid, mark)
let partBefore = { atMs: startedAt, processor: 0 }
function endPart(name: string) {
  const processor = processorTime.seconds()
  const now = Date.now()
  const used = processor === undefined ? undefined : processor - partBefore.processor
  const cost: PartCost = { name, seconds: (now - partBefore.atMs) / 1000, processorSeconds: used }
  parts.push(cost)
  process.stdout.write(`\n— ${partLine(cost)}\n`)
  partBefore = { atMs: now, processor: processor ?? 0 }
}

/** One more than processors: files wait for the database and for each other's processes about a third of their time. */
const atOnce = Number(flags['at-once'] ?? Math.min(availableParallelism() + 1, 5))

const runOptions = (where: string, env: Readonly<Record<string, string>>): RunOptions => ({
  root,
  atOnce,
  signal: stopping.signal,
  namePattern: flags.name,
  env,
  isAlone: ({ name }) => alone.has(name),
  where,
  stopsAtFailure: flags.bail === true,
  onResult: (result) => addResult(totals, result, where),
})
const alone = new Set<string>()
/** Failed files, with the command to run each again. */
const failed: { file: TestFile; result: FileResult; where: string; env: Readonly<Record<string, string>> }[] = []

async function run(files: readonly TestFile[], where = '', env: Readonly<Record<string, string>> = {}) {
  if (files.length === 0 || stopping.signal.aborted) return
  if (flags.bail === true && totals.failures.length > 0) return
  for (const { name, isAlone } of files) if (isAlone) alone.add(name)
  const options = runOptions(where, env)
  await runFiles(longestFirst(files, durations), {
    ...options,
    onResult: (result) => {
      options.onResult(result)
      const file = files.find(({ name }) => name === result.file.name)
      if (result.failures.length > 0 && file !== undefined) failed.push({ file, result, where, env })
    },
  })
}

type InEnvironment = (env: Readonly<Record<string, string>>) => Promise<void>

/** The PostgreSQL that Debian ships, used like one's own DATABASE_URL, for as long as `work` takes. */
async function onDebian(work: InEnvironment, locale?: string) {
  if (!prepareDebianPostgres()) return fail('Debian', 'no file ran on a plain PostgreSQL: there is none of Debian’s')
  await using server = await startDebianPostgres(locale === undefined ? {} : { icuLocale: locale })
  process.stdout.write(`\nOn ${server.version}${locale === undefined ? '' : `, ICU ${locale}`}:\n`)
  await work({ TEST_DATABASE_URL: server.databaseUrl })
}
const onDebianWhere = 'on Debian’s PostgreSQL: '
/** Han is sorted by its sound there, which differs most from the order of the code points. */
const icuLocale = flags.icu ?? 'zh'
const onIcuWhere = `under ICU ${icuLocale}: `

/** PgBouncer in session mode, before a PostgreSQL whose administrator has set other defaults than ours. */
async function throughPooler(work: InEnvironment) {
  if (!prepareDebianPostgres() || !prepareProxies()) return fail('PgBouncer', 'no file ran through it: it is missing')
  await using server = await startDebianPostgres({ icuLocale: 'zh', defaults: oddDefaults })
  await using pooler = await startPgBouncer(server.databaseUrl, 'session')
  process.stdout.write(`\nThrough PgBouncer, on ${server.version} with other defaults:\n`)
  await work({ TEST_DATABASE_URL: server.databaseUrl, TEST_POOLER_URL: pooler.databaseUrl })
}
const pooledWhere = 'through PgBouncer: '

async function runSpecs(specs: readonly TestFile[]) {
  if (specs.length === 0) return
  const browser = prepareBrowser()
  if (browser === undefined)
    return fail('e2e', `${specs.length} browser specs did not run: there is no Chromium or no Chinese font`)
  // Without it one spec fails with an explanation.
  prepareWholeBrowser()
  await run(specs, '', { CHROMIUM: browser })
}

/** Runs each failed file again, alone: a file that passes then is listed as unsteady. */
async function runFailedAgain() {
  if (failed.length === 0 || stopping.signal.aborted || flags.bail === true) return
  process.stdout.write('\nOnce more, alone:\n')
  for (const { file, result, where, env } of failed) {
    const again = newTotals()
    const once = async (given: Readonly<Record<string, string>>) =>
      runFiles([file], {
        ...runOptions(where, given),
        atOnce: 1,
        onResult: (result) => addResult(again, result, where),
      })
    if (where === onDebianWhere) await onDebian(once)
    else if (where === onIcuWhere) await onDebian(once, icuLocale)
    else if (where === pooledWhere) await throughPooler(once)
    else await once(env)
    if (again.failures.length > 0) continue
    totals.unsteady.push(...result.failures)
    totals.failures = totals.failures.filter((failure) => !result.failures.includes(failure))
    // The tests that passed the first time are counted.
    totals.passed += Math.max(0, again.passed - result.passed)
  }
  const unsteadyFiles = new Set(totals.unsteady.map(({ file }) => file?.name))
  if (unsteadyFiles.size > maxUnsteady) fail('npm test', `${unsteadyFiles.size} files are unsteady`)
}
/** A longer one is none that answers at once. */
const longestFirstTest = 5

async function chooseFiles() {
  const isOwn = (files: readonly TestFile[]) => (part === undefined ? files : filesOfPart(files, durations, part))
  const tests = flags.browser === true ? [] : isOwn(findTestFiles(root, testPatterns.tests, positionals))
  if (isFirst) {
    const isUnit = await filesWithoutServer(root)
    return {
      tests: tests.filter(({ name }) => isUnit(name) && (durations.get(name) ?? 0) <= longestFirstTest),
      specs: [],
    }
  }
  const specs = isOwn(findTestFiles(root, testPatterns.specs, positionals))
  if (flags.changed !== true) return { tests, specs }
  const changed = changedFiles(root, flags.since)
  const reaching = await filesReaching(root, changed)
  process.stdout.write(`${changed.length} changed files, reached by ${reaching.files.size} test files\n`)
  if (reaching.domains.length > 0) process.env['TEST_ONLY_DOMAINS'] = reaching.domains.join(',')
  const isReaching = ({ name }: TestFile) => reaching.files.has(name)
  return { tests: tests.filter(isReaching), specs: specs.filter(isReaching) }
}

/** What walks leave out of this run, because it did not change. */
const leftOut = new Set<string>()

/** Says what the walks over all calls, screens and states for axe leave out, and has them leave it out. */
async function chooseWhatIsWalked() {
  if (isEverything) return
  const { calls, screens, axe } = await chooseWalks()
  const narrow = (name: string, { changed, byTurns, left }: Choice) => {
    if (left.length === 0 || process.env[name] !== undefined) return
    process.env[name] = [...changed, ...byTurns].join(',')
  }
  narrow('TEST_ONLY_DOMAINS', calls)
  narrow('TEST_ONLY_SCREENS', screens)
  for (const name of [calls, screens, axe].flatMap(({ left }) => left)) leftOut.add(name)
  if (leftOut.size > 0) process.stdout.write(`Not changed, and not walked in this turn: ${[...leftOut].join(' ')}\n`)
}

/** On ICU: the files marked for it, or with `--icu` all that were named. */
async function runUnderIcu(files: readonly TestFile[]) {
  if (files.length === 0 || process.env['TEST_DATABASE_URL'] !== undefined) return
  await onDebian((env) => run(files, onIcuWhere, env), icuLocale)
  endPart('PostgreSQL under ICU')
}

/** Through PgBouncer: the files marked for it, or with `--pooler` all that were named. */
async function runPooled(files: readonly TestFile[]) {
  if (files.length === 0 || process.env['TEST_DATABASE_URL'] !== undefined) return
  await throughPooler((env) => run(files, pooledWhere, env))
  endPart('PgBouncer')
}

async function main() {
  endPart('install and build')
  const { tests, specs } = await chooseFiles()
  if (flags.icu !== undefined) {
    await runUnderIcu(tests)
    return runFailedAgain()
  }
  if (flags.pooler === true) {
    await runPooled(tests)
    return runFailedAgain()
  }
  if (isWhole) await chooseWhatIsWalked()
  const preparing = isWhole ? runProgram(root, ['tools/tests/prepare.ts']) : undefined
  if ((isWhole || isFirst) && flags['skip-check'] !== true && (part === undefined || part.number === 1)) {
    const status = await runProgram(root, ['tools/check.ts'])
    if (status !== 0) fail('npm run check', 'found what is listed above')
    endPart('check')
  }
  await preparing
  if (isWhole) endPart('Debian packages')
  if (!isFirst) await useOwnTestServer()
  await run(tests)
  if (isWhole) process.stdout.write(`\n${describeFirstTests(totals.results)}\n`)
  if (tests.length > 0) endPart(isFirst ? 'unit tests' : 'server')
  const servers = tests.filter(({ name, isOnBoth }) => isOnBoth || name.startsWith('server/'))
  const isOnAll = isEverything || flags.debian === true
  const onBoth = isOnAll ? servers : servers.filter(({ isOnBoth }) => isOnBoth)
  if ((isWhole || flags.debian === true) && onBoth.length > 0 && process.env['TEST_DATABASE_URL'] === undefined) {
    await onDebian((env) => run(onBoth, onDebianWhere, env))
    endPart('second PostgreSQL')
  }
  if (isWhole) await runUnderIcu(tests.filter(({ isOnIcu }) => isOnIcu))
  if (isWhole) await runPooled(tests.filter(({ isPooled }) => isPooled))
  await runSpecs(specs.filter(({ name }) => !leftOut.has(name)))
  if (specs.length > 0) endPart('browser')
  await runFailedAgain()
  if (failed.length > 0) endPart('once more')
}

try {
  await main()
} finally {
  await removeTestServer()
  processorTime.stop()
}

if (stopping.signal.aborted) fail('npm test', 'was stopped before its end')
if (totals.passed + totals.failures.length === 0 && flags.changed !== true) fail('tests', 'no test ran')
const all = { name: 'all', seconds: (Date.now() - startedAt) / 1000 }
const processorSeconds = parts.every((part) => part.processorSeconds !== undefined)
  ? parts.reduce((sum, part) => sum + (part.processorSeconds ?? 0), 0)
  : undefined
printReport(totals, [...parts, { ...all, processorSeconds }])
if (flags['note-durations'] === true && totals.failures.length === 0) {
  const noted = new Map(durations)
  for (const { file, seconds } of totals.results) noted.set(file.name, seconds)
  writeFileSync(durationsFile, durationsText(noted))
}
if (flags['note-walked'] === true && totals.failures.length === 0) {
  if (!isWhole || part !== undefined || leftOut.size > 0 || process.env['TEST_ONLY_DOMAINS'] !== undefined)
    process.stdout.write('\nNot noted: only a whole run that walked everything can be (--everything)\n')
  else {
    const { path, text } = await walkedNote()
    writeFileSync(path, text)
  }
}
process.stdout.write(`\n${totals.results.length} files in ${all.seconds.toFixed(0)} s\n`)
process.stdout.write(`${totals.passed} passed, ${totals.failures.length} failed\n`)
process.exit(totals.failures.length === 0 ? 0 : 1)
