// @alone: leaves much memory behind.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { isOfApp, type Endpoint } from '@brigade/contract/endpoint.ts'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { nameOf, newWalk, walkerFor } from './testing/scope-walk/scope-walk.ts'
import { plantWorld } from './testing/scope-walk/scope-world.ts'
import { readableText } from './testing/scope-walk/readable-text.ts'
import { samples, uploads } from './testing/scope-walk/walked-calls.ts'
import { nameInOrder, nameOrderFindings } from './testing/search-walk/name-order.ts'
import { searchesOf, walkSearches, type SearchWalk } from './testing/search-walk/search-walk.ts'
import { startTestApp, type TestApp } from './testing/start-app.ts'

/**
 * Places, topics, lines of logs, codes, causes of faults, titles, addresses of robots and serial numbers are not names
 * of somebody or something.
 */
const withoutInitials = [
  'menu.codes keyword',
  ...['list', 'map', 'totals', 'groups', 'export'].flatMap((call) => [
    `device.oven.${call} address`,
    `device.cooler.${call} address`,
  ]),
  ...['oven', 'cooler'].flatMap((kind) => [`telemetry.${kind}.messages topic`, `telemetry.${kind}.logs keyword`]),
  ...['page', 'totals', 'export', 'codes', 'exportCodes', 'causes'].map((call) => `fault.${call} keyword`),
  ...['page', 'tasks', 'robots', 'webhooks'].map((call) => `message.${call} keyword`),
  ...['versions', 'taskDevices', 'exportTaskDevices'].map((call) => `firmware.${call} keyword`),
]

let app: TestApp
let walk: SearchWalk
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  const world = await plantWorld(app)
  const platform = world.organisations.find(({ tag }) => tag === 'P')
  assert.ok(platform)
  const options = { app, url: app.url, world, endpoints: allEndpoints, samples, uploads }
  const walker = await walkerFor(options, newWalk(), platform)
  walk = {
    app,
    samples,
    ids: walker.ids(),
    withoutInitials: new Set(withoutInitials),
    unstored: new Set(['menu.codes keyword']),
    counting: new Set([
      ...['oven', 'cooler'].flatMap((kind) =>
        ['map', 'totals', 'groups'].flatMap((call) => [
          `device.${kind}.${call} keyword`,
          `device.${kind}.${call} address`,
        ]),
      ),
      ...[
        'fault.totals',
        'recipe.statistic',
        'app-user.statistic',
        'firmware.taskFigures',
        'cold-chain.fleetTotals',
      ].map((call) => `${call} keyword`),
      'recipe.statistic creator',
    ]),
    unseen: {
      'fault.live keyword': 'fault.page',
      'fault.alarms keyword': 'fault.page',
      'fault.assignees keyword': 'account.list',
      'firmware.history keyword': 'firmware.versions',
      'firmware.extractDevices keyword': 'firmware.taskDevices',
    },
    ask: async (endpoint, input) => {
      const answer = await walker.open(endpoint, input, AbortSignal.timeout(20_000))
      return { status: answer.status, text: readableText(Buffer.from(await answer.arrayBuffer())) }
    },
  }
})
after(() => app.stop())

/** A read of customers by a keyword with the given condition. */
const plantedWith = (hears: (keyword: string) => RawBuilder<boolean>): SearchWalk => ({
  ...walk,
  ask: async (_endpoint, input) => {
    const { keyword } = z.object({ keyword: z.string().default('') }).parse(input)
    const { rows } = await sql`select name from organisation where ${hears(keyword)} order by id`.execute(app.db)
    return { status: 200, text: JSON.stringify(rows) }
  },
})

test('a search that is planted is found by the walk: deaf to full width in its keyword, in what is stored, to the other case, or to initials', async () => {
  const isFound = async (hears: (keyword: string) => RawBuilder<boolean>) => {
    const text = (await walkSearches(plantedWith(hears), [customerApi.list])).join('\n')
    return {
      width: /: [!-~]+ is not found by [\uff01-\uff5e]+/.test(text),
      case: /: [!-~]+ is not found by [!-~]+/.test(text),
      stored: /: [\uff01-\uff5e]+ is not found by/.test(text),
      initials: text.includes('by its initials'),
    }
  }
  const none = { width: false, case: false, stored: false, initials: false }
  assert.deepEqual(await isFound((keyword) => sql`search like search_pattern(${keyword})`), none)
  // Initials are searched in full width too.
  assert.deepEqual(await isFound((keyword) => sql`search like '%' || lower(${keyword}) || '%'`), {
    ...none,
    width: true,
    initials: true,
  })
  assert.deepEqual(await isFound((keyword) => sql`name ilike search_pattern(${keyword})`), {
    ...none,
    stored: true,
    initials: true,
  })
  const isOtherCase = (keyword: string) =>
    sql<boolean>`normalize(name, nfkc) like '%' || normalize(${keyword}, nfkc) || '%'`
  assert.deepEqual(await isFound(isOtherCase), { width: true, case: true, stored: false, initials: true })
})

test('every search finds full width for half width and the one case for the other, in the keyword and in what is stored, and every search of names their initials', async () => {
  // Searches of the phone app use the statements of the console.
  const endpoints = allEndpoints.filter((endpoint) => !isOfApp(endpoint))
  const searches = endpoints.flatMap((endpoint: Endpoint) =>
    searchesOf(endpoint).map((field) => `${nameOf(endpoint)} ${field}`),
  )
  assert.ok(searches.length > 60, `only ${searches.length} searches`)
  const listed = [...walk.withoutInitials, ...walk.unstored, ...walk.counting, ...Object.keys(walk.unseen)]
  assert.deepEqual(
    listed.filter((name) => !searches.includes(name)),
    [],
    'these are no searches',
  )
  assert.deepEqual(await walkSearches(walk, endpoints), [])
})

test('every list that is sorted by a name has its names by their reading, in any script, and one by code points is found', async () => {
  await nameInOrder(walk)
  const endpoints = allEndpoints.filter((endpoint) => !isOfApp(endpoint))
  const { asked, findings } = await nameOrderFindings(walk, endpoints)
  assert.ok(asked.length > 12, asked.join(', '))
  assert.deepEqual(findings, [])

  const planted: SearchWalk = {
    ...walk,
    ask: async () => {
      const { rows } = await sql`select name from organisation order by name collate "C"`.execute(app.db)
      return { status: 200, text: JSON.stringify({ data: { list: rows } }) }
    },
  }
  assert.equal((await nameOrderFindings(planted, [customerApi.list])).findings.length, 1)
})
