import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { systemClock } from '@brigade/server/platform/clock.ts'
import { startOrAttach } from '@brigade/server/platform/db/embedded/start-or-attach.ts'
import { openDatabase } from '@brigade/server/platform/db/open-database.ts'
import { until } from '@brigade/server/testing/until.ts'
import { openBrowser, openWindow } from './support/browser.ts'
import type { Look } from './support/browser.ts'
import { arrived, fillSignIn } from './support/open-console.ts'

/** The pictures of the README: the program as `npm start` runs it, its demo fleet two minutes old. `node e2e/screenshots.ts`. */

const program = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url))
const fleetAgeMs = 120_000
const mostBytes = 250_000

const dataDir = mkdtempSync(path.join(tmpdir(), 'brigade-screenshots-'))
const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, '--demo'], {
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: '18280',
    MQTT_HOST: '127.0.0.1',
    MQTT_PORT: '18283',
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let said = ''
child.stdout.on('data', (chunk: Buffer) => {
  said += chunk.toString('utf8')
})
const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))

try {
  const startedAt = performance.now()
  const [, url = '', account = '', password = ''] = await until(
    'Brigade is ready',
    () => /Console\s+(\S+)[\s\S]+Sign in\s+(\S+) \/ (\S+)/.exec(said) ?? undefined,
    60_000,
  )
  const database = openDatabase(await startOrAttach({ dataDir, mode: 'durable' }), { applicationName: 'screenshots' })
  const browser = await openBrowser()
  try {
    await mkdir(folder, { recursive: true })
    await wait(Math.max(0, fleetAgeMs - (performance.now() - startedAt)))
    const signedIn = async (page: Page) => {
      await fillSignIn({ app: { db: database.db, clock: systemClock } }, page, account, password)
      await arrived(page, '/recipeManage/device/list')
    }
    for (const language of ['en', 'zh'] as const) await takeAll(browser, url, { language }, language, signedIn)
    await takeAll(browser, url, { language: 'en', scheme: 'dark' }, 'en-dark', signedIn)
  } finally {
    await browser.close()
    await database.close()
  }
} finally {
  child.kill('SIGTERM')
  await ended
  await rm(dataDir, { recursive: true, force: true })
}

/** Sign-in page, list, one busy oven, customers and one of them; of the dark look the oven only. */
async function takeAll(
  browser: Browser,
  url: string,
  look: Look,
  suffix: string,
  signIn: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, close } = await openWindow(browser, look)
  try {
    await page.goto(`${url}/login`)
    await page.locator('img[src*="id="]').waitFor()
    if (look.scheme !== 'dark') await take(page, `login-${suffix}`)
    await signIn(page)
    await page.goto(`${url}/recipeManage/device/list?pageSize=25`)
    await page.locator('tbody a').first().waitFor()
    if (look.scheme !== 'dark') await take(page, `devices-${suffix}`)
    if (look.scheme !== 'dark') await takeCustomers(page, url, suffix)
    await page.goto(`${url}/recipeManage/device/list?online=true&state=cooking`)
    await page.locator('tbody a').first().click()
    await page.locator('canvas').first().waitFor()
    await take(page, `device-${suffix}`)
  } finally {
    await close()
  }
}

async function takeCustomers(page: Page, url: string, suffix: string): Promise<void> {
  await page.goto(`${url}/customer?sort=-devices`)
  await page.locator('tbody a').first().waitFor()
  await take(page, `customers-${suffix}`)
  await page.locator('tbody a').first().click()
  await page.locator('main h1').waitFor()
  await take(page, `customer-${suffix}`)
}

async function take(page: Page, name: string): Promise<void> {
  // Pictures, curves and the first live reports come after the page's frame.
  await wait(2500)
  const png = await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, compressionLevel: 9, effort: 10 })
    .toBuffer()
  if (png.length > mostBytes) throw new Error(`${name}.png has ${png.length} bytes`)
  await writeFile(path.join(folder, `${name}.png`), png)
  process.stdout.write(`${name}.png ${Math.round(png.length / 1000)} KB\n`)
}
