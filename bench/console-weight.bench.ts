import path from 'node:path'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { makeAccount } from '@brigade/server/testing/make-account.ts'
import { startTestApp } from '@brigade/server/testing/start-app.ts'
import { removeTestServer, useOwnTestServer } from '@brigade/server/testing/cluster/test-server.ts'
import type { Page } from 'playwright-core'
import { openBrowser } from '../e2e/support/browser.ts'
import type { Figure } from './run.ts'

const consoleFolder = path.join(import.meta.dirname, '../console/dist')
/** Budgets of docs/performance.md, bytes of JavaScript as transferred (brotli). */
/** The charts weigh 165 KB at most, and come after the figures. */
const budgets = { login: 170_000, list: 250_000, start: 250_000 + 165_000 }

/** Bytes of JavaScript that a first visit transfers until the network is idle. */
async function scriptBytes(page: Page, url: string): Promise<number> {
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
  await page.locator('main, form').first().waitFor()
  // A signed-in page keeps its live stream open, so the network as a whole never rests; scripts do.
  await page.waitForLoadState('load')
  let before = -1
  while (before !== bytes) {
    before = bytes
    await page.waitForTimeout(400)
  }
  return bytes
}

/** Weights of a first, cold visit against their budgets. */
export async function measure(): Promise<readonly Figure[]> {
  await useOwnTestServer()
  const app = await startTestApp({ roles: ['api'], consoleFolder })
  const { browser, close } = await openBrowser()
  try {
    const login = await scriptBytes(await (await browser.newContext()).newPage(), `${app.url}/login`)
    const { token } = await makeAccount(app, { role: 'administrator' })
    const { data: menus } = (await app.ask(sessionApi.menus, {}, { token })).envelope
    const context = await browser.newContext()
    await context.addInitScript(
      ([session]) => localStorage.setItem('brigade.session', session ?? ''),
      [JSON.stringify({ token, menus, mustChangePassword: false })],
    )
    const list = await scriptBytes(await context.newPage(), `${app.url}/recipeManage/device/list`)
    const startContext = await browser.newContext()
    await startContext.addInitScript(
      ([session]) => localStorage.setItem('brigade.session', session ?? ''),
      [JSON.stringify({ token, menus, mustChangePassword: false })],
    )
    const start = await scriptBytes(await startContext.newPage(), `${app.url}/data/statistics`)
    const figure = (name: string, bytes: number, budget: number): Figure => ({
      name,
      measured: `${Math.round(bytes / 1000)} KB`,
      against: `${budget / 1000} KB`,
      ratio: bytes / budget,
      goal: 'at most 1',
    })
    return [
      figure('JavaScript of the login page', login, budgets.login),
      figure('JavaScript of the first list page', list, budgets.list),
      figure('JavaScript of the start page with its charts', start, budgets.start),
    ]
  } finally {
    await close()
    await app.stop()
    await removeTestServer()
  }
}
