// @both-databases: the search, orders and counts of a list are SQL.
// @icu: search and order depend on the locale.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { sql } from 'kysely'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { fitsTogether } from '../system/area/areas.ts'
import { seedCustomers } from './customer.seed.ts'

let app: TestApp
let admin: string
/** A distributor with a customer of its own and an agent with another customer. */
let distributor: { id: string; token: string }
let agent: { id: string; token: string }

type Search = RequestOf<typeof customerApi.list>

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  await seedCustomers(app)
  admin = (await make.account(app, { role: 'administrator' })).token
  const staffed = async (kind: 'distributor' | 'agent', name: string, parentId?: string) => {
    const { id } = await make.organisation(app, { kind, name, ...(parentId === undefined ? {} : { parentId }) })
    return { id, token: (await make.account(app, { role: 'administrator', organisationId: id })).token }
  }
  distributor = await staffed('distributor', '华南经销')
  agent = await staffed('agent', '佛山代理', distributor.id)
  await app.ask(
    customerApi.add,
    { name: '顺德食府', principal: '梁志强', contact: '0757-2233' },
    { token: agent.token },
  )
  await app.ask(customerApi.add, { name: 'Pearl 100% River_Hotel', ...guangzhou }, { token: distributor.token })
})
after(() => app.stop())

const guangzhou = { province: '440000', city: '440100', region: '440106' }
const list = (search: Search, as = admin) => app.ask(customerApi.list, search, { token: as })
const names = async (search: Search, as = admin) => (await list(search, as)).envelope.data.list.map(({ name }) => name)
const chosen = async (query: RequestOf<typeof customerApi.select>, as = admin) =>
  (await app.ask(customerApi.select, query, { token: as })).envelope.data.map(({ name }) => name)

test('the demo has customers with names of both languages, and a second start makes no more', async () => {
  const { total } = (await list({})).envelope.data
  await seedCustomers(app)
  assert.equal((await list({})).envelope.data.total, total)
  assert.deepEqual(await names({ keyword: 'Grand Quay' }), ['Grand Quay Hotel'])
  assert.deepEqual(await names({ keyword: '杭州湖滨' }), ['杭州湖滨大酒店'])
  const placed = (await list({ pageSize: 80 })).envelope.data.list.filter(({ province }) => province !== '')
  assert.ok(placed.length > 3)
  for (const { name, province, city, region } of placed) assert.ok(fitsTogether(province, city, region), name)
})

test('each sees the customers below his own organisation: the platform all, a distributor those of its agents too', async () => {
  const below = ['Pearl 100% River_Hotel', '顺德食府']
  assert.deepEqual(await names({}, distributor.token), below)
  assert.deepEqual(await names({}, agent.token), ['顺德食府'])
  const all = await names({ pageSize: 80 })
  assert.ok(all.length > 5 && below.every((name) => all.includes(name)))
})

test('one character or more of the name, the principal or the contact find a customer, in any language', async () => {
  assert.deepEqual(await names({ keyword: '顺' }), ['顺德食府'])
  assert.deepEqual(await names({ keyword: '德食' }), ['顺德食府'])
  assert.deepEqual(await names({ keyword: '梁志' }), ['顺德食府'])
  assert.deepEqual(await names({ keyword: '0757' }), ['顺德食府'])
  assert.deepEqual(await names({ keyword: 'pEARL 1' }), ['Pearl 100% River_Hotel'])
  assert.deepEqual(await names({ keyword: '没有这家' }), [])
})

test('patterns are matched literally', async () => {
  assert.deepEqual(await names({ keyword: '%' }), ['Pearl 100% River_Hotel'])
  assert.deepEqual(await names({ keyword: '_' }), ['Pearl 100% River_Hotel'])
  assert.deepEqual(await names({ keyword: 'r_H' }), ['Pearl 100% River_Hotel'])
  assert.deepEqual(await names({ keyword: '1__%' }), [])
  assert.deepEqual(await names({ keyword: '\\' }), [])
})

test('the narrowest level given of a zone decides', async () => {
  const found = ['Pearl 100% River_Hotel']
  // The demo has a customer in another district of the city, and one in another city.
  assert.deepEqual(await names({ province: '440000' }), [...found, '南山湾酒店', '粤香茶楼'])
  assert.deepEqual(await names({ province: '440000', city: '440100' }), [...found, '粤香茶楼'])
  assert.deepEqual(await names({ province: '440000', city: '440100', region: '440106' }), found)
  assert.deepEqual(await names({ province: '440000', city: '440100', region: '440103' }), [])
  assert.deepEqual(await names({ city: '440600' }), [])
})

test('the deepest department given decides, and matches everything below it', async () => {
  const below = ['Pearl 100% River_Hotel', '顺德食府']
  assert.deepEqual(await names({ department1: distributor.id }), below)
  assert.deepEqual(await names({ department1: distributor.id, department2: agent.id }), ['顺德食府'])
  const { status, envelope } = await list({ department1: agent.id, department2: distributor.id }, agent.token)
  assert.deepEqual([status, envelope.data.fields], [422, { department2: 'There is no such organisation' }])
})

