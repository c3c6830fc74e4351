import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { passwordText, sessionsText } from '../../console/src/session/own-account.text.ts'
import { signInText } from '../../console/src/session/session.text.ts'
import { uiText } from '../../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword, type MadeAccount } from '@brigade/server/testing/make-account.ts'
import { makePerson } from '@brigade/server/testing/person/make-person.ts'
import { until } from '@brigade/server/testing/until.ts'
import { mintCode } from '@brigade/server/session/one-time-code.ts'
import type { Page } from 'playwright-core'
import { tried } from '../support/browser.ts'
import { accountHolding } from '../support/account-holding.ts'
import {
  arrived,
  captchaId,
  field,
  fillSignIn,
  openConsole,
  openUserMenu,
  signInOver,
} from '../support/open-console.ts'
import type { Console } from '../support/open-console.ts'

/** Signing in, staying signed in, and leaving, as a person meets it. */

let at: Console
before(async () => {
  at = await openConsole()
})
after(() => at.stop())

const ovenList = '/recipeManage/device/list'
/** Target of the redirect from `/`. */
const statistics = '/data/statistics'

const words = inBoth({
  wrongCode: { en: 'The code does not match the picture', zh: '验证码错误' },
  wrong: { en: /^Wrong account or password\. (\d) more/, zh: /^账号或密码错误，再错 (\d) 次/ },
  locked: { en: 'Too many failed sign-ins. Try again in 15 minutes', zh: '登录失败次数过多，请 15 分钟后再试' },
  again: signInText.expiredTitle,
  invalid: { en: 'Please sign in again', zh: '登录已失效，请重新登录' },
  refresh: uiText.refresh,
  withWork: { en: 'this page loads again with what you have typed', zh: '已填写的内容会保留' },
  addModel: word.addModel,
  addRobot: { en: 'Add group robot', zh: '新增群机器人' },
  addWebhook: { en: 'Add webhook', zh: '新增 Webhook' },
  addLink: { en: 'New link', zh: '新建链接' },
  addCategory: { en: 'Add category', zh: '新增分类' },
  addIngredient: { en: 'Add ingredient', zh: '新增食材' },
  addVersion: { en: 'Enter a version', zh: '录入版本' },
  disable: word.disable,
  forbid: { en: 'Disable', zh: '禁用' },
  reason: { en: 'Reason', zh: '停用原因' },
  whyForbidden: word.reason,
  ownPassword: word.yourSignInPassword,
  name: word.name,
  phones: { en: 'Phones to mention', zh: '提醒的手机号' },
  address: word.address,
  version: word.version,
  english: word.english,
  nameEn: word.nameInEnglish,
  nameZh: word.nameInChinese,
  series: word.series,
  moving: { en: 'Moving from another platform', zh: '从其他平台迁移' },
  signOut: word.signOut,
  signOutAsked: signInText.signOutTitle,
  cancel: word.cancel,
  preset: passwordText.forcedTitle,
  present: passwordText.oldPassword,
  fresh: passwordText.newPassword,
  freshAgain: passwordText.again,
  change: passwordText.title,
  rule: { en: 'Use 6 to 14 letters or digits, nothing else', zh: '密码须为 6 至 14 位字母或数字' },
  differ: passwordText.differ,
  wrongLink: { en: 'This sign-in link has expired or has been used', zh: '登录链接已失效或已被使用' },
  changed: passwordText.done,
  accountNeeded: signInText.accountNeeded,
  otherSessions: sessionsText.title,
  end: sessionsText.end,
  ended: sessionsText.ended,
})

const languageNames = { en: 'English', zh: '中文' } as const

