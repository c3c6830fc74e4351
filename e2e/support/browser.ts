import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'

/** Debian's Chromium, without the background traffic that a closed network would refuse many times a second. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
}

export type Look = { language: 'en' | 'zh'; scheme: 'light' | 'dark'; width: number }

/** A person's own window: nothing remembered, reduced motion, one look. Errors of the page end up in `problems`. */
export async function openWindow(browser: Browser, look: Partial<Look> = {}): Promise<{ page: Page; problems: string[]; close: () => Promise<void> }> {
  const { language = 'en', scheme = 'light', width = 1440 } = look
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    timezoneId: 'Asia/Shanghai',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    // A refused call (4xx) is logged by the browser too; those are what the tests provoke.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) problems.push(message.text())
  })
  return { page, problems, close: () => context.close() }
}
