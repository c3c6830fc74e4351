import { dayMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import { announce } from '@brigade/server/message/announce/announce.ts'
import { startSmtpServer, type SmtpServer } from '@brigade/server/testing/mail/smtp-server.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword, type MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { triedOnlyIn } from '../support/browser.ts'
import { field, fillSignIn, openConsole, type Console } from '../support/open-console.ts'

/** Messages as people send and read them. */

let mail: SmtpServer
let at: Console
let admin: MadeAccount
before(async () => {
  mail = await startSmtpServer()
  at = await openConsole({ settings: { SMTP_URL: mail.url, SMTP_FROM: 'a@brigade.test', WEBHOOK_PRIVATE: 'on' } })
  admin = await make.account(at.app, { role: 'administrator', name: 'Ada' })
})
after(async () => {
  await at.stop()
  await mail[Symbol.asyncDispose]()
})

const unread = async ({ token }: MadeAccount) => (await at.app.ask(messageApi.bell, {}, { token })).envelope.data.unread
const announceTo = (accounts: readonly string[]) =>
  at.app.db.transaction().execute((trx) =>
    announce({ ...at.app, db: trx }, 'message.test', {
      params: { by: 'Sam', at: '2026-03-01T23:30:00.000Z', celsius: 4 },
      organisationId: admin.organisationId,
      accounts,
    }),
  )

for (const { language } of triedOnlyIn('en')) {
  test('a push in two languages is previewed, counted, sent, seen by exactly its audience, and a failed delivery is explained', async () => {
    const agent = await make.organisation(at.app, { kind: 'agent', name: 'Harbour Kitchens' })
    const [reader, lost] = [
      await make.account(at.app, { role: 'support', organisationId: agent.id, name: 'Rita' }),
      await make.account(at.app, { role: 'support', organisationId: agent.id, name: 'Leo' }),
    ]
    const outside = await make.account(at.app, { role: 'support' })
    for (const [account, email] of [
      [reader, 'rita@example.com'],
      [lost, 'refuse-leo@example.com'],
    ] as const)
      await at.app.db.updateTable('account').set({ email }).where('id', '=', account.id).execute()
    await at.inWindow({ language, as: admin, start: '/message/push' }, async (page) => {
      await page.getByText('No push tasks yet').waitFor()
      await page.getByRole('button', { name: 'New push' }).first().click()
      await page.getByRole('button', { name: 'Push', exact: true }).click()
      await page.getByText('Enter the text in at least one language').waitFor()
      await field(page, 'Title (English)').fill('Clean the gaskets')
      await field(page, 'Content (English)').fill('Once a week, with warm water.')
      await field(page, 'Title (Chinese)').fill('请清洁密封条')
      await field(page, 'Content (Chinese)').fill('每周一次，使用温水。')
      const phone = page.getByRole('region', { name: /^Preview in/ })
      await phone.getByText('Clean the gaskets').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: '中文' }).click()
      await phone.getByText('请清洁密封条').waitFor()
      await field(page, 'Organisation').fill('Harbour')
      await page.getByRole('option', { name: 'Harbour Kitchens' }).click()
      await page.getByText('2 receivers').waitFor()
      await page.getByLabel('E-mail (2 can be reached)').check()
      await page.getByRole('button', { name: 'Push', exact: true }).click()
      await page.getByText('Sending to 2 receivers').waitFor()
      const row = page.getByRole('row').filter({ hasText: 'Clean the gaskets' })
      await row.getByText('Sent', { exact: true }).first().waitFor()
      await until('the mails to be settled', () => mail.mails.length > 0)
      await row.getByRole('link', { name: 'Clean the gaskets', exact: true }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByText('请清洁密封条').waitFor()
      await until('the refusal to be shown', async () => {
        await page.reload()
        await sheet.getByText('请清洁密封条').waitFor()
        return (await sheet.getByText('A mail server refused this address permanently').count()) > 0
      })
      await sheet.getByText('550 5.1.1 No such mailbox here').first().waitFor()
    })
    assert.deepEqual([await unread(reader), await unread(lost), await unread(outside)], [1, 1, 0])
  })

  test('the bell counts new messages without a reload, shows them, and reading reduces the count', async () => {
    const reader = await make.account(at.app, { role: 'support' })
    await at.inWindow({ language, as: reader, start: '/' }, async (page) => {
      await page.getByRole('button', { name: 'Inbox', exact: true }).waitFor()
      await announceTo([reader.id])
      await page.getByRole('button', { name: 'Inbox, 1 unread' }).click()
      await page.getByRole('button', { name: /Test message/ }).click()
      await page.getByText('Sam sent this test').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Inbox', exact: true }).waitFor()
    })
    assert.equal(await unread(reader), 0)
  })

  test('the bell shows the newest messages, and earlier ones on demand', async () => {
    const reader = await make.account(at.app, { role: 'support' })
    for (let count = 0; count < 30; count += 1) await announceTo([reader.id])
    await at.inWindow({ language, as: reader, start: '/' }, async (page) => {
      await page.getByRole('button', { name: 'Inbox, 30 unread' }).click()
      const items = page.getByRole('button', { name: /Test message/ })
      await items.nth(24).waitFor()
      assert.equal(await items.count(), 25)
      await page.getByRole('button', { name: 'Earlier messages' }).click()
      await items.nth(29).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Earlier messages' }).count(), 0)
      await page.getByRole('button', { name: 'Mark all as read' }).click()
      await page.getByRole('button', { name: 'Inbox', exact: true }).waitFor()
    })
  })

  test('a person chooses language, e-mail and quiet hours, and sees the outcome of each notification', async () => {
    const reader = await make.account(at.app, { role: 'support', name: 'Quiet Quinn' })
    await announceTo([reader.id])
    await at.inWindow({ language, as: reader, start: '/' }, async (page) => {
      await page.getByRole('button', { name: 'Quiet Quinn' }).click()
      await page.getByRole('menuitem', { name: 'Notifications' }).click()
      await page.getByText('Your account has no e-mail address').waitFor()
      await page.getByLabel('Quiet hours: only critical messages leave the console').check()
      await field(page, 'From').fill('21:30')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Quiet Quinn' }).click()
      await page.getByRole('menuitem', { name: 'Notifications' }).click()
      assert.equal(await field(page, 'From').inputValue(), '21:30')
      await page.getByRole('button', { name: 'My notifications' }).click()
      await page.getByText('The account has no e-mail address').waitFor()
    })
  })

  test('receivers are read from a table, every row that cannot receive shows its reason, and a tap opens the chosen device', async () => {
    const reader = await make.account(at.app, { role: 'support' })
    const oven = await make.device(at.app, { name: 'Oven at the harbour' })
    const table = ['Account', reader.account, 'nobody.here', reader.account, ...Array.from({ length: 12 }, () => 'x y')]
    await at.inWindow({ language, as: admin, start: '/message/push' }, async (page) => {
      await page.getByRole('button', { name: 'New push' }).first().click()
      await field(page, 'Title (English)').fill('Descale it')
      await field(page, 'Content (English)').fill('The oven asks for it.')
      await field(page, 'A tap opens').click()
      await page.getByRole('option', { name: 'An oven' }).click()
      await page.getByRole('button', { name: 'Push', exact: true }).click()
      await page.getByText('Choose a device').waitFor()
      await field(page, 'Device').fill('harbour')
      await page.getByRole('option', { name: /^Oven at the harbour/ }).click()
      await page.getByRole('button', { name: 'From a file' }).click()
      const dialog = page.getByRole('dialog', { name: 'Receivers from a file' })
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(table.join('\n')) })
      await dialog.getByText('1 can receive it. 14 rows have no receiver:').waitFor()
      await dialog.getByRole('cell', { name: 'Row 2 already has this name' }).waitFor()
      await dialog.getByRole('button', { name: 'Next page', exact: true }).click()
      await dialog.getByRole('row', { name: '16 x y No account has this name' }).waitFor()
      await dialog.getByRole('button', { name: 'Use 1' }).click()
      assert.equal(await field(page, 'Only these accounts').inputValue(), reader.account)
      await page.getByText('1 receiver', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Push', exact: true }).click()
      await page.getByText('Sending to 1 receiver').waitFor()
    })
    await until('the push to arrive', async () => (await unread(reader)) === 1)
    await at.inWindow({ language, as: reader, start: '/' }, async (page) => {
      await page.getByRole('button', { name: 'Inbox, 1 unread' }).click()
      await page.getByRole('button', { name: /Descale it/ }).click()
      await page.getByRole('heading', { name: 'Oven at the harbour' }).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('id'), oven.id)
    })
  })

  test('a task planned by another person appears without a reload, and so does its end', async () => {
    const reader = await make.account(at.app, { role: 'support' })
    await at.inWindow({ language, as: admin, start: '/message/push' }, async (page) => {
      await page.getByRole('button', { name: 'New push' }).first().waitFor()
      const words = { en: { title: 'Come and go', content: 'Text' }, zh: { title: '', content: '' } }
      const audience = { to: 'staff' as const, names: [reader.account] }
      const body = { type: 'notice' as const, words, audience, pushAt: null, validUntil: null }
      await at.app.ask(taskApi.addTask, body, { token: admin.token })
      const row = page.getByRole('row').filter({ hasText: 'Come and go' })
      await row.getByText('Sent', { exact: true }).first().waitFor()
    })
  })

  test('a task that another person paused while its list was not shown is paused when the list is shown again', async () => {
    const reader = await make.account(at.app, { role: 'support' })
    const words = { en: { title: 'Next week', content: 'Text' }, zh: { title: '', content: '' } }
    const audience = { to: 'staff' as const, names: [reader.account] }
    const pushAt = new Date(at.app.clock.now() + 7 * dayMs).toISOString()
    const body = { type: 'notice' as const, words, audience, pushAt, validUntil: null }
    const { id } = (await at.app.ask(taskApi.addTask, body, { token: admin.token })).envelope.data
    const { updatedAt } = (await at.app.ask(taskApi.task, { id }, { token: admin.token })).envelope.data
    await at.inWindow({ language, as: admin, start: '/message/push' }, async (page) => {
      const row = page.getByRole('row').filter({ hasText: 'Next week' })
      await row.getByText('Planned', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Message list' }).click()
      await row.waitFor({ state: 'detached' })
      const paused = await at.app.ask(taskApi.setTaskState, { id, updatedAt, isPaused: true }, { token: admin.token })
      assert.equal(paused.status, 200)
      await page.goBack()
      await row.getByText('Paused', { exact: true }).waitFor()
    })
  })

  test('the address at the foot of an e-mail opens how one is notified, also when one has to sign in first', async () => {
    const reader = await make.account(at.app, { role: 'support', name: 'Quiet Quinn' })
    await at.inWindow({ language, as: reader, start: '/?info=notify' }, async (page) => {
      await page.getByRole('dialog', { name: 'Notifications' }).getByText('Language of messages').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Notifications' }).waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('button', { name: 'Quiet Quinn' }).waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0, 'once')
    })
    await at.inWindow({ language, start: '/?info=notify' }, async (page) => {
      await page.waitForURL(/login/)
      await fillSignIn(at, page, reader.account, testPassword)
      await page.getByRole('dialog', { name: 'Notifications' }).getByText('Language of messages').waitFor()
    })
  })

  test('a webhook is added, its secret is shown once, and a test shows its success in the list', async () => {
    await at.inWindow({ language, as: admin, start: '/message/push?tab=webhooks' }, async (page) => {
      await page.getByText('No webhooks yet').waitFor()
      await page.getByRole('button', { name: 'Add webhook' }).first().click()
      await field(page, 'Name').last().fill('Ticket desk')
      await field(page, 'Address').fill('ftp://example.com')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Enter an address that begins with https://').waitFor()
      await field(page, 'Address').fill(`${at.app.url}/api/web/nowhere`)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText(/^whsec_/).waitFor()
      await page.getByRole('button', { name: 'Close', exact: true }).last().click()
      const row = page.getByRole('row').filter({ hasText: 'Ticket desk' })
      await row.getByRole('button', { name: 'Send a test' }).click()
      await until('the outcome to be shown', async () => {
        await page.reload()
        await row.waitFor()
        return (await row.getByText('The remote server refused it').count()) > 0
      })
    })
  })
}
