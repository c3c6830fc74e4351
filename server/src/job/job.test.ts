// @both-databases: leases and the queue are SQL.
// @pooler: leases and progress rest on notifications.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { z } from 'zod'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { jobLimits, type JobDetail, type JobStatus } from '@brigade/contract/job/job.model.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { readTable } from '../platform/excel/read-table.ts'
import type { TableCell } from '../platform/excel/table.ts'
import { localFiles } from '../platform/files/local-files.ts'
import { askForJob } from '../platform/jobs/queue.store.ts'
import { Refusal } from '../platform/refusal.ts'
import { makeAccount, type MadeAccount } from '../testing/make-account.ts'
import { sampleCheck, sampleExport, sampleImport, sampleWork, startAs } from '../testing/sample-work.ts'
import { addressOf, startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'
import { watchLive } from '../testing/watch-live.ts'
import { jobHousekeeping } from './run-long-work.ts'

let app: TestApp
let me: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'], longWork: sampleWork })
  me = await makeAccount(app, { role: 'administrator' })
})
after(() => app.stop())

let made = 0
type Wish = Partial<z.input<typeof sampleImport.params>>
const startImport = (wish: Wish = {}, account = me, options: { locale?: 'en' | 'zh' } = {}) =>
  startAs(
    app,
    account,
    sampleImport,
    sampleImport.params.parse({ prefix: `Import ${(made += 1)}`, rows: 30, ...wish }),
    { fileName: '客户 2026.xlsx', ...options },
  )
const startExport = (rows: number, format: 'xlsx' | 'csv', account = me, late = false) =>
  startAs(
    app,
    account,
    sampleExport,
    { rows, format, pauseMs: 0, late },
    { fileName: `编号.${format}`, locale: 'zh', timeZone: 'Asia/Shanghai' },
  )

const detailOf = async (id: string, { token }: { token: string } = me, language = 'en') =>
  (await app.ask(jobApi.detail, { id }, { token, language })).envelope.data
const ended = (id: string, account = me, language = 'en'): Promise<JobDetail> =>
  until(
    `job ${id} to end`,
    async () => {
      const job = await detailOf(id, account, language)
      return job.finishedAt === null ? undefined : job
    },
    30_000,
  )
const reached = (id: string, status: JobStatus) =>
  until(`job ${id} to be ${status}`, async () => (await detailOf(id)).status === status)
const refusalOf = async (answer: Promise<{ status: number; envelope: { data: { key?: string } } }>) => {
  const { status, envelope } = await answer
  return [status, envelope.data.key]
}

async function fetchFile(
  id: string,
  { token } = me,
  endpoint: typeof jobApi.file | typeof jobApi.errors = jobApi.file,
  more = {},
  language = 'en',
) {
  const response = await fetch(addressOf(app.url, endpoint, { id, ...more }), {
    headers: { authorization: token, 'accept-language': language },
  })
  const { status, headers } = response
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status, bytes, type: headers.get('content-type'), disposition: headers.get('content-disposition') ?? '' }
}
async function rowsOf(bytes: Buffer): Promise<TableCell[][]> {
  const rows: TableCell[][] = []
  for await (const { cells } of readTable(bytes, { maxBytes: 1_000_000, maxRows: 1000 })) rows.push([...cells])
  return rows
}

test('a job processes its rows and shows in its account’s language what it is and its progress', async () => {
  const id = await startImport({ rows: 35 })
  const job = await ended(id)
  assert.deepEqual([job.status, job.done, job.total, job.failed, job.error], ['succeeded', 35, 35, 0, ''])
  assert.equal(job.title, 'Import customers: 客户 2026.xlsx')
  assert.equal((await detailOf(id, me, 'zh')).title, '导入客户：客户 2026.xlsx')
  assert.equal(Date.parse(job.expiresAt ?? ''), Date.parse(job.finishedAt ?? '') + jobLimits.keptDays * dayMs)
  assert.deepEqual([job.hasFile, job.hasErrors, job.cancelling], [false, false, false])
})

test('a stream of jobs receives those that have not ended, each step, and the end', async () => {
  const account = await makeAccount(app, { role: 'administrator' })
  const earlier = await startImport({ rows: 1000, pauseMs: 20 }, account)
  const stream = await watchLive(app.url, jobApi.live, {}, account.token)
  const first = await stream.next()
  assert.deepEqual(
    first?.jobs.map(({ id }) => id),
    [earlier],
  )
  await app.ask(jobApi.cancel, { id: earlier }, { token: account.token })
  await stream.nextThat(({ jobs }) => jobs.some(({ id, status }) => id === earlier && status === 'cancelled'))

  const id = await startImport({ rows: 60, pauseMs: 40 }, account)
  const seen: number[] = []
  await stream.nextThat(({ jobs }) => {
    const job = jobs.find((moved) => moved.id === id)
    if (job !== undefined) seen.push(job.done)
    return job?.status === 'succeeded'
  })
  assert.equal(seen.at(-1), 60)
  assert.ok(
    seen.some((done) => done > 0 && done < 60),
    `steps in between: ${seen.join(', ')}`,
  )
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  )
  await stream.leave()
})

