import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { forkRole } from '@brigade/server/testing/process/fork-role.ts'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { watchLive } from '@brigade/server/testing/watch-live.ts'
import { followFeed } from '../support/wall-feed.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** The wall while its api process is killed, and as several of them show it. */

let at: Console
let admin: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator' })
  for (let each = 0; each < 3; each += 1) await make.device(at.app)
})
after(() => at.stop())

test('with the api killed for ten minutes picture and ages stay, dimmed, and the wall recovers by itself', () =>
  at.inWindow({ as: admin, width: 1920, start: '/noAuth', tolerates: /ERR_|Failed to load|fetch/ }, async (page) => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    const first = await forkRole(at.app, 'api')
    // The console's own server serves the page; the process that will be killed answers its calls.
    let url = first.url
    await page.route('**/api/web/data/visualization/**', (route) => {
      const { pathname, search } = new URL(route.request().url())
      return route.continue({ url: `${url}${pathname}${search}` })
    })
    await page.goto(`${at.app.url}/data/dataWatchEn`)
    const connected = page.getByRole('status').getByText('Connected')
    await connected.waitFor()
    const devices = page.locator('[data-live]').filter({ hasText: 'Devices by model' })
    await devices.waitFor()
    const before_ = await devices.innerText()
    const gone = once(first.child, 'exit')
    first.child.kill('SIGKILL')
    await gone
    await page.getByText('Reconnecting').waitFor()
    await page.evaluate('Date.now = ((now) => () => now() + 600_000)(window.realNow = Date.now.bind(Date))')
    await page.locator('main[data-age=stale]').waitFor()
    await page.getByText(/^last event \d\d:\d\d:\d\d$/).waitFor()
    await page
      .getByText(/^as of \d\d:\d\d:\d\d$/)
      .first()
      .waitFor()
    assert.equal(await devices.innerText(), before_)
    // Each live figure over the map shows since when it is not live.
    assert.equal(await page.locator('dl [data-live]').count(), 3)
    assert.equal(
      await page
        .locator('dl [data-live]')
        .filter({ hasText: /as of \d\d:\d\d:\d\d/ })
        .count(),
      3,
    )
    await page.evaluate('Date.now = window.realNow')
    const second = await forkRole(at.app, 'api')
    url = second.url
    await make.device(at.app)
    await connected.waitFor({ timeout: 30_000 })
    await page.locator('main[data-age=fresh]').waitFor()
    await page.getByText('4', { exact: true }).first().waitFor()
    second.child.kill('SIGKILL')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }))

test('two api processes show the same picture', async () => {
  const other = await forkRole(at.app, 'api')
  try {
    const pictures = await Promise.all(
      [at.app.url, other.url].map(async (url) => {
        const stream = await watchLive(url, wallApi.live, {}, admin.token)
        const whole = await stream.next()
        await stream.leave()
        // The time of counting the provinces and the rate of messages differ between the processes.
        const { places, messages: _, ...parts } = whole?.parts ?? {}
        return { ...parts, places: { ...places, asOf: null }, events: whole?.events }
      }),
    )
    assert.deepEqual(pictures[0], pictures[1])
  } finally {
    const gone = once(other.child, 'exit')
    other.child.kill('SIGKILL')
    await gone
  }
})

test('a link that one api process revoked before it was killed is closed at another within five seconds', async () => {
  const [first, second] = await Promise.all([forkRole(at.app, 'api'), forkRole(at.app, 'api')])
  try {
    const link = { organisationId: admin.organisationId, name: 'Lobby', locale: 'en' } as const
    const { id, tokenSecret } = (await at.app.ask(wallApi.saveLink, link, admin)).envelope.data
    const token = tokenSecret ?? ''
    const stream = await watchLive(second.url, wallApi.live, {}, token)
    await stream.next()
    const revoked = await fetch(`${first.url}${wallApi.revokeLink.path}`, {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    })
    assert.equal(revoked.status, 200)
    first.child.kill('SIGKILL')
    const from = performance.now()
    while ((await stream.next()) !== undefined) assert(performance.now() - from < 10_000, 'it goes on')
    assert(performance.now() - from < 5000)
    const refused = await fetch(`${second.url}${wallApi.page.path}`, { headers: { authorization: token } })
    assert.equal(refused.status, 401)
  } finally {
    const gone = once(second.child, 'exit')
    for (const { child } of [first, second]) child.kill('SIGKILL')
    await gone
  }
})

test('two thousand updates later the page holds no more than after the first hundreds, and no word of an event is cut', () =>
  at.inWindow({ as: admin, width: 1920, start: '/noAuth' }, async (page) => {
    const feed = { updates: 2000, perSecond: 200 }
    const { growth, marks, heapMb } = await followFeed({ page, url: at.app.url, token: admin.token, ...feed })
    assert(growth <= 1.1, `the heap grew: ${heapMb.join(', ')} MB`)
    assert(marks <= 12, `${marks} marks stand on the map`)
    // The ticker holds one event of each kind: the words of none of them are cut.
    const cut = await page.evaluate(
      `[...document.querySelectorAll('[data-whole]')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)`,
    )
    assert.deepEqual(cut, [])
  }))
