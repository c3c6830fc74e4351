import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { after, before, test } from 'node:test'
import { listActionText } from '../../console/src/device/list/list.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import type { Download, Locator, Page } from 'playwright-core'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { tableLimits } from '@brigade/contract/job/job.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { readTable } from '@brigade/server/platform/excel/read-table.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { isEverything, tried } from '../support/browser.ts'
import { field, openConsole, type Console } from '../support/open-console.ts'

/** Devices brought in by the thousand, and their triples in and out, as a person sees it. */

let at: Console
let admin: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator' })
})
after(() => at.stop())

const uninstalledList = '/recipeManage/device/UninstallList'
/** The size of the specification takes two minutes; a tenth of it proves the same. */
const all = isEverything ? 100_000 : 10_000
const bad = (all / 1000) * 3
const shown = (count: number) => count.toLocaleString('en')

const words = inBoth({
  triples: { en: 'Credentials', zh: '三元组' },
  import: { en: 'Import credentials', zh: '导入三元组' },
  export: { en: 'Export credentials of all found', zh: '导出筛选结果的三元组' },
  exportTitle: listActionText.exportTriples,
  asks: { en: /This file sets device secrets/, zh: /该文件将写入设备密钥/ },
  importRows: { en: 'Import 2 rows', zh: '导入 2 行' },
  importNow: word.import,
  checked: { en: 'Checked. Nothing has been changed yet.', zh: '校验完成，数据尚未改动。' },
  imported: { en: 'Imported.', zh: '导入完成。' },
  close: word.close,
  password: word.signInPassword,
  wrong: { en: 'Wrong password, try again', zh: '密码错误，请重试' },
  download: { en: 'Download', zh: '下载' },
})

async function tableOf(download: Download): Promise<string[][]> {
  const rows: string[][] = []
  const { maxRows, maxBytes } = tableLimits
  for await (const { cells } of readTable(createReadStream(await download.path()), { maxRows, maxBytes }))
    rows.push(cells.map((cell) => String(cell ?? '')))
  return rows
}
async function downloadBy(page: Page, act: () => Promise<void>): Promise<Download> {
  const coming = page.waitForEvent('download')
  await act()
  return coming
}
const figures = async (place: Locator) =>
  (await place.locator('dl > div').allInnerTexts()).map((text) => text.split(/\s*\n\s*/))
const csv = (rows: readonly (readonly string[])[]) => ({
  name: 'devices.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\ufeff${rows.map((row) => row.join(',')).join('\r\n')}\r\n`),
})

