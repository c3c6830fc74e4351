import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { openConsole, type Console } from '../support/open-console.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { until } from '@brigade/server/testing/until.ts'
import { project, type Point } from '../../console/src/statistics/map/geometry.ts'
import { layoutProblems } from '../support/wall-layout.ts'
import { makeWallWorld, raiseOnWall } from '../support/wall-world.ts'

/** The data wall as it hangs in a lobby: at its sizes, in both languages, with its links, and without its server. */

let at: Console
let admin: MadeAccount
let world: Awaited<ReturnType<typeof makeWallWorld>>

before(async () => {
  at = await openConsole()
  // The world moves the clock on, which ends the sessions there are.
  world = await makeWallWorld(at.app)
  admin = await make.account(at.app, { role: 'administrator' })
})
after(() => at.stop())

const paths = { zh: '/data/dataWatch', en: '/data/dataWatchEn' } as const
const sizes = [
  [1280, 720],
  [1366, 768],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
] as const
const wallOf = (language: 'zh' | 'en', organisation = world.agent.id) =>
  `${paths[language]}?organisation=${organisation}`
const connected = (page: Page, language: 'zh' | 'en') =>
  page
    .getByRole('status')
    .getByText(language === 'zh' ? '已连接' : 'Connected')
    .waitFor()

/** Saves pictures for people to look at, if a folder is named. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env['WALL_PICTURES']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}

async function linkTo(organisationId: string, locale: 'zh' | 'en') {
  const { envelope } = await at.app.ask(wallApi.saveLink, { organisationId, name: 'Lobby', locale }, admin)
  return { id: envelope.data.id, token: envelope.data.tokenSecret ?? '' }
}

for (const [place, language] of (['zh', 'en'] as const).entries())
  test(`at every size, with the longest names in ${language}, nothing overflows, nothing covers another, nothing is too small`, () =>
    at.inWindow({ as: admin, language: 'en', width: 1920, start: '/noAuth' }, async (page) => {
      await page.setViewportSize({ width: 1920, height: 1080 })
      await page.goto(at.app.url + wallOf(language))
      await connected(page, language)
      await raiseOnWall(at.app, world.others[place] ?? world.oven, world.customer.id)
      await page.locator('footer li[data-kind=fault]').first().waitFor()
      await page.locator('svg[role=img] path[data-code]').first().waitFor()
      const problems: unknown[] = []
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height })
        await page.waitForFunction(`document.querySelector('main').getBoundingClientRect().width >= ${width - 2}`)
        await keep(page, `wall-${language}-${width}`)
        const found = await layoutProblems(page)
        if (Array.isArray(found) && found.length > 0) problems.push(`${width}`, ...found.map(String))
      }
      assert.deepEqual(problems, [])
      // Figures are exact and have thousands separators in Chinese too.
      await page
        .getByText(/^14,48\d$/)
        .first()
        .waitFor()
      await page.setViewportSize({ width: 1920, height: 1080 })
      await assertAccessible(page, 'wall')
      assert.equal(await page.evaluate('document.documentElement.lang'), language === 'zh' ? 'zh-CN' : 'en')
    }))

test('of more codes of faults than fit the last row has all the others, so that the rows add up to the figure', () =>
  at.inWindow({ as: admin, language: 'en', width: 1920, start: '/noAuth' }, async (page) => {
    await page.goto(at.app.url + wallOf('en'))
    const panel = page.getByRole('heading', { name: 'Faults today' }).locator('..')
    await panel.getByText('Other faults').waitFor()
    const rows = await panel.locator('li').allInnerTexts()
    const raised = rows.slice(1).map((row) => Number(/(\d+)\s+\d+$/.exec(row.trim())?.[1]))
    assert.equal(raised.length, 6)
    assert.equal(
      raised.reduce((sum, one) => sum + one, 0),
      Number(await panel.locator('[data-headline]').innerText()),
    )
  }))

test('a wall has no side menu and no header of the console, and sends requests to no other host', () =>
  at.inWindow({ as: admin, width: 1920, start: '/noAuth' }, async (page) => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).hostname))
    for (const language of ['zh', 'en'] as const) {
      await page.goto(at.app.url + wallOf(language))
      await connected(page, language)
      await page.locator('svg[role=img] path[data-code]').first().waitFor()
      assert.equal(await page.locator('nav, aside, header button[aria-haspopup=menu]').count(), 0)
    }
    assert.deepEqual([...hosts], ['127.0.0.1'])
  }))

test('on a screen of another shape the picture keeps its own and is centred with equal margins', () =>
  at.inWindow({ as: admin, width: 1920, start: '/noAuth' }, async (page) => {
    await page.goto(at.app.url + wallOf('en'))
    for (const [width, height] of [
      [1920, 1200],
      [3440, 1440],
    ] as const) {
      await page.setViewportSize({ width, height })
      await connected(page, 'en')
      const box = await page.locator('main').boundingBox()
      assert(box !== null)
      const wide = Math.min(width, (height * 16) / 9)
      const near = (one: number, other: number) => assert(Math.abs(one - other) < 1, `${one} and ${other}`)
      near(box.width, wide)
      near(box.height, (wide * 9) / 16)
      near(box.x, (width - wide) / 2)
      near(box.y, (height - box.height) / 2)
    }
  }))

test('if the scripts of a wall are gone the page is loaded again once; if they stay missing it ends with an error', () =>
  at.inWindow({ as: admin, width: 1920, start: '/noAuth', tolerates: /dynamically imported|404/ }, async (page) => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    let loads = 0
    page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0))
    let goneUntil = 2
    await page.route('**/assets/wall-screen-*.js', (route) =>
      loads < goneUntil ? route.fulfill({ status: 404, body: '' }) : route.continue(),
    )
    await page.goto(at.app.url + wallOf('en'))
    await connected(page, 'en')
    assert.equal(loads, 2)
    // They stay away: within the same minute no second reload is tried.
    goneUntil = Number.POSITIVE_INFINITY
    loads = 0
    await page.goto(at.app.url + wallOf('zh'))
    await page.getByRole('button').first().waitFor()
    assert.equal(loads, 1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }))

