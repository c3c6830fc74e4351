import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { after, afterEach, before, test } from 'node:test'
import { jobText } from '../console/src/job/job.text.ts'
import { uiText } from '../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from './support/in-both.ts'
import type { Download, Page } from 'playwright-core'
import type { z } from 'zod'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { exportCustomers } from '@brigade/server/customer/transfer/export-customers.ts'
import { readTable } from '@brigade/server/platform/excel/read-table.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { sampleCheck, sampleImport, startAs } from '@brigade/server/testing/sample-work.ts'
import { until } from '@brigade/server/testing/until.ts'
import { assertAccessible } from './support/assert-accessible.ts'
import { tried } from './support/browser.ts'
import { liveBegun, liveCount } from './support/live-calls.ts'
import { openConsole, type Console } from './support/open-console.ts'

/** The jobs of the header: long work continues whatever happens to the page. */

let at: Console
before(async () => {
  at = await openConsole({ longWork: [exportCustomers, sampleImport, sampleCheck] })
})
afterEach(async () => {
  for (const { account, id } of begun.splice(0)) await cancelByCall(account, id)
})
after(() => at.stop())

const customers = '/customer'

const words = inBoth({
  jobs: jobText.tray,
  oneRunning: { en: 'Jobs, 1 running', zh: '后台任务，1 个进行中' },
  empty: jobText.emptyTitle,
  import: { en: 'Import customers: 客户.xlsx', zh: '导入客户：客户.xlsx' },
  running: { en: 'Running', zh: '进行中' },
  waiting: { en: 'Waiting', zh: '排队中' },
  done: { en: 'Done', zh: '已完成' },
  cancelled: { en: 'Cancelled', zh: '已取消' },
  failed: word.failed,
  cancel: jobText.cancel,
  stop: word.stop,
  goOn: jobText.cancelNo,
  of: {
    en: (done: string, total: string) => `${done} of ${total}`,
    zh: (done: string, total: string) => `${done} / ${total}`,
  },
  refusedRows: { en: 'Refused rows (3)', zh: '未通过的行 (3)' },
  why: { en: 'A table may have at most 7 columns', zh: '表格最多 7 列' },
  remove: { en: 'Remove Import customers: 客户.xlsx with its files', zh: '删除 导入客户：客户.xlsx 及其文件' },
  export: word.export,
  xlsx: uiText.xlsx,
  started: jobText.started,
  download: jobText.download,
  doneToast: { en: /Export customers: .*: done/, zh: /导出客户：.*：已完成/ },
  signOut: word.signOut,
})

type Wish = Partial<z.input<typeof sampleImport.params>>
let made = 0
const begun: { account: MadeAccount; id: string }[] = []

/** Staff of a distributor with two customers. */
async function staff(): Promise<MadeAccount> {
  const { id } = await make.organisation(at.app, { kind: 'distributor' })
  for (const name of ['Hotel am Kai', '湖滨食堂']) await make.organisation(at.app, { name, parentId: id })
  return make.account(at.app, { role: 'administrator', organisationId: id })
}

/** Starts a job as a call would: it runs until it is cancelled, unless it has few rows. */
async function startImport(account: MadeAccount, wish: Wish = {}): Promise<string> {
  const params = { prefix: `Row ${(made += 1)}`, rows: 100_000, pauseMs: 200, ...wish }
  const id = await startAs(at.app, account, sampleImport, sampleImport.params.parse(params), { fileName: '客户.xlsx' })
  begun.push({ account, id })
  return id
}
const cancelByCall = (account: MadeAccount, id: string) => at.app.ask(jobApi.cancel, { id }, { token: account.token })

async function takeBothPlaces(account: MadeAccount): Promise<string[]> {
  const ids = [await startImport(account), await startImport(account)]
  for (const id of ids)
    await until(`job ${id} runs`, async () => {
      const job = await at.app.db.selectFrom('job').select('status').where('id', '=', id).executeTakeFirstOrThrow()
      return job.status === 'running'
    })
  return ids
}
async function cancelAll(account: MadeAccount, ids: readonly string[]): Promise<void> {
  for (const id of ids) await cancelByCall(account, id)
}

const trayButton = (page: Page, name: string) => page.locator('header').getByRole('button', { name, exact: true })
const tray = (page: Page, w: { jobs: string }) => page.getByRole('dialog', { name: w.jobs })

