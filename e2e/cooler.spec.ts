import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { temperatureText } from '../console/src/cold-chain/cold-chain.text.ts'
import { resetText } from '../console/src/command/reset.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from './support/in-both.ts'
import type { Page } from 'playwright-core'
import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'
import { coolerLife, reportPast, startOfDay } from '@brigade/server/testing/cooler-past.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { testPassword, type MadeAccount } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import { readPdf } from '@brigade/server/testing/read-pdf.ts'
import { assertAccessible } from './support/assert-accessible.ts'
import { tried } from './support/browser.ts'
import { field, openConsole, type Console } from './support/open-console.ts'

/**
 * Support staff examines a refrigerator: last night's excursion, its temperature, the report to print and sign; and
 * resets one.
 */

let at: Console
let person: MadeAccount
let cooler: Awaited<ReturnType<typeof make.device>>
/** From one to half past two UTC it was too warm: last night in Shanghai's morning. */
let night: number
before(async () => {
  at = await openConsole()
  person = await make.account(at.app, { role: 'administrator', name: 'Anke' })
  cooler = await make.device(at.app, { kind: 'cooler', name: 'Cold room 3 三号冷藏间' })
  const now = at.app.clock.now()
  await reportPast(
    at.app.db,
    cooler.id,
    coolerLife({ from: startOfDay(now) - 7 * dayMs, to: now, everyMs: 5 * minuteMs }),
  )
  night = startOfDay(now) - dayMs + hourMs
})
after(() => at.stop())

const detail = (tab = 'temperature', rest = '', { id } = cooler) => `/iceDevice/list/detail?id=${id}&tab=${tab}${rest}`
/** The time as the viewer in Shanghai reads it. */
const wall = (ms: number) => new Date(ms + 8 * hourMs).toISOString().slice(0, 19).replace('T', ' ')

const words = inBoth({
  show: { en: (time: string) => `Show ${time} in the curve`, zh: (time: string) => `在曲线中查看 ${time}` },
  tooWarm: temperatureText.tooWarm,
  tolerance: temperatureText.tolerance,
  highLimit: temperatureText.highLimit,
  lowLimit: temperatureText.lowLimit,
  atMost: { en: '−60 to −2', zh: '−60 至 −2' },
  none: temperatureText.none,
  withExcused: temperatureText.withExcused,
  defrost: temperatureText.byDefrost,
  kinetic: temperatureText.kinetic,
  export: word.export,
  pdf: temperatureText.pdf,
  reset: resetText.reset,
  explanation: {
    en: 'The set-point, the temperature limits, the alarm delay and the defrost settings return',
    zh: '设定温度、温度上下限、告警延时和除霜参数将恢复为出厂值',
  },
  password: word.yourSignInPassword,
  wrong: { en: /wrong/i, zh: /密码/ },
  sent: resetText.sent,
})

const excursionRow = (page: Page, w: (typeof words)['en' | 'zh']) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: w.show(wall(night)) }) })

for (const { language, spoken } of tried('en')) {
  const w = words[language]
  test(`finds last night’s excursion, reads when and how warm it was, and sees it in the curve, in ${spoken}`, () =>
    at.inWindow({ as: person, language, start: detail('temperature', '&span=7d') }, async (page) => {
      const row = excursionRow(page, w)
      await row.waitFor()
      const cells = await row.getByRole('cell').allTextContents()
      assert.deepEqual(cells.slice(1, 2), [wall(night + 1.5 * hourMs)])
      assert.deepEqual(cells.slice(3, 5), ['8.0 °C', '9.7 °C'])
      assert.equal(cells.at(-1), w.tooWarm)
      await page.getByText(w.kinetic).waitFor()
      await page.getByText(w.withExcused).click()
      await page.getByText(w.defrost).first().waitFor()
      if (process.env['SHOTS'] !== undefined)
        await page.screenshot({ path: `${process.env['SHOTS']}/week-${language}.png`, fullPage: true })
      await row.getByRole('button').click()
      await page.waitForURL(/startTime=/)
      await page.getByRole('img', { name: new RegExp(RegExp.escape(wall(night).slice(0, 10))) }).waitFor()
      await row.waitFor()
      // With a larger tolerance there was no excursion, and the link shows that to a colleague.
      await field(page, w.tolerance).fill('4')
      await field(page, w.tolerance).press('Enter')
      await page.waitForURL(/tolerance=4/)
      await page.getByText(w.none).waitFor()
      await page.reload()
      await page.getByText(w.none).waitFor()
      assert.equal(await field(page, w.tolerance).inputValue(), '4')
      // Evaluated by another limit, and by the device's again.
      await field(page, w.highLimit).fill('−2')
      await field(page, w.highLimit).press('Enter')
      await page.waitForURL(/high=-2/)
      await page.getByText('−2.0 °C').first().waitFor()
      await field(page, w.lowLimit).fill('3')
      await field(page, w.lowLimit).press('Enter')
      await page.getByText(w.atMost).waitFor()
      if (process.env['SHOTS'] !== undefined)
        await page.screenshot({ path: `${process.env['SHOTS']}/limits-${language}.png`, fullPage: true })
      await field(page, w.lowLimit).fill('')
      await field(page, w.highLimit).fill('')
      await field(page, w.highLimit).press('Enter')
      await page.getByText(w.none).waitFor()
      assert.equal(new URL(page.url()).searchParams.has('high'), false)
    }))
}

