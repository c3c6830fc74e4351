import { hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { rememberCaptcha } from '@brigade/server/session/captcha/captcha.ts'
import { startTestApp } from '@brigade/server/testing/start-app.ts'
import type { TestApp, TestAppOptions } from '@brigade/server/testing/start-app.ts'
import { until } from '@brigade/server/testing/until.ts'
import { openBrowser, openWindow } from './browser.ts'
import type { Look, OwnBrowser } from './browser.ts'

export type Console = Readonly<{
  app: TestApp
  /**
   * Opens a window, signed in as the account if one is given, does the work in it, and then checks it for what no
   * screen may do, except what the test itself provokes (`tolerates`). The work receives the page at `start`.
   */
  inWindow: (
    options: Look & { as?: { token: string }; start?: string; tolerates?: RegExp },
    work: (page: Page) => Promise<void>,
  ) => Promise<void>
  stop: () => Promise<void>
}>

const built = fileURLToPath(new URL('../../console/dist', import.meta.url))

let copied: Promise<string> | undefined

/** A copy, one for all spec files of this process: a build that starts beside the tests must not change it under them. */
async function copyOfConsole(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'brigade-console-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await cp(built, folder, { recursive: true })
  return folder
}

type ConsoleOptions = Pick<TestAppOptions, 'longWork' | 'settings'> &
  Readonly<{
    /** Another browser than that of all files. */
    open?: () => Promise<OwnBrowser>
  }>

/** The whole server with the built console, and one browser. */
export async function openConsole({ open = openBrowser, ...options }: ConsoleOptions = {}): Promise<Console> {
  const consoleFolder = await (copied ??= copyOfConsole())
  const [app, browser] = await Promise.all([startTestApp({ ...options, consoleFolder }), open()])
  return {
    app,
    inWindow: async ({ as, start = '/', tolerates, ...look }, work) => {
      const remembered = as === undefined ? {} : { session: await sessionOf(app, as.token) }
      const { page, problems, close } = await openWindow(browser, look, remembered)
      try {
        await page.goto(app.url + start)
        await work(page)
        assert.deepEqual(
          problems.filter((problem) => tolerates?.test(problem) !== true),
          [],
        )
      } catch (error) {
        const picture = path.join(tmpdir(), `brigade-e2e-${Date.now()}.png`)
        await page.screenshot({ path: picture }).catch(() => undefined)
        throw new Error(`At ${page.url()}, seen in ${picture}`, { cause: error })
      } finally {
        await close()
      }
    },
    stop: async () => {
      await browser.close()
      await app.stop()
    },
  }
}

/** State that the console stores after a sign-in. */
async function sessionOf(app: TestApp, token: string) {
  const [menus, user] = await Promise.all([
    app.ask(sessionApi.menus, {}, { token }),
    app.ask(sessionApi.user, {}, { token }),
  ])
  const isPlatform = user.envelope.data.organisation.kind === 'platform'
  return { token, menus: menus.envelope.data, isPlatform, mustChangePassword: false }
}

/** App that stores the solution of a captcha. */
type Signing = Readonly<{ app: Parameters<typeof rememberCaptcha>[0] }>

/** Types account, password and the code of the picture, and presses "sign in". */
export async function fillSignIn(
  { app }: Signing,
  page: Page,
  account: string | null,
  password: string,
  wrongCode?: string,
): Promise<void> {
  await fixCaptcha({ app }, page)
  // What is signed in over may be a form with an account or a code of its own.
  const form = page.locator('form:has(input[name=pwd])')
  if (account !== null) await form.locator('input[name=account]').fill(account)
  await form.locator('input[name=pwd]').fill(password)
  await form.locator('input[name=code]').fill(wrongCode ?? 'hkmr')
  await form.locator('button[type=submit]').click()
}

type Over = Readonly<{
  /** The account to type; null keeps the one in the form. */
  account?: string | null
  password: string
  words?: Readonly<{ again: string; withWork: string }>
}>

const english = { again: 'Sign in again', withWork: 'this page loads again with what you have typed' }

/** Lets the session expire, sends the typed input, and signs in over the page. */
export async function signInOver(
  { app }: Pick<Console, 'app'>,
  page: Page,
  send: () => Promise<void>,
  { account = null, password, words = english }: Over,
): Promise<void> {
  app.clock.advance(12 * hourMs + 1000)
  await send()
  const dialog = page.getByRole('dialog', { name: words.again })
  await dialog.getByText(words.withWork).waitFor()
  await fillSignIn({ app }, page, account, password)
  await dialog.waitFor({ state: 'detached' })
}

/** A test cannot read pictures, so that HKMR becomes the code of the one on screen. */
export async function fixCaptcha({ app }: Signing, page: Page): Promise<void> {
  await rememberCaptcha(app, await captchaId(page), 'HKMR')
}

/** The id of the picture on screen, once it is drawn. */
export function captchaId(page: Page): Promise<string> {
  return until('the picture is drawn', async () => {
    const drawn = await page.evaluate(`(() => {
      const picture = document.querySelector('img[src*="id="]')
      return picture !== null && picture.complete && picture.naturalWidth > 0 ? picture.src : ''
    })()`)
    return typeof drawn === 'string' && drawn !== '' ? (new URL(drawn).searchParams.get('id') ?? undefined) : undefined
  })
}

/** Waits until the page's path is this one. */
export const arrived = (page: Page, pathname: string): Promise<void> =>
  page.waitForURL((url) => url.pathname === pathname)

/** A field by the words of its label, whether it is required or not. */
export const field = (place: Page | Locator, label: string): Locator =>
  place.getByLabel(new RegExp(`^${RegExp.escape(label)}\\*?$`))

export async function openUserMenu(page: Page, action: string): Promise<void> {
  await page.locator('header button[aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: action }).click()
}
