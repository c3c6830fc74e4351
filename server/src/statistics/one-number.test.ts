import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { handlings, severities } from '@brigade/contract/fault/record.model.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { attentionList, figureLists } from '@brigade/contract/statistics/drill.rules.ts'
import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import type { Attention } from '@brigade/contract/statistics/statistics.model.ts'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { plantRecord } from '../testing/fault/plant-record.ts'
import { make } from '../testing/make.ts'
import type { MadeAccount } from '../testing/make-account.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { watchLive } from '../testing/watch-live.ts'

/** Every place that shows a number shows the same one to the same reader, and so does the linked list. */

const kinds = ['oven', 'cooler'] as const

let app: TestApp
let readers: readonly (readonly [string, MadeAccount])[]
/** The seed of the fleet: printed with each failure. */
const seed = Math.floor(Math.random() * 2 ** 31)
let state = seed
const upTo = (below: number): number => {
  state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return Math.floor((state / 4_294_967_296) * below)
}
function oneOf<T>(all: readonly T[]): T {
  const [chosen] = all.slice(upTo(all.length)).slice(0, 1)
  // Null may be among them.
  if (chosen === undefined) throw new Error('Nothing to choose from')
  return chosen
}

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const other = await make.organisation(app, { kind: 'distributor' })
  const customers = [
    await make.organisation(app, { parentId: distributor.id }),
    await make.organisation(app, { parentId: distributor.id }),
    await make.organisation(app, { parentId: other.id }),
  ]
  const { organisationId: platformId, ...admin } = await make.account(app, { role: 'administrator' })
  const holders = [platformId, distributor.id, ...customers.map(({ id }) => id)]
  for (let index = 0; index < 60; index += 1) await plantDevice(holders[index % holders.length] ?? platformId, index)
  await shelveSome()
  const keeperOf = (organisationId: string) => make.account(app, { role: 'administrator', organisationId })
  readers = [
    ['the platform', { ...admin, organisationId: platformId }],
    ['a distributor', await keeperOf(distributor.id)],
    ['another distributor', await keeperOf(other.id)],
    ['a customer', await keeperOf(customers[0]?.id ?? '')],
    ['a customer of the other', await keeperOf(customers[2]?.id ?? '')],
  ]
})
after(() => app.stop())

/** A device in any state: not installed, disabled, offline, cooking, without a place; with faults and alarms of any kind. */
async function plantDevice(organisationId: string, index: number): Promise<void> {
  const kind = oneOf(kinds)
  const installed = index % 7 !== 0
  const { id } = await make.device(app, { kind, organisationId, installed })
  const area = oneOf([null, 310_105, 330_106, 440_305])
  await sql`
    update device_state set online = ${upTo(3) > 0}, enabled = ${upTo(6) > 0}, area = ${area},
      work_state = ${kind === 'oven' ? oneOf([null, workStateNumber.cooking, workStateNumber.standby]) : null},
      fault_code = ${oneOf(['', '', 'E05'])}
    where device_id = ${id}::bigint`.execute(app.db)
  if (area === null && upTo(2) === 0)
    await sql`update device set place = ${oneOf(['Lyon, France', 'Osaka, Japan'])} where id = ${id}::bigint`.execute(
      app.db,
    )
  if (!installed) return
  const raisedAt = () => app.clock.now() - (1 + upTo(200)) * hourMs
  for (const code of ['E01', 'E02'])
    if (upTo(2) === 0)
      await plantRecord(app.db, {
        deviceId: id,
        code,
        severity: oneOf(severities),
        handling: oneOf(handlings.filter((one) => one !== 'closed')),
        raisedAt: raisedAt(),
      })
  for (const alertType of kind === 'cooler' ? ['excursion', 'offline'] : ['offline'])
    if (upTo(2) === 0)
      await plantRecord(app.db, { deviceId: id, severity: oneOf(severities), alertType, raisedAt: raisedAt() })
  // Closed records are in no current figure.
  await plantRecord(app.db, {
    deviceId: id,
    code: 'E09',
    severity: 'critical',
    raisedAt: raisedAt(),
    closedAt: app.clock.now(),
  })
}

