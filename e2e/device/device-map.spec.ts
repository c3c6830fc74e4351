import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { listActionText } from '../../console/src/device/list/list.text.ts'
import { deviceMapText } from '../../console/src/device/map/map.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { tried } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** Locations of devices: the map with the filters of the list, and the same figures as tables that a keyboard reaches. */

let at: Console
let admin: MadeAccount
const list = '/recipeManage/device/list'
const coolerList = '/iceDevice/list'

before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator' })
  const places = [
    { province: '330000', city: '330100', region: '330106' },
    { province: '330000', city: '330100', region: '330108' },
    { province: '330000', city: '330200', region: '330203' },
    { province: '320000', city: '320500', region: '320508' },
    { place: 'Hamburg', address: 'Am Kai 3' },
    {},
  ]
  for (const [index, place] of places.entries()) await make.device(at.app, { sn: `MAPPED-${index}`, ...place })
  await make.device(at.app, { kind: 'cooler', sn: 'COLD-1', province: '330000', city: '330100', region: '330106' })
})
after(() => at.stop())

const words = inBoth({
  map: listActionText.asMap,
  list: listActionText.asList,
  figures: deviceMapText.title,
  zhejiang: { en: 'Zhejiang', zh: '浙江省' },
  jiangsu: { en: 'Jiangsu', zh: '江苏省' },
  hangzhou: { en: 'Hangzhou', zh: '杭州市' },
  ningbo: { en: 'Ningbo', zh: '宁波市' },
  china: deviceMapText.china,
  abroad: deviceMapText.abroad,
  elsewhere: deviceMapText.elsewhere,
  picture: { en: /^Map of China: 6 devices/, zh: /^全国地图，共 6 台设备/ },
  pictureWithin: { en: /^Map of Zhejiang: 3 devices/, zh: /^浙江省地图，共 3 台设备/ },
  noShapes: { en: /There is no closer map/, zh: /暂无该地区的下级地图/ },
  source: { en: /Apache ECharts/, zh: /Apache ECharts/ },
  back: word.place,
  keyword: word.nameSnOrMac,
  nothing: { en: /No devices here match these filters/, zh: /该地区没有设备/ },
})

const table = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true })
const rows = async (page: Page, name: string): Promise<string[][]> =>
  (await table(page, name).locator('tbody tr').allInnerTexts()).map((text) => text.split(/\s*[\t\n]\s*/))
const shows = (page: Page, name: string, expected: readonly (readonly string[])[]): Promise<unknown> =>
  until(`figures of ${JSON.stringify(expected)}`, async () => {
    const seen = JSON.stringify((await rows(page, name)).map(([place, devices]) => [place, devices]))
    return seen === JSON.stringify(expected)
  })
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

for (const { language, spoken } of tried('en')) {
  const w = words[language]

  test(`the map shows the devices that match the filters, and a place narrows them down to its list, in ${spoken}`, async () => {
    await at.inWindow({ language, as: admin, start: list }, async (page) => {
      await page.getByRole('button', { name: w.map, exact: true }).click()
      await page.getByRole('img', { name: w.picture }).locator('canvas').waitFor()
      assert.deepEqual(query(page), { view: 'map' })
      await shows(page, w.figures, [
        [w.zhejiang, '3'],
        [w.jiangsu, '1'],
        [w.elsewhere, '1'],
      ])
      await shows(page, w.abroad, [['Hamburg', '1']])
      await page.getByText(w.source).waitFor()

      // Only the keyboard is used.
      await table(page, w.figures).getByRole('button', { name: w.zhejiang }).focus()
      await page.keyboard.press('Enter')
      await shows(page, w.figures, [
        [w.hangzhou, '2'],
        [w.ningbo, '1'],
      ])
      assert.deepEqual(query(page), { view: 'map', province: '330000' })
      await page.getByRole('img', { name: w.pictureWithin }).waitFor()
      await page.getByText(w.noShapes).waitFor()
      await table(page, w.figures).getByRole('button', { name: w.hangzhou }).click()
      await until('two regions', async () => (await rows(page, w.figures)).length === 2)

      // The list of the same filters, and back.
      await page.getByRole('button', { name: w.list, exact: true }).click()
      await until('two devices', async () => (await page.locator('tbody tr').count()) === 2)
      assert.deepEqual(query(page), { province: '330000', city: '330100' })
      await page.goBack()
      await page.getByRole('navigation', { name: w.back }).getByRole('button', { name: w.china }).click()
      await shows(page, w.figures, [
        [w.zhejiang, '3'],
        [w.jiangsu, '1'],
        [w.elsewhere, '1'],
      ])
    })
  })

  test(`filters hold on the map as on the list, also from abroad and where nothing is found, in ${spoken}`, async () => {
    await at.inWindow({ language, as: admin, start: `${list}?view=map` }, async (page) => {
      await table(page, w.abroad).getByRole('button', { name: 'Hamburg' }).click()
      await page.getByRole('button', { name: w.list, exact: true }).click()
      await until('one device', async () => (await page.locator('tbody tr').count()) === 1)
      await page.getByRole('link', { name: 'MAPPED-4', exact: true }).waitFor()

      await page.goto(`${at.app.url}${list}?view=map`)
      await page.getByRole('search').getByLabel(w.keyword).fill('MAPPED-3')
      await page.keyboard.press('Enter')
      await shows(page, w.figures, [[w.jiangsu, '1']])
      await page.getByRole('search').getByLabel(w.keyword).fill('NOWHERE-AT-ALL')
      await page.keyboard.press('Enter')
      await page.getByText(w.nothing).waitFor()

      await page.goto(`${at.app.url}${coolerList}?view=map`)
      await shows(page, w.figures, [[w.zhejiang, '1']])
    })
  })
}

test('an area that is clicked on the map narrows the filters, within a province too where its map is there', async () => {
  const own = path.join(at.app.settings.dataDir, 'maps')
  await mkdir(own)
  const square = (code: string, name: string, east: number) => ({
    type: 'Feature',
    properties: { adcode: code, name },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [east, 29],
          [east + 1, 29],
          [east + 1, 30],
          [east, 30],
          [east, 29],
        ],
      ],
    },
  })
  const features = [square('330100', 'Hangzhou', 119), square('330200', 'Ningbo', 120)]
  const file = JSON.stringify({ type: 'FeatureCollection', attribution: 'Two squares', features })
  await writeFile(path.join(own, '330000.json'), file)
  await at.inWindow({ as: admin, start: `${list}?view=map&province=330000` }, async (page) => {
    await page.getByText('Map: Two squares').waitFor()
    const canvas = page.getByRole('img', { name: /^Map of Zhejiang/ }).locator('canvas')
    await canvas.waitFor()
    const box = await canvas.boundingBox()
    if (box === null) throw new Error('The map is not drawn')
    await page.mouse.click(box.x + box.width * 0.7, box.y + box.height / 2)
    await page.waitForURL(/city=330200/)
    await until('its one region', async () => (await rows(page, 'Devices by place')).length === 1)
  })
})