test('customers are filtered by their state and the time they were made, and disabled ones are marked as choices', async () => {
  const { id } = await make.organisation(app, { name: 'Closed kitchen', parentId: agent.id })
  await app.ask(customerApi.setEnabled, { ids: [id], enabled: false, reason: 'Closed' }, { token: admin })
  assert.deepEqual(await names({ enabled: false }), ['Closed kitchen'])
  assert.equal((await names({ enabled: true, pageSize: 80 })).includes('Closed kitchen'), false)
  // The choice shows its state.
  const options = (await app.ask(customerApi.select, { keyword: 'Closed kitchen' }, { token: admin })).envelope.data
  assert.deepEqual(options, [{ id, name: 'Closed kitchen', enabled: false }])
  const organisations = await app.ask(customerApi.organisations, { keyword: 'Closed kitchen' }, { token: admin })
  assert.deepEqual(
    organisations.envelope.data.map(({ enabled }) => enabled),
    [false],
  )
  const { createdAt } = (await list({ enabled: false })).envelope.data.list[0] ?? { createdAt: '' }
  assert.ok((await names({ startTime: createdAt, endTime: createdAt })).includes('Closed kitchen'))
  assert.deepEqual(await names({ endTime: '2020-01-01T00:00:00Z' }), [])
})

test('the newest are listed first; every order walks through all pages without repeating or skipping one', async () => {
  const at = app.clock.now()
  const { id: parentId } = await make.organisation(app, { kind: 'distributor', name: 'Same moment' })
  const frozen = { ...app, clock: { ...app.clock, now: () => at } }
  const made: string[] = []
  for (let i = 0; i < 23; i += 1) made.push((await make.organisation(frozen, { name: `Twin ${i}`, parentId })).id)
  const busy = made[5] ?? ''
  await make.device(app, { organisationId: busy })
  // The order by devices is that of the last folding; workers fold every second.
  await sql`select fold_device_totals()`.execute(app.db)

  for (const sort of [undefined, 'createdAt', 'name', '-name', 'devices', '-devices']) {
    const seen: string[] = []
    for (const pageNum of [1, 2, 3]) {
      const page = (await list({ sort, pageNum, department1: parentId })).envelope.data
      assert.deepEqual([page.total, page.pageNum], [23, pageNum])
      seen.push(...page.list.map(({ id }) => id))
    }
    assert.deepEqual(seen.toSorted(), made.toSorted(), `by ${sort ?? 'default'}`)
    if (sort === undefined) assert.deepEqual(seen, made.toReversed())
    if (sort === 'createdAt') assert.deepEqual(seen, made)
    if (sort === '-devices') assert.equal(seen[0], busy)
    if (sort === 'devices') assert.equal(seen.at(-1), busy)
  }
})

test('a row shows how many devices are installed, of both kinds', async () => {
  const { id } = await make.organisation(app, { name: 'Counted kitchen' })
  await make.device(app, { organisationId: id })
  await make.device(app, { organisationId: id, kind: 'cooler' })
  await make.device(app, { organisationId: id, installed: false })
  const [row] = (await list({ keyword: 'Counted' })).envelope.data.list
  assert.deepEqual([row?.devices, row?.parent?.kind], [2, 'platform'])
})

test('customers are chosen by a part of their name, with the requested one first', async () => {
  assert.deepEqual(await chosen({ keyword: '湖滨' }), ['杭州湖滨大酒店'])
  assert.deepEqual(await chosen({ keyword: 'grand quay' }), ['Grand Quay Hotel'])
  // The keyword is sought in the name alone: the principal is not a name.
  assert.deepEqual(await chosen({ keyword: '梁志强' }), [])
  // The locale of the database decides which script comes first.
  assert.deepEqual((await chosen({}, agent.token)).toSorted(), ['Closed kitchen', '顺德食府'])
  const { id } = (await list({ keyword: 'Grand Quay' })).envelope.data.list[0] ?? { id: '' }
  const [first, ...others] = await chosen({ id })
  assert.equal(first, 'Grand Quay Hotel')
  assert.deepEqual([others.includes('Grand Quay Hotel'), others.length > 3], [false, true])
  // An id outside the scope is answered like one that does not exist.
  assert.deepEqual(await chosen({ id, keyword: '顺德' }, agent.token), ['顺德食府'])
})

test('a device counts at its current place: installed, moved, taken out, deleted', async () => {
  const [one, other] = [await make.organisation(app), await make.organisation(app)]
  const counts = async () =>
    Promise.all(
      [one, other].map(
        async ({ id }) => (await app.ask(customerApi.detail, { id }, { token: admin })).envelope.data.devices,
      ),
    )
  const devices = [
    await make.device(app, { organisationId: one.id }),
    await make.device(app, { organisationId: one.id }),
  ]
  const ids = devices.map(({ id }) => id)
  assert.deepEqual(await counts(), [2, 0])
  const change = app.db.updateTable('deviceState').where('deviceId', 'in', ids)
  await change.set({ online: true }).execute()
  await change.set({ organisationId: other.id }).execute()
  assert.deepEqual(await counts(), [0, 2])
  await change.set({ organisationId: one.id, installed: false }).execute()
  assert.deepEqual(await counts(), [0, 0])
  await change.set({ installed: true }).execute()
  await app.db
    .deleteFrom('deviceState')
    .where('deviceId', '=', ids[0] ?? '')
    .execute()
  assert.deepEqual(await counts(), [1, 0])
})

test('no device remains at a deleted organisation', async () => {
  const { id } = await make.organisation(app)
  await app.ask(customerApi.remove, { ids: [id] }, { token: admin })
  await assert.rejects(make.device(app, { organisationId: id }), /device_state_organisation_id_fkey/)
})
