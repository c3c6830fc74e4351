import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted } from '@brigade/contract/job/job.model.ts'
import { z } from 'zod'
import { startApp } from '../../app.ts'
import { createLog } from '../../platform/log.ts'
import { make } from '../../testing/make.ts'
import { startTestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

/** A browser test imports 100,000 rows; IMPORT_ROWS sets the number here. */
const rows = Number(process.env['IMPORT_ROWS'] ?? 8000)
const bad = 300

test('another worker continues an interrupted import of many thousand devices: no row twice, none skipped, the bad ones reported', async (t) => {
  const app = await startTestApp({ roles: ['api'] })
  t.after(() => app.stop())
  const { token } = await make.account(app, { role: 'administrator' })
  const { productKey } = await make.product(app)
  const { name } = await make.organisation(app)
  const startWorker = () =>
    startApp({ roles: ['worker'], settings: app.settings, clock: app.clock, log: createLog({ level: 'silent' }) })
  const detail = async (id: string) => (await app.ask(jobApi.detail, { id }, { token })).envelope.data
  const ended = (id: string) =>
    until(
      `job ${id} to end`,
      async () => {
        const job = await detail(id)
        return job.finishedAt === null ? undefined : job
      },
      300_000,
    )
  const every = rows / bad
  const line = (index: number) => {
    const isBad = Math.floor(index / every) !== Math.floor((index + 1) / every)
    const sn = `IMP${String(index).padStart(7, '0')}`
    return `${sn},Oven ${index},${isBad ? 'a1Nothing' : productKey},${name},浙江省,杭州市,西湖区,湖滨路 ${index} 号,2026-03-01,730`
  }
  const head = 'SN,Name,Product key,Customer,Province,City,Region,Address,Installed at,Warranty days'
  const file = [head, ...Array.from({ length: rows }, (_, index) => line(index))].join('\n')

  const first = await startWorker()
  const form = new FormData()
  form.append('file', new Blob([file]), 'ovens.csv')
  const sent = { method: 'POST', headers: { authorization: token }, body: form }
  const from = performance.now()
  const started = await (await fetch(app.url + importExportCalls.oven.checkImport.path, sent)).json()
  const { jobId: checkedJobId } = z.object({ data: JobStarted }).parse(started).data
  const checked = await ended(checkedJobId)
  t.diagnostic(`checked ${rows} rows in ${Math.round(performance.now() - from)} ms`)
  assert.deepEqual([checked.counts, checked.failed], [{ added: rows - bad, updated: 0 }, bad])

  const begun = performance.now()
  const { jobId } = (await app.ask(importExportCalls.oven.import, { checkedJobId }, { token })).envelope.data
  await until('the first batch', async () => (await detail(jobId)).done > 0 || undefined)
  await first.stop()
  const between = await detail(jobId)
  assert.equal(between.status, 'waiting')
  assert.ok(between.done > 0 && between.done < rows, `${between.done} rows`)

  const second = await startWorker()
  const job = await ended(jobId)
  await second.stop()
  t.diagnostic(`imported ${rows} rows in ${Math.round(performance.now() - begun)} ms`)
  assert.deepEqual([job.status, job.done, job.total, job.failed], ['succeeded', rows, rows, bad])
  assert.deepEqual(job.counts, { added: rows - bad, updated: 0 })
  assert.deepEqual(
    new Set(job.errors.map(({ message }) => message)),
    new Set(['There is no such product of this kind']),
  )
  assert.equal((await app.ask(deviceCalls.oven.totals, {}, { token })).envelope.data.all, rows - bad)
  const changes = await app.db
    .selectFrom('deviceChange')
    .select((is) => is.fn.countAll<string>().as('count'))
    .where('action', '=', 'imported')
    .executeTakeFirstOrThrow()
  assert.equal(Number(changes.count), rows - bad)
})
