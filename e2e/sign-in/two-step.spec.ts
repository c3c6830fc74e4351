import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword, type MadeAccount } from '@brigade/server/testing/make-account.ts'
import { codeNow, giveTwoStep, wrongCode } from '@brigade/server/testing/sign-in.ts'
import { arrived, field, fillSignIn, openConsole, openUserMenu, type Console } from '../support/open-console.ts'
import { cutOn, latinWordsOn } from '../support/untranslated.ts'

/** A person's two-step sign-in, from the role that requires it to an administrator who resets it. */

let at: Console
let admin: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator', name: 'Zhao Ming' })
})
after(() => at.stop())

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()
const toast = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text })
const keyOn = async (place: Page | Locator): Promise<string> =>
  (await place.locator('div:has(> button) > code').innerText()).replaceAll(' ', '')
const apps = ['Microsoft Authenticator', 'Google Authenticator']

async function signOut(page: Page): Promise<void> {
  await openUserMenu(page, '退出登录')
  await press(dialog(page, '确定退出登录？'), '退出登录')
  await arrived(page, '/login')
}

/** Nothing is cut or left in English at any width. */
async function assertWhole(page: Page, name: string, data: readonly string[]): Promise<void> {
  for (const width of [390, 900, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    assert.deepEqual(await cutOn(page), [], `${name} at ${width} px`)
  }
  assert.deepEqual(await latinWordsOn(page, data), [], name)
}

const inside = (page: Page) => page.waitForURL((url) => url.pathname !== '/login')
const codeField = (page: Page) => field(page, '动态验证码')
const secondStep = (page: Page) => page.getByRole('heading', { level: 1, name: '两步验证' }).waitFor()

/** Sets the requirement in the console, as an administrator does. */
async function requireByRole(page: Page, role: string): Promise<void> {
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: role, exact: true }) })
  await row.getByRole('button', { name: `Edit ${role}`, exact: true }).click()
  const sheet = dialog(page, 'Edit role')
  await sheet.getByRole('checkbox', { name: 'Require two-step sign-in' }).check()
  await press(sheet, 'Save changes')
  await row.getByText('Required').waitFor()
}

/** Returns the secret of the app and the recovery codes. */
async function setUpAtSignIn(page: Page, account: string): Promise<{ secret: string; codes: string[] }> {
  await fillSignIn(at, page, account, testPassword)
  await page.getByRole('heading', { level: 1, name: '设置两步验证' }).waitFor()
  await page.getByRole('img', { name: '供验证器扫描的二维码' }).waitFor()
  await assertWhole(page, 'setting up', apps)
  const secret = await keyOn(page)
  assert.equal(await codeField(page).getAttribute('autocomplete'), 'one-time-code')
  await page.keyboard.press('Enter')
  await page.getByText('请输入动态验证码').waitFor()
  await codeField(page).fill(wrongCode(at.app, secret))
  await page.keyboard.press('Enter')
  await page.getByText('动态验证码不匹配', { exact: false }).waitFor()
  // The code is pasted with the space that apps show in it.
  await codeField(page).fill(codeNow(at.app, secret).replace(/^.../, '$& '))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: '恢复码' }).waitFor()
  await assertWhole(page, 'recovery codes', [])
  const codes = await page.getByRole('list', { name: '恢复码' }).getByRole('code').allInnerTexts()
  assert.equal(codes.length, 10)
  return { secret, codes }
}

/** Downloads recovery codes, and checks their printed page. */
async function keepCodes(page: Page, lines: readonly string[]): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, '下载')])
  const saved = await readFile(await download.path(), 'utf8')
  assert.ok(
    lines.every((line) => saved.includes(line)),
    saved,
  )
  // The printed page has the codes only, not the page around them.
  await page.emulateMedia({ media: 'print' })
  assert.deepEqual(
    [await page.getByText('Brigade 恢复码').isVisible(), await page.getByRole('button', { name: '下载' }).isVisible()],
    [true, false],
  )
  await page.emulateMedia({ media: 'screen' })
  await press(page, '我已保存')
  await inside(page)
}

async function signInByApp(page: Page, account: string, secret: string): Promise<void> {
  await fillSignIn(at, page, account, testPassword)
  await secondStep(page)
  await assertWhole(page, 'the second step', [])
  await codeField(page).fill(wrongCode(at.app, secret))
  await press(page, '登录')
  await page.getByText('动态验证码错误或已使用，再错 4 次将锁定 15 分钟').waitFor()
  assert.equal(await codeField(page).inputValue(), wrongCode(at.app, secret))
  await codeField(page).fill(codeNow(at.app, secret))
  await press(page, '登录')
  await inside(page)
}

async function signInByRecoveryCode(page: Page, account: string, code: string): Promise<void> {
  await fillSignIn(at, page, account, testPassword)
  await press(page, '无法使用验证器')
  await page.getByText('请联系管理员重置', { exact: false }).waitFor()
  await assertWhole(page, 'with a recovery code', [])
  await field(page, '恢复码').fill(code.toLowerCase())
  await press(page, '登录')
  await toast(page, '恢复码还剩 9 个').waitFor()
  await inside(page)
}

async function comeTooLate(page: Page, account: string, secret: string): Promise<void> {
  await fillSignIn(at, page, account, testPassword)
  await secondStep(page)
  at.app.clock.advance(5 * minuteMs)
  await codeField(page).fill(codeNow(at.app, secret))
  await press(page, '登录')
  await page.getByRole('alert').getByText('操作已超时', { exact: false }).waitFor()
  await press(page, '重新登录')
  await page.locator('input[name=account]').waitFor()
}