async function rowsOf(download: Download): Promise<string[][]> {
  const rows: string[][] = []
  const limits = { maxBytes: 1_000_000, maxRows: 1000 }
  for await (const { cells } of readTable(createReadStream(await download.path()), limits))
    rows.push(cells.map((cell) => String(cell ?? '')))
  return rows
}

for (const { language, spoken } of tried('en')) {
  const w = words[language]

  test(`a running job is counted, moves while it is watched, and is cancelled after a question, in ${spoken}`, async () => {
    const person = await staff()
    const id = await startImport(person)
    await at.inWindow({ language, as: person, start: customers }, async (page) => {
      await trayButton(page, w.oneRunning).press('Enter')
      const panel = tray(page, w)
      const job = panel.getByRole('listitem')
      await job.getByText(w.import, { exact: true }).waitFor()
      await job.getByText(w.running, { exact: true }).waitFor()
      const bar = job.getByRole('progressbar', { name: w.import })
      const shown = () => bar.getAttribute('aria-valuetext')
      const first = await until('progress', async () => (await shown()) ?? undefined)
      assert.match(first, language === 'en' ? /^[\d,]+ of 100,000$/ : /^[\d,]+ \/ 100,000$/)
      await until('it moves', async () => (await shown()) !== first)
      await assertAccessible(page, `tray with a running job, ${spoken}`, '[role=dialog]')
      // The keyboard stays in the panel; a second thought changes nothing.
      await job.getByRole('button', { name: w.cancel }).press('Enter')
      await job.getByRole('button', { name: w.goOn }).press('Enter')
      await job.getByRole('button', { name: w.cancel }).press('Enter')
      assert.equal(await page.evaluate('document.activeElement.textContent'), w.stop)
      await page.keyboard.press('Enter')
      await job.getByText(w.cancelled, { exact: true }).waitFor()
      await trayButton(page, w.jobs).waitFor()
      // Esc closes it, and the focus returns to where it was.
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), w.jobs)
      await page.keyboard.press('Enter')
      await panel.getByRole('button', { name: w.remove }).click()
      await panel.getByText(w.empty).waitFor()
      assert.equal((await at.app.ask(jobApi.detail, { id }, { token: person.token })).status, 404)
      await assertAccessible(page, `empty tray, ${spoken}`, '[role=dialog]')
    })
  })

  test(`refused rows are counted and saved, and a failed job shows its reason, in ${spoken}`, async () => {
    const person = await staff()
    await startImport(person, { rows: 30, pauseMs: 0, refuseTenths: true })
    await startImport(person, { rows: 10, pauseMs: 0, end: 'refuse' })
    await at.inWindow({ language, as: person, start: customers }, async (page) => {
      await page.locator('header').getByRole('button', { name: w.jobs }).click()
      const jobs = tray(page, w).getByRole('listitem')
      // The newest first.
      await jobs.nth(0).getByText(w.why).waitFor()
      await jobs.nth(0).getByText(w.failed, { exact: true }).waitFor()
      await jobs.nth(1).getByText(w.done, { exact: true }).waitFor()
      await assertAccessible(page, `tray with ended jobs, ${spoken}`, '[role=dialog]')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        jobs.nth(1).getByRole('button', { name: w.refusedRows }).click(),
      ])
      assert.match(download.suggestedFilename(), /^客户.*\.xlsx$/)
      const rows = await rowsOf(download)
      assert.equal(rows.length, 4)
      assert.deepEqual(rows[0]?.slice(0, 2), ['Name', '数量'])
    })
  })

  test(`an export begun here is watched over a reload and another page, and its end offers the file, in ${spoken}`, async () => {
    const person = await staff()
    // A worker runs two at a time: both places taken hold the export back.
    const running = await takeBothPlaces(person)
    await at.inWindow({ language, as: person, start: `${customers}?keyword=湖滨` }, async (page) => {
      await page.getByText('湖滨食堂').first().waitFor()
      await page.getByRole('button', { name: w.export }).click()
      await page.getByRole('menuitem', { name: w.xlsx }).click()
      await page.getByText(w.started).waitFor()
      await page.reload()
      await page.goto(`${at.app.url}/recipeManage/device/list`)
      await cancelAll(person, running)
      const toast = page.getByRole('status').filter({ hasText: w.doneToast })
      // Two cancellations come before it, each noticed within a second or two, and the pause of the queue.
      await toast.waitFor({ timeout: 30_000 })
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        toast.getByRole('button', { name: w.download }).click(),
      ])
      assert.match(download.suggestedFilename(), /\.xlsx$/)
      const rows = await rowsOf(download)
      assert.deepEqual([rows.length, rows[1]?.[0]], [2, '湖滨食堂'])
      // It is shown once, and not again after a reload.
      const requested = page.waitForResponse((response) => response.url().includes(jobApi.list.path))
      await page.reload()
      await (await requested).finished()
      await page.getByRole('heading', { level: 1 }).waitFor()
      assert.equal(await toast.count(), 0)
    })
  })
}

