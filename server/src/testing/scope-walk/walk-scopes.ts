import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { isOfApp } from '@brigade/contract/endpoint.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { sealFresh, sweep } from '../../system/log/seal/seal-log.ts'
import { withValue } from '../derive-input.ts'
import { make } from '../make.ts'
import { startTestApp, type TestApp } from '../start-app.ts'
import { until } from '../until.ts'
import { readOwnedRows } from './owned-rows.ts'
import { basesOf } from './scope-calls.ts'
import { walkMoves } from './scope-moves.ts'
import { walkStreams } from './scope-streams.ts'
import {
  compareReads,
  eachOf,
  foreignRows,
  nameOf,
  newWalk,
  walkForeign,
  walkOwnReads,
  walkOwnWrites,
  walkerFor,
} from './scope-walk.ts'
import type { Walk, WalkOptions, Walker } from './scope-walk.ts'
import { plantRows, plantWorld, type Organisation } from './scope-world.ts'
import { cannotSucceed, samples, showNobodysRows, uploads } from './walked-calls.ts'

/** TEST_ONLY_DOMAINS limits the walk to the calls of these domains. */
const wanted = process.env['TEST_ONLY_DOMAINS']?.split(',')
// Calls of the phone app have no organisation: their scope is tested with them.
const endpoints = allEndpoints.filter(
  (endpoint) => (wanted === undefined || wanted.includes(endpoint.domain)) && !isOfApp(endpoint),
)

async function ownJobsEnded({ app }: WalkOptions, { account }: Organisation) {
  await until(
    'long work to end',
    async () => {
      const open = await app.db
        .selectFrom('job')
        .select('id')
        .where('accountId', '=', account.id)
        .where('status', 'in', ['waiting', 'running'])
        .where((where) => where.or([where('runner', 'is', null), where('runner', '<>', 'planted')]))
        .execute()
      return open.length === 0
    },
    30_000,
  )
}

/** Jobs of one kind that a call is tried with. */
const maxAlike = 2

/** Calls that continue an earlier job: an import is applied from the file that was checked. */
async function goOnFromJobs({ app }: WalkOptions, walker: Walker, { account }: Organisation) {
  const all = await app.db
    .selectFrom('job')
    .select(['id', 'kind'])
    .where('accountId', '=', account.id)
    .orderBy('id')
    .execute()
  // The newest of each kind: the files of earlier ones are the same.
  const jobs = [...Map.groupBy(all, ({ kind }) => kind).values()].flatMap((alike) => alike.slice(-maxAlike))
  for (const endpoint of endpoints.filter(({ method, domain }) => method === 'POST' && domain !== 'job')) {
    const [base] = basesOf(endpoint, samples)
    const field = base?.fields.find(({ path, kind }) => kind === 'id' && /job/i.test(path.at(-1) ?? ''))
    if (base === undefined || field === undefined) continue
    await eachOf(jobs, ({ id }) => walker.call(endpoint, withValue(base.input, field.path, id)))
  }
}

async function readJobFiles({ app }: WalkOptions, walker: Walker, { account }: Organisation) {
  const jobs = await app.db.selectFrom('job').select('id').where('accountId', '=', account.id).execute()
  for (const { id } of jobs) {
    await walker.call(jobApi.file, { id })
    await walker.call(jobApi.errors, { id, format: 'xlsx' })
  }
}

/** Long work continues after its call was answered, so foreign rows are compared when it has ended. */
async function untouched(options: WalkOptions, walk: Walk, walker: Walker, work: () => Promise<void>) {
  const { organisation } = walker.viewer
  const before = await foreignRows(options, walker.viewer)
  await work()
  await ownJobsEnded(options, organisation)
  for (const line of before.symmetricDifference(await foreignRows(options, walker.viewer)))
    walk.findings.add(`long work as ${organisation.tag}: a foreign row changed: ${line.slice(0, 200)}`)
}

/** Reports of devices become fault records a moment later, which has to happen before rows are compared. */
const faultsFolded = ({ app }: WalkOptions) =>
  until(
    'reports to become records of faults',
    async () => (await app.db.selectFrom('faultChange').select('seq').limit(1).execute()).length === 0,
    30_000,
  )

/** Waits until lines are sealed and loose changes have lines, which happens a while after they were written. */
async function logSettled({ app }: WalkOptions) {
  await sweep(app.db, { call: 0, none: 0 })
  await sealFresh(app.db, app.clock.now(), { waits: true })
}

/** Adds foreign rows, among them another organisation. */
async function changeForeignRows({ app, world: { organisations } }: WalkOptions, walker: Walker) {
  const { visible, organisation } = walker.viewer
  const outside = organisations.filter(({ id, kind }) => !visible.has(id) && kind !== 'customer')
  for (const other of outside.filter(({ tag }) => tag === 'D2' || tag.endsWith('1'))) {
    await plantRows(app, other)
    await make.organisation(app, { parentId: other.id, name: `New beside ${organisation.tag}` })
  }
}

