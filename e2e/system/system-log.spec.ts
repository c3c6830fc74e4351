import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** A person reads in the operation log what was done to a record, and by whom. */

let at: Console
let admin: MadeAccount
let roleId = ''
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator', name: 'Zhao Ming' })
  const by = { token: admin.token }
  const draft = { name: '夜班', enName: 'Night shift', kinds: ['platform' as const] }
  roleId = (await at.app.ask(roleApi.add, draft, by)).envelope.data.id
  const { updatedAt } = (await at.app.ask(roleApi.detail, { id: roleId }, by)).envelope.data
  const renamed = { ...draft, id: roleId, enName: 'Late shift', updatedAt }
  assert.equal((await at.app.ask(roleApi.update, renamed, by)).status, 200)
})
after(() => at.stop())

const drawer = (page: Page): Locator => page.getByRole('dialog', { name: 'Operation', exact: true })
const rows = (page: Page): Locator => page.getByRole('table').first().getByRole('row')

test('a change is found by its record, shown before beside after, and the open line is kept in the address', async () => {
  await at.inWindow({ as: admin, start: `/system/log?recordType=role&recordId=${roleId}` }, async (page) => {
    await rows(page).nth(2).waitFor()
    assert.equal(await rows(page).count(), 3)
    await rows(page).nth(1).getByRole('button', { name: 'Show' }).click()
    await drawer(page).getByText('Night shift').waitFor()
    await drawer(page).getByText('Late shift').first().waitFor()
    await drawer(page).getByText(admin.account, { exact: true }).first().waitFor()
    assert.match(page.url(), /[?&]id=/)
    await page.reload()
    await drawer(page).getByText('Night shift').waitFor()
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'detached' })
    assert.ok(!/[?&]id=/.test(page.url()))
  })
})

test('the filter of modules lists those of the catalogue, and narrows the list', async () => {
  await at.inWindow({ as: admin, start: '/system/log' }, async (page) => {
    await rows(page).nth(1).waitFor()
    await page.getByLabel('Module', { exact: true }).first().click()
    await page.getByRole('option', { name: 'Roles', exact: true }).click()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.waitForURL(/module=role/)
    await until('only the two lines of roles', async () => (await rows(page).count()) === 3)
  })
})

test('the seal states that nothing leaves this machine, is checked on demand, and the lines are exported with their proof', async () => {
  await at.inWindow({ as: admin, start: '/system/log?module=role' }, async (page) => {
    const seal = page.getByRole('region', { name: 'Seal of the log' })
    await seal.getByText('Checkpoints are not stored elsewhere yet').waitFor()
    await seal.getByRole('button', { name: 'Check now' }).click()
    await seal.getByText('intact in itself').waitFor({ timeout: 30_000 })
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/web/log/export'))
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    assert.equal((await answer).status(), 200)
  })
})

test('a check that could not be made is shown as that, with how old the oldest unchecked part is', async () => {
  const now = new Date(at.app.clock.now()).toISOString()
  await sql`insert into chain_check (checked_at, outcome, lines, is_whole, oldest_at)
    values (${now}, 'failed', 0, false, '2026-01-02T03:04:05Z')`.execute(at.app.db)
  await at.inWindow({ as: admin, start: '/system/log' }, async (page) => {
    const seal = page.getByRole('region', { name: 'Seal of the log' })
    await seal.getByText(/^The check at .+ could not be made/).waitFor()
    await seal.getByText(/^What has waited longest was last checked at 2026-01-02 /).waitFor()
  })
})

test('rows of the demo are named as such, and a reader below sees the support of the platform without a name', async () => {
  await sql`insert into app_log (logged_at, app_user, organisation_id, address, operation, method, path, duration_ms, code, success, is_demo)
    values (now(), '139****0011', null, '203.0.113.24', 'bind', 'POST', '/api/app/device/bind', 84, 200, true, true)`.execute(
    at.app.db,
  )
  const dealer = await make.organisation(at.app, { kind: 'distributor', name: 'Nordkantine' })
  const reader = await make.account(at.app, { operationCodes: ['operation-log:view'], organisationId: dealer.id })
  const customer = await make.organisation(at.app, { parentId: dealer.id, name: 'Hafenküche' })
  await at.app.ask(
    customerApi.setEnabled,
    { ids: [customer.id], enabled: false, reason: 'closed' },
    { token: admin.token },
  )
  await at.inWindow({ as: admin, start: '/system/log?tab=app' }, async (page) => {
    await page.getByRole('row').filter({ hasText: 'Bind a device' }).getByText('Demo').waitFor()
  })
  await at.inWindow(
    { as: reader, start: `/system/log?recordType=organisation&recordId=${customer.id}` },
    async (page) => {
      const row = page.getByRole('row').filter({ hasText: 'Brigade · Support' }).first()
      await row.waitFor()
      assert.ok(!(await row.innerText()).includes(admin.account))
      await row.getByRole('button', { name: 'Show' }).click()
      await drawer(page).getByText('The request is not shown').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Export', exact: true }).count(), 0)
      assert.equal(await page.getByRole('region', { name: 'Seal of the log' }).count(), 0)
    },
  )
})