test('a role requires it: the first sign-in sets it up, later ones require a code or a recovery code, and an administrator resets it', async () => {
  const { id, account } = await make.account(at.app, { role: 'support', name: '林小雨' })
  await at.inWindow({ as: admin, start: '/system/role' }, async (page) => {
    await requireByRole(page, 'Support')
    await page.goto(`${at.app.url}/system/account?id=${id}`)
    await page.getByText('it must be set up at the next sign-in', { exact: false }).waitFor()
  })

  await at.inWindow({ language: 'zh', start: '/login', tolerates: /422/ }, async (page) => {
    const { secret, codes } = await setUpAtSignIn(page, account)
    await keepCodes(page, [...codes, account])
    await signOut(page)
    at.app.clock.advance(minuteMs)
    await signInByApp(page, account, secret)
    await signOut(page)
    await signInByRecoveryCode(page, account, codes[4] ?? '')
    await signOut(page)
    await comeTooLate(page, account, secret)
  })

  await at.inWindow({ as: admin, start: `/system/account?id=${id}` }, async (page) => {
    await page.getByText('9 recovery codes left', { exact: false }).waitFor()
    await press(page, 'Reset two-step sign-in')
    const question = dialog(page, 'Reset two-step sign-in of 林小雨?')
    await question.getByText('verify their identity first', { exact: false }).waitFor()
    await field(question, 'Your sign-in password').fill(testPassword)
    await press(question, 'Reset two-step sign-in')
    await toast(page, 'Two-step sign-in of 林小雨 is reset').waitFor()
    await page.getByText('Required, not set up').waitFor()
    await page.getByText('No active sessions.').waitFor()
  })
})

test('in personal info it is set up, moved to another app, given new recovery codes and switched off', async () => {
  const person = await make.account(at.app, { role: 'operations', name: 'Li Wei' })
  await at.inWindow({ as: person, start: '/login', tolerates: /422/ }, async (page) => {
    await page.waitForURL((url) => url.pathname !== '/login')
    await openUserMenu(page, 'Personal info')
    const sheet = dialog(page, 'Personal info')
    await sheet.getByText('the password alone is enough', { exact: false }).waitFor()

    // Esc closes the top sheet; the input below it stays.
    await field(sheet, 'Name').fill('Li Wei (night)')
    await press(sheet, 'Set up')
    await page.keyboard.press('Escape')
    await dialog(page, 'Set up two-step sign-in').waitFor({ state: 'detached' })
    assert.equal(await field(sheet, 'Name').inputValue(), 'Li Wei (night)')
    await press(sheet, 'Set up')
    const setUp = dialog(page, 'Set up two-step sign-in')
    await field(setUp, 'Sign-in password').fill('Wrong2026')
    await press(setUp, 'Next')
    await setUp.getByText('Wrong password, try again').waitFor()
    await field(setUp, 'Sign-in password').fill(testPassword)
    await press(setUp, 'Next')
    const first = await keyOn(setUp)
    await field(setUp, 'Code').fill(codeNow(at.app, first))
    await press(setUp, 'Confirm')
    await press(dialog(page, 'Recovery codes'), 'I saved them')
    await sheet.getByText('10 recovery codes left.', { exact: false }).waitFor()

    at.app.clock.advance(minuteMs)
    await press(sheet, 'Use another app')
    const another = dialog(page, 'Use another app')
    await field(another, 'Sign-in password').fill(testPassword)
    await press(another, 'Next')
    await another.getByText('This cannot be empty').waitFor()
    await field(another, 'Code from the current app, or a recovery code').fill(codeNow(at.app, first))
    await press(another, 'Next')
    const second = await keyOn(another)
    assert.notEqual(second, first)
    await field(another, 'Code').fill(codeNow(at.app, second))
    await press(another, 'Confirm')
    await press(dialog(page, 'Recovery codes'), 'I saved them')

    await press(sheet, 'New recovery codes')
    const renewing = dialog(page, 'New recovery codes')
    await renewing.locator('input[type=password]').fill(testPassword)
    await press(renewing, 'Generate new')
    const codes = dialog(page, 'Recovery codes')
    const code = await codes.getByRole('code').first().innerText()
    await press(codes, 'I saved them')

    await press(sheet, 'Switch off')
    const ending = dialog(page, 'Switch off two-step sign-in?')
    await field(ending, 'Sign-in password').fill(testPassword)
    await field(ending, 'Code from the app, or a recovery code').fill(code)
    await press(ending, 'Switch off')
    await toast(page, 'Two-step sign-in is off').waitFor()
    await sheet.getByText('the password alone is enough', { exact: false }).waitFor()
  })
})

test('an expired session prompts for password and code over the page, and the page continues', async () => {
  const person = await make.account(at.app, { role: 'administrator' })
  const { secret } = await giveTwoStep(at.app, person.id)
  const start = '/system/account'
  await at.inWindow({ as: person, start }, async (page) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    at.app.clock.advance(12 * hourMs + 1000)
    const again = dialog(page, 'Sign in again')
    // The page may notice by itself before its button is pressed: then the dialog covers it.
    await Promise.any([press(page, 'Refresh'), again.waitFor()])
    await again.waitFor()
    await fillSignIn(at, page, null, testPassword)
    await field(again, 'Code').fill(codeNow(at.app, secret))
    await press(again, 'Sign in')
    await again.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor()
    assert.equal(new URL(page.url()).pathname, start)
  })
})