test('a stream of someone without jobs opens at once', async () => {
  const account = await makeAccount(app, { role: 'administrator' })
  const stream = await watchLive(app.url, jobApi.live, {}, account.token)
  assert.deepEqual(await stream.next(), { jobs: [] })
  await stream.leave()
})

test('a running job that is cancelled stops soon, and keeps its results so far', async () => {
  const id = await startImport({ prefix: 'Cancelled', rows: 100_000, pauseMs: 10 })
  await until('it to have done something', async () => (await detailOf(id)).done > 0)
  assert.equal((await app.ask(jobApi.cancel, { id }, { token: me.token })).status, 200)
  const job = await ended(id)
  assert.equal(job.status, 'cancelled')
  assert.ok(job.done < 100_000)
  const { n } = await app.db
    .selectFrom('organisation')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('name', 'like', 'Cancelled %')
    .executeTakeFirstOrThrow()
  assert.equal(Number(n), job.done)
  assert.deepEqual(await refusalOf(app.ask(jobApi.cancel, { id }, { token: me.token })), [409, 'job.ended'])
})

test('two run at a time; one that waits is cancelled at once and never runs', async () => {
  const long = [await startImport({ rows: 100_000, pauseMs: 10 }), await startImport({ rows: 100_000, pauseMs: 10 })]
  for (const id of long) await reached(id, 'running')
  const id = await startImport({ prefix: 'Never' })
  assert.equal((await detailOf(id)).status, 'waiting')
  await app.ask(jobApi.cancel, { id }, { token: me.token })
  assert.equal((await detailOf(id)).status, 'cancelled')

  // The nightly work does not wait for them either.
  await askForJob(app.db, { name: 'make-partitions', payload: {}, key: 'test' })
  await until('the nightly work to be done', async () => {
    const { rows } = await sql`select 1 from graphile_worker.jobs where key = 'test'`.execute(app.db)
    return rows.length === 0
  })
  for (const running of long) {
    assert.equal((await detailOf(running)).status, 'running')
    await app.ask(jobApi.cancel, { id: running }, { token: me.token })
    await ended(running)
  }
  const names = app.db.selectFrom('organisation').select('id').where('name', 'like', 'Never %')
  assert.deepEqual(await names.execute(), [])
})

test('a refusal is the reason, in the language of the request; an internal error is reported as such', async () => {
  const refused = await ended(await startImport({ end: 'refuse' }), me, 'zh')
  assert.deepEqual([refused.status, refused.done, refused.error], ['failed', 30, '表格最多 7 列'])
  assert.equal((await detailOf(refused.id)).error, 'A table may have at most 7 columns')
  const broken = await ended(await startImport({ end: 'throw' }))
  assert.deepEqual(
    [broken.status, broken.error],
    ['failed', 'It failed because of an internal error; nothing more was done'],
  )
})

test('refused rows are returned in their columns with the reason after them, as xlsx and as CSV', async () => {
  const job = await ended(await startImport({ prefix: 'Row', rows: 30, refuseTenths: true }))
  assert.deepEqual([job.status, job.done, job.failed, job.hasErrors], ['succeeded', 30, 3, true])
  assert.deepEqual(job.errors[0], { row: 11, column: 'Name', message: 'A table may have at most 10 rows' })
  assert.equal(job.errors.length, 3)
  for (const format of ['xlsx', 'csv'] as const) {
    const { bytes, disposition } = await fetchFile(job.id, me, jobApi.errors, { format }, 'zh')
    assert.ok(disposition.endsWith(encodeURIComponent(`客户 2026 - 未通过的行.${format}`)), disposition)
    assert.deepEqual(await rowsOf(bytes), [
      ['Name', '数量', '原因'],
      ['=Row 10', '10', 'Name：表格最多 10 行'],
      ['=Row 20', '20', 'Name：表格最多 20 行'],
      ['=Row 30', '30', 'Name：表格最多 30 行'],
    ])
  }
  const csv = (await fetchFile(job.id, me, jobApi.errors, { format: 'csv' })).bytes.toString('utf8')
  assert.ok(csv.includes("\r\n'=Row 10,"), 'no formula')
  const without = await ended(await startImport())
  assert.equal((await fetchFile(without.id, me, jobApi.errors)).status, 404)
})