test(`a table of ${shown(all)} devices with ${bad} bad rows is checked, its bad rows are returned, and the rest is imported while its page is closed`, async (t) => {
  const { productKey } = await make.product(at.app)
  const rowsOf = Array.from({ length: all }, (_, index) => {
    const number = String(index).padStart(6, '0')
    const isBad = index % Math.floor(all / bad) === 7 && index < bad * Math.floor(all / bad)
    return [isBad ? 'x' : `BULK${number}`, `Bulk ${number}`, productKey]
  })
  assert.equal(rowsOf.filter(([sn]) => sn === 'x').length, bad)
  const open = (page: Page) => page.getByRole('button', { name: 'Import', exact: true }).click()
  const startedAt = performance.now()
  await at.inWindow({ as: admin, start: uninstalledList }, async (page) => {
    await open(page)
    const dialog = page.getByRole('dialog', { name: 'Import ovens not installed' })
    await dialog.locator('input[type=file]').setInputFiles(csv([['SN', 'Name', 'Product key'], ...rowsOf]))
    await dialog.getByText('Checked. Nothing has been changed yet.').waitFor({ timeout: 120_000 })
    t.diagnostic(`checked after ${Math.round(performance.now() - startedAt)} ms`)
    assert.deepEqual(await figures(dialog), [
      ['To be added', shown(all - bad)],
      ['To be updated', '0'],
      ['Refused', shown(bad)],
    ])
    const refused = await downloadBy(page, () =>
      dialog.getByRole('button', { name: `Refused rows (${shown(bad)})` }).click(),
    )
    const back = await tableOf(refused)
    assert.equal(back.length, bad + 1)
    assert.match(back[1]?.at(-1) ?? '', /4 to 32 letters/)
    await dialog.getByRole('button', { name: `Import ${shown(all - bad)} rows` }).click()
    await dialog.getByText('Importing the rows').waitFor()
  })
  // The window is closed.
  const importedAt = performance.now()
  const job = await until(
    'the import is over',
    async () => {
      const { envelope } = await at.app.ask(jobApi.list, {}, { token: admin.token })
      return envelope.data.list.find(({ kind, status }) => kind === 'device.import-uninstalled' && status !== 'running')
    },
    180_000,
  )
  t.diagnostic(`imported after another ${Math.round(performance.now() - importedAt)} ms`)
  assert.deepEqual([job.status, job.done, job.failed], ['succeeded', all, bad])
  const listed = await at.app.ask(
    deviceCalls.oven.uninstalled,
    { keyword: `BULK${String(all - 1).padStart(6, '0')}` },
    { token: admin.token },
  )
  assert.equal(listed.envelope.data.total, 1)
  await at.inWindow({ as: admin, start: uninstalledList }, async (page) => {
    await page.locator('header').getByRole('button', { name: 'Jobs', exact: true }).click()
    const jobs = page.getByRole('dialog', { name: 'Jobs' }).getByRole('listitem')
    await jobs.filter({ hasText: 'Import uninstalled devices' }).getByText('Done', { exact: true }).first().waitFor()
  })
})

for (const { language, spoken } of tried('zh')) {
  const w = words[language]

  test(`triples are exported and imported in Alibaba's form, protected by the password, in ${spoken}`, async () => {
    const { productKey } = await make.product(at.app)
    const rows = [1, 2].map((number) => [
      productKey,
      `TRIPLE-${language}-${number}`,
      `${language}secret${number}`.padEnd(32, '0'),
    ])
    await at.inWindow({ language, as: admin, start: `${uninstalledList}?keyword=TRIPLE-${language}` }, async (page) => {
      const choose = async (name: string): Promise<void> => {
        await page.getByRole('button', { name: w.triples, exact: true }).click()
        await page.getByRole('menuitem', { name, exact: true }).click()
      }
      await choose(w.import)
      const dialog = page.getByRole('dialog', { name: w.import })
      await dialog
        .locator('input[type=file]')
        .setInputFiles(csv([['ProductKey', 'DeviceName', 'DeviceSecret'], ...rows]))
      await dialog.getByText(w.checked).waitFor({ timeout: 20_000 })
      await dialog.getByRole('button', { name: w.importRows }).click()
      await dialog.getByText(w.asks).waitFor()
      await field(dialog, w.password).fill('not this one')
      await dialog.getByRole('button', { name: w.importNow, exact: true }).click()
      await dialog.getByText(w.wrong).waitFor()
      await field(dialog, w.password).fill(admin.password)
      await dialog.getByRole('button', { name: w.importNow, exact: true }).click()
      await dialog.getByText(w.imported).waitFor({ timeout: 20_000 })
      await dialog.getByRole('button', { name: w.close, exact: true }).last().click()
      await page.getByRole('link', { name: `TRIPLE-${language}-2`, exact: true }).waitFor()

      await choose(w.export)
      const prompt = page.getByRole('dialog', { name: w.exportTitle })
      await field(prompt, w.password).fill(admin.password)
      await prompt.getByRole('button', { name: w.exportTitle, exact: true }).click()
      const done = page.getByRole('status').getByRole('button', { name: w.download })
      const file = await downloadBy(page, () => done.last().click())
      const [head, ...back] = await tableOf(file)
      assert.deepEqual(head, ['ProductKey', 'DeviceName', 'DeviceSecret'])
      assert.deepEqual(
        back.toSorted(([, a = ''], [, b = '']) => a.localeCompare(b)),
        rows,
      )
    })
  })
}
