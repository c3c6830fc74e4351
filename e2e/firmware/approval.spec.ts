import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { addVersion, draftOf, startRollout, taskOf } from '@brigade/server/testing/firmware/rollout.ts'
import { sql } from 'kysely'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import type { Page } from 'playwright-core'
import { triedOnlyIn } from '../support/browser.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { field, openConsole, signInOver, type Console } from '../support/open-console.ts'

/** Two people edit one task, and one person decides alone about all of it. */

let at: Console
before(async () => {
  at = await openConsole({ settings: { DEVICE_URL: 'https://devices.example.com' } })
})
after(() => at.stop())

const dialog = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

for (const { language } of triedOnlyIn('en')) {
  test('the second of two people who edit one task is notified, sees both versions, and loses no input', async () => {
    const rollout = await startRollout(at.app)
    const version = await addVersion(rollout, '01.02.00')
    const { id: deviceId } = await make.device(at.app, rollout)
    const draft = { ...draftOf(rollout, [version.id], { deviceIds: [deviceId] }), name: 'Edited by two' }
    const { id } = (await at.app.ask(upgradeTaskApi.addTask, draft, rollout.engineer)).envelope.data
    const options = { language, as: rollout.engineer, start: `/fota/task/detail?id=${id}`, tolerates: /409/ }
    await at.inWindow(options, async (page) => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await field(dialog(page), 'Name').fill('Mine')
      // Meanwhile somebody else saves another name, and a description.
      const { updatedAt } = await taskOf(rollout, id)
      const other = { ...draft, id, updatedAt, name: 'Theirs', description: 'Written by somebody else' }
      assert.equal((await at.app.ask(upgradeTaskApi.updateTask, other, rollout.engineer)).status, 200)
      for (const step of ['Next', 'Next', 'Next', 'Save as draft']) await press(page, step)
      const clash = dialog(page).getByRole('alert')
      await clash.getByText('YoursMine').waitFor()
      await clash.getByText('TheirsTheirs').waitFor()
      await clash.getByRole('button', { name: 'Keep mine' }).click()
      await press(page, 'Save as draft')
      await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor()
    })
    const { name, description, status } = await taskOf(rollout, id)
    assert.deepEqual([name, description, status], ['Mine', 'Written by somebody else', 'CREATE'])
  })

  test('the only account that may approve is warned in red that there is no second check, and that it waits for others who could until lately; it enters a reason and the password', async () => {
    const rollout = await startRollout(at.app)
    const version = await addVersion(rollout, '01.02.00')
    const { id: deviceId } = await make.device(at.app, rollout)
    const sole = await make.account(at.app, { role: 'administrator' })
    await at.app.db.updateTable('account').set({ enabled: false }).where('id', '<>', sole.id).execute()
    const draft = { ...draftOf(rollout, [version.id], { deviceIds: [deviceId] }), name: 'Approved alone', submit: true }
    const { id } = (await at.app.ask(upgradeTaskApi.addTask, draft, sole)).envelope.data
    await at.inWindow({ language, as: sole, start: '/fota/task' }, async (page) => {
      // The task is counted among those that wait for them.
      await page.getByRole('button', { name: /^I may approve\s*1/ }).click()
      await page.getByRole('link', { name: 'Approved alone', exact: true }).click()
      // The list has the button too, in the row of the task, until the task is open.
      await page.getByRole('heading', { level: 1, name: 'Approved alone' }).waitFor()
      await page.getByRole('button', { name: 'Approve' }).click()
      await dialog(page)
        .getByText(/^Yours is the only account that can approve/)
        .waitFor()
      const isRed = await page.evaluate(`(() => {
        const note = [...document.querySelectorAll('[role=dialog] [role=note]')].at(-1)
        const probe = document.createElement('span')
        probe.style.color = 'var(--bad)'
        note.append(probe)
        const same = getComputedStyle(probe).color === getComputedStyle(note).color
        probe.remove()
        return same
      })()`)
      assert.equal(isRed, true)
      // The others could until a moment ago.
      await dialog(page)
        .getByText(/^Your approval will begin to count in 24 hours: others could approve until lately \(.+\)/)
        .waitFor()
      await assertAccessible(page, 'a sole approval that will wait')
      await field(dialog(page), 'Your sign-in password').fill(testPassword)
      await press(page, 'Approve')
      await dialog(page).getByText('Enter a reason').first().waitFor()
      await field(dialog(page), 'Reason').fill('Nobody else is here over the holidays')
      // The reason, but not the password, is there again after signing in over the page.
      await signInOver(at, page, () => press(page, 'Approve'), { password: testPassword })
      assert.equal(await field(dialog(page), 'Reason').inputValue(), 'Nobody else is here over the holidays')
      assert.equal(await field(dialog(page), 'Your sign-in password').inputValue(), '')
      await field(dialog(page), 'Your sign-in password').fill(testPassword)
      await press(page, 'Approve')
      await page.getByText(/^Approved alone: your approval begins to count /).waitFor()
      await page.getByText(/^Approved by .+ without a second person: the approval begins to count /).waitFor()
      await page.getByText(/^Told, as they could approve until lately: /).waitFor()
      await page.getByRole('link', { name: 'Plan and approval' }).click()
      await page.getByText('Nobody else is here over the holidays').waitFor()
      await page.getByText('Begins to count', { exact: true }).waitFor()
      await assertAccessible(page, 'a sole approval that waits')
      // The approval takes effect while the page is open.
      await sql`update upgrade_task set alone_counts_at = clock_timestamp() where id = ${id}::bigint`.execute(at.app.db)
      await page
        .getByText(/without a second person/)
        .first()
        .waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Start' }).waitFor()
    })
    const tasks = at.app.db.selectFrom('upgradeTask').where('id', '=', id)
    const { soleReason } = await tasks.select('soleReason').executeTakeFirstOrThrow()
    assert.equal(soleReason, 'Nobody else is here over the holidays')
  })
}
