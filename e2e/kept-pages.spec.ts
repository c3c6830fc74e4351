import assert from 'node:assert/strict'
import { createServer, request as requestOf } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { openKeepingBrowser, triedOnlyIn } from './support/browser.ts'
import { openConsole, type Console } from './support/open-console.ts'

/**
 * Pages that are left stay in the browser, as they do for people. None of them holds a connection that the next page
 * needs: a browser opens six to a server.
 */

let at: Console
let person: MadeAccount
before(async () => {
  at = await openConsole({ open: openKeepingBrowser })
  person = await make.account(at.app, { role: 'administrator' })
})
after(() => at.stop())

const ovenList = '/recipeManage/device/list'
const detailOf = ({ id }: { id: string }) => `${ovenList}/detail?id=${id}`
const live = /^Live/

/**
 * On a busy machine a page may take this long without any fault; the next page took 58.7 s while kept pages held the
 * connections.
 */
const minPatienceMs = 4000

type State = 'Standby' | 'Preheating'

/** A connected oven in standby, and the content of its page. */
async function standingBy(name: string) {
  const oven = await make.device(at.app, { name })
  const device = await connectMade(at.app, oven)
  const turns = (state: 'standby' | 'preheating') => device.report({ WorkState: workStateNumber[state] })
  await turns('standby')
  const shown = (page: Page, state: State) => page.getByRole('region', { name }).getByText(state).waitFor()
  return { oven, turns, shown }
}

for (const { language } of triedOnlyIn('en')) {
  test('of ten addresses typed one after the other each shows its first row within twice the time of the first', async (context) => {
    const ovens = await Promise.all(Array.from({ length: 10 }, (_, n) => make.device(at.app, { name: `Kept ${n}` })))
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      const took: number[] = []
      for (const oven of ovens) {
        // A page of a device holds the most connections, and stays in the browser.
        await page.goto(at.app.url + detailOf(oven))
        await page.getByText(oven.sn).first().waitFor()
        await page.getByText(live).first().waitFor()
        const startedMs = performance.now()
        await page.goto(`${at.app.url}${ovenList}?keyword=${oven.sn}`)
        await page.getByRole('link', { name: oven.sn, exact: true }).waitFor()
        took.push(performance.now() - startedMs)
      }
      context.diagnostic(took.map((ms) => Math.round(ms)).join(', '))
      const [first = 0] = took
      for (const ms of took) assert.ok(ms < Math.max(2 * first, minPatienceMs), `${Math.round(ms)} ms`)
    })
  })

  test('a page that was kept is live again when one goes back to it, and shows what changed meanwhile', async () => {
    const { oven, turns, shown } = await standingBy('Gone back to')
    await at.inWindow({ language, as: person, start: detailOf(oven) }, async (page) => {
      await shown(page, 'Standby')
      await page.evaluate(`addEventListener('pageshow', ({ persisted }) => { globalThis.wasKept = persisted })`)
      await page.goto(at.app.url + ovenList)
      await page.getByRole('link', { name: oven.sn, exact: true }).waitFor()
      await turns('preheating')
      // The page is not loaded again, and Playwright's own functions do not know pages that are restored.
      await page.goBack({ waitUntil: 'commit' })
      const session = await page.context().newCDPSession(page)
      const isTrue = async (expression: string) => {
        const { result } = await session.send('Runtime.evaluate', { expression })
        return result.value === true
      }
      await until('the kept page', () => isTrue('globalThis.wasKept === true'))
      const shows = (text: string) => isTrue(`document.querySelector('main').innerText.includes('${text}')`)
      await until('what it has become', () => shows('Preheating'))
      await turns('standby')
      await until('what it becomes', () => shows('Standby'))
      await page.goto(at.app.url + ovenList)
    })
  })

  test('six tabs with pages of devices are all live', async () => {
    const { oven, turns, shown } = await standingBy('In six tabs')
    await at.inWindow({ language, as: person, start: detailOf(oven) }, async (page) => {
      const pages = [page]
      while (pages.length < 6) {
        const next = await page.context().newPage()
        await next.goto(at.app.url + detailOf(oven))
        pages.push(next)
      }
      for (const each of pages) await shown(each, 'Standby')
      const startedMs = performance.now()
      await turns('preheating')
      for (const each of pages) await shown(each, 'Preheating')
      assert.ok(performance.now() - startedMs < minPatienceMs)
      // A seventh page also has connections for everything that it loads.
      const last = await page.context().newPage()
      await last.goto(`${at.app.url}${ovenList}?keyword=${oven.sn}`)
      await last.getByRole('link', { name: oven.sn, exact: true }).waitFor()
    })
  })

  test('where upgrades are refused a page is live all the same, over one stream', async () => {
    const { oven, turns, shown } = await standingBy('Without upgrade')
    const proxy = await startWithoutUpgrade(at.app.url)
    try {
      await at.inWindow({ language, as: person }, async (page) => {
        const session = await page.evaluate(`localStorage.getItem('brigade.session')`)
        const other = await page.context().newPage()
        await other.goto(`${proxy.url}/login`)
        await other.evaluate(`localStorage.setItem('brigade.session', ${JSON.stringify(String(session))})`)
        await other.goto(proxy.url + detailOf(oven))
        await shown(other, 'Standby')
        await until('one stream', () => proxy.streams() === 1, 30_000)
        await turns('preheating')
        await shown(other, 'Preheating')
        assert.equal(proxy.streams(), 1)
      })
    } finally {
      proxy.stop()
    }
  })
}

/** A proxy on another port that passes everything on but upgrades, as an old one does. Counts streams of live calls that are open. */
async function startWithoutUpgrade(target: string) {
  let streams = 0
  const server = createServer((incoming, outgoing) => {
    const { host: _host, connection: _connection, upgrade: _upgrade, ...headers } = incoming.headers
    const isStream = incoming.url?.startsWith('/api/live') === true && headers.accept === 'text/event-stream'
    if (isStream) streams += 1
    outgoing.once('close', () => {
      if (isStream) streams -= 1
      passed.destroy()
    })
    const passed = requestOf(target + incoming.url, { method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.once('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a server that listens on a port has this address
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    streams: () => streams,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
