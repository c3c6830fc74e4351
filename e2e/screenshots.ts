import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { z } from 'zod'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { systemClock } from '@brigade/server/platform/clock.ts'
import { startOrAttach } from '@brigade/server/platform/db/embedded/start-or-attach.ts'
import { openDatabase } from '@brigade/server/platform/db/open-database.ts'
import { dayMs, minuteMs } from '@brigade/contract/time.ts'
import { coolerLife, reportPast } from '@brigade/server/testing/cooler-past.ts'
import { until } from '@brigade/server/testing/until.ts'
import { openBrowser, openWindow, type Look, type OwnBrowser } from './support/browser.ts'
import { arrived, fillSignIn } from './support/open-console.ts'

/** The pictures of the README and of docs/features.md: the program as `npm start` runs it, its demo fleet two minutes old. `node e2e/screenshots.ts`. */

const program = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url))
const fleetAgeMs = 120_000
const maxBytes = 250_000

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
let output = ''
child.stdout.on('data', (chunk: Buffer) => {
  output += chunk.toString('utf8')
})
const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))

try {
  const startedAt = performance.now()
  const [, url = '', account = '', password = ''] = await until(
    'Brigade is ready',
    () => /Console\s+(\S+)[\s\S]+Sign in\s+(\S+) \/ (\S+)/.exec(output) ?? undefined,
    60_000,
  )
  const database = openDatabase(await startOrAttach({ dataDir, mode: 'durable' }), { applicationName: 'screenshots' })
  const browser = await openBrowser()
  try {
    await mkdir(folder, { recursive: true })
    // A fleet of two minutes has no night behind it.
    const { id } = await database.db
      .selectFrom('deviceState')
      .select('deviceId as id')
      .where('kind', '=', 'cooler')
      .where('installed', '=', true)
      .orderBy('createdAt', 'desc')
      .orderBy('deviceId', 'desc')
      .executeTakeFirstOrThrow()
    const from = Date.now() - dayMs
    await reportPast(database.db, id, coolerLife({ from, to: Date.now() - 2 * minuteMs, everyMs: 2 * minuteMs }))
    await wait(Math.max(0, fleetAgeMs - (performance.now() - startedAt)))
    const signedIn = async (page: Page) => {
      await fillSignIn({ app: { db: database.db, clock: systemClock } }, page, account, password)
      await arrived(page, '/data/statistics')
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

/** Sign-in page, statistics, data wall, list, map, one busy oven with its traffic, one refrigerator's temperature, customers, products, a thing model, messages, faults, recipes, firmware and administration; of the dark look the oven only. */
async function takeAll(
  browser: OwnBrowser,
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
    if (look.scheme !== 'dark') await takeStatistics(page, url, suffix)
    if (look.scheme !== 'dark') await takeWall(page, url, suffix)
    if (look.scheme !== 'dark') await takeDevices(page, url, suffix)
    if (look.scheme !== 'dark') await takeCustomers(page, url, suffix)
    if (look.scheme !== 'dark') await takeProducts(page, url, suffix)
    if (look.scheme !== 'dark') await takeSystem(page, url, suffix)
    if (look.scheme !== 'dark') await takeMessages(page, url, suffix)
    if (look.scheme !== 'dark') await takeFaults(page, url, suffix)
    if (look.scheme !== 'dark') await takeRecipes(page, url, suffix)
    if (look.scheme !== 'dark') await takeFirmware(page, url, suffix)
    await page.goto(`${url}/recipeManage/device/list?online=true&state=cooking`)
    await page.locator('tbody a').first().click()
    await page.locator('canvas').first().waitFor()
    await take(page, `device-${suffix}`)
  } finally {
    await close()
  }
}

async function takeStatistics(page: Page, url: string, suffix: string): Promise<void> {
  await page.goto(`${url}/data/statistics?range=30&trend=faults.raised`)
  await page.locator('[role=img] > svg').first().waitFor()
  await page.locator('path[data-code]').first().waitFor()
  await take(page, `statistics-${suffix}`)
}

/** It is shown at its own size, in the language of its address. */
async function takeWall(page: Page, url: string, suffix: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(`${url}${suffix === 'zh' ? '/data/dataWatch' : '/data/dataWatchEn'}`)
  await page.locator('main[data-age=fresh] footer li').first().waitFor()
  await page.locator('path[data-code]').first().waitFor()
  await take(page, `wall-${suffix}`)
  if (before !== null) await page.setViewportSize(before)
}

async function takeDevices(page: Page, url: string, suffix: string): Promise<void> {
  await page.goto(`${url}/recipeManage/device/list?view=map`)
  await page.locator('canvas').first().waitFor()
  await take(page, `map-${suffix}`)
  await page.goto(`${url}/recipeManage/device/list?online=true&state=cooking`)
  const oven = await page.locator('tbody a').first().getAttribute('href')
  await page.goto(`${url}${oven}&tab=messages`)
  await page.locator('tbody tr').first().waitFor()
  await take(page, `trace-${suffix}`)
  await page.goto(url + '/iceDevice/list')
  const cooler = await page.locator('tbody a').first().getAttribute('href')
  await page.goto(`${url}${cooler}&tab=temperature`)
  await page.locator('canvas').first().waitFor()
  await take(page, `temperature-${suffix}`)
}

async function takeCustomers(page: Page, url: string, suffix: string): Promise<void> {
  await page.goto(`${url}/customer?sort=-devices`)
  await page.locator('tbody a').first().waitFor()
  await take(page, `customers-${suffix}`)
  await page.locator('tbody a').first().click()
  await page.locator('main h1').waitFor()
  await take(page, `customer-${suffix}`)
}

async function takeProducts(page: Page, url: string, suffix: string): Promise<void> {
  await page.goto(`${url}/product/model`)
  const model = page.locator('main a[href*="/product/model/detail"]').filter({ hasText: 'BX-10 Pro' }).first()
  await model.waitFor()
  await take(page, `models-${suffix}`)
  const id = /id=(\d+)/.exec((await model.getAttribute('href')) ?? '')?.[1] ?? ''
  await page.goto(`${url}/product/model/draft?id=${id}&tab=distribution-network`)
  await page.locator('main form, main fieldset').first().waitFor()
  await take(page, `template-${suffix}`)
  await draftChanges(url, await tokenOf(page), id)
  await page.goto(`${url}/product/model/draft?id=${id}`)
  await page.locator('tbody tr').first().waitFor()
  await take(page, `functions-${suffix}`)
  await page.getByRole('button', { name: /^(Publish|发布)$/ }).click()
  await page.getByRole('dialog').locator('table').first().waitFor()
  await take(page, `publish-${suffix}`)
}

async function takeSystem(page: Page, url: string, suffix: string): Promise<void> {
  await page.goto(`${url}/system/role`)
  const role = page.locator('tbody a').filter({ hasText: /^(Support|客服人员)$/ })
  await role.click()
  await page.getByRole('treegrid').waitFor()
  await take(page, `permissions-${suffix}`)
  await page.goto(`${url}/system/log`)
  await page.locator('tbody tr').first().waitFor()
  await take(page, `log-${suffix}`)
}

/** A message with its deliveries, and a push that is being written beside a preview phone. */
async function takeMessages(page: Page, url: string, suffix: string): Promise<void> {
  await page.goto(`${url}/message/push`)
  await page.locator('tbody a').first().waitFor()
  await page.locator('main button[class*=primary]').first().click()
  const sheet = page.getByRole('dialog')
  const texts = [
    'Clean the gaskets',
    'Once a week, with warm water and a soft cloth.',
    '请清洁门封条',
    '每周一次，使用温水和软布。',
  ]
  const fields = sheet.locator('fieldset').filter({ has: page.locator('textarea') })
  for (const [index, text] of texts.entries())
    await fields
      .nth(Math.floor(index / 2))
      .locator(index % 2 === 0 ? 'input' : 'textarea')
      .fill(text)
  if (suffix === 'zh') await sheet.getByRole('button', { name: '中文', exact: true }).click()
  await sheet.locator('[role=status] p').first().waitFor()
  await take(page, `push-${suffix}`)
  await page.goto(`${url}/message/list`)
  await page.locator('tbody td button').first().click()
  await sheet.locator('tbody td').first().waitFor()
  await take(page, `message-${suffix}`)
}

/** The faults of the last weeks, and one of them with the readings around it. */
async function takeFaults(page: Page, url: string, suffix: string): Promise<void> {
  await page.goto(`${url}/fault/list?tab=faults`)
  await page.locator('tbody td button').first().waitFor()
  await take(page, `faults-${suffix}`)
  await page.locator('tbody td button').first().click()
  await page.getByRole('dialog').locator('ol li').first().waitFor()
  await take(page, `fault-${suffix}`)
}

/** The list of recipes, one recipe opened for reading, and the editor with one stage that is too hot. */
async function takeRecipes(page: Page, url: string, suffix: string): Promise<void> {
  const list = `${url}/recipeManage/recipeList`
  await page.goto(list)
  await page.locator('tbody a').first().waitFor()
  await take(page, `recipes-${suffix}`)
  await page.goto(`${list}?keyword=RCP-000001`)
  await page.locator('tbody a').first().click()
  await page.locator('main h1').waitFor()
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  await take(page, `recipe-${suffix}`)
  await page.goto(`${list}/RecipeEdit?id=${id}`)
  await page.locator('[data-path="stages.2.temperatureC"] input').fill('275')
  await take(page, `recipe-editor-${suffix}`)
  await page.locator('[data-path="stages.2.temperatureC"] input').fill('220')
}

/** Firmware models with the figures of the fleet, and the results of an upgrade by device. */
async function takeFirmware(page: Page, url: string, suffix: string): Promise<void> {
  await page.goto(url + '/fota/firmware')
  await page.locator('tbody td button').first().waitFor()
  await take(page, `firmware-${suffix}`)
  await page.goto(url + '/fota/task?status=FINISH')
  await page.locator('tbody a').last().click()
  await page.locator('main tbody tr').first().waitFor()
  await take(page, `upgrade-${suffix}`)
}

async function tokenOf(page: Page): Promise<string> {
  const remembered = await page.evaluate(() => localStorage.getItem('brigade.session'))
  return z.object({ token: z.string() }).parse(JSON.parse(remembered ?? 'null')).token
}

/**
 * A draft that differs from the published model: a narrower range, a property that can no longer be set, one function
 * less.
 */
async function draftChanges(url: string, token: string, productId: string): Promise<void> {
  const headers = { authorization: token, 'content-type': 'application/json' }
  const requested = await fetch(`${url}${thingModelApi.draft.path}?productId=${productId}`, { headers })
  const { model } = z.object({ data: thingModelApi.draft.reply.schema }).parse(await requested.json()).data
  const send = async (path: string, body: unknown) => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  }
  for (const was of model.properties) {
    const { dataType, accessMode } = was
    if (was.identifier === 'ChamberTemp' && dataType.type === 'float' && dataType.max > 300) {
      await send(thingModelApi.updateProperty.path, {
        productId,
        was,
        definition: { ...was, dataType: { ...dataType, max: 300 } },
      })
    }
    if (was.identifier === 'FanSpeed' && accessMode === 'rw') {
      await send(thingModelApi.updateProperty.path, { productId, was, definition: { ...was, accessMode: 'r' } })
    }
  }
  const last = model.services.at(-1)
  const isDone = model.properties.some(({ identifier }) => identifier === 'WaterHardness')
  if (!isDone && last !== undefined) {
    await send(thingModelApi.removeServices.path, { productId, identifiers: [last.identifier] })
    await send(thingModelApi.addProperty.path, {
      productId,
      definition: {
        identifier: 'WaterHardness',
        name: { en: 'Hardness', zh: '水质硬度' },
        required: false,
        accessMode: 'r',
        dataType: { type: 'float', min: 0, max: 30, step: 0.1, unit: '°dH', unitName: 'German degree' },
      },
    })
  }
}

async function take(page: Page, name: string): Promise<void> {
  // Pictures, curves and the first live reports appear after the page's frame.
  await wait(2500)
  const png = await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, compressionLevel: 9, effort: 10 })
    .toBuffer()
  if (png.length > maxBytes) throw new Error(`${name}.png has ${png.length} bytes`)
  await writeFile(path.join(folder, `${name}.png`), png)
  process.stdout.write(`${name}.png ${Math.round(png.length / 1000)} KB\n`)
}