test('a page that is closed and opened again shows the current progress of the job and reports its end', async () => {
  const w = words.en
  const person = await staff()
  const running = await takeBothPlaces(person)
  await at.inWindow({ as: person, start: customers }, async (page) => {
    await page.getByRole('button', { name: w.export }).click()
    await page.getByRole('menuitem', { name: w.xlsx }).click()
    await page.getByText(w.started).waitFor()
    const context = page.context()
    await page.close()
    await cancelAll(person, running)
    const again = await context.newPage()
    await again.goto(at.app.url + customers)
    await again.getByRole('status').filter({ hasText: w.doneToast }).waitFor()
    await again.locator('header').getByRole('button', { name: w.jobs }).click()
    const jobs = tray(again, w).getByRole('listitem')
    await jobs.nth(0).getByText(w.done, { exact: true }).waitFor()
    await jobs.nth(1).getByText(w.cancelled, { exact: true }).waitFor()
  })
})

test('while the server is unavailable the tray keeps its content, and follows again when it is back', async () => {
  const w = words.en
  const person = await staff()
  const id = await startImport(person)
  await at.inWindow({ as: person, start: customers, tolerates: /ERR_FAILED|Failed to fetch/ }, async (page) => {
    await trayButton(page, w.oneRunning).click()
    const job = tray(page, w).getByRole('listitem')
    await job.getByText(w.running, { exact: true }).waitFor()
    await page.context().setOffline(true)
    await job.getByText(w.running, { exact: true }).waitFor()
    await cancelByCall(person, id)
    await page.context().setOffline(false)
    await job.getByText(w.cancelled, { exact: true }).waitFor({ timeout: 20_000 })
  })
})

test('no stream is open while there is nothing to receive, and none in a hidden tab', async () => {
  const w = words.en
  const person = await staff()
  await at.inWindow({ as: person, start: customers }, async (page) => {
    const requested = page.waitForResponse((response) => response.url().includes(jobApi.list.path))
    await page.reload()
    await requested
    await page.getByText('湖滨食堂').first().waitFor()
    assert.equal(liveCount(page, jobApi.live.path), 0)
    await trayButton(page, w.jobs).click()
    await liveBegun(page, jobApi.live.path)
    // The job was started elsewhere; it appears because the tray is open.
    const id = await startImport(person)
    await tray(page, w).getByText(w.import).waitFor()
    await cancelByCall(person, id)
    await tray(page, w).getByText(w.cancelled, { exact: true }).waitFor()
  })
})

test('after signing out no trace of jobs is left for the next account', async () => {
  const w = words.en
  const person = await staff()
  const running = await takeBothPlaces(person)
  await at.inWindow({ as: person, start: customers }, async (page) => {
    await page.getByRole('button', { name: w.export }).click()
    await page.getByRole('menuitem', { name: w.xlsx }).click()
    await page.getByText(w.started).waitFor()
    const kept = () => page.evaluate('localStorage.getItem("brigade.jobs")')
    assert.match(String(await kept()), /"id"/)
    await page.locator('header button[aria-haspopup=menu]').click()
    await page.getByRole('menuitem', { name: w.signOut }).click()
    await page.getByRole('dialog').getByRole('button', { name: w.signOut }).click()
    await page.waitForURL((url) => url.pathname === '/login')
    assert.equal(await kept(), null)
  })
  const { status } = await at.app.ask(sessionApi.user, {}, { token: person.token })
  assert.equal(status, 401)
  await at.app.db.updateTable('job').set({ cancelling: true }).where('id', 'in', running).execute()
})
