// @both-databases: orders and groups of a list are SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { stateOrder } from '@brigade/contract/device/device.rules.ts'
import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { compareVersions, isComparable } from '@brigade/contract/firmware/version.rules.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

type Search = RequestOf<typeof deviceCalls.oven.list>

let app: TestApp
let token: string
let agentId: string
/** The dates of warranty of devices, which rows do not contain. */
const until = new Map<string, number | null>()
const fleet = 60

/** Names in another order than their ids, two of them alike. */
const names = ['gamma Kitchen', 'Alpha Kitchen', 'beta Kitchen', 'beta Kitchen', 'Delta Kitchen']
const versions = ['1.2.0', 'V01.02.00', '1.10.0', '01.09.3', 'beta', '', undefined]

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  const agent = await make.organisation(app, { kind: 'agent', name: 'Agent' })
  agentId = agent.id
  const places = [agent]
  for (const [at, name] of names.entries())
    places.push(await make.organisation(app, { name, ...(at % 2 === 0 ? { parentId: agent.id } : {}) }))
  const now = app.clock.now()
  for (let at = 0; at < fleet; at += 1) {
    // Each property changes at its own pace, so that each pair of values occurs, and several rows are equal.
    const warrantyDays = at % 4 === 0 ? null : [100, 200, 300][at % 3]
    const installedAt = now - 200 * dayMs + (at % 2) * 60_000
    const { id } = await make.device(app, {
      sn: `ORDER${String((at * 37) % fleet).padStart(3, '0')}`,
      organisationId: places[at % places.length]?.id ?? '',
      createdAt: now - ((at * 13) % 17) * 60_000,
      installedAt,
      warrantyDays: warrantyDays ?? null,
    })
    until.set(id, warrantyDays === null ? null : installedAt + (warrantyDays ?? 0) * dayMs)
    const workState = at % 11 === 9 ? null : at % 11 === 10 ? 99 : at % 11
    await app.db
      .updateTable('deviceState')
      .set({ online: at % 3 !== 0, workState: workState === 8 ? null : workState })
      .where('deviceId', '=', id)
      .execute()
    const version = versions[at % versions.length]
    if (version !== undefined)
      await app.db
        .insertInto('deviceModule')
        .values({ deviceId: id, module: 'default', version, reportedAt: new Date(now).toISOString() })
        .execute()
  }
})
after(() => app.stop())

async function allPages(search: Search, pageSize: 10 | 25 = 10): Promise<DeviceRow[]> {
  const rows: DeviceRow[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const { status, envelope } = await app.ask(deviceCalls.oven.list, { ...search, pageNum, pageSize }, { token })
    assert.equal(status, 200, envelope.msg)
    rows.push(...envelope.data.list)
    if (envelope.data.list.length < pageSize) return rows
  }
}

type Compare = (a: DeviceRow, b: DeviceRow) => number
const placeOf = ({ online, workState }: DeviceRow): number =>
  stateOrder.indexOf(online ? (workState ?? 'online') : 'offline')
const readAs = (name: string): string => name.toLowerCase()

/** Compares two rows by each order, ascending; 0 if only the tie-break decides. */
const compare: Readonly<Record<'state' | 'customer' | 'warranty' | 'firmware', Compare>> = {
  state: (a, b) => placeOf(a) - placeOf(b) || Date.parse(a.createdAt) - Date.parse(b.createdAt),
  customer: (a, b) =>
    readAs(a.customer.name).localeCompare(readAs(b.customer.name), 'en') ||
    Number(a.customer.id) - Number(b.customer.id) ||
    Date.parse(a.createdAt) - Date.parse(b.createdAt),
  warranty: (a, b) => (until.get(a.id) ?? 0) - (until.get(b.id) ?? 0),
  firmware: (a, b) =>
    Number(isComparable(b.firmwareVersion)) - Number(isComparable(a.firmwareVersion)) ||
    (compareVersions(a.firmwareVersion, b.firmwareVersion) ?? 0) ||
    (a.firmwareVersion < b.firmwareVersion ? -1 : a.firmwareVersion > b.firmwareVersion ? 1 : 0),
}
const isUnknown: Readonly<Record<keyof typeof compare, (row: DeviceRow) => boolean>> = {
  state: () => false,
  customer: () => false,
  warranty: ({ id }) => until.get(id) === null,
  firmware: ({ firmwareVersion }) => firmwareVersion === '',
}

function sorted(rows: readonly DeviceRow[], column: keyof typeof compare, way: 1 | -1): string[] {
  const last = isUnknown[column]
  return rows
    .toSorted(
      (a, b) =>
        Number(last(a)) - Number(last(b)) ||
        (last(a) ? 0 : way * compare[column](a, b)) ||
        way * (Number(a.id) - Number(b.id)),
    )
    .map(({ id }) => id)
}

