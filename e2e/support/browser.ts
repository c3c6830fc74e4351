import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, LaunchOptions, Page } from 'playwright-core'
import { hearLiveCalls } from './live-calls.ts'
import { wholeBrowser } from './whole-browser.ts'

/** Debian's Chromium, without the background traffic that a closed network would refuse many times a second. */
function launch({ env, ...options }: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    ...options,
    // In another locale a file loses its Chinese name when it is saved.
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', ...env },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // Drawing in software costs a third of all time, and no test depends on what a graphics card would draw.
      '--disable-software-rasterizer',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** A browser of this process, shared by the spec files that run in it one after another. */
export type OwnBrowser = Readonly<{ browser: Browser; close: () => Promise<void> }>

let shared: Promise<Browser> | undefined
let users = 0
let windows = 0

/**
 * A separate browser that keeps pages which are left, as people's browsers do. Playwright switches that off otherwise,
 * so that no test would notice what such pages hold.
 */
export async function openKeepingBrowser(): Promise<OwnBrowser> {
  const whole = wholeBrowser()
  if (whole === undefined)
    throw new Error(
      'There is no whole Chromium to test with: npm test unpacks it where there is apt (tools/tests/prepare.ts)',
    )
  const browser = await launch({
    ...whole,
    channel: 'chromium',
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  return { browser, close: () => browser.close() }
}

/** Every window has a context of its own, so that files share only the process. */
export async function openBrowser(): Promise<OwnBrowser> {
  shared ??= launch()
  users += 1
  const browser = await shared
  return {
    browser,
    close: async () => {
      users -= 1
      // The next file of a shard takes it over; a file that runs by itself must end.
      if (users > 0 || process.env['TEST_SHARD'] === 'on') return
      shared = undefined
      await browser.close()
    },
  }
}

const languages = [
  { language: 'en', spoken: 'English' },
  { language: 'zh', spoken: 'Chinese' },
] as const
type Spoken = (typeof languages)[number]
export type Language = Spoken['language']

/** Set by `npm test -- --everything`: both languages in every file, and all of axe's rules in both themes. */
export const isEverything = process.env['TEST_EVERYTHING'] === 'on'

/**
 * The languages in which a spec file tests the console: the named one, or both with `--everything`. Files alternate;
 * chinese.spec.ts proves that every screen has its Chinese words.
 */
export const tried = (language: Language): readonly Spoken[] =>
  isEverything ? languages : languages.filter((each) => each.language === language)

/** For a spec file that names words of one language: it tries that language alone, also with `--everything`. */
export const triedOnlyIn = (language: Language): readonly Spoken[] =>
  languages.filter((each) => each.language === language)

/** Axe checks every state of every screen in this language; chinese.spec.ts checks each Chinese screen once. */
export const languagesForAxe = tried('en')

/** `time`: the browser's clock is stopped at it. `isTouch`: a finger presses, as on a phone. */
export type Look = {
  language?: Language
  scheme?: 'light' | 'dark'
  width?: number
  time?: Date | number | string
  isTouch?: boolean
}
export type Window = Readonly<{
  page: Page
  /** Problems on a screen: errors of the page or in its console (such as a Content-Security-Policy refusal), calls to another host. */
  problems: readonly string[]
  close: () => Promise<void>
}>

/**
 * Contexts of closed windows by their settings: another window with these settings reuses one with its loaded scripts.
 */
const spare = new WeakMap<Browser, Map<string, BrowserContext[]>>()

function sparesOf(browser: Browser, look: string): BrowserContext[] {
  const byLook = spare.get(browser) ?? new Map<string, BrowserContext[]>()
  spare.set(browser, byLook)
  const own = byLook.get(look) ?? []
  byLook.set(look, own)
  return own
}

/** Clears everything of one person before the next, except HTTP caches. */
async function clear(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close()
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
}

/** A person's own window: one look, reduced motion, nothing remembered but the language and `remembered`. */
export async function openWindow(
  { browser }: OwnBrowser,
  look: Look = {},
  remembered: Readonly<Record<string, unknown>> = {},
): Promise<Window> {
  const { language = 'en', scheme = 'light', width = 1440, time, isTouch = false } = look
  const spares = sparesOf(browser, `${language} ${scheme} ${width} ${isTouch ? 'touch' : 'mouse'}`)
  const context =
    spares.pop() ??
    (await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: scheme,
      hasTouch: isTouch,
      reducedMotion: 'reduce',
      locale: language === 'zh' ? 'zh-CN' : 'en-GB',
      timezoneId: 'Asia/Shanghai',
    }))
  windows += 1
  const own = `e2e ${windows}`
  const kept = JSON.stringify({ locale: language, ...remembered })
  const page = await context.newPage()
  hearLiveCalls(page)
  if (time !== undefined) await page.clock.setFixedTime(time)
  // It is set only once in the window's life, so that later choices of the person stay.
  await page.addInitScript(`
    if (localStorage.getItem('e2e') !== '${own}') {
      localStorage.clear()
      localStorage.setItem('e2e', '${own}')
      for (const [key, value] of Object.entries(${kept})) localStorage.setItem('brigade.' + key, JSON.stringify(value))
    }`)
  page.setDefaultTimeout(15_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    // The browser also logs a refused call (4xx); the tests provoke these on purpose.
    const isRefusedCall = /^(Failed to load resource|WebSocket connection to '[^']*' failed)/.test(message.text())
    if (message.type() === 'error' && !isRefusedCall) problems.push(message.text())
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') problems.push(`A request to ${request.url()}`)
  })
  return {
    page,
    problems,
    close: async () => {
      // A clock is the whole context's and cannot be set going again: the next window would have it too.
      if (time !== undefined) return context.close()
      await clear(context)
      spares.push(context)
    },
  }
}
