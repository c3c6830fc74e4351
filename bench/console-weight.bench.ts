import path from 'node:path'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { takeDue } from '@brigade/server/statistics/run/take-run.ts'
import { make } from '@brigade/server/testing/make.ts'
import { startTestApp } from '@brigade/server/testing/start-app.ts'
import { removeTestServer, useOwnTestServer } from '@brigade/server/testing/cluster/test-server.ts'
import type { BrowserContext } from 'playwright-core'
import { openBrowser } from '../e2e/support/browser.ts'
import type { Figure } from './run.ts'

const consoleFolder = path.join(import.meta.dirname, '../console/dist')
/** A visit does not wait for anything that is loaded later than this after the first rows are shown. */
const settledMs = 2000

/** A page with what shows that its first rows stand. Budgets of docs/performance.md, bytes of JavaScript as transferred (brotli). */
const pages = [
  { name: 'the login page', path: '/login', rows: 'form', budget: 140_000 },
  { name: 'the first list page', path: '/recipeManage/device/list', rows: 'main tbody tr', budget: 205_000 },
  { name: 'the start page with its trend', path: '/data/statistics', rows: 'main [role=img] > svg', budget: 330_000 },
  { name: 'the data wall', path: '/data/dataWatch', rows: 'main[aria-busy="false"]', budget: 200_000 },
] as const

/** Bytes of JavaScript that a first visit transfers until two seconds after the first rows are shown. */
async function scriptBytes(context: BrowserContext, url: string, rows: string): Promise<number> {
  const page = await context.newPage()
  const session = await page.context().newCDPSession(page)
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto(url)
  await page.locator(rows).first().waitFor()
  // A signed-in page keeps its live stream open, so the network as a whole never rests.
  await page.waitForTimeout(settledMs)
  await page.close()
  return bytes
}

/** Weights of a first, cold visit against their budgets. */
export async function measure(): Promise<readonly Figure[]> {
  await useOwnTestServer()
  const app = await startTestApp({ roles: ['api'], consoleFolder })
  // Without a device the list has no rows, and without a run the start page has no trend.
  await make.device(app)
  while (await takeDue(app));
  const { browser, close } = await openBrowser()
  try {
    const { token } = await make.account(app, { role: 'administrator' })
    const { data: menus } = (await app.ask(sessionApi.menus, {}, { token })).envelope
    const figures: Figure[] = []
    for (const { name, path: address, rows, budget } of pages) {
      // A browser of its own keeps no file of the page before.
      const context = await browser.newContext()
      if (address !== '/login')
        await context.addInitScript(
          ([session]) => localStorage.setItem('brigade.session', session ?? ''),
          [JSON.stringify({ token, menus, mustChangePassword: false })],
        )
      const bytes = await scriptBytes(context, `${app.url}${address}`, rows)
      await context.close()
      figures.push({
        name: `JavaScript of ${name}`,
        measured: `${Math.round(bytes / 1000)} KB`,
        against: `${budget / 1000} KB`,
        ratio: bytes / budget,
        goal: 'at most 1',
      })
    }
    return figures
  } finally {
    await close()
    await app.stop()
    await removeTestServer()
  }
}
