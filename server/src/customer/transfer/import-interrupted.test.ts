import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted } from '@brigade/contract/job/job.model.ts'
import { z } from 'zod'
import { startApp } from '../../app.ts'
import { createLog } from '../../platform/log.ts'
import { make } from '../../testing/make.ts'
import { startTestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

test('another worker continues an interrupted import after its last batch: no row twice, none skipped', async (t) => {
  const app = await startTestApp({ roles: ['api'] })
  t.after(() => app.stop())
  const { token } = await make.account(app, { role: 'administrator' })
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
      60_000,
    )
  const rows = 6000
  const names = Array.from({ length: rows - 1 }, (_, index) => `Kitchen ${index}`)
  // One name of the first batch and one of the last.
  const file = ['Name', ...names, 'KITCHEN 0'].join('\n')

  const first = await startWorker()
  const form = new FormData()
  form.append('file', new Blob([file]), 'kitchens.csv')
  const sent = { method: 'POST', headers: { authorization: token }, body: form }
  const started = await (await fetch(app.url + customerApi.checkImport.path, sent)).json()
  const { jobId: checkedJobId } = z.object({ data: JobStarted }).parse(started).data
  assert.deepEqual((await ended(checkedJobId)).counts, { added: rows - 1, updated: 0 })

  const { jobId } = (await app.ask(customerApi.import, { checkedJobId }, { token })).envelope.data
  await until('the first batch', async () => (await detail(jobId)).done > 0 || undefined)
  await first.stop()
  const between = await detail(jobId)
  assert.equal(between.status, 'waiting')
  assert.ok(between.done > 0 && between.done < rows, `${between.done} rows`)

  const second = await startWorker()
  const job = await ended(jobId)
  await second.stop()
  assert.deepEqual([job.status, job.done, job.total, job.failed], ['succeeded', rows, rows, 1])
  assert.deepEqual(job.counts, { added: rows - 1, updated: 0 })
  assert.deepEqual(
    job.errors.map(({ row, message }) => [row, message]),
    [[rows + 1, 'Row 2 of this file already has this name for the same organisation']],
  )
  assert.equal((await app.ask(customerApi.list, { keyword: 'Kitchen' }, { token })).envelope.data.total, rows - 1)
})