test('an export is downloaded under its name, in the language and time zone of the person who requested it', async () => {
  for (const format of ['xlsx', 'csv'] as const) {
    const job = await ended(await startExport(50, format))
    assert.deepEqual([job.status, job.hasFile, job.done, job.total], ['succeeded', true, 50, 50])
    const { bytes, disposition, status } = await fetchFile(job.id)
    assert.deepEqual([status, disposition.endsWith(encodeURIComponent(`编号.${format}`))], [200, true])
    const rows = await rowsOf(bytes)
    assert.deepEqual(rows[0], ['编号', '时间 (Asia/Shanghai)'])
    assert.deepEqual(rows[50]?.map(String), ['50', '2026-03-02 07:30:00'])
  }
})

test('an input file is read by its job, and by the next over the same file', async () => {
  const upload = { name: '名单.csv', mediaType: 'text/csv', bytes: Buffer.from('名称\n一\n二\n') }
  const first = await startAs(app, me, sampleCheck, {}, { fileName: upload.name, input: upload })
  assert.deepEqual([(await ended(first)).done], [3])
  const kind = 'customer.check-import'
  const second = await startAs(app, me, sampleCheck, {}, { fileName: upload.name, input: { ofJob: first, kind } })
  assert.deepEqual([(await ended(second)).done], [3])
  // The file stays as long as one of them does.
  await app.ask(jobApi.remove, { id: first }, { token: me.token })
  const third = await startAs(app, me, sampleCheck, {}, { fileName: upload.name, input: { ofJob: second, kind } })
  assert.equal((await ended(third)).status, 'succeeded')

  const start = (account: MadeAccount, ofJob: string, of: 'customer.import' | typeof kind = kind) =>
    startAs(app, account, sampleCheck, {}, { fileName: 'x', input: { ofJob, kind: of } })
  await assert.rejects(start(me, first), { key: 'job.unknown' })
  await assert.rejects(start(me, second, 'customer.import'), { key: 'job.unknown' })
  await assert.rejects(start(await makeAccount(app, { role: 'administrator' }), second), { key: 'job.unknown' })
  const failed = await startAs(
    app,
    me,
    sampleCheck,
    {},
    { fileName: 'x.csv', input: { ...upload, bytes: Buffer.from('\0\0') } },
  )
  assert.equal((await ended(failed)).error, 'This is not a readable xlsx or CSV file')
  await assert.rejects(start(me, failed), {
    key: 'job.checkFailed',
    params: { why: 'This is not a readable xlsx or CSV file' },
  })
})

test('an export that is cancelled before its first row is written ends as cancelled, and the worker continues', async () => {
  const id = await startExport(5, 'csv', me, true)
  await until('it to run', async () => (await detailOf(id)).total === 5)
  await app.ask(jobApi.cancel, { id }, { token: me.token })
  assert.equal((await ended(id)).status, 'cancelled')
  assert.equal((await ended(await startExport(5, 'csv'))).status, 'succeeded')
})

test('no other account sees a job: not its row, its progress, its file or its refused rows, nor can it end the job', async () => {
  const other = await makeAccount(app, { role: 'administrator' })
  const stream = await watchLive(app.url, jobApi.live, {}, other.token)
  await stream.next()
  const mine = [await startExport(5, 'csv'), await startImport({ refuseTenths: true })]
  for (const id of mine) {
    await ended(id)
    assert.deepEqual(await refusalOf(app.ask(jobApi.detail, { id }, { token: other.token })), [404, 'job.unknown'])
    assert.deepEqual(await refusalOf(app.ask(jobApi.cancel, { id }, { token: other.token })), [404, 'job.unknown'])
    assert.deepEqual(await refusalOf(app.ask(jobApi.remove, { id }, { token: other.token })), [404, 'job.unknown'])
    assert.equal((await fetchFile(id, other)).status, 404)
    assert.equal((await fetchFile(id, other, jobApi.errors)).status, 404)
  }
  const list = await app.ask(jobApi.list, {}, { token: other.token })
  assert.deepEqual([list.envelope.data.total, list.envelope.data.list], [0, []])
  const theirs = await startImport({}, other)
  const received = await stream.nextThat(({ jobs }) => jobs.length > 0)
  assert.deepEqual(
    received.jobs.map(({ id }) => id),
    [theirs],
  )
  await stream.leave()
  // The call for pictures does not serve it either, not even to its own person.
  const { resultFileId } = await app.db
    .selectFrom('job')
    .select('resultFileId')
    .where('id', '=', mine[0] ?? '')
    .executeTakeFirstOrThrow()
  assert.deepEqual(await refusalOf(app.ask(fileApi.read, { id: resultFileId ?? '' }, { token: me.token })), [
    404,
    'file.unknown',
  ])
})