/** A third is shelved, a part of it until an hour that has passed; a part of the others has ended and is not closed. */
async function shelveSome(): Promise<void> {
  const at = (hours: number) => new Date(app.clock.now() + hours * hourMs).toISOString()
  await sql`
    update fault_open set shelved_until = case id % 3 when 0 then ${at(5)}::timestamptz when 1 then ${at(-1)}::timestamptz end,
      condition = case when id % 5 = 0 then 'eliminated' else condition end`.execute(app.db)
}

type Place = readonly [place: string, number: number]

/** Asserts that all places which show one thing agree. */
function same(reader: string, thing: string, places: readonly Place[]): number {
  const [first] = places
  const number = first?.[1] ?? assert.fail('no place')
  for (const [place, shown] of places)
    assert.equal(
      shown,
      number,
      `${thing} of ${reader}: ${first?.[0]} says ${number}, ${place} says ${shown}, seed ${seed}`,
    )
  return number
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0)

/** Everything that shows present numbers, as one reader receives it. */
async function screensOf({ token }: MadeAccount) {
  const [live, urgent, wall] = await Promise.all([
    app.ask(statisticsApi.live, {}, { token }),
    app.ask(faultApi.urgent, {}, { token }),
    wallOf(token),
  ])
  const totals = await Promise.all(kinds.map((kind) => app.ask(deviceCalls[kind].totals, {}, { token })))
  const maps = await Promise.all(kinds.map((kind) => app.ask(deviceCalls[kind].map, {}, { token })))
  const inbox = await Promise.all(kinds.map((kind) => app.ask(faultApi.totals, { kind }, { token })))
  const figures = new Map(live.envelope.data.figures.map(({ key, value }) => [key, value]))
  return {
    figure: (key: FigureKey) => figures.get(key) ?? assert.fail(`${key} is not shown`),
    attention: live.envelope.data.attention,
    urgent: urgent.envelope.data,
    wall,
    totals: totals.map(({ envelope }) => envelope.data),
    maps: maps.map(({ envelope }) => envelope.data),
    inbox: inbox.map(({ envelope }) => envelope.data),
  }
}

async function wallOf(token: string) {
  const stream = await watchLive(app.url, wallApi.live, {}, token)
  const whole = await stream.next()
  await stream.leave()
  return whole?.parts ?? assert.fail('the stream ended')
}

type Screens = Awaited<ReturnType<typeof screensOf>>

type ListName = 'ovens' | 'coolers' | 'faults' | 'alarms'

async function countOf(list: ListName, query: Readonly<Record<string, string>>, token: string): Promise<number> {
  const requested = { token }
  const call = {
    ovens: () => app.ask(deviceCalls.oven.list, query, requested),
    coolers: () => app.ask(deviceCalls.cooler.list, query, requested),
    faults: () => app.ask(faultApi.page, query, requested),
    alarms: () => app.ask(faultApi.alarms, query, requested),
  }[list]
  const { status, envelope } = await call()
  assert.equal(status, 200, `${list} ${JSON.stringify(query)}: ${JSON.stringify(envelope)}`)
  return envelope.data.total
}

/** The sum of the lists that a figure leads to. */
async function listed(key: FigureKey, token: string): Promise<number> {
  const lists = figureLists(key, { span: { from: '', to: '' }, asOf: null })
  assert.ok(lists.length > 0, key)
  const totals = lists.map(({ list, query }) => {
    if (list === 'users' || list === 'recipes') throw new Error(`${key} is not of devices`)
    return countOf(list, query, token)
  })
  return sumOf(await Promise.all(totals), (total) => total)
}