for (const { language, spoken } of tried('zh')) {
  const w = words[language]

  test(`a wrong captcha is reported at its field, clears the code and loads a new picture, in ${spoken}`, async () => {
    const { account } = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, start: '/login' }, async (page) => {
      const first = await captchaId(page)
      await fillSignIn(at, page, account, testPassword, 'ZZZZ')
      await page.getByText(w.wrongCode).waitFor()
      const code = page.locator('input[name=code]')
      assert.equal(await code.inputValue(), '')
      assert.equal(await code.getAttribute('aria-invalid'), 'true')
      assert.notEqual(await captchaId(page), first)
      assert.equal(await page.locator('input[name=account]').inputValue(), account)
      await fillSignIn(at, page, null, testPassword)
      await arrived(page, statistics)
    })
  })

  test(`five wrong passwords lock the account, and the duration is shown, in ${spoken}`, async () => {
    const { account } = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, start: '/login' }, async (page) => {
      const refused = page.getByRole('alert')
      for (const left of ['4', '3', '2', '1']) {
        const before = await captchaId(page)
        await fillSignIn(at, page, account, 'Wrong2026')
        await until('a new picture', async () => (await captchaId(page)) !== before)
        assert.equal(w.wrong.exec((await refused.textContent()) ?? '')?.[1], left)
      }
      await fillSignIn(at, page, account, 'Wrong2026')
      await refused.getByText(w.locked).waitFor()
      // The server's message changes with the language on screen, including its numbers.
      const other = language === 'en' ? 'zh' : 'en'
      await page.getByRole('button', { name: languageNames[other] }).click()
      await refused.getByText(words[other].locked).waitFor()
      await page.getByRole('button', { name: languageNames[language] }).click()
      await refused.getByText(w.locked).waitFor()
      // The right one does not help before the time is over.
      const before = await captchaId(page)
      await fillSignIn(at, page, account, testPassword)
      await until('a new picture', async () => (await captchaId(page)) !== before)
      await refused.getByText(w.locked).waitFor()
      at.app.clock.advance(15 * minuteMs + 1000)
      await fillSignIn(at, page, account, testPassword)
      await arrived(page, statistics)
    })
  })

  test(`an empty field is reported when it loses focus, and nothing is sent, in ${spoken}`, async () => {
    await at.inWindow({ language, start: '/login' }, async (page) => {
      await page.locator('input[name=account]').focus()
      await page.keyboard.press('Tab')
      await page.getByText(w.accountNeeded).waitFor()
      const before = await captchaId(page)
      await page.locator('input[name=code]').press('Enter')
      assert.equal(await page.evaluate('document.activeElement.name'), 'account')
      assert.equal(await captchaId(page), before)
    })
  })

  test(`signing in lands on the statistics, or on the first menu the account may see, in ${spoken}`, async () => {
    const all = await make.account(at.app, { role: 'administrator' })
    const coolers = await accountHolding(at.app, ['cooler', 'cooler.list'])
    for (const [account, landing] of [
      [all.account, statistics],
      [coolers.account, '/iceDevice/list'],
    ] as const) {
      await at.inWindow({ language }, async (page) => {
        await arrived(page, '/login')
        await fillSignIn(at, page, account, testPassword)
        await arrived(page, landing)
        await page.getByRole('heading', { level: 1 }).waitFor()
      })
    }
  })

  test(`an expired session prompts for the password over the page, 400 px wide, and the page continues, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    await make.device(at.app, { sn: `EXPIRED-${language}` })
    const start = `${ovenList}?keyword=EXPIRED-${language}`
    await at.inWindow({ language, as: person, start }, async (page) => {
      await page.getByRole('link', { name: `EXPIRED-${language}`, exact: true }).waitFor()
      at.app.clock.advance(12 * hourMs + 1000)
      await page.getByRole('button', { name: w.refresh }).click()
      const dialog = page.getByRole('dialog', { name: w.again })
      await dialog.waitFor()
      assert.equal((await dialog.boundingBox())?.width, 400)
      // The page is still there, underneath.
      assert.equal(await page.locator('a', { hasText: `EXPIRED-${language}` }).count(), 1)
      await page.keyboard.press('Escape')
      assert.equal(await dialog.isVisible(), true)
      assert.equal(await dialog.locator('input[name=account]').inputValue(), person.account)
      await fillSignIn(at, page, null, testPassword)
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('link', { name: `EXPIRED-${language}`, exact: true }).waitFor()
      assert.equal(page.url(), at.app.url + start)
    })
  })

  /** Sends the form of a sheet after the session has expired, and signs in over it. */
  const again = (page: Page, as: MadeAccount | null): Promise<void> => {
    // The last button of a dialog sends it.
    const send = () => page.getByRole('dialog').getByRole('button').last().click()
    return signInOver(at, page, send, { account: as?.account ?? null, password: testPassword, words: w })
  }

  test(`signing in again over a page restores its input to the same person, once, and no secret, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    const series = await make.series(at.app)
    const start = '/product/model'
    await at.inWindow({ language, as: person, start }, async (page) => {
      await page.getByRole('button', { name: w.addModel }).click()
      const sheet = page.getByRole('dialog')
      await field(sheet, w.nameEn).fill('Typed for ten minutes')
      await field(sheet, w.nameZh).fill('写了十分钟')
      await sheet.getByRole('combobox', { name: w.series }).click()
      await page.getByRole('option', { name: series.name[language] }).click()
      await sheet.getByText(w.moving).click()
      await field(sheet, 'ProductSecret').fill('NeverKeptAnywhere')
      await again(page, null)
      // The sheet is still open with its entries, except for the secret.
      assert.equal(await field(sheet, w.nameEn).inputValue(), 'Typed for ten minutes')
      assert.equal(await field(sheet, w.nameZh).inputValue(), '写了十分钟')
      await sheet.getByText(w.moving).click()
      assert.equal(await field(sheet, 'ProductSecret').inputValue(), '')
      assert.equal(await page.evaluate('JSON.stringify({ ...sessionStorage }).includes("Typed")'), false)

      // Another person does not get it.
      const other = await make.account(at.app, { role: 'administrator' })
      await again(page, other)
      await page.getByRole('button', { name: w.addModel }).waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0)
    })
  })

  test(`a sheet of each list is open again with its input after signing in over it, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    const address = 'https://example.com/hook'
    const sheets: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
      ['/message/push?tab=robots', w.addRobot, { [w.name]: 'Typed', [w.phones]: '13800001111', [w.address]: address }],
      ['/message/push?tab=webhooks', w.addWebhook, { [w.name]: 'Typed', [w.address]: address }],
      ['/data/wallSetting', w.addLink, { [w.name]: 'Typed' }],
      ['/recipeManage/recipeTypeList', w.addCategory, { [w.english]: 'Typed' }],
      ['/recipeManage/IngredientsList', w.addIngredient, { [w.english]: 'Typed' }],
      ['/userList?tab=versions', w.addVersion, { [w.version]: '1.2.3' }],
    ]
    await at.inWindow({ language, as: person, start: '/system/account' }, async (page) => {
      for (const [start, add, typed] of sheets) {
        await page.goto(at.app.url + start)
        await page.getByRole('button', { name: add, exact: true }).first().click()
        const sheet = page.getByRole('dialog')
        for (const [label, text] of Object.entries(typed)) await field(sheet, label).fill(text)
        await again(page, null)
        const isSecret = (label: string) => start.includes('robots') && label === w.address
        for (const [label, text] of Object.entries(typed))
          assert.equal(await field(sheet, label).inputValue(), isSecret(label) ? '' : text, `${start} ${label}`)
      }
    })
  })

  test(`the reason of an act is there again, in its dialog, after signing in over it, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    const customer = await make.organisation(at.app, { kind: 'customer' })
    const [staff, user] = [await make.account(at.app, { role: 'support' }), await makePerson(at.app)]
    const acts = [
      [`/customer/detail?id=${customer.id}`, w.disable, w.reason],
      [`/system/account?id=${staff.id}`, w.disable, w.reason],
      [`/userList/UserDetail?id=${user.id}`, w.forbid, w.whyForbidden],
    ] as const
    await at.inWindow({ language, as: person, start: '/system/account' }, async (page) => {
      for (const [start, act, reason] of acts) {
        await page.goto(at.app.url + start)
        await page.getByRole('button', { name: act, exact: true }).click()
        const dialog = page.getByRole('dialog')
        await field(dialog, reason).fill('Typed for ten minutes')
        await again(page, null)
        assert.equal(await field(dialog, reason).inputValue(), 'Typed for ten minutes', start)
        // A password is never kept.
        if (start.startsWith('/system/account')) await field(dialog, w.ownPassword).fill(testPassword)
        await dialog.getByRole('button', { name: act, exact: true }).click()
        await dialog.waitFor({ state: 'detached' })
      }
    })
  })

  test(`a session that was ended elsewhere leads to the sign-in page with a message, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      // A second sign-in, which ends the first session.
      await at.inWindow({ language, start: '/login' }, async (other) => {
        await fillSignIn(at, other, person.account, testPassword)
        await arrived(other, statistics)
        await openUserMenu(other, w.otherSessions)
        await other.getByRole('dialog').getByRole('button', { name: w.end, exact: true }).click()
        await other.getByRole('dialog').last().getByRole('button', { name: w.end, exact: true }).click()
        await other.getByText(w.ended).waitFor()
      })
      // The live stream may already have shown the end of the session.
      await Promise.any([page.getByRole('button', { name: w.refresh }).click(), arrived(page, '/login')])
      await arrived(page, '/login')
      await page.getByRole('alert').getByText(w.invalid).waitFor()
    })
  })

  test(`signing out requires a confirmation, then ends the session, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      await openUserMenu(page, w.signOut)
      const requested = page.getByRole('dialog', { name: w.signOutAsked })
      await requested.getByRole('button', { name: w.cancel }).click()
      await requested.waitFor({ state: 'detached' })
      await openUserMenu(page, w.signOut)
      await requested.getByRole('button', { name: w.signOut }).click()
      await arrived(page, '/login')
      await page.goto(at.app.url + ovenList)
      await arrived(page, '/login')
    })
  })

  test(`changing the password ends every session, this one too, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      await openUserMenu(page, w.change)
      const dialog = page.getByRole('dialog', { name: w.change })
      // The typed text stays whatever its length, and the rule is shown: a cut text would be a password that nobody typed.
      const long = 'Fresh2026Fresh2026'
      await field(dialog, w.fresh).fill('')
      await field(dialog, w.fresh).pressSequentially(long)
      await field(dialog, w.freshAgain).pressSequentially(long)
      await field(dialog, w.present).fill(testPassword)
      assert.equal(await field(dialog, w.fresh).inputValue(), long)
      assert.equal(await field(dialog, w.freshAgain).inputValue(), long)
      await dialog.getByText(w.rule).waitFor()
      await field(dialog, w.fresh).fill('Fresh2026')
      await field(dialog, w.freshAgain).fill('Fresh2027')
      await dialog.locator('button[type=submit]').click()
      await dialog.getByText(w.differ).waitFor()
      await field(dialog, w.freshAgain).fill('Fresh2026')
      await dialog.locator('button[type=submit]').click()
      await arrived(page, '/login')
      await page.getByText(w.changed).waitFor()
      // The person did it: that the session ended is not an error.
      assert.equal(await page.getByRole('alert').count(), 0)
      await fillSignIn(at, page, person.account, 'Fresh2026')
      await arrived(page, statistics)
    })
  })

  test(`a link with a code signs nobody out until the code has been accepted, then all tabs belong to the other person, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator', name: '林一' })
    const other = await make.account(at.app, { role: 'administrator', name: '周二' })
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      const second = await page.context().newPage()
      await second.goto(`${at.app.url}/login?code=made-up`)
      await second.getByRole('alert').getByText(w.wrongLink).waitFor()
      await arrived(second, statistics)
      await page.getByRole('button', { name: w.refresh }).click()
      await page.locator('header').getByText('林一').waitFor()
      const code = await mintCode(at.app, { accountId: other.id, mintedBy: null })
      await second.goto(`${at.app.url}/login?code=${code}`)
      await arrived(second, statistics)
      await second.locator('header').getByText('周二').waitFor()
      await page.locator('header').getByText('周二').waitFor()
      assert.equal((await at.app.ask(sessionApi.user, {}, { token: person.token })).envelope.code, 103)
    })
  })

  test(`a preset password must be changed before anything else, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    await at.app.db.updateTable('account').set({ mustChangePassword: true }).where('id', '=', person.id).execute()
    await at.inWindow({ language, start: '/login' }, async (page) => {
      await fillSignIn(at, page, person.account, testPassword)
      const dialog = page.getByRole('dialog', { name: w.preset })
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await page.goto(`${at.app.url}${ovenList}`)
      await dialog.waitFor()
      // No part of the console is rendered, underneath or beside it.
      assert.equal(await page.locator('nav, table').count(), 0)
      await field(dialog, w.present).fill(testPassword)
      await field(dialog, w.fresh).fill('Fresh2026')
      await field(dialog, w.freshAgain).fill('Fresh2026')
      await dialog.locator('button[type=submit]').click()
      await arrived(page, '/login')
      await fillSignIn(at, page, person.account, 'Fresh2026')
      await arrived(page, statistics)
      assert.equal(await dialog.count(), 0)
    })
  })
}
