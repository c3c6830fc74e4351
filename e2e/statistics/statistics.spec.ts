import { hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { triedOnlyIn } from '../support/browser.ts'
import { arrived, openConsole, type Console } from '../support/open-console.ts'
import { plantFleet, takeAnew, takenAt } from './statistics-world.ts'
import { totalOf } from './total-of.ts'

/** Figures as people read and follow them: age, change, linked lists, the table and the picture. */

let at: Console
let admin: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator', name: 'Ada' })
  await plantFleet(at.app)
  await takeAnew(at.app)
})
after(() => at.stop())

const start = '/data/statistics'
const cell = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Figures' }).getByRole('group', { name, exact: true })
const panel = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true })
const number = async (place: Locator): Promise<number> =>
  Number(((await place.innerText()).split('\n').find((line) => /^[\d,.]+/.test(line)) ?? 'x').replace(/[^\d.]/g, ''))

for (const { language } of triedOnlyIn('en')) {
  test('the address / leads to the statistics, which list on top by name what is wrong now, with its acts, and how many there are, each a link to exactly those', async () => {
    await at.inWindow({ language, as: admin, start: '/' }, async (page) => {
      await arrived(page, start)
      // No account has an e-mail address, and no robot is set up.
      await page.getByRole('alert').getByText('Critical faults are only shown here.').waitFor()
      const attention = page.getByRole('region', { name: 'Needs attention' })
      const wrong = attention.getByRole('list', { name: 'What is wrong now' }).getByRole('listitem')
      await wrong.getByText(/^since \d{4}-/).waitFor()
      assert.equal(await wrong.count(), 1)
      // The record opens beside the page, and the page stays.
      await wrong.getByRole('button', { name: /E01/ }).click()
      await page.getByRole('dialog').getByRole('heading', { name: /E01/ }).waitFor()
      await page.keyboard.press('Escape')
      await wrong.getByRole('button', { name: /^Acknowledge:/ }).click()
      await wrong.getByText('Acknowledged, nobody is assigned').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await wrong.getByText('Nobody has acknowledged it').waitFor()
      await attention.getByRole('link', { name: /1 active critical fault/ }).click()
      await arrived(page, '/fault/list')
      assert.equal(await totalOf(page), 1)
      await page.getByRole('row').filter({ hasText: 'E01' }).waitFor()
    })
  })

  test('a figure shows how old it is: live, or as of the run that took it, and when the next is due', async () => {
    await at.inWindow({ language, as: admin, start }, async (page) => {
      await cell(page, 'Online share').getByText('Live').waitFor()
      await cell(page, 'Faults raised')
        .getByText(/as of .*\d\d:00/)
        .waitFor()
      await page.getByText(/next at .*\d\d:00/).waitFor()
      await page.getByText('Days and runs in UTC+8').waitFor()
    })
  })

  test('the lists that figures lead to show as many rows as the figure counts, with the counted filters', async () => {
    for (const tab of ['devices', 'faults', 'users'])
      await at.inWindow({ language, as: admin, start: `${start}?tab=${tab}` }, async (page) => {
        await page.getByRole('region', { name: 'Figures' }).getByRole('link').first().waitFor()
        const cells = await page.getByRole('region', { name: 'Figures' }).getByRole('group').all()
        const followed: { name: string; value: number; hrefs: string[] }[] = []
        for (const one of cells) {
          const links = await one.getByRole('link').all()
          const hrefs = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''))
          const name = (await one.getAttribute('aria-label')) ?? ''
          if (hrefs.length > 0) followed.push({ name, value: await number(one), hrefs })
        }
        assert.ok(followed.length > 0, `${tab} leads somewhere`)
        for (const { name, value, hrefs } of followed) {
          let sum = 0
          for (const href of hrefs) {
            await page.goto(at.app.url + href)
            sum += await totalOf(page)
          }
          assert.equal(sum, value, `${name} of ${tab}: ${hrefs.join(' ')}`)
        }
      })
    await at.inWindow({ language, as: admin, start: `${start}?tab=faults&kind=oven` }, async (page) => {
      const raised = cell(page, 'Faults raised')
      const value = await until('the figure', async () => ((await raised.count()) > 0 ? number(raised) : undefined))
      await raised.getByRole('link').first().click()
      await arrived(page, '/fault/list')
      await page
        .getByRole('note')
        .getByText(new RegExp(`Statistics counted ${value} at \\d{4}-\\d\\d-\\d\\d \\d\\d:00`))
        .waitFor()
      // With another filter the list no longer shows what was counted.
      await page.getByRole('search').getByRole('textbox').first().fill('E05')
      await page.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByRole('note').waitFor({ state: 'detached' })
    })
  })

  test('a bar leads to the rows that it counts', async () => {
    await at.inWindow({ language, as: admin, start: `${start}?tab=devices` }, async (page) => {
      const bars = panel(page, 'Devices by model').getByRole('list')
      await bars
        .getByRole('listitem')
        .filter({ hasText: /CX-10.*9/s })
        .waitFor()
      await bars.getByRole('link', { name: 'CX-10' }).click()
      await arrived(page, '/recipeManage/device/list')
      assert.equal(await totalOf(page), 9)
    })
    for (const tab of ['devices', 'users', 'faults'])
      await at.inWindow({ language, as: admin, start: `${start}?tab=${tab}` }, async (page) => {
        // The first bar of each panel.
        const bars = page.locator('ul > li:first-child:has(> span[aria-hidden] + span):has(a)')
        await bars.first().waitFor()
        const followed: { hrefs: string[]; value: number }[] = []
        for (const bar of await bars.all()) {
          const links = await bar.getByRole('link').all()
          const hrefs = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''))
          // The share is shown after the number.
          const shown = bar.locator('> span').last()
          const share = (await shown.locator('small').allInnerTexts()).join('')
          const value = (await shown.innerText()).replace(share, '').replace(/[,\s]/g, '')
          followed.push({ hrefs, value: Number(value) })
        }
        for (const { hrefs, value } of followed) {
          let sum = 0
          for (const href of hrefs) {
            await page.goto(at.app.url + href)
            sum += await totalOf(page)
          }
          assert.equal(sum, value, `${tab}: ${hrefs.join(' ')}`)
        }
      })
  })

  test('a change is shown against the period before and the year before: new from nothing, none where it was not taken', async () => {
    await at.inWindow({ language, as: admin, start: `${start}?tab=faults` }, async (page) => {
      const { envelope } = await at.app.ask(statisticsApi.faults, await daysShown(page), { token: admin.token })
      const raised = envelope.data.figures.find(({ key }) => key === 'faults.raised')
      assert.ok(raised?.value !== null && raised?.value !== undefined && raised.before !== null && raised.before > 0)
      const percent = `+${(((raised.value - raised.before) / raised.before) * 100).toFixed(1)}%`
      await cell(page, 'Faults raised').getByText(percent).waitFor()
      // No open fault was counted a week ago.
      await cell(page, 'Open faults').getByText('Live').waitFor()
      assert.equal(await cell(page, 'Open faults').getByText('Change').count(), 0)
    })
    await at.inWindow({ language, as: admin, start: `${start}?tab=searches` }, async (page) => {
      await cell(page, 'Searches').getByText('new').first().waitFor()
    })
  })

  test('a figure that no run took is a gap in the trend and a dash in its table, never a 0', async () => {
    await at.inWindow({ language, as: admin, start: `${start}?tab=devices&trend=devices.online` }, async (page) => {
      const trend = panel(page, 'Online, trend')
      await trend.getByRole('img').locator('svg').waitFor()
      await trend.getByText('No data').waitFor()
      await trend.getByRole('button', { name: 'Show as a table' }).click()
      const rows = trend.getByRole('row')
      await rows.nth(1).waitFor()
      const texts = await rows.allInnerTexts()
      assert.ok(
        texts.slice(1).some((text) => /^\d{4}-\d\d-\d\d so far, as of [\d :-]*\d\d:00\s+0\b/.test(text)),
        'the day that was taken has its 0',
      )
      assert.ok(
        texts.slice(1).some((text) => /^\d{4}-\d\d-\d\d\s+-/.test(text)),
        'a day that was not has a dash',
      )
    })
  })

  test('the day that has begun is open in the trend: its legend and its table say as of when', async () => {
    await at.inWindow({ language, as: admin, start: `${start}?tab=faults` }, async (page) => {
      const trend = panel(page, 'Faults raised, trend')
      await trend.getByRole('img').locator('svg').waitFor()
      const note = await trend.getByText(/^so far, as of .*\d\d:00$/).innerText()
      assert.match((await trend.getByRole('img').getAttribute('aria-label')) ?? '', /The last day is not over/)
      await trend.getByRole('button', { name: 'Show as a table' }).click()
      const open = trend.getByRole('row').filter({ hasText: note })
      await open.waitFor()
      assert.equal(await open.count(), 1)
      assert.match(await open.innerText(), /\d{4}-\d\d-\d\d to \d\d:00/)
    })
  })

  test('what is still to be set up is one quiet entry with its number, and each step says who does it and where', async () => {
    const auditor = await make.account(at.app, { role: 'auditor' })
    await at.inWindow({ language, as: auditor, start }, async (page) => {
      await cell(page, 'Online share').getByText('Live').waitFor()
      await page.locator('[role=img] > svg').first().waitFor()
      assert.equal(await page.getByRole('button', { name: /Finish setting up/ }).count(), 0)
    })
    await at.inWindow({ language, as: admin, start }, async (page) => {
      await page.getByRole('button', { name: /^Finish setting up \(\d\)$/ }).click()
      const sheet = page.getByRole('dialog', { name: 'Finish setting up' })
      for (const name of ['Mail server', 'Public address', 'Checkpoints of the operation log'])
        await sheet.getByRole('heading', { name }).waitFor()
      await sheet.getByText('SMTP_URL').waitFor()
      await assertAccessible(page, 'what is still to be set up')
    })
  })

  test('each panel has a table of the same figures and a picture to keep', async () => {
    await at.inWindow({ language, as: admin, start: `${start}?tab=devices` }, async (page) => {
      await page.locator('[role=img] > svg').first().waitFor()
      for (const title of ['Devices, trend', 'Devices by province', 'Devices by model', 'Models by devices']) {
        const one = panel(page, title)
        const [picture] = await Promise.all([
          page.waitForEvent('download'),
          one.getByRole('button', { name: 'Download as an image' }).click(),
        ])
        assert.match(picture.suggestedFilename(), /^.+ \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d\.png$/)
        await one.getByRole('button', { name: 'Show as a table' }).click()
        await one.getByRole('table').waitFor()
      }
      const places = panel(page, 'Devices by province').getByRole('row')
      const texts = (await places.allInnerTexts()).map((text) => text.split(/\s+/).slice(0, 2).join(' '))
      for (const row of ['Guangdong 7', 'Zhejiang 3', 'Sichuan 1', 'Elsewhere 1', 'Total 12'])
        assert.ok(texts.includes(row), row)
    })
  })

  test('a province of the map narrows all figures to it', async () => {
    await at.inWindow({ language, as: admin, start: `${start}?tab=devices` }, async (page) => {
      await page.locator('path[data-code="440000"]').click()
      await page.waitForURL(/province=440000/)
      await until('seven devices', async () => (await number(cell(page, 'Devices'))) === 7)
    })
  })

  test('provinces of the map are reached by keyboard: Tab to the one with most, arrows to its neighbours, Enter narrows to it', async () => {
    await at.inWindow({ language, as: admin, start: `${start}?tab=devices` }, async (page) => {
      const stop = panel(page, 'Devices by province').locator('path[tabindex="0"]')
      await stop.waitFor()
      assert.equal(await stop.getAttribute('data-code'), '440000')
      await stop.and(page.getByLabel(/Guangdong/)).waitFor()
      // The provinces without a device have their names too.
      const codes = page.locator('path[data-code]').and(page.getByLabel(/\d{6}/))
      await until('every province to have a name', async () => (await codes.count()) === 0)
      await stop.focus()
      await page.keyboard.press('ArrowLeft')
      await until('the neighbour', async () => (await stop.getAttribute('data-code')) === '450000')
      await page.keyboard.press('ArrowRight')
      await until('back', async () => (await stop.getAttribute('data-code')) === '440000')
      await page.keyboard.press('Enter')
      await page.waitForURL(/province=440000/)
    })
  })

  test('words that three people searched are listed, and words of fewer are not', async () => {
    await at.inWindow({ language, as: admin, start: `${start}?tab=searches` }, async (page) => {
      const words = panel(page, 'Keywords')
      await words.getByRole('row').filter({ hasText: 'roast duck' }).waitFor()
      assert.equal(await words.getByText('secret sauce').count(), 0)
    })
  })

  test('where a filter narrows to what a figure is not counted by, the figure, its top list and its words say so', async () => {
    const notKept = 'Not kept for these filters'
    const recipes = `${start}?tab=recipes&kind=oven&of=recipes&by=favourites`
    await at.inWindow({ language, as: admin, start: recipes }, async (page) => {
      await cell(page, 'Favourites').getByText(notKept).waitFor()
      await panel(page, 'Recipes by favourites').getByText(notKept).waitFor()
      await page.goto(`${at.app.url}${start}?tab=searches&kind=oven`)
      await panel(page, 'Keywords').getByText(notKept).waitFor()
    })
  })

  test('figures that are older than they should be show which run is missing', async () => {
    // An hour after the next was due.
    const later = (await takenAt(at.app)) + 7 * hourMs
    await at.inWindow({ language, as: admin, start, time: later }, async (page) => {
      await page.getByText(/The run of .*\d\d:00 has not ended or has failed: figures are as of/).waitFor()
    })
  })

  test('a part that failed to load shows an error and is requested again', async () => {
    await at.inWindow({ language, as: admin, tolerates: /503/ }, async (page) => {
      await page.route(`**${statisticsApi.faults.path}*`, (route) => route.fulfill({ status: 503, body: '{}' }))
      await page.goto(`${at.app.url}${start}?tab=faults`)
      const again = page.getByRole('button', { name: 'Try again' })
      await again.waitFor()
      await page.unroute(`**${statisticsApi.faults.path}*`)
      await again.click()
      await cell(page, 'Faults raised').waitFor()
    })
  })
}

/** The requested days of the screen. */
async function daysShown(page: Page): Promise<{ from: string; to: string }> {
  const request = await page
    .waitForRequest((one) => new URL(one.url()).pathname.endsWith('/data/statistic/faults'), {
      timeout: 10_000,
    })
    .catch(() => undefined)
  const shown = request ?? (await Promise.all([page.waitForRequest(/statistic\/faults/), page.reload()]))[0]
  const { searchParams } = new URL(shown.url())
  return { from: searchParams.get('from') ?? '', to: searchParams.get('to') ?? '' }
}