const columns = ['state', 'customer', 'warranty', 'firmware'] as const
const searches: readonly Search[] = [
  {},
  { online: true },
  { keyword: 'ORDER01' },
  { warranty: 'over' },
  { warranty: 'unregistered' },
  { missing: 'firmware' },
  { startTime: '2020-01-01T00:00:00Z' },
]

for (const column of columns)
  test(`pages by ${column} have each device once, in order, what has none last, in both directions`, async () => {
    for (const search of [...searches, { customerId: agentId }]) {
      const found = await allPages(search, 25)
      assert.ok(found.length > 0 && new Set(found.map(({ id }) => id)).size === found.length)
      for (const [sort, way] of [
        [column, 1],
        [`-${column}`, -1],
      ] as const) {
        const rows = await allPages({ ...search, sort })
        assert.deepEqual(
          rows.map(({ id }) => id),
          sorted(found, column, way),
          `${sort} ${JSON.stringify(search)}`,
        )
      }
    }
  })

test('every order of a list holds within the scope of its reader', async () => {
  const { token: theirs } = await make.account(app, { role: 'administrator', organisationId: agentId })
  const own = (await allPages({ customerId: agentId })).map(({ id }) => id).toSorted()
  for (const sort of columns) {
    const { envelope } = await app.ask(deviceCalls.oven.list, { sort, pageSize: 80 }, { token: theirs })
    assert.deepEqual(envelope.data.list.map(({ id }) => id).toSorted(), own, sort)
  }
})

test('out of warranty is what is out of it at the moment of the question, by filter and by order', async () => {
  const [next] = [...until]
    .filter(([, at]) => at !== null && at > app.clock.now())
    .toSorted((a, b) => (a[1] ?? 0) - (b[1] ?? 0))
  const [id = '', at] = next ?? []
  const isOver = async () => (await allPages({ warranty: 'over' })).some((row) => row.id === id)
  assert.equal(await isOver(), false)
  app.clock.advance((at ?? 0) - app.clock.now())
  assert.equal(await isOver(), true)
  const rows = await allPages({ sort: 'warranty' })
  const looks = rows.map(({ warranty }) => warranty)
  assert.deepEqual(
    looks,
    looks.toSorted((a, b) => ['over', 'in', 'unregistered'].indexOf(a) - ['over', 'in', 'unregistered'].indexOf(b)),
  )
})

type Groups = RequestOf<typeof deviceCalls.oven.groups>
async function groups(search: Groups, as = token) {
  const { status, envelope } = await app.ask(deviceCalls.oven.groups, { pageSize: 80, ...search }, { token: as })
  assert.equal(status, 200, envelope.msg)
  return envelope.data
}

test('groups count what the filters find, the most first, and the filter of a group finds as many', async () => {
  for (const by of ['customer', 'product'] as const)
    for (const search of [...searches, { customerId: agentId, warranty: 'over' } as const]) {
      const { list, total } = await groups({ ...search, by })
      assert.equal(total, list.length)
      assert.deepEqual(
        list.map(({ devices }) => devices),
        list.map(({ devices }) => devices).toSorted((a, b) => b - a),
      )
      const rows = await allPages(search)
      assert.equal(
        list.reduce((sum, { devices }) => sum + devices, 0),
        rows.length,
        JSON.stringify(search),
      )
      for (const { id, name, devices, isParent } of list) {
        const filter = by === 'product' ? { productId: id } : isParent ? { organisationId: id } : { customerId: id }
        const opened = await allPages({ ...search, ...filter })
        assert.equal(opened.length, devices, `${name.en} ${JSON.stringify(search)}`)
        assert.ok(opened.every((row) => (by === 'product' ? row.product.name.en : row.customer.name) === name.en))
      }
    }
  assert.ok(
    (await groups({ by: 'customer' })).list.some(({ isParent }) => isParent),
    'one has others below it',
  )
})

test('pages of groups have each group once', async () => {
  const all = (await groups({ by: 'customer' })).list
  const paged: typeof all = []
  for (let pageNum = 1; pageNum <= 3; pageNum += 1)
    paged.push(...(await groups({ by: 'customer', pageSize: 10, pageNum })).list)
  assert.deepEqual(paged, all)
})

test('groups are those of the reader’s scope, and offline with a state is refused', async () => {
  const { token: theirs } = await make.account(app, { role: 'administrator', organisationId: agentId })
  const names = (await groups({ by: 'customer' }, theirs)).list.map(({ name }) => name.en)
  assert.deepEqual(names.toSorted(), ['Agent', 'Delta Kitchen', 'beta Kitchen', 'gamma Kitchen'])
  const { status } = await app.ask(
    deviceCalls.oven.groups,
    { by: 'customer', online: false, state: 'cooking' },
    { token },
  )
  assert.equal(status, 422)
})
