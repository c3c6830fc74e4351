import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { after, before, test } from 'node:test'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import type { Download, Locator, Page } from 'playwright-core'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { tableLimits } from '@brigade/contract/job/job.model.ts'
import { readTable } from '@brigade/server/platform/excel/read-table.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { tried } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** Tables of customers are exported and imported as jobs: tests what a person sees, chooses and gets. */

let at: Console
let admin: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator' })
})
after(() => at.stop())

const words = inBoth({
  import: word.import,
  title: { en: 'Import customers', zh: '导入客户' },
  template: { en: 'Excel template', zh: 'Excel 模板' },
  wrongEnding: { en: 'Choose a file that ends in .xlsx, .csv', zh: '请选择 .xlsx、.csv 格式的文件' },
  head: {
    en: ['Name', 'Organisation', 'Person in charge', 'Contact', 'Province', 'City', 'Region', 'Address', 'Note'],
    zh: ['客户名称', '所属组织', '负责人', '联系方式', '省', '市', '区县', '详细地址', '备注'],
  },
  checked: { en: 'Checked. Nothing has been changed yet.', zh: '校验完成，数据尚未改动。' },
  toAdd: { en: ['To be added', 'To be updated', 'Refused'], zh: ['将新增', '将更新', '未通过'] },
  added: { en: ['Added', 'Updated', 'Refused'], zh: ['已新增', '已更新', '未通过'] },
  noProvince: { en: 'Atlantis', zh: '亚特兰蒂斯' },
  province: { en: 'Zhejiang', zh: '浙江省' },
  city: { en: 'Hangzhou', zh: '杭州市' },
  refusedRows: { en: 'Refused rows (3)', zh: '未通过的行 (3)' },
  importRows: { en: 'Import 4 rows', zh: '导入 4 行' },
  imported: { en: 'Imported.', zh: '导入完成。' },
  close: word.close,
  stop: word.stop,
  keyword: { en: 'Name, principal or contact', zh: '名称、负责人或联系方式' },
  export: word.export,
  format: { en: 'Excel workbook (.xlsx)', zh: 'CSV 文本（.csv）' },
  download: { en: 'Download', zh: '下载' },
  exported: { en: /Export customers: .*done/, zh: /导出客户：.*已完成/ },
})

/** The rows of a downloaded table, its head first. */
async function tableOf(download: Download): Promise<string[][]> {
  const rows: string[][] = []
  const { maxRows, maxBytes } = tableLimits
  for await (const { cells } of readTable(createReadStream(await download.path()), { maxRows, maxBytes }))
    rows.push(cells.map((cell) => String(cell ?? '')))
  return rows
}
const downloadBy = async (page: Page, act: () => Promise<void>): Promise<Download> => {
  const coming = page.waitForEvent('download')
  await act()
  return coming
}
const csv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(`\ufeff${rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n')}\r\n`)
const figures = async (place: Locator) =>
  (await place.locator('dl > div').allInnerTexts()).map((text) => text.split(/\s*\n\s*/))

