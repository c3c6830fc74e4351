// @both-databases: totals and lists are two statements over the same rows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { workStates } from '@brigade/contract/device/device.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { severities } from '@brigade/contract/fault/record.model.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { taskStatuses } from '@brigade/contract/firmware/task.rules.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { recipeLanguages, recipeStatuses } from '@brigade/contract/recipe/recipe.model.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { plantRecord } from '../fault/plant-record.ts'
import { inputSchemaOf } from '../derive-input.ts'
import { plantWorld, searchWord } from '../scope-walk/scope-world.ts'
import { addressOf, startTestApp, type TestApp } from '../start-app.ts'

/*
 * The figures above each list count the rows below them: each figure, within filters by chance, beside the rows of all pages of the list
 * with these filters and the figure's own. The filters follow from the schema of the call of the figures, so a new one is walked by itself.
 */

let app: TestApp
let readers: readonly string[]
let values: ReadonlyMap<string, readonly string[]>

type Query = Readonly<Record<string, string>>
/** One figure: its path in the answer, and the filter that a click on it sets. `{…}` is taken from the answer. */
type Figure = readonly [path: string, filter: Query]
type Walked = Readonly<{ list: Endpoint; totals: Endpoint; figures: readonly Figure[]; always?: Query; listed?: Query }>

const by = (path: string, filter: string, names: readonly string[]): readonly Figure[] =>
  names.map((name) => [`${path}.${name}`, { [filter]: name }])

const walkedDevices = (kind: 'oven' | 'cooler'): Walked => ({
  list: deviceCalls[kind].list,
  totals: deviceCalls[kind].totals,
  figures: [
    ['all', {}],
    ['online', { online: 'true' }],
    ['offline', { online: 'false' }],
    ...by('states', 'state', workStates),
  ],
})
const walkedFaults = (kind: 'oven' | 'cooler'): Walked => ({
  list: faultApi.page,
  totals: faultApi.totals,
  always: { kind },
  listed: { type: 'all', open: 'true', shelved: 'false' },
  figures: [
    ['open', {}],
    ['shelved', { shelved: 'true' }],
    ['stale', { stale: 'true' }],
    ...by('severities', 'severity', severities),
    ...by('handlings', 'handling', ['new', 'acknowledged', 'in-hand']),
  ],
})
const walkedLists: readonly Walked[] = [
  walkedDevices('oven'),
  walkedDevices('cooler'),
  walkedFaults('oven'),
  walkedFaults('cooler'),
  {
    list: coldChainApi.fleet,
    totals: coldChainApi.fleetTotals,
    figures: [
      ['all', {}],
      ['running', { running: 'true' }],
      ['excursions', { excursions: 'true' }],
      ['below', { coverageBelow: '95' }],
      ['unknown', { unknown: 'true' }],
    ],
  },
  {
    list: recipeApi.page,
    totals: recipeApi.statistic,
    figures: [
      ['all', {}],
      ...recipeStatuses.map((name): Figure => [name, { status: name }]),
      ...by('gaps', 'gap', recipeLanguages),
    ],
  },
  {
    list: appUserApi.list,
    totals: appUserApi.statistic,
    figures: [
      ['total', {}],
      ['newToday', { createdStart: '{todayFrom}' }],
      ['active1', { active: '1' }],
      ['active7', { active: '7' }],
      ['active30', { active: '30' }],
      ['withDevice', { hasDevice: 'true' }],
      ['disabled', { enabled: 'false' }],
    ],
  },
  {
    list: upgradeTaskApi.tasks,
    totals: upgradeTaskApi.taskFigures,
    figures: [['all', {}], ['waitingForMe', { waitingForMe: 'true' }], ...by('byStatus', 'status', taskStatuses)],
  },
]

/** Calls that look like the figures of a list, and why they are not walked. */
const noFiguresOfList: Readonly<Record<string, string>> = {
  'product.seriesTotals': 'counts series, models and devices by kind, whatever the list of series is narrowed to',
  'firmware.figures': 'firmware at a glance: of the whole installation, above no list',
  'firmware.versionFigures': 'outcomes of one version, above no list',
}

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  const { organisations, shared } = await plantWorld(app)
  readers = organisations.filter(({ tag }) => ['P', 'D1', 'C1'].includes(tag)).map(({ account }) => account.token)
  await diversify()
  const ids = async (table: string) => {
    const { rows } = await sql<{
      id: string
    }>`select id::text as id from ${sql.table(table)} order by id limit 40`.execute(app.db)
    return rows.map(({ id }) => id)
  }
  const [organisationIds, products, series, devices, ingredients, categories] = await Promise.all(
    ['organisation', 'product', 'product_series', 'device', 'ingredient', 'recipe_category'].map(ids),
  )
  const accounts = await app.db.selectFrom('account').select('account').limit(5).execute()
  const sns = await app.db.selectFrom('device').select('sn').limit(20).execute()
  values = new Map<string, readonly string[]>(
    Object.entries({
      customerId: organisationIds,
      organisationId: organisationIds,
      channelId: organisationIds,
      department1: organisationIds,
      department2: organisationIds,
      department3: organisationIds,
      productId: products,
      seriesId: series,
      deviceId: devices,
      ingredientId: ingredients,
      categoryId: categories,
      modelId: shared.get('firmware_model'),
      versionId: shared.get('firmware_version'),
      keyword: [searchWord('C1'), searchWord('D1'), 'fnd', 'sn', 'e'],
      address: ['quay', '杭州', 'Hangzhou'],
      firmwareVersion: ['1.0.0', '1.2.0'],
      province: ['330000'],
      city: ['330100'],
      region: ['330106'],
      days: ['1', '7', '30'],
      code: ['E1', 'E2'],
      identifier: ['Fault'],
      creator: accounts.map(({ account }) => account),
      notHeldBy: sns.map(({ sn }) => sn),
    }).map(([name, some]) => [name, some ?? []]),
  )
})
after(() => app.stop())