test('a revoked link is closed within five seconds, and nothing readable is left in the browser', () =>
  at.inWindow({ width: 1920, tolerates: /401/ }, async (page) => {
    const { id, token } = await linkTo(world.customer.id, 'en')
    await page.goto(`${at.app.url}${paths.en}#${token}`)
    await connected(page, 'en')
    await page.getByText('Devices by model').waitFor()
    // The address is in everybody's sight: the token is not in it any more.
    assert.equal(new URL(page.url()).hash, '')
    await at.app.ask(wallApi.revokeLink, { id }, admin)
    await page.getByText('This wall link is no longer valid').waitFor({ timeout: 5000 })
    assert.doesNotMatch(String(await page.evaluate('document.body.innerText')), /14,482|Devices by model/)
    assert.equal(await page.evaluate("localStorage.getItem('brigade.wall.en')"), null)
    const kept = String(await page.evaluate('JSON.stringify({ ...localStorage })'))
    assert.doesNotMatch(kept, /installed|province|wall/)
    assert(!kept.includes(world.customer.name) && !kept.includes(token))
    // It stays dark when it is loaded again, and when a page of another language is.
    await page.reload()
    await page.getByText('This wall link is no longer valid').waitFor()
  }))

test('under 1280 × 720 the page offers the dashboard', () =>
  at.inWindow({ as: admin, width: 1920, start: '/noAuth' }, async (page) => {
    await page.setViewportSize({ width: 1279, height: 719 })
    await page.goto(at.app.url + wallOf('en'))
    await page.getByRole('link', { name: 'Open statistics' }).waitFor()
  }))

