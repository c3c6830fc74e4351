import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { parseArgs } from 'node:util'
import { removeTestServer, useOwnTestServer } from '../server/src/testing/test-server.ts'
import { startDebianPostgres } from '../server/src/testing/debian-postgres.ts'
import { prepareBrowser } from './prepare-browser.ts'
import { prepareDebianPostgres, prepareMosquitto, prepareSwift } from './prepare-servers.ts'
import { collect, printFailures, type Totals } from './test-report.ts'

const root = join(import.meta.dirname, '..')
const startedAt = performance.now()

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Browser specs only. */
    browser: { type: 'boolean' },
    'skip-check': { type: 'boolean' },
    /** Server tests on Debian's PostgreSQL too, which a run of all does anyway. */
    debian: { type: 'boolean' },
    /** Only tests whose name contains this. */
    name: { type: 'string' },
  },
})

/** Takes minutes: begun first, so that the others run beside it. Whose a row is does not depend on whose PostgreSQL it is. */
const walk = join(root, 'server/src/scope-walk.test.ts')

const ignored = (path: string) => /(^|\/)(node_modules|dist)(\/|$)/.test(path)
function filesOf(pattern: string): string[] {
  const files = globSync(pattern, { cwd: root, exclude: ignored }).toSorted()
  const wanted = positionals.map((path) => resolve(root, path))
  return files
    .map((file) => join(root, file))
    .filter((file) => wanted.length === 0 || wanted.some((path) => file === path || file.startsWith(`${path}/`)))
}

const totals: Totals = { passed: 0, skipped: [], failures: [], files: 0 }
const fail = (place: string, details: string) => totals.failures.push({ place, name: '', details, output: '' })

function check() {
  const { status } = spawnSync(process.execPath, [join(root, 'tools/check.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) fail('npm run check', 'found what is listed above')
}

const stopping = new AbortController()
const stop = () => stopping.abort()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
// The starting script was killed.
process.on('disconnect', stop)

const concurrency = Math.min(availableParallelism(), 4)

async function runFiles(files: string[], atOnce: number, where = '') {
  if (files.length === 0 || stopping.signal.aborted) return
  const namePatterns = asked.name === undefined ? {} : { testNamePatterns: asked.name }
  await collect(
    run({ files, concurrency: atOnce, cwd: root, timeout: 1_200_000, signal: stopping.signal, ...namePatterns }),
    { root, where },
    totals,
  )
}

/** Those that ask for a database: once more on the PostgreSQL that Debian ships, as with a DATABASE_URL of one's own. */
async function runOnDebian(files: string[]) {
  const isAsking = (file: string) =>
    /from '[./]+testing\/(?!debian-postgres|object-storage|until)/.test(readFileSync(file, 'utf8'))
  const asking = files.filter((file) => isAsking(file) && (file !== walk || positionals.length > 0))
  if (asking.length === 0 || stopping.signal.aborted || process.env['TEST_DATABASE_URL'] !== undefined) return
  if (!prepareDebianPostgres())
    return fail('Debian', `${asking.length} files did not run on a plain PostgreSQL: there is none of Debian's`)
  await using server = await startDebianPostgres()
  process.stdout.write(`\nOn ${server.version}:\n`)
  process.env['TEST_DATABASE_URL'] = server.databaseUrl
  try {
    await runFiles(asking, concurrency, 'on Debian’s PostgreSQL: ')
  } finally {
    delete process.env['TEST_DATABASE_URL']
  }
}

async function runSpecs(specs: string[]) {
  if (specs.length === 0) return
  const browser = prepareBrowser()
  if (browser === undefined)
    return fail('e2e', `${specs.length} browser specs did not run: there is no Chromium or no Chinese font`)
  process.env['CHROMIUM'] = browser
  await runFiles(specs, 1)
}

// First of all: installing may take a while and needs nobody's attention later.
const specs = filesOf('e2e/**/*.spec.ts')
if (specs.length > 0) prepareBrowser()
if (positionals.length === 0 && asked.browser !== true) {
  prepareDebianPostgres()
  prepareSwift()
  prepareMosquitto()
}
if (positionals.length === 0 && asked.browser !== true && asked['skip-check'] !== true) check()

useOwnTestServer()
try {
  if (asked.browser !== true) {
    const files = filesOf('**/*.test.ts')
    await runFiles([...files.filter((file) => file === walk), ...files.filter((file) => file !== walk)], concurrency)
    if (positionals.length === 0 || asked.debian === true) await runOnDebian(filesOf('server/src/**/*.test.ts'))
  }
  await runSpecs(specs)
} finally {
  await removeTestServer()
}

if (stopping.signal.aborted) fail('npm test', 'was stopped before its end')
printFailures(totals)
if (totals.passed + totals.failures.length === 0) fail('tests', 'no test ran')
process.stdout.write(`\n${totals.files} files in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`)
process.stdout.write(`${totals.passed} passed, ${totals.failures.length} failed\n`)
process.exit(totals.failures.length === 0 ? 0 : 1)