for (const { language, spoken } of tried('zh')) {
  const w = words[language]

  test(`imports a table with three bad rows: template, check, reasons, refused rows as a file, import, in ${spoken}`, async () => {
    const there = `There ${language}`
    await at.app.ask(customerApi.add, { name: there, contact: '1' }, { token: admin.token })
    await at.inWindow({ language, as: admin, start: '/customer' }, async (page) => {
      await page.getByRole('button', { name: w.import, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: w.title })
      const template = await downloadBy(page, () => dialog.getByRole('button', { name: w.template }).click())
      assert.match(template.suggestedFilename(), /\.xlsx$/)
      const [head] = await tableOf(template)
      assert.deepEqual(head, [...w.head])

      const file = dialog.locator('input[type=file]')
      await file.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('no table') })
      await dialog.getByRole('alert').getByText(w.wrongEnding).waitFor()

      const row = (name: string, rest: Partial<Record<number, string>> = {}) =>
        w.head.map((_, index) => (index === 0 ? name : (rest[index] ?? '')))
      const rows = [
        [...w.head],
        row(`In ${language} 1`, { 4: w.province, 5: w.city }),
        row(`In ${language} 2`),
        row('', { 2: 'Nobody' }),
        row(`In ${language} 3`, { 8: 'A note' }),
        row(`Bad ${language} 1`, { 4: w.noProvince }),
        row(`Bad ${language} 2`, { 8: 'x'.repeat(121) }),
        row(there, { 3: '2' }),
      ]
      await file.setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: csv(rows) })
      await dialog.getByText(w.checked).waitFor()
      assert.deepEqual(await figures(dialog), [
        [w.toAdd[0], '3'],
        [w.toAdd[1], '1'],
        [w.toAdd[2], '3'],
      ])
      assert.deepEqual(await dialog.locator('tbody tr td:first-child').allInnerTexts(), ['4', '6', '7'])

      const refused = await downloadBy(page, () => dialog.getByRole('button', { name: w.refusedRows }).click())
      const back = await tableOf(refused)
      assert.deepEqual(
        back.slice(1).map(([name]) => name),
        ['', `Bad ${language} 1`, `Bad ${language} 2`],
      )
      assert.ok(back.slice(1).every((cells) => (cells.at(-1) ?? '').length > 3))

      await dialog.getByRole('button', { name: w.importRows }).click()
      await dialog.getByText(w.imported).waitFor()
      assert.deepEqual(await figures(dialog), [
        [w.added[0], '3'],
        [w.added[1], '1'],
        [w.added[2], '3'],
      ])
      await dialog.getByRole('button', { name: w.close, exact: true }).last().click()
      await page.getByRole('link', { name: `In ${language} 3`, exact: true }).waitFor()
    })
    const { envelope } = await at.app.ask(customerApi.list, { keyword: there }, { token: admin.token })
    assert.deepEqual(
      envelope.data.list.map(({ contact }) => contact),
      ['2'],
    )
  })

  test(`an import continues while its dialog is closed and shows its result when the dialog is opened again, in ${spoken}`, async () => {
    await at.inWindow({ language, as: admin, start: '/customer' }, async (page) => {
      const open = () => page.getByRole('button', { name: w.import, exact: true }).click()
      await open()
      const dialog = page.getByRole('dialog', { name: w.title })
      const many = Array.from({ length: 3000 }, (_, index) => [`Many ${language} ${index}`])
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'many.csv', mimeType: 'text/csv', buffer: csv([[w.head[0]], ...many]) })
      await dialog.locator('input[type=file]').waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await until('it is closed', async () => (await page.getByRole('dialog').count()) === 0)
      await open()
      await dialog.getByText(w.checked).waitFor()
      assert.deepEqual((await figures(dialog))[0], [w.toAdd[0], '3,000'])
    })
  })

  test(`exports what the filters show as a file that opens, in ${spoken}`, async () => {
    for (const number of [1, 2, 3])
      await at.app.ask(customerApi.add, { name: `Out ${language} ${number}` }, { token: admin.token })
    await at.inWindow({ language, as: admin, start: '/customer?sort=name' }, async (page) => {
      await page.getByRole('search').getByLabel(w.keyword).fill(`out ${language}`)
      await page.keyboard.press('Enter')
      await page.waitForURL(/keyword=/)
      await page.getByRole('button', { name: w.export }).click()
      await page.getByRole('menuitem', { name: w.format }).click()
      const done = page.getByRole('status').filter({ hasText: w.exported })
      const file = await downloadBy(page, () => done.getByRole('button', { name: w.download }).click())
      assert.match(file.suggestedFilename(), language === 'en' ? /\.xlsx$/ : /\.csv$/)
      const [head, ...rows] = await tableOf(file)
      assert.deepEqual(head?.slice(0, w.head.length), [...w.head])
      assert.deepEqual(
        rows.map(([name]) => name),
        [1, 2, 3].map((number) => `Out ${language} ${number}`),
      )
    })
  })
}