async function requirePlantedRows(app: TestApp, organisations: readonly Organisation[]) {
  const rows = Map.groupBy(await readOwnedRows(app.db), ({ table }) => table)
  for (const { id, tag } of organisations) {
    const bare = [...rows].filter(([, own]) => !own.some(({ owner }) => owner.organisationId === id))
    assert.deepEqual(
      bare.map(([table]) => table),
      [],
      `plant rows of these tables for each organisation in scope-world.ts (${tag} has none)`,
    )
  }
  assert.ok(rows.size > 10)
}

function requireWrites({ doneOwn }: Walk) {
  const undone = endpoints
    .filter(({ method }) => method === 'POST')
    .map(nameOf)
    .filter((name) => !doneOwn.has(name) && !(name in cannotSucceed))
  assert.deepEqual(
    undone,
    [],
    'no input of these writes went through: add one to the samples, or why not to cannotSucceed',
  )
}

function requireReads({ shownOwn, calls }: Walk) {
  const silent = endpoints
    .filter(({ method }) => method === 'GET')
    .map(nameOf)
    .filter((name) => !shownOwn.has(name) && !(name in showNobodysRows))
  assert.deepEqual(
    silent,
    [],
    'plant what these would show in scope-world.ts, or say in showNobodysRows why they show none',
  )
  assert.ok(calls > endpoints.length)
}

/**
 * The scope walk: every call of the catalogue, with every input that names or searches foreign rows, as an account of
 * an organisation of each of these tags. A new call is covered automatically; if it cannot be, walked-calls.ts reports
 * what is missing. `isWhole`: these tags together reach all rows, so each write must have succeeded once and each read
 * have shown something.
 */
export function walkScopes(tags: readonly string[], { isWhole }: { isWhole: boolean }): void {
  let app: TestApp
  let options: WalkOptions
  let organisations: readonly Organisation[] = []
  const walk = newWalk()
  const walkers = new Map<string, Walker>()
  const byTag = (tag: string): Organisation => {
    const found = organisations.find((organisation) => organisation.tag === tag)
    assert.ok(found, tag)
    return found
  }

  before(async () => {
    app = await startTestApp({ roles: ['api', 'worker'] })
    const world = await plantWorld(app)
    organisations = world.organisations
    options = { app, url: app.url, world, endpoints, samples, uploads }
    await faultsFolded(options)
  })
  after(() => app.stop())

  test('rows of every kind are planted in both branches', async () => {
    await requirePlantedRows(app, [byTag('D1'), byTag('D2')])
  })

  /** The findings since the previous call. */
  function takenFindings(): readonly string[] {
    const found = [...walk.findings]
    walk.findings.clear()
    return found
  }

  for (const tag of tags) {
    test(`no call shows or touches a foreign row: ${tag}`, async () => {
      const organisation = byTag(tag)
      // The log of earlier walks would be read a thousand times by this one.
      await sql`with gone as (delete from operation_log where module <> 'planted' returning id)
        delete from operation_scope using gone where line_id = gone.id`.execute(app.db)
      const walker = await walkerFor(options, walk, organisation)
      walkers.set(tag, walker)
      await walkForeign(options, walk, walker)
      await ownJobsEnded(options, organisation)
      await untouched(options, walk, walker, () => goOnFromJobs(options, walker, organisation))
      await readJobFiles(options, walker, organisation)
      await walker.refresh()
      await logSettled(options)
      const reads = (await walkOwnReads(options, walker)).filter(
        // Each call of this walk adds a line of the caller's own. The ids in the lines show that none is foreign.
        ({ endpoint }) => endpoint.domain !== 'log',
      )
      await walkStreams(options, walk, walker)
      await changeForeignRows(options, walker)
      await faultsFolded(options)
      await logSettled(options)
      await compareReads(walk, walker, reads)
      assert.deepEqual(takenFindings(), [])
    })
  }

  test('own rows can be written, and that touches no foreign row either', async () => {
    for (const tag of tags.toReversed()) {
      const walker = walkers.get(tag)
      assert.ok(walker)
      await walker.refresh()
      await walkOwnWrites(options, walk, walker)
      await ownJobsEnded(options, byTag(tag))
      await readJobFiles(options, walker, byTag(tag))
    }
    assert.deepEqual(takenFindings(), [])
    if (!isWhole) return
    requireWrites(walk)
  })

  test('open streams send nothing about a device, a customer or an account once it has moved away', async () => {
    // The platform is left out: everything stays within its scope after a move.
    // All streams are opened, whichever domains are walked: those of one domain tell of the rows of others.
    const streams = { ...options, endpoints: allEndpoints.filter((endpoint) => !isOfApp(endpoint)) }
    for (const tag of tags.filter((each) => each !== 'P')) await walkMoves(streams, walk, byTag(tag))
    assert.deepEqual(takenFindings(), [])
  })

  if (isWhole)
    test('every read has shown rows of the caller’s own, so that a foreign one would have been seen', () =>
      requireReads(walk))
}
