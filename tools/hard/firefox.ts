import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { removeTestServer, useOwnTestServer } from '@brigade/server/testing/cluster/test-server.ts'
import { make } from '@brigade/server/testing/make.ts'
import { startTestApp, type TestApp } from '@brigade/server/testing/start-app.ts'
import { until } from '@brigade/server/testing/until.ts'
import { join } from 'node:path'
import { findFirefox, startFirefox, type Tab } from './firefox/bidi.ts'
import { countConnections, goBack } from './firefox/go-back.ts'
import { detailOf, ovenInStandby, ovenList, patienceMs, say, shows, type Walk } from './firefox/walk.ts'

/**
 * Proves in Debian's Firefox what e2e/kept-pages.spec.ts proves in Chromium: it keeps pages that are left, and opens
 * six connections to a server, as people's browsers do.
 */

const builtConsole = join(import.meta.dirname, '../../console/dist')

/** On a busy machine a page may take this long without any fault; with one stream a page the seventh took a minute. */
const minPatienceMs = 4000
const addresses = 10
const tabs = 6

/** Opens typed addresses one after the other; each first row must appear within twice the time of the first. */
async function typeAddresses({ app, openTab }: Walk): Promise<boolean> {
  const ovens = await Promise.all(Array.from({ length: addresses }, (_, n) => make.device(app, { name: `Kept ${n}` })))
  const tab = await openTab()
  const took: number[] = []
  for (const { id, sn } of ovens) {
    // A page of a device holds the most connections, and stays in the browser.
    await tab.goTo(app.url + detailOf(id))
    await until('the page of the oven', shows(tab, sn), patienceMs)
    const startedMs = performance.now()
    await tab.goTo(`${app.url}${ovenList}?keyword=${sn}`)
    await until('the row of the oven', shows(tab, sn), 2 * patienceMs)
    took.push(performance.now() - startedMs)
  }
  const [first = 0] = took
  say(`  first rows of ${addresses} addresses: ${took.map((ms) => Math.round(ms)).join(', ')} ms`)
  return took.every((ms) => ms < Math.max(2 * first, minPatienceMs))
}

/** Six tabs are live, and a seventh also has connections for everything that it loads. */
async function openTabs({ app, openTab }: Walk): Promise<boolean> {
  const { oven, turns } = await ovenInStandby(app, 'In six tabs')
  const open: Tab[] = []
  while (open.length < tabs) {
    const tab = await openTab()
    await tab.goTo(app.url + detailOf(oven.id))
    await until('standby', shows(tab, 'Standby'), patienceMs)
    open.push(tab)
  }
  const startedMs = performance.now()
  await turns('preheating')
  for (const tab of open) await until('preheating', shows(tab, 'Preheating'), patienceMs)
  const liveMs = Math.round(performance.now() - startedMs)
  const seventh = await openTab()
  const openedMs = performance.now()
  await seventh.goTo(`${app.url}${ovenList}?keyword=${oven.sn}`)
  await until('the row', shows(seventh, oven.sn), 2 * patienceMs)
  const loadedMs = Math.round(performance.now() - openedMs)
  say(
    `  ${tabs} tabs of one oven show its new state within ${liveMs} ms; a further one shows its row after ${loadedMs} ms`,
  )
  return liveMs < minPatienceMs && loadedMs < 2 * minPatienceMs
}

/** Signs the profile in: all tabs of it have the session. */
async function signIn(app: TestApp, tab: Tab): Promise<void> {
  const { token } = await make.account(app, { role: 'administrator' })
  const { envelope } = await app.ask(sessionApi.menus, {}, { token })
  const kept = { locale: 'en', session: { token, menus: envelope.data, mustChangePassword: false } }
  await tab.goTo(`${app.url}/login`)
  for (const [name, value] of Object.entries(kept))
    await tab.evaluate(
      `localStorage.setItem(${JSON.stringify(`brigade.${name}`)}, ${JSON.stringify(JSON.stringify(value))})`,
    )
}

/** Undefined if it was not run. */
export async function walkInFirefox(): Promise<boolean | undefined> {
  const program = findFirefox()
  if (program === undefined) {
    say('There is no Firefox, and no apt to unpack firefox-esr with')
    return undefined
  }
  await useOwnTestServer()
  const app = await startTestApp({ consoleFolder: builtConsole })
  try {
    const firefox = await startFirefox(program)
    try {
      say(`Firefox ${firefox.version}`)
      await firefox.prepareTabs(countConnections)
      await signIn(app, await firefox.openTab())
      const walk = { app, openTab: firefox.openTab }
      const results = [await typeAddresses(walk), await goBack(walk), await openTabs(walk)]
      return results.every(Boolean)
    } finally {
      await firefox.close()
    }
  } finally {
    await app.stop()
    await removeTestServer()
  }
}