/** Makes rows differ in what the figures distinguish, with some of them equal. */
async function diversify(): Promise<void> {
  const { db, clock } = app
  await sql`update device_state set online = device_id % 3 <> 0, work_state = nullif(device_id % 9, 8), enabled = device_id % 5 <> 0,
    bound = device_id % 4 = 0, node_type = case when device_id % 7 = 0 then 'gateway' else node_type end`.execute(db)
  await sql`update device set warranty_until = case id % 3 when 0 then null when 1 then ${new Date(clock.now() - 1000).toISOString()}::timestamptz
    else ${new Date(clock.now() + dayMs).toISOString()}::timestamptz end`.execute(db)
  await sql`insert into device_module (device_id, module, version, reported_at)
    select id, 'default', case id % 4 when 0 then '1.0.0' when 1 then '1.2.0' else '' end, now() from device where id % 5 <> 0
    on conflict (device_id, module) do update set version = excluded.version`.execute(db)
  const devices = await db.selectFrom('deviceState').select('deviceId').orderBy('deviceId').execute()
  for (const [at, { deviceId }] of devices.entries())
    await plantRecord(db, {
      deviceId,
      code: at % 2 === 0 ? 'E1' : 'E2',
      severity: severities[at % severities.length] ?? 'minor',
      handling: ['new', 'acknowledged', 'in-hand'][at % 3] ?? 'new',
      raisedAt: clock.now() - ((at * 7) % 240) * hourMs,
      ...(at % 4 === 0 ? { alertType: 'offline' } : {}),
    })
  await sql`
    insert into cooler_day (device_id, day, began_at, ended_at, judged_ms, known_ms, unjudged_ms, lead_ms, trail_ms, reports, evaluated_at)
    select s.device_id, g.day::date, g.day, g.day + interval '1 day', 86400000 / (1 + s.device_id % 3), 86400000, 0, 0, 0, 1, now()
    from device_state s, generate_series(now()::date - 4, now()::date - 1, interval '1 day') as g (day)
    where s.kind = 'cooler' and s.device_id % 4 > 0`.execute(db)
  await sql`
    insert into fault_excursion (month, fault_id, device_id, side, began_at, ended_at, limit_c, worst_c, worst_at)
    select f.month, f.id, f.device_id, 'high', f.raised_at, f.raised_at + interval '1 hour', 8, 9, f.raised_at
    from fault_open f where f.device_kind = 'cooler' and f.device_id % 2 = 0`.execute(db)
  await sql`update fault_open set alert_type = 'excursion', type = 'alarm' where device_kind = 'cooler' and device_id % 5 < 2`.execute(
    db,
  )
  await sql`update fault_open set shelved_until = ${new Date(clock.now() + hourMs).toISOString()}::timestamptz where id % 5 = 0`.execute(
    db,
  )
  await sql`update app_user set enabled = id % 3 <> 0, has_device = id % 2 = 0,
    last_call_at = ${new Date(clock.now()).toISOString()}::timestamptz - (id % 40) * interval '1 day'`.execute(db)
}

/** A small generator, so that a failure is reproducible. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
type Random = ReturnType<typeof randomOf>

const Shape = z.object({ properties: z.record(z.string(), z.unknown()) })
const Choices = z.object({ enum: z.array(z.string()) })

/** The filters of a call of figures, with values that may find something; none for an unknown field. */
function choicesOf({ totals, always = {} }: Walked): readonly (readonly [name: string, values: readonly string[]])[] {
  const shape = Shape.parse(z.toJSONSchema(inputSchemaOf(totals), { io: 'output', unrepresentable: 'any' }))
  return Object.entries(shape.properties)
    .filter(([name]) => !(name in always))
    .map(([name, field]) => {
      const known = values.get(name)
      if (known !== undefined) return [name, known] as const
      const choices = Choices.safeParse(field).data?.enum
      if (choices !== undefined) return [name, choices] as const
      if (z.object({ type: z.literal('boolean') }).safeParse(field).success) return [name, ['true', 'false']] as const
      const hours = /start$/i.test(name) || name === 'startTime' ? [-200, -24] : [-1, 1]
      return [name, hours.map((hour) => new Date(app.clock.now() + hour * hourMs).toISOString())] as const
    })
}