const onMap = ({ maps }: Screens, of: 'devices' | 'online' | 'faulty') =>
  sumOf(maps, ({ places, abroad, elsewhere }) => sumOf([...places, ...abroad, elsewhere], (one) => one[of]))

const bothLists = (query: Readonly<Record<string, string>>, token: string) =>
  Promise.all((['ovens', 'coolers'] as const).map((list) => countOf(list, query, token))).then((all) =>
    sumOf(all, (n) => n),
  )

async function devicesOf(reader: string, screens: Screens, token: string) {
  const { figure, totals, wall } = screens
  const series = (await app.ask(productApi.seriesTotals, {}, { token })).envelope.data.all.devices
  const installed = same(reader, 'devices', [
    ['the start page', figure('devices.installed')],
    ['the list it leads to', await listed('devices.installed', token)],
    ['the tiles of the lists', sumOf(totals, ({ all }) => all)],
    ['the map', onMap(screens, 'devices')],
    ['the wall', wall.devices?.installed ?? -1],
    ['kinds on the wall', sumOf(wall.devices?.kinds ?? [], (one) => one.installed)],
    [
      'models on the wall',
      sumOf(
        [...(wall.devices?.models ?? []), ...(wall.devices?.others ? [wall.devices.others] : [])],
        (one) => one.installed,
      ),
    ],
    [
      'places on the wall',
      sumOf(wall.places?.provinces ?? [], (one) => one.devices) +
        (wall.places?.abroad ?? 0) +
        (wall.places?.notGiven ?? 0),
    ],
    ['series of products', series],
  ])
  const online = same(reader, 'devices online', [
    ['the start page', figure('devices.online')],
    ['the list it leads to', await listed('devices.online', token)],
    ['the tiles of the lists', sumOf(totals, (one) => one.online)],
    ['the map', onMap(screens, 'online')],
    ['the wall', wall.devices?.online ?? -1],
  ])
  same(reader, 'devices offline', [
    ['the start page', installed - online],
    ['the tiles of the lists', sumOf(totals, ({ offline }) => offline)],
    ['the lists', await bothLists({ online: 'false' }, token)],
  ])
  same(reader, 'share online', [
    ['the start page', figure('devices.onlineShare')],
    ['its two numbers', (online / installed) * 100],
  ])
  const cooking = same(reader, 'ovens that cook', [
    ['the start page', figure('devices.cooking')],
    ['the list it leads to', await listed('devices.cooking', token)],
    ['the wall', wall.cooking?.cooking ?? -1],
    ['the tile of the list', totals[0]?.states.cooking ?? -1],
  ])
  return [installed, online, installed - online, cooking]
}

async function faultsOf(reader: string, screens: Screens, token: string) {
  const { figure, wall, inbox } = screens
  const open = same(reader, 'open faults', [
    ['the start page', figure('faults.open')],
    ['the lists it leads to', await listed('faults.open', token)],
    [
      'the inbox with what is shelved, without the open alarms',
      sumOf(inbox, (one) => one.open + one.shelved) - (await countOf('alarms', { open: 'true' }, token)),
    ],
    ['the wall', wall.faults?.open ?? -1],
  ])
  const devices = same(reader, 'devices with an open fault', [
    ['the start page', figure('faults.openDevices')],
    ['the wall', wall.faults?.devices ?? -1],
    ['the map', onMap(screens, 'faulty')],
  ])
  for (const [index, kind] of kinds.entries()) {
    const tiles = inbox[index] ?? assert.fail()
    const isTile = { kind, type: 'all', open: 'true', shelved: 'false' }
    same(reader, `open records of ${kind}s in the inbox`, [
      ['the tile', tiles.open],
      ['its list', await countOf('faults', isTile, token)],
    ])
    same(reader, `shelved records of ${kind}s`, [
      ['the number at the tab', tiles.shelved],
      ['its list', await countOf('faults', { ...isTile, shelved: 'true' }, token)],
    ])
    for (const severity of severities)
      same(reader, `${severity} records of ${kind}s in the inbox`, [
        ['the tile', tiles.severities[severity]],
        ['its list', await countOf('faults', { ...isTile, severity }, token)],
      ])
    for (const handling of handlings.filter((one) => one !== 'closed'))
      same(reader, `${handling} records of ${kind}s in the inbox`, [
        ['the tile', tiles.handlings[handling]],
        ['its list', await countOf('faults', { ...isTile, handling }, token)],
      ])
    same(reader, `overdue records of ${kind}s`, [
      ['the tile', tiles.stale],
      ['its list', await countOf('faults', { ...isTile, stale: 'true' }, token)],
    ])
  }
  return [open, devices]
}

