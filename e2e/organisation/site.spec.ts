import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { judgeDays } from '@brigade/server/cold-chain/fleet/judge-days.ts'
import { coolerLife, reportPast } from '@brigade/server/testing/cooler-past.ts'
import { plantRecord } from '@brigade/server/testing/fault/plant-record.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import { dayMs, hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** A customer as a site, and the cold chain of all refrigerators. */

let at: Console
let person: MadeAccount
let site: { id: string }
let sn: string
before(async () => {
  at = await openConsole()
  const { app } = at
  person = await make.account(app, { role: 'administrator', name: 'Lin Wei' })
  site = await make.organisation(app, { name: 'Harbour Hotel' })
  const cooler = await make.device(app, { kind: 'cooler', name: 'Cold room', organisationId: site.id })
  const oven = await make.device(app, { name: 'Left oven', organisationId: site.id })
  ;({ sn } = cooler)
  const now = app.clock.now()
  const today = Math.floor((now + 8 * hourMs) / dayMs) * dayMs - 8 * hourMs
  await reportPast(app.db, cooler.id, coolerLife({ from: today - 2 * dayMs, to: today, everyMs: 10 * minuteMs }))
  await sql`update device_state set last_seen_at = ${iso(today)}::timestamptz, online_changed_at = ${iso(today)}::timestamptz
    where device_id = ${cooler.id}::bigint`.execute(app.db)
  await plantRecord(app.db, {
    deviceId: cooler.id,
    alertType: 'excursion',
    code: 'high',
    severity: 'critical',
    raisedAt: now - 40 * minuteMs,
  })
  for (let index = 0; index < 60; index += 1)
    await sql`insert into online_log (device_id, occurred_at, online, reason)
      values (${oven.id}::bigint, ${iso(now - index * hourMs)}::timestamptz, false, 'connection_lost')`.execute(app.db)
  await plantRecord(app.db, { deviceId: oven.id, code: 'E05', severity: 'major', raisedAt: now - 3 * dayMs })
  await judgeDays(app)
})
after(() => at.stop())

test('a customer’s page says what is there now and all that happened, older pages by their address', async () => {
  await at.inWindow({ as: person, start: `/customer/detail?id=${site.id}` }, async (page) => {
    await page.getByText('0 of 2 online, 1 with a fault, 1 never connected').waitFor()
    await page.getByText('1 fault, 1 alarm', { exact: false }).waitFor()
    await page.getByText('1 refrigerator outside limits now').waitFor()
    await page.getByRole('link', { name: 'Timeline' }).click()
    const rows = page.getByRole('row')
    await page.getByText('Connection lost').first().waitFor()
    assert.equal(await rows.count(), 51)
    await page.getByRole('button', { name: 'Older' }).click()
    await page.getByText('E05').first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Older' }).count(), 0)
    await page.reload()
    await page.getByText('E05').first().waitFor()
    await page.getByRole('button', { name: 'Newest' }).click()
    await page.getByRole('button', { name: 'Older' }).waitFor()
    await page.getByRole('link', { name: 'Open faults' }).click()
    await page.getByRole('link', { name: 'E05' }).waitFor()
  })
})

test('the cold chain lists each refrigerator, each total sets its filter, and a report is of one customer', async () => {
  await at.inWindow({ as: person, start: '/iceDevice/coldChain' }, async (page) => {
    await page.getByRole('link', { name: sn }).waitFor()
    await page.getByText(/Outside limits\s*·?\s*4\d min/).waitFor()
    await page.getByRole('button', { name: 'Report (PDF)' }).and(page.locator('[aria-disabled=true]')).waitFor()
    await page.getByRole('button', { name: /^Outside limits now/ }).click()
    await page.waitForURL(/running=true/)
    await page.getByRole('link', { name: sn }).waitFor()
    await page.getByRole('button', { name: /^No data/ }).click()
    await page.waitForURL(/unknown=true/)
    await page.getByRole('link', { name: sn }).waitFor({ state: 'detached' })
  })
})

for (const { language, spoken } of languagesForAxe)
  test(`axe finds nothing on a site, its timeline, faults, people and firmware and the cold chain, in ${spoken}`, async () => {
    const screens = [
      `/customer/detail?id=${site.id}`,
      `/customer/detail?id=${site.id}&tab=timeline`,
      `/customer/detail?id=${site.id}&tab=faults`,
      `/customer/detail?id=${site.id}&tab=people`,
      `/customer/detail?id=${site.id}&tab=firmware`,
      '/iceDevice/coldChain',
    ]
    for (const start of screens)
      await at.inWindow({ language, as: person, start }, async (page) => {
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await page.locator('main table, main section a').filter({ visible: true }).first().waitFor()
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        await assertAccessible(page, start)
      })
  })