test('prints the report of the curve on screen, in degrees Fahrenheit for people who read those', () =>
  at.inWindow({ as: person, start: detail('temperature', '&span=7d') }, async (page) => {
    await excursionRow(page, words.en).waitFor()
    await page.getByText('°F', { exact: true }).click()
    await page.getByText('46.4 °F').first().waitFor()
    await page.getByRole('button', { name: words.en.export }).click()
    await page.getByRole('menuitem', { name: words.en.pdf }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('status').filter({ hasText: 'temperature' }).getByRole('button', { name: 'Download' }).click()
    const download = await coming
    assert.match(download.suggestedFilename(), new RegExp(`^${cooler.sn}-temperature-.*\\.pdf$`))
    // Last night's report is on the second page if seven days include seven nights before it.
    const text = readPdf(await readFile(await download.path())).join('\n')
    assert(text.includes('> 46.4 °F') && text.includes(wall(night)) && text.includes('Cold room 3 三号冷藏间'))
  }))

test('a reset requires the password and shows its effects; a wrong password resets nothing', async (t) => {
  const other = await make.device(at.app, { kind: 'cooler', name: 'Cold room 4' })
  const device = await connectMade(at.app, other)
  t.after(() => device.vanish())
  const w = words.en
  await at.inWindow(
    { as: person, start: detail('overview', '', other), tolerates: /422|401|403|400/ },
    async (page) => {
      const ask = async () => {
        await page.locator('button[aria-haspopup=menu]').last().click()
        await page.getByRole('menuitem', { name: w.reset }).click()
      }
      await page.getByRole('heading', { name: 'Cold room 4' }).waitFor()
      await ask()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(w.explanation).waitFor()
      await assertAccessible(page, 'reset')
      await field(dialog, w.password).fill('Wrong12345')
      await dialog.getByRole('button', { name: w.reset }).click()
      await dialog.getByText(w.wrong).first().waitFor()
      await field(dialog, w.password).fill(testPassword)
      await dialog.getByRole('button', { name: w.reset }).click()
      const { payload } = await device.receive('/thing/service/FactoryReset')
      assert.match(payload, /"params":\{\}/)
      await page.getByText(w.sent).waitFor()
    },
  )
  const commands = await at.app.db.selectFrom('command').select('identifier').where('deviceId', '=', other.id).execute()
  assert.deepEqual(commands, [{ identifier: 'FactoryReset' }])
})

test('has nothing that axe finds, wide and narrow, with and without reports', async () => {
  const empty = await make.device(at.app, { kind: 'cooler' })
  for (const width of [1440, 900]) {
    await at.inWindow({ as: person, width, start: detail('temperature', '&span=7d&excused=true') }, async (page) => {
      await excursionRow(page, words.en).waitFor()
      await assertAccessible(page, `temperature at ${width}`)
      if (process.env['SHOTS'] !== undefined)
        await page.screenshot({ path: `${process.env['SHOTS']}/dark-${width}.png`, fullPage: true })
    })
  }
  await at.inWindow({ as: person, start: detail('temperature', '', empty) }, async (page) => {
    await page.getByText('No reports in this span').waitFor()
    assert.equal(await page.getByText(words.en.none).count(), 0)
    await assertAccessible(page, 'temperature without reports')
  })
})
