// @both-databases: the triggers keep the tree.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { sql } from 'kysely'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'

let app: TestApp
let token: string
let platformId: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token, organisationId: platformId } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

const options = (wish: RequestOf<typeof customerApi.organisations>, as = token) =>
  app.ask(customerApi.organisations, wish, { token: as })
const names = async (wish: RequestOf<typeof customerApi.organisations>, as = token) =>
  (await options(wish, as)).envelope.data.map(({ name }) => name)
const path = (id: string, as = token) => app.ask(customerApi.organisationPath, { id }, { token: as })

/** A distributor with an agent, and a customer below each. */
async function branch(name: string) {
  const distributor = await make.organisation(app, { kind: 'distributor', name })
  const agent = await make.organisation(app, { kind: 'agent', name: `${name} agent`, parentId: distributor.id })
  const customer = await make.organisation(app, { name: `${name} customer`, parentId: distributor.id })
  const deep = await make.organisation(app, { name: `${name} deep`, parentId: agent.id })
  const staff = await make.account(app, { role: 'administrator', organisationId: distributor.id })
  return { distributor, agent, customer, deep, token: staff.token }
}

const move = (id: string, parentId: string) =>
  app.db.updateTable('organisation').set({ parentId }).where('id', '=', id).execute()

/** The tree computed from the parents, and as stored in the table. */
async function trees() {
  const expected = await sql<{ tree: string[] }>`
    with recursive up as (
      select id as descendant, id as ancestor, 0 as depth from organisation
      union all
      select up.descendant, o.parent_id, up.depth + 1 from up join organisation o on o.id = up.ancestor where o.parent_id is not null
    )
    select array_agg(format('%s<%s@%s', ancestor, descendant, depth) order by ancestor, descendant, depth) as tree from up`.execute(
    app.db,
  )
  const kept = await sql<{ tree: string[] }>`
    select array_agg(format('%s<%s@%s', ancestor_id, descendant_id, depth) order by ancestor_id, descendant_id, depth) as tree
    from organisation_tree`.execute(app.db)
  return { expected: expected.rows[0]?.tree, kept: kept.rows[0]?.tree }
}

test("organisations are chosen level by level, from the top of the caller's scope", async () => {
  const { distributor, agent, token: me } = await branch('Levels')
  assert.deepEqual((await options({}, me)).envelope.data, [
    { id: distributor.id, name: 'Levels', kind: 'distributor', enabled: true, hasChildren: true },
  ])
  assert.deepEqual(
    (await options({ parentId: distributor.id }, me)).envelope.data.map(({ name, hasChildren }) => [name, hasChildren]),
    [
      ['Levels agent', true],
      ['Levels customer', false],
    ],
  )
  assert.deepEqual(await names({ parentId: agent.id }, me), ['Levels deep'])
})

test('a keyword or a kind finds organisations anywhere below', async () => {
  const { agent, token: me } = await branch('Found')
  assert.deepEqual(await names({ keyword: 'found' }, me), ['Found', 'Found agent', 'Found customer', 'Found deep'])
  assert.deepEqual(await names({ keyword: 'D DEE' }, me), ['Found deep'])
  assert.deepEqual(await names({ keyword: '%' }, me), [])
  assert.deepEqual(await names({ kind: 'customer' }, me), ['Found customer', 'Found deep'])
  assert.deepEqual(await names({ kind: 'customer', parentId: agent.id }, me), ['Found deep'])
})

test('the possible parents of a customer leave out customers, and a level with nothing else has no children', async () => {
  const { distributor, token: me } = await branch('Holding')
  const requested = { holds: 'customer', parentId: distributor.id } as const
  assert.deepEqual(
    (await options(requested, me)).envelope.data.map(({ name, hasChildren }) => [name, hasChildren]),
    [['Holding agent', false]],
  )
  assert.deepEqual(await names({ holds: 'customer' }, me), ['Holding', 'Holding agent'])
  assert.deepEqual(await names({ holds: 'customer', keyword: 'agent' }, me), ['Holding agent'])
  for (const nothing of [{ holds: 'platform' }, { kind: 'customer', holds: 'distributor' }] as const)
    assert.deepEqual((await options(nothing, me)).envelope.data, [], JSON.stringify(nothing))
})

test('an organisation outside is neither a parent nor found, and has no path', async () => {
  const { token: me } = await branch('Inside')
  const other = await branch('Outside')
  assert.deepEqual(await names({ keyword: 'Outside' }, me), [])
  for (const id of [other.agent.id, platformId, '999999999']) {
    assert.deepEqual((await options({ parentId: id }, me)).envelope.data.fields, {
      parentId: 'There is no such organisation',
    })
    assert.equal((await path(id, me)).status, 404)
  }
})

test('a path begins at the highest that the caller sees', async () => {
  const { distributor, agent, deep, token: me } = await branch('Path')
  const ids = async (as: string) => (await path(deep.id, as)).envelope.data.map(({ id }) => id)
  assert.deepEqual(await ids(me), [distributor.id, agent.id, deep.id])
  assert.deepEqual(await ids(token), [platformId, distributor.id, agent.id, deep.id])
})

test('everything below an organisation moves with it', async () => {
  const [from, to] = [await branch('From'), await branch('To')]
  await move(from.agent.id, to.distributor.id)
  assert.deepEqual(await names({ keyword: 'From' }, from.token), ['From', 'From customer'])
  assert.deepEqual(await names({ keyword: 'From' }, to.token), ['From agent', 'From deep'])
  await move(from.agent.id, platformId)
  assert.deepEqual(await names({ keyword: 'From' }, to.token), [])
  const { expected, kept } = await trees()
  assert.deepEqual(kept, expected)
})

test('an organisation cannot be placed below itself', async () => {
  const { distributor, agent } = await branch('Ring')
  await assert.rejects(move(distributor.id, agent.id), /cannot be below itself/)
  await assert.rejects(move(agent.id, agent.id), /cannot be below itself/)
  const { expected, kept } = await trees()
  assert.deepEqual(kept, expected)
})

test('organisations that are moved, added and deleted at once leave the tree right', async () => {
  const branches = await Promise.all(['A', 'B', 'C'].map((name) => branch(`At once ${name}`)))
  const tries = Array.from({ length: 60 }, async (_, index) => {
    const one = branches[index % 3]
    const other = branches[(index + 1 + (index % 2)) % 3]
    if (one === undefined || other === undefined) return
    if (index % 4 === 0) await move(one.agent.id, other.distributor.id)
    // Two moves below each other: one is refused, or both would be detached from the root.
    else if (index % 4 === 1) await move(one.agent.id, other.agent.id)
    else await make.organisation(app, { parentId: one.agent.id, kind: 'agent' })
  })
  const results = await Promise.allSettled(tries)
  const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => String(reason))
  assert.deepEqual(
    refused.filter((reason) => !/cannot be below itself|deadlock/.test(reason)),
    [],
  )
  const { expected, kept } = await trees()
  assert.deepEqual(kept, expected)
})
