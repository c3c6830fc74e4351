import { dayMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { shellText } from '../../console/src/shell/shell.text.ts'
import { statisticsText } from '../../console/src/statistics/statistics.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import type { Locator, Page } from 'playwright-core'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { tried } from '../support/browser.ts'
import { field, openConsole, openUserMenu, type Console } from '../support/open-console.ts'
import { plantFleet, takeAnew } from './statistics-world.ts'

/** People choose a range, filters, a target, an export and the weekly report on the start page, if they may. */

let at: Console
let admin: MadeAccount
let fleet: Awaited<ReturnType<typeof plantFleet>>
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator', name: '林一' })
  fleet = await plantFleet(at.app)
  await takeAnew(at.app)
})
after(() => at.stop())

const start = '/data/statistics'
const words = inBoth({
  figures: statisticsText.strip,
  devices: word.deviceCount,
  onlineShare: { en: 'Online share', zh: '在线率' },
  range: statisticsText.range,
  month: { en: '30 days', zh: '近 30 天' },
  own: word.custom,
  ownDays: statisticsText.ownDays,
  kind: statisticsText.kind,
  ovens: word.ovens,
  organisation: word.organisation,
  clear: word.clearFilters,
  raised: { en: 'Faults raised', zh: '新增故障' },
  about: { en: 'What “Faults raised” counts', zh: '“新增故障”的统计口径' },
  formula: { en: /one that came back within 15 minutes/, zh: /15 分钟内再次发生的只计一次/ },
  setTarget: statisticsText.setTarget,
  changeTarget: statisticsText.changeTarget,
  target: { en: /^Target/, zh: /^目标值/ },
  targetMissed: { en: 'Target 10, not reached', zh: '目标 10，未达成' },
  save: word.save,
  saved: statisticsText.targetSaved,
  faster: { en: 'Somebody else has just changed this target', zh: '目标值刚被他人修改，请刷新后重试' },
  export: word.export,
  tabs: statisticsText.tabs,
  runs: statisticsText.runs,
  runDone: word.succeeded,
  personalInfo: shellText.personalInfo,
  weekly: { en: 'Weekly report by e-mail', zh: '通过邮件接收周报' },
  subscribed: { en: 'Weekly report switched on', zh: '已订阅周报' },
})

