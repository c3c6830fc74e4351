import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startSmtpServer, type SmtpServer } from '@brigade/server/testing/mail/smtp-server.ts'
import { make } from '@brigade/server/testing/make.ts'
import { until } from '@brigade/server/testing/until.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { openConsole, openUserMenu, type Console } from '../support/open-console.ts'

/** An e-mail that is verified by a mailed link, from the personal info to the page that the link opens. */

let mail: SmtpServer
let at: Console
before(async () => {
  mail = await startSmtpServer()
  at = await openConsole({ settings: { SMTP_URL: mail.url, PUBLIC_URL: 'https://brigade.example.com' } })
})
after(async () => {
  await at.stop()
  await mail[Symbol.asyncDispose]()
})

/** The address that the nth mail to somebody leads to, as this console has it. */
const linkTo = (email: string, nth: number): Promise<string> =>
  until(`mail ${nth} to ${email}`, () => {
    const content = mail.mails.filter(({ to }) => to.includes(email))[nth]?.content.replace(/=\r?\n/g, '')
    const token = /verify-email\?token=(?:3D)?([\w-]{43})/.exec(content ?? '')?.[1]
    return token === undefined ? undefined : `/verify-email?token=${token}`
  })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test('a person verifies their e-mail with a link of their personal info, an administrator with one from the account', async () => {
  const cook = await make.account(at.app, { role: 'support', name: 'Li Wei' })
  const email = 'li.wei@example.com'
  await at.app.db.updateTable('account').set({ email }).where('id', '=', cook.id).execute()
  await at.inWindow({ as: cook }, async (page) => {
    await openUserMenu(page, 'Personal info')
    await page.getByText('E-mail not verified').waitFor()
    await page.getByRole('button', { name: 'Send a verification link' }).click()
    await page.getByText(`A link is on its way to ${email}`).first().waitFor()
  })
  const own = await linkTo(email, 0)
  const admin = await make.account(at.app, { role: 'administrator', name: 'Ada' })
  await at.inWindow({ as: admin, start: `/system/account?id=${cook.id}` }, async (page) => {
    await page.getByRole('button', { name: 'Send a verification link' }).click()
    await page.getByText(`A link is on its way to ${email}`).first().waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByText('it is verified by a link sent', { exact: false }).waitFor()
  })
  const theirs = await linkTo(email, 1)
  await at.inWindow({ start: theirs, tolerates: /Failed to load|net::|422/ }, async (page) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await heading(page, 'Verify your e-mail')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'This e-mail is mine' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'This e-mail is mine' }).click()
    await heading(page, 'Your e-mail is verified')
    await assertAccessible(page, 'an e-mail that is verified', 'html')
    await page.goto(at.app.url + own)
    await page.getByRole('button', { name: 'This e-mail is mine' }).click()
    await heading(page, 'This link is no longer valid')
  })
  await at.inWindow({ as: cook }, async (page) => {
    await openUserMenu(page, 'Personal info')
    await page.getByText('E-mail verified', { exact: true }).waitFor()
  })
})
