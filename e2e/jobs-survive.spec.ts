import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobDetail, JobStarted } from '@brigade/contract/job/job.model.ts'
import { MenuEntry } from '@brigade/contract/session/session.model.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { makeAccount } from '@brigade/server/testing/make-account.ts'
import { testClock } from '@brigade/server/testing/start-app.ts'
import { until } from '@brigade/server/testing/until.ts'
import { openBrowser, openWindow, type OwnBrowser } from './support/browser.ts'
import { startWholeProgram, type WholeProgram } from './support/whole-program.ts'

/** A person watches an import while the server is killed: the tray recovers, and nothing is imported twice. */

const rows = 12_000
let program: WholeProgram
let browser: OwnBrowser
let token = ''

before(async () => {
  ;[program, browser] = await Promise.all([startWholeProgram(), openBrowser()])
  const database = await program.openDatabase()
  try {
    ;({ token } = await makeAccount({ db: database.db, clock: testClock() }, { role: 'administrator' }))
  } finally {
    await database.close()
  }
})
after(async () => {
  await browser.close()
  await program.stop()
})

type Sent = { body?: FormData | string; headers?: Record<string, string> }
async function ask<S extends z.ZodType>(endpoint: Endpoint, data: S, init: Sent = {}, query = '') {
  const response = await fetch(program.url + endpoint.path + query, {
    method: endpoint.method,
    ...init,
    headers: { authorization: token, ...init.headers },
  })
  return data.parse(z.object({ data: z.unknown() }).parse(await response.json()).data)
}
const detailOf = (id: string) => ask(jobApi.detail, JobDetail, {}, `?id=${id}`)

test('the tray follows a job over the death of the api and of the worker, to its one end', async () => {
  const table = ['Name', ...Array.from({ length: rows }, (_, number) => `Kitchen ${number}`)].join('\r\n')
  const form = new FormData()
  form.append('file', new Blob([table]), 'kitchens.csv')
  const checked = await ask(customerApi.checkImport, JobStarted, { body: form })
  await until('the file is checked', async () => (await detailOf(checked.jobId)).status === 'succeeded', 60_000)

  const menus = await ask(sessionApi.menus, z.array(MenuEntry))
  const { page, problems, close } = await openWindow(
    browser,
    {},
    { session: { token, menus, mustChangePassword: false } },
  )
  await page.goto(`${program.url}/customer`)
  await page.locator('header').getByRole('button', { name: 'Jobs' }).click()
  const { jobId } = await ask(customerApi.import, JobStarted, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ checkedJobId: checked.jobId }),
  })
  const job = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Import customers' }).first()
  await job.getByText('Running', { exact: true }).waitFor()
  program.kill(['api', 'worker'])
  // The last state stays visible while the server does not answer.
  await job.getByText('Running', { exact: true }).waitFor()
  await job.getByText('Done', { exact: true }).waitFor({ timeout: 90_000 })
  const ended = await detailOf(jobId)
  assert.deepEqual([ended.status, ended.done, ended.failed], ['succeeded', rows, 0])
  // The list shows it too, because the end of the import made it stale.
  await page.keyboard.press('Escape')
  await page
    .locator('tbody')
    .getByText(/Kitchen \d+/)
    .first()
    .waitFor()
  assert.deepEqual(
    problems.filter((problem) => !/ERR_|Failed to fetch/.test(problem)),
    [],
  )
  await close()
  const database = await program.openDatabase()
  try {
    const { count } = await database.db
      .selectFrom('organisation')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('name', 'like', 'Kitchen %')
      .executeTakeFirstOrThrow()
    assert.equal(Number(count), rows)
  } finally {
    await database.close()
  }
})