test('an event is on the map without a request of the page; it takes the first of five places below, and with reduced motion nothing moves', () =>
  at.inWindow({ as: admin, width: 1920, start: '/noAuth' }, async (page) => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.goto(at.app.url + wallOf('en'))
    await connected(page, 'en')
    await page.locator('svg[role=img] path[data-code]').first().waitFor()
    const before_ = await page.locator('svg g[data-event]').count()
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await raiseOnWall(at.app, world.others[5] ?? world.oven, world.customer.id)
    await until(
      'the event on the map',
      async () => (await page.locator('svg g[data-event]').count()) > before_ || undefined,
      5000,
    )
    // The page asks once for a city that has no map of its own.
    assert.deepEqual(
      requested.filter((path) => path.startsWith('/api/')),
      [],
    )
    assert.equal(await page.evaluate('document.getAnimations().length'), 0)
    const places = page.locator('footer li')
    assert.equal(await places.first().getAttribute('data-kind'), 'fault')
    assert((await places.count()) <= 5)
    // Only the rings around places move, and the event that arrives.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const moving = await page.evaluate(`(() => {
      const parts = document.getAnimations().map(({ effect }) => effect.target.closest('g[data-event], footer li'))
      return [parts.length, parts.filter((part) => part === null).length]
    })()`)
    assert(Array.isArray(moving) && moving[0] > 0)
    assert.equal(moving[1], 0)
  }))

test('a report of a device over MQTT is on the map at its city without a request of the page', () =>
  at.inWindow({ as: admin, width: 1920, start: '/noAuth' }, async (page) => {
    const oven = await make.device(at.app, { organisationId: world.customer.id })
    await at.app.db.updateTable('deviceState').set({ area: 610112 }).where('deviceId', '=', oven.id).execute()
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.goto(at.app.url + wallOf('en'))
    await connected(page, 'en')
    await page.locator('svg[role=img] path[data-code]').first().waitFor()
    // The operator's map of the province contains the city, far from its true position.
    const city: Point = [87, 43]
    const features = [
      { properties: { adcode: '610100', cp: city }, geometry: { type: 'Polygon', coordinates: [[city, city, city]] } },
    ]
    await page.route('**/maps/610000.json', (route) => route.fulfill({ json: { features } }))
    const device = await connectMade(at.app, oven)
    await page.locator('footer li[data-kind=activation]').first().waitFor()
    const mark = page.locator('svg g[data-event][data-kind=fault]')
    const before_ = await mark.count()
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await device.send('thing/event/Fault/post', { id: '7', version: '1.0', params: { Code: 'E04', Active: 1 } })
    await until('the fault on the map', async () => (await mark.count()) > before_ || undefined)
    const [x, y] = project(city)
    const reach = 9
    const placed = async () => {
      const marks = await page.locator('svg g[data-event]').all()
      const transforms = await Promise.all(marks.map((one) => one.getAttribute('transform')))
      return transforms.filter((text) => {
        const [left = Number.NaN, top = Number.NaN] = (text ?? '').match(/-?[\d.]+/g)?.map(Number) ?? []
        return Math.abs(left - x) <= reach && Math.abs(top - y) <= reach
      })
    }
    // The first connection of the oven and its fault share one marker.
    const [first, second] = await until('both events at the city', async () => {
      const found = await placed()
      return found.length >= 2 ? found : undefined
    })
    assert.equal(first, second)
    assert.deepEqual(
      requested.filter((path) => path.startsWith('/api/')),
      [],
    )
    await device.leave()
  }))

test('a new version is offered and not forced', () =>
  at.inWindow({ as: admin, width: 1920, start: '/noAuth' }, async (page) => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    // The server was updated: the page that it serves names other scripts than those that run here.
    let isUpdated = false
    await page.route(`${at.app.url}/`, async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({
        response,
        body: isUpdated ? text.replaceAll(/src="\/assets\/[^"]+"/g, 'src="/assets/next.js"') : text,
      })
    })
    isUpdated = true
    await page.goto(at.app.url + wallOf('en'))
    const offer = page.getByRole('button', { name: 'Load the new version' })
    await offer.waitFor()
    await page
      .getByText(/^14,48\d$/)
      .first()
      .waitFor()
    isUpdated = false
    await offer.click()
    await connected(page, 'en')
    assert.equal(await offer.count(), 0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }))

test('a reload draws the kept picture before the first answer, with its age', () =>
  at.inWindow({ as: admin, width: 1920, start: '/noAuth' }, async (page) => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.goto(at.app.url + wallOf('en'))
    await connected(page, 'en')
    await page
      .getByText(/^14,48\d$/)
      .first()
      .waitFor()
    // It is kept now and then: at leaving at the latest.
    await page.goto(`${at.app.url}/noAuth`)
    // Another organisation has a picture of its own, and this one stays.
    await page.goto(at.app.url + wallOf('en', world.customer.id))
    await connected(page, 'en')
    await page.goto(`${at.app.url}/noAuth`)
    // Answers are delayed, so the stored picture is drawn.
    await page.route('**/api/web/data/visualization/**', () => undefined)
    await page.goto(at.app.url + wallOf('en'))
    await page
      .getByText(/^14,48\d$/)
      .first()
      .waitFor()
    await page.getByText(/^last event \d\d:\d\d:\d\d$/).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }))

test('without the server the picture stays, dims and shows how old it is', async () => {
  const away = await openConsole()
  const person = await make.account(away.app, { role: 'administrator' })
  await make.device(away.app)
  const tolerates = /ERR_|Failed to load|fetch/
  await away.inWindow({ as: person, width: 1920, start: '/noAuth', tolerates }, async (page) => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.goto(away.app.url + paths.en)
    await connected(page, 'en')
    await page.getByText('Devices by model').waitFor()
    await away.stop()
    await page.getByText('Reconnecting').waitFor()
    await page.getByText(/^last event \d\d:\d\d:\d\d$/).waitFor()
    await page.locator('main[data-age=stale]').waitFor({ timeout: 20_000 })
    assert.equal(await page.getByText('Devices by model').isVisible(), true)
    // After an hour the whole picture is dim, not only its live figures.
    await page.evaluate('Date.now = ((now) => () => now() + 3_600_000)(Date.now.bind(Date))')
    await page.locator('main[data-age=old]').waitFor()
  })
})