const ofKind = (attention: readonly Attention[], kind: Attention['kind']) =>
  sumOf(
    attention.filter((one) => one.kind === kind),
    ({ count }) => count,
  )

async function urgentOf(reader: string, { attention, urgent, figure, wall }: Screens, token: string) {
  for (const { kind, deviceKind, count, shelved } of attention) {
    const { query } = attentionList(kind, deviceKind) ?? assert.fail(kind)
    const list = kind === 'critical' ? 'faults' : 'alarms'
    same(reader, `${kind} of ${deviceKind}`, [
      ['what needs attention', count],
      ['its list', await countOf(list, query, token)],
    ])
    same(reader, `shelved ${kind} of ${deviceKind}`, [
      ['what needs attention', shelved],
      ['its list', await countOf(list, { ...query, shelved: 'true' }, token)],
    ])
  }
  same(reader, 'what is wrong now', [
    ['the named list', urgent.total],
    ['what needs attention', sumOf(attention, ({ count }) => count)],
  ])
  // The attention panel has no entry for a kind of which all records are shelved, so the list's own query is counted.
  const { query } = attentionList('excursions', 'cooler') ?? assert.fail()
  return same(reader, 'running excursions', [
    ['the start page', figure('excursions.open')],
    ['the list it leads to', await listed('excursions.open', token)],
    ['the wall', wall.excursions?.open ?? -1],
    [
      'what needs attention, with what is shelved',
      ofKind(attention, 'excursions') + (await countOf('alarms', { ...query, shelved: 'true' }, token)),
    ],
  ])
}

test('start page, named list, inbox, map, wall, tiles and lists show one number for one thing, for every reader', async () => {
  const seen: number[][] = []
  for (const [reader, account] of readers) {
    const screens = await screensOf(account)
    seen.push([
      ...(await devicesOf(reader, screens, account.token)),
      ...(await faultsOf(reader, screens, account.token)),
      await urgentOf(reader, screens, account.token),
    ])
  }
  // No number is zero, and no two readers see the same.
  for (const number of seen[0] ?? []) assert.ok(number > 0, `seed ${seed}: ${JSON.stringify(seen)}`)
  assert.ok((seen[0]?.[0] ?? 0) > (seen[1]?.[0] ?? 0) && (seen[1]?.[0] ?? 0) > (seen[3]?.[0] ?? 0))
})

test('a customer has as many devices in the list of customers as its own start page says', async () => {
  const [, staff] = readers[0] ?? assert.fail()
  const { envelope } = await app.ask(customerApi.list, { pageSize: 80 }, staff)
  for (const [reader, account] of readers.slice(3)) {
    const row = envelope.data.list.find(({ id }) => id === account.organisationId)
    const { figure } = await screensOf(account)
    same(reader, 'devices', [
      ['its start page', figure('devices.installed')],
      ['the list of customers', row?.devices ?? -1],
    ])
  }
})

test('a place that says something else is found, and named with what it says', () => {
  const places = [
    ['the start page', 3],
    ['the wall', 3],
    ['the inbox', 2],
  ] as const
  assert.throws(() => same('a reader', 'open faults', places), /the start page says 3, the inbox says 2/)
})