function randomFilters(walked: Walked, random: Random): Query {
  const choices = choicesOf(walked).filter(([, some]) => some.length > 0)
  const filters = Array.from({ length: random(4) }, () => choices[random(choices.length)]).flatMap((choice) =>
    choice === undefined ? [] : [[choice[0], choice[1][random(choice[1].length)] ?? ''] as const],
  )
  return Object.fromEntries(filters)
}

type Ask = (endpoint: Endpoint, query: Query) => Promise<unknown>
const askAs =
  (token: string): Ask =>
  async (endpoint, query) => {
    const response = await fetch(addressOf(app.url, endpoint, query), { headers: { authorization: token } })
    return response.status === 200 ? z.object({ data: z.unknown() }).parse(await response.json()).data : undefined
  }

const Page = z.object({ list: z.array(z.object({ id: z.string() })), total: z.number() })

/** The rows of all pages, counted. Undefined: the list refuses the filters. */
async function countedRows(ask: Ask, list: Endpoint, query: Query): Promise<number | undefined> {
  const ids = new Set<string>()
  for (let pageNum = 1; ; pageNum += 1) {
    const answer = await ask(list, { ...query, pageNum: String(pageNum), pageSize: '80' })
    if (answer === undefined) return undefined
    const page = Page.parse(answer)
    for (const { id } of page.list) ids.add(id)
    if (page.list.length < 80) {
      assert.equal(page.total, ids.size, `the total of ${list.domain}.${list.name} ${JSON.stringify(query)}`)
      return ids.size
    }
  }
}

function figureAt(answer: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => z.record(z.string(), z.unknown()).safeParse(value).data?.[key], answer)
}

type Seen = { compared: number; above: number; refused: number }

/** Lists figures that differ from the number of rows below them. */
async function disagreements(ask: Ask, walked: Walked, filters: Query, seen: Seen): Promise<readonly string[]> {
  const { list, totals, figures, always = {}, listed = {} } = walked
  const answer = await ask(totals, { ...always, ...filters })
  const found: string[] = []
  if (answer === undefined) {
    // The list also refuses filters that the figures refuse.
    seen.refused += 1
    const rows = await countedRows(ask, list, { ...listed, ...always, ...filters })
    return rows === undefined ? [] : [`${totals.name} refuses ${JSON.stringify(filters)}`]
  }
  for (const [path, filter] of figures) {
    const own = Object.fromEntries(
      Object.entries(filter).map(([name, value]) => [
        name,
        value.replace(/^\{(.*)\}$/, (_, key: string) => String(figureAt(answer, key))),
      ]),
    )
    const rows = await countedRows(ask, list, { ...listed, ...always, ...filters, ...own })
    const figure = figureAt(answer, path)
    seen.compared += 1
    if (typeof figure === 'number' && figure > 0) seen.above += 1
    if (figure !== rows)
      found.push(
        `${totals.domain}.${totals.name} ${path} says ${String(figure)}, ${String(rows)} rows: ${JSON.stringify(filters)}`,
      )
  }
  return found
}

const nameOf = ({ domain, name }: Endpoint): string => `${domain}.${name}`
const rounds = 8

for (const [at, walked] of walkedLists.entries())
  test(`each figure is the number of rows that its click shows: ${nameOf(walked.totals)} ${Object.values(walked.always ?? {}).join()}`, async () => {
    const random = randomOf(20_261_130 + at)
    const seen: Seen = { compared: 0, above: 0, refused: 0 }
    for (const token of readers)
      for (let round = 0; round < rounds; round += 1) {
        // The first round of each reader has no filter.
        const filters = round === 0 ? {} : randomFilters(walked, random)
        assert.deepEqual(await disagreements(askAs(token), walked, filters, seen), [])
      }
    assert.ok(seen.above > rounds, `figures above 0 were compared, ${JSON.stringify(seen)}`)
    assert.ok(seen.compared > seen.refused)
  })

test('figures that forget a filter are found', async () => {
  const [token = ''] = readers
  const ask = askAs(token)
  for (const walked of walkedLists) {
    const forgetful: Ask = (endpoint, query) => ask(endpoint, endpoint === walked.totals ? { ...walked.always } : query)
    const random = randomOf(7)
    const seen: Seen = { compared: 0, above: 0, refused: 0 }
    const found: string[] = []
    for (let round = 0; round < 40 && found.length === 0; round += 1)
      found.push(...(await disagreements(forgetful, walked, randomFilters(walked, random), seen)))
    assert.notEqual(found.length, 0, nameOf(walked.totals))
  }
})

test('every call of figures that stands beside a list is walked', () => {
  const walked = new Set([...walkedLists.map(({ totals }) => nameOf(totals)), ...Object.keys(noFiguresOfList)])
  const figures = allEndpoints.filter(({ path }) => /\/(total|totals|statistic|keyIndex)$/.test(path)).map(nameOf)
  assert.deepEqual(
    figures.filter((name) => !walked.has(name)),
    [],
  )
  assert.deepEqual(
    [...walked].filter((name) => !figures.includes(name)),
    [],
    'no call is named that is not there',
  )
})
