import { hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { compareText } from '../../console/src/telemetry/compare/compare.text.ts'
import { uiText } from '../../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import type { Page } from 'playwright-core'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import { until } from '@brigade/server/testing/until.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/**
 * Compares devices in both languages: they are chosen in the list, told apart by pointing, sorted, downloaded, removed
 * and added.
 */

let at: Console
let person: MadeAccount
const names = ['Bakery left', 'Bakery right', 'Canteen'] as const
before(async () => {
  at = await openConsole()
  person = await make.account(at.app, { role: 'administrator', name: 'Anke' })
  const now = at.app.clock.now()
  for (const [index, name] of names.entries()) {
    const device = await connectMade(at.app, await make.device(at.app, { name }))
    for (let hour = 6; hour > 0; hour -= 1)
      await device.report({ ChamberTemp: { value: 100 + 50 * index + hour, time: now - hour * hourMs } })
    await device.leave()
  }
  const properties = combiOven.properties.map((property) =>
    property.identifier === 'ChamberTemp'
      ? { ...property, dataType: { type: 'double' as const, min: 0, max: 700, unit: 'K' } }
      : property,
  )
  const product = await make.product(at.app, { model: { ...combiOven, properties } })
  await make.device(at.app, { name: 'Kelvin oven', productId: product.id, productKey: product.productKey })
})
after(() => at.stop())

const words = inBoth({
  compare: word.compare,
  all: uiText.selectAll,
  title: { en: 'Chamber temperature: mean by hour', zh: '腔体温度：每小时平均值' },
  day: word.hours24,
  mean: { en: /^Mean/, zh: /^平均/ },
  otherUnit: { en: 'In K in its model', zh: '物模型中单位为 K' },
  leftOut: { en: '1 device is not compared: the table below says why.', zh: '1 台设备未参与对比，原因见下表。' },
  download: compareText.download,
  export: compareText.export,
  job: { en: 'Export a comparison of devices', zh: '导出设备对比' },
  remove: compareText.remove,
  devices: { en: /^Devices \(/, zh: /^设备（/ },
  find: compareText.find,
  table: uiText.tableView,
  refused: compareText.refusedTitle,
  others: compareText.chooseOthers,
  empty: compareText.emptyTitle,
  byDay: compareText.dayStep,
  daily: { en: 'Chamber temperature: mean by day', zh: '腔体温度：每日平均值' },
  zone: { en: /^Days of /, zh: /时区划分日期/ },
})

const namesIn = (page: Page) => page.locator('tbody tr td:nth-child(1), tbody tr th').allInnerTexts()

for (const language of ['en', 'zh'] as const) {
  const w = words[language]
  const open = (start: string, work: (page: Page) => Promise<void>, tolerates = /^$/) =>
    at.inWindow({ language, as: person, start, tolerates }, work)

  test(`devices are compared from the list, in ${language}`, async () => {
    await open('/recipeManage/device/list', async (page) => {
      await page.locator('tbody tr').first().waitFor()
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      await page.getByRole('checkbox', { name: w.all }).check()
      await page.getByRole('button', { name: w.compare, exact: true }).click()
      await page.getByRole('heading', { name: w.title }).waitFor()
      await page.getByText(w.leftOut).waitFor()
      await page.getByText(w.otherUnit).waitFor()
      await page.getByText(w.day, { exact: true }).click()
      await page.waitForURL(/span=24h/)

      // A name that is reached by key raises its line, and pressing it keeps it raised.
      const name = page.getByRole('button', { name: /^Canteen/ })
      await name.focus()
      await page.locator('svg polyline').waitFor()
      await page.keyboard.press('Enter')
      assert.equal(await name.getAttribute('aria-pressed'), 'true')

      await page.getByRole('button', { name: w.mean }).click()
      await page.waitForURL(/sort=mean/)
      assert.deepEqual(
        (await namesIn(page)).filter((text) => text !== ''),
        [...names, 'Kelvin oven'],
      )
      await page.getByRole('cell', { name: /^103[.]5/ }).waitFor()

      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: w.download }).click(),
      ])
      const text = await readFile(await file.path(), 'utf8')
      assert.equal(text.split('\r\n').filter((line) => line.includes('Bakery right')).length, 6)
      assert(!text.includes('Kelvin oven'))

      const files = async () => {
        const { envelope } = await at.app.ask(jobApi.list, {}, { token: person.token, language })
        return envelope.data.list.filter(({ kind, hasFile }) => kind === 'device.export-comparison' && hasFile)
      }
      const before = await files()
      await page.getByRole('button', { name: w.export }).click()
      const job = await until('the Excel file to be there', async () =>
        (await files()).find(({ id }) => before.every((known) => known.id !== id)),
      )
      assert(job.title.startsWith(w.job), job.title)
      assert.match(job.fileName, /^ChamberTemp-[0-9-]+[.]xlsx$/)

      await page
        .getByRole('row', { name: /Kelvin oven/ })
        .getByRole('button', { name: w.remove })
        .click()
      await page.getByText(w.leftOut).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: w.table }).click()
      await page.getByRole('columnheader', { name: 'Bakery right' }).waitFor()
      await page.getByText(w.byDay, { exact: true }).click()
      await page.getByRole('heading', { name: w.daily }).waitFor()
      await page.getByText(w.zone).waitFor()

      // A link shows the same picture to a colleague.
      await page.reload()
      await page.getByRole('heading', { name: w.daily }).waitFor()
      await page.getByRole('button', { name: /[（(]3[)）]/ }).waitFor()
    })
  })

  test(`a device is compared from its history with others that are added, and an unknown one is refused, in ${language}`, async () => {
    const { id } = await at.app.db
      .selectFrom('device')
      .select('id')
      .where('name', '=', names[0])
      .executeTakeFirstOrThrow()
    const history = `/recipeManage/device/list/detail?id=${id}&tab=history`
    await open(history, async (page) => {
      await page.getByRole('button', { name: language === 'en' ? 'Compare' : '与其他设备对比' }).click()
      await page.getByRole('heading', { name: w.title }).waitFor()
      await page.getByRole('button', { name: w.devices }).click()
      await page.getByRole('textbox', { name: w.find }).fill('Canteen')
      await page.getByRole('checkbox', { name: /^Canteen/ }).check()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Canteen/ }).waitFor()
    })
    const unknown = `/recipeManage/device/list/compare?ids=${id},999999999`
    await open(
      unknown,
      async (page) => {
        await page.getByText(w.refused).waitFor()
        await page.getByRole('button', { name: w.others }).click()
        await page.getByText(w.empty).waitFor()
      },
      /404/,
    )
  })
}