for (const { language, spoken } of tried('zh')) {
  const w = words[language]
  const cell = (page: Page, name: string): Locator =>
    page.getByRole('region', { name: w.figures }).getByRole('group', { name, exact: true })
  const valueOf = async (page: Page, name: string): Promise<number> => {
    const lines = (await cell(page, name).innerText()).split('\n')
    return Number((lines.find((line) => /^[\d,.]+/.test(line)) ?? 'x').replace(/[^\d.]/g, ''))
  }
  const shows = (page: Page, name: string, value: number) =>
    until(`${name} ${value}`, async () => (await cell(page, name).count()) > 0 && (await valueOf(page, name)) === value)

  test(`range and filters are kept in the address: a reload and a link to a colleague show the same figures, in ${spoken}`, async () => {
    await at.inWindow({ language, as: admin, start: `${start}?tab=devices` }, async (page) => {
      await shows(page, w.devices, 12)
      await page.getByRole('group', { name: w.range }).getByRole('button', { name: w.month }).click()
      await page.waitForURL(/range=30/)
      await page
        .getByRole('textbox', { name: w.kind })
        .or(page.getByRole('combobox', { name: w.kind }))
        .first()
        .click()
      await page.getByRole('option', { name: w.ovens, exact: true }).click()
      await page.waitForURL(/kind=oven/)
      await shows(page, w.devices, 9)
      await page.reload()
      await shows(page, w.devices, 9)
      const month = page.getByRole('group', { name: w.range }).getByRole('button', { name: w.month })
      assert.equal(await month.getAttribute('aria-pressed'), 'true')
      const { pathname, search } = new URL(page.url())
      await at.inWindow({ language, as: admin, start: pathname + search }, async (other) => {
        await shows(other, w.devices, 9)
      })
      await page.goBack()
      await shows(page, w.devices, 12)
      // The figures of an organisation include those of all organisations below it.
      await page.goto(`${at.app.url}${start}?tab=devices&organisation=${fleet.hotel.id}`)
      await shows(page, w.devices, 8)
      await page.getByRole('button', { name: w.clear }).click()
      await shows(page, w.devices, 12)
    })
  })

  test(`a range of one's own begins with the one shown, and its days are kept in the address, in ${spoken}`, async () => {
    await at.inWindow({ language, as: admin, start: `${start}?tab=faults&range=30` }, async (page) => {
      await shows(page, w.raised, await raisedOf(30))
      await page.getByRole('group', { name: w.range }).getByRole('button', { name: w.own }).click()
      await page.waitForURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/)
      await page.getByLabel(w.ownDays).first().waitFor()
      await shows(page, w.raised, await raisedOf(30))
    })
  })

  test(`a figure shows its formula and has a target, and a target that somebody else saved first is kept, in ${spoken}`, async () => {
    // The other language may have been first.
    await at.app.db.deleteFrom('statisticTarget').execute()
    await at.inWindow({ language, as: admin, start: `${start}?tab=faults`, tolerates: /409/ }, async (page) => {
      await cell(page, w.raised).getByRole('button', { name: w.about }).click()
      const about = page.getByRole('dialog', { name: w.about })
      await about.getByText(w.formula).waitFor()
      await about.getByRole('button', { name: w.setTarget }).click()
      const dialog = page.getByRole('dialog', { name: w.raised })
      await dialog.getByLabel(w.target).fill('10')
      await dialog.getByRole('button', { name: w.save }).click()
      await page.getByText(w.saved).waitFor()
      await cell(page, w.raised).getByText(w.targetMissed).waitFor()
      await cell(page, w.raised).getByRole('button', { name: w.about }).click()
      await about.getByRole('button', { name: w.changeTarget }).click()
      const other = await make.account(at.app, { role: 'administrator' })
      const { envelope } = await at.app.ask(
        statisticsApi.saveTarget,
        { figure: 'faults.raised', value: 25, from: 10 },
        { token: other.token },
      )
      assert.equal(envelope.code, 200)
      await dialog.getByLabel(w.target).fill('5')
      await dialog.getByRole('button', { name: w.save }).click()
      await dialog.getByText(w.faster).waitFor()
      assert.equal(await dialog.getByLabel(w.target).inputValue(), '5')
    })
  })

  test(`the export is a job that leaves a file, in ${spoken}`, async () => {
    await at.inWindow({ language, as: admin, start }, async (page) => {
      await page.getByRole('button', { name: w.export, exact: true }).click()
      const job = await until('the job has ended', async () => {
        const { envelope } = await at.app.ask(jobApi.list, {}, { token: admin.token })
        return envelope.data.list.find(({ kind, status }) => kind === 'statistics.export' && status === 'succeeded')
      })
      assert.ok(job.hasFile)
      assert.match(job.fileName, /\.xlsx$/)
    })
  })

  test(`runs are listed for the platform; an organisation sees neither them nor disabled actions, in ${spoken}`, async () => {
    await at.inWindow({ language, as: admin, start: `${start}?tab=runs` }, async (page) => {
      await page.getByRole('row').filter({ hasText: w.runDone }).first().waitFor()
    })
    const own = await make.account(at.app, { role: 'customer-administrator', organisationId: fleet.hotel.id })
    await at.inWindow({ language, as: own, start: `${start}?tab=runs` }, async (page) => {
      await cell(page, w.onlineShare).waitFor()
      const tabs = page.getByRole('navigation', { name: w.tabs })
      assert.equal(await tabs.getByRole('link', { name: w.runs }).count(), 0)
      await page.goto(`${at.app.url}${start}?tab=devices`)
      await shows(page, w.devices, 8)
    })
  })

  test(`the weekly report is requested in personal info, in ${spoken}`, async () => {
    const as = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as, start }, async (page) => {
      await openUserMenu(page, w.personalInfo)
      const box = page.getByRole('checkbox', { name: w.weekly })
      assert.equal(await box.isChecked(), false)
      await box.click()
      await page.getByText(w.subscribed).waitFor()
      await page.reload()
      await openUserMenu(page, w.personalInfo)
      await until('it is kept', () => box.isChecked())
      await field(page, language === 'en' ? 'Name' : '姓名').waitFor()
    })
  })
}

async function raisedOf(days: number): Promise<number> {
  const day = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(ms)
  const now = Date.now()
  const { envelope } = await at.app.ask(
    statisticsApi.faults,
    { from: day(now - (days - 1) * dayMs), to: day(now) },
    { token: admin.token },
  )
  return envelope.data.figures.find(({ key }) => key === 'faults.raised')?.value ?? Number.NaN
}
