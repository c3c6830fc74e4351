import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { triedOnlyIn } from '../support/browser.ts'
import { field, openConsole, signInOver } from '../support/open-console.ts'
import type { Console } from '../support/open-console.ts'

/** Faults as people see, take and close them. */

let at: Console
let admin: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator', name: 'Ada' })
})
after(() => at.stop())

async function oven() {
  const made = await make.device(at.app)
  const link = await connectMade(at.app, made)
  let number = 0
  const report = async (active: 0 | 1) => {
    number += 1
    const params = { Code: 'E11', Active: active }
    await link.send('thing/event/Fault/post', { id: String(number), version: '1.0', params })
    await link.receive('Fault/post_reply')
  }
  return { made, link, report }
}
const recordOf = (deviceId: string) =>
  until('the record', async () => {
    const { envelope } = await at.app.ask(faultApi.page, { deviceId }, { token: admin.token })
    return envelope.data.list[0]
  })

/** Returns the number of acts that wait for a locked record. */
async function waitingActs(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike '%from fault_open%for update%'`.execute(
    at.app.db,
  )
  return rows[0]?.n ?? 0
}

for (const { language } of triedOnlyIn('en')) {
  test('a fault appears without a request, is acknowledged by one of two, assigned, eliminated by the device and closed with a cause', async () => {
    const { made, link, report } = await oven()
    const other = await make.account(at.app, { role: 'support', name: 'Sam Service' })
    await at.inWindow({ language, as: admin, start: '/fault/list', tolerates: /409/ }, async (page) => {
      await page.getByText('Nothing is open').waitFor()
      const inMenu = (name: string) =>
        page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true })
      await inMenu('Oven faults').waitFor()
      const requested: string[] = []
      page.on('request', (request) => requested.push(new URL(request.url()).pathname))
      await report(1)
      const row = page.getByRole('row').filter({ hasText: made.sn })
      await row.waitFor()
      assert.deepEqual(
        // The menu asks how many are open, every 15 s.
        requested.filter((path) => path.includes('/fault/') && !path.endsWith('/total')),
        [],
        'it came by the stream',
      )
      await inMenu('Oven faults 1 open').waitFor()
      await at.inWindow({ language, as: other, start: '/fault/list', tolerates: /409/ }, async (theirs) => {
        const same = theirs.getByRole('row').filter({ hasText: made.sn })
        // Both have the present state, and act before either receives the other's change.
        await same.getByText('New').waitFor()
        await at.app.db.transaction().execute(async (trx) => {
          await trx.selectFrom('faultOpen').select('id').where('deviceId', '=', made.id).forUpdate().execute()
          await row.getByRole('button', { name: 'Acknowledge' }).click()
          await same.getByRole('button', { name: 'Acknowledge' }).click()
          await until('both to wait for the record', async () => (await waitingActs()) === 2)
        })
        const messages = [page, theirs].map((one) => ({
          done: one.getByRole('status').filter({ hasText: 'Acknowledged' }),
          refused: one.getByText('Somebody else has changed one of these records'),
        }))
        const notified = await until('both to be told', async () => {
          const seen = await Promise.all(
            messages.map(async ({ done, refused }) => [await done.count(), await refused.count()].join(' ')),
          )
          return seen.includes('1 0') && seen.includes('0 1') && seen
        })
        assert.equal(notified.length, 2)
        for (const one of [row, same]) await one.getByText('Acknowledged').waitFor()
      })

      await row.getByRole('button', { name: 'E11', exact: true }).click()
      const sheet = page.getByRole('dialog').first()
      await sheet.getByRole('button', { name: 'Assign' }).click()
      await field(page, 'Assign to').click()
      await page.getByRole('option', { name: /Sam Service/ }).click()
      await page.getByRole('dialog').last().getByRole('button', { name: 'Assign' }).click()
      await page.getByRole('status').filter({ hasText: 'Assigned' }).waitFor()
      await sheet.getByText('In progress').waitFor()
      await report(0)
      await sheet.getByText('Cleared').first().waitFor()
      await sheet.getByRole('button', { name: 'Close fault' }).click()
      await field(page, 'Cause').click()
      await page.getByRole('option', { name: 'Installation' }).click()
      await field(page, 'What was found').fill('A loose plug')
      await field(page, 'What was done').fill('Plugged it in')
      await page.getByRole('dialog', { name: 'Close fault' }).getByRole('button', { name: 'Close fault' }).click()
      await page.getByRole('status').filter({ hasText: 'Closed' }).waitFor()
      await sheet.getByText('A loose plug').waitFor()
      await page.keyboard.press('Escape')
      await inMenu('Oven faults').waitFor()
    })
    link.vanish()
  })

  test('a total filters the list by a click, and a device has its faults and its alarms in tabs', async () => {
    const { made, report } = await oven()
    await report(1)
    const { id } = await recordOf(made.id)
    await at.inWindow({ language, as: admin, start: `/fault/list?deviceId=${made.id}` }, async (page) => {
      const row = page.getByRole('row').filter({ hasText: made.sn })
      await row.waitFor()
      const total = (name: string) =>
        page.getByRole('group', { name: 'Open, not shelved' }).getByRole('button', { name: new RegExp(`^${name}`) })
      await total('Overdue').click()
      await row.waitFor({ state: 'detached' })
      await page.waitForURL(/stale=true/)
      await total('New').click()
      await row.waitFor()
      await page.waitForURL(/handling=new/)
      await page.goto(`${at.app.url}/recipeManage/device/list/detail?id=${made.id}&tab=faults`)
      await page.getByRole('row').filter({ hasText: 'E11' }).getByRole('button').first().click()
      await page.waitForURL((url) => url.searchParams.get('record') === id)
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Alarms', exact: true }).click()
      await page.getByText('No alarms').waitFor()
    })
  })

  test('an act on several is undone by the button of its message', async () => {
    const [one, two] = [await oven(), await oven()]
    await one.report(1)
    await two.report(1)
    await Promise.all([recordOf(one.made.id), recordOf(two.made.id)])
    await at.inWindow({ language, as: admin, start: '/fault/list' }, async (page) => {
      for (const { made } of [one, two])
        await page.getByRole('row').filter({ hasText: made.sn }).getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Acknowledge', exact: true }).first().click()
      await page.getByText('Acknowledged: 2 records').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone for 2 records').waitFor()
      await page.getByRole('row').filter({ hasText: one.made.sn }).getByText('New').waitFor()
    })
    one.link.vanish()
    two.link.vanish()
  })

  test('an excursion appears, is shelved, is back by itself without loading the page again and ends with the temperature', async () => {
    const cooler = await make.device(at.app, { kind: 'cooler' })
    const link = await connectMade(at.app, cooler)
    const report = async (minutes: number, values: Record<string, number>) => {
      at.app.clock.advance(minutes * minuteMs)
      await link.report(values)
      await link.receive('property/post_reply')
    }
    const limits = { SetPoint: 3, HighLimit: 8, LowLimit: 0, AlarmDelay: 10, Defrost: 0, DoorState: 0 }
    await report(0, { ...limits, CabinetTemp: 4 })
    await at.inWindow({ language, as: admin, start: '/fault/iceDevicelist' }, async (page) => {
      await page.getByText('Nothing is open').waitFor()
      await report(1, { CabinetTemp: 12 })
      await report(6, { CabinetTemp: 12 })
      await report(6, { CabinetTemp: 12 })
      const row = page.getByRole('row').filter({ hasText: 'Temperature above its limit' })
      await row.waitFor()
      await row.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'More', exact: true }).first().click()
      await page.getByRole('menuitem', { name: 'Shelve' }).click()
      await field(page, 'Reason').fill('The technician is on the way')
      await page.getByRole('dialog').getByRole('button', { name: 'Shelve', exact: true }).click()
      await page.getByRole('status').filter({ hasText: 'Shelved' }).waitFor()
      await page.getByText('Nothing is open').waitFor()
      await page.getByRole('link', { name: /^Shelved/ }).click()
      await row.waitFor()
      at.app.clock.advance(4 * hourMs)
      await page.getByRole('link', { name: /^Inbox/ }).click()
      await row.getByText('Active').waitFor()
      await report(1, { CabinetTemp: 4 })
      await row.getByText('Cleared').waitFor()
    })
    link.vanish()
  })
  test('what is typed about a fault is there again, in its dialog, after signing in over the page', async () => {
    const { made, link, report } = await oven()
    await report(1)
    await recordOf(made.id)
    const person = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: person, start: '/fault/list' }, async (page) => {
      await page.getByRole('row').filter({ hasText: made.sn }).getByRole('button', { name: 'E11', exact: true }).click()
      await page.getByRole('dialog').first().getByRole('button', { name: 'Add a note' }).click()
      const asking = page.getByRole('dialog', { name: 'Add a note' })
      await field(asking, 'Note').fill('The plug was loose, the cable is not')
      const send = () => asking.getByRole('button', { name: 'Add a note' }).click()
      await signInOver(at, page, send, { password: testPassword })
      assert.equal(await field(asking, 'Note').inputValue(), 'The plug was loose, the cable is not')
      await asking.getByRole('button', { name: 'Add a note' }).click()
      await page.getByText('Note added').waitFor()
    })
    link.vanish()
  })
}