test('the list has the newest first, by status and kind, a page at a time', async () => {
  const account = await makeAccount(app, { role: 'administrator' })
  const ids: string[] = []
  for (let number = 0; number < 4; number += 1) ids.push(await startExport(1, 'csv', account))
  const failed = await startImport({ end: 'refuse' }, account)
  for (const id of [...ids, failed]) await ended(id, account)
  const list = async (search: object) => {
    const { data } = (await app.ask(jobApi.list, search, { token: account.token })).envelope
    return [data.list.map(({ id }) => id), data.total]
  }
  assert.deepEqual(await list({}), [[failed, ...ids.toReversed()], 5])
  assert.deepEqual(await list({ status: 'failed' }), [[failed], 1])
  assert.deepEqual(await list({ kind: 'customer.export', sort: 'createdAt' }), [ids, 4])
  assert.deepEqual(await list({ pageNum: 2 }), [[], 5])
})

test('a job of a person who has lost the right, or cannot even sign in, is stopped', async () => {
  const [lost, disabled] = [
    await makeAccount(app, { operationCodes: ['cooler:view'] }),
    await makeAccount(app, { role: 'administrator' }),
  ]
  await app.db.updateTable('account').set({ enabled: false }).where('id', '=', disabled.id).execute()
  for (const account of [lost, disabled]) {
    const id = await startImport({}, account)
    const { status, errorKey } = await until('its end', async () => {
      const job = await app.db
        .selectFrom('job')
        .select(['status', 'errorKey'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return job.status === 'failed' ? job : undefined
    })
    assert.deepEqual([status, errorKey], ['failed', 'job.notAllowed'])
  }
})

test('a person may have ten jobs under way, however fast they are requested', async () => {
  const account = await makeAccount(app, { role: 'administrator' })
  const wanted = await Promise.allSettled(
    Array.from({ length: 14 }, () => startImport({ rows: 100_000, pauseMs: 10 }, account)),
  )
  const ids = wanted.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const refused = wanted.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
  assert.deepEqual([ids.length, refused.length], [jobLimits.maxOpen, 4])
  for (const reason of refused) assert.ok(reason instanceof Refusal && reason.key === 'job.tooMany')
  for (const id of ids) await app.ask(jobApi.cancel, { id }, { token: account.token })
  for (const id of ids) await ended(id, account)
})

test('a job is removed with its files when it has ended, and not before', async () => {
  const running = await startImport({ rows: 100_000, pauseMs: 10 })
  assert.deepEqual(await refusalOf(app.ask(jobApi.remove, { id: running }, { token: me.token })), [409, 'job.notEnded'])
  await app.ask(jobApi.cancel, { id: running }, { token: me.token })
  await ended(running)
  const { id } = await ended(await startExport(5, 'xlsx'))
  const fileId = await resultOf(id)
  const files = localFiles(`${app.settings.dataDir}/files`)
  assert.notEqual(await files.get(fileId), null)
  assert.equal((await app.ask(jobApi.remove, { id }, { token: me.token })).status, 200)
  assert.equal((await app.ask(jobApi.detail, { id }, { token: me.token })).status, 404)
  assert.equal(await files.get(fileId), null)
  assert.deepEqual(await app.db.selectFrom('file').select('id').where('id', '=', fileId).execute(), [])
})

const resultOf = async (id: string) =>
  (await app.db.selectFrom('job').select('resultFileId').where('id', '=', id).executeTakeFirstOrThrow()).resultFileId ??
  assert.fail('no file')

test('jobs and their files go after seven days, not before', async () => {
  const files = localFiles(`${app.settings.dataDir}/files`)
  const sweep = async () => {
    for (const job of jobHousekeeping({ db: app.db, clock: app.clock, files })) await job.run(undefined)
  }
  const account = await makeAccount(app, { role: 'administrator' })
  const { id } = await ended(await startExport(5, 'xlsx', account), account)
  const fileId = await resultOf(id)
  const day = dayMs
  // Sessions expire before that, so the rest is read from the database.
  app.clock.advance(7 * day - 60_000)
  await sweep()
  assert.equal(await resultOf(id), fileId)
  assert.notEqual(await files.get(fileId), null)
  app.clock.advance(61_000)
  await sweep()
  assert.deepEqual(await app.db.selectFrom('job').select('id').where('id', '=', id).execute(), [])
  assert.deepEqual(await app.db.selectFrom('file').select('id').where('id', '=', fileId).execute(), [])
  assert.equal(await files.get(fileId), null)
})
