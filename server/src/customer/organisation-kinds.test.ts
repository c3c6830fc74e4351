import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { organisationCalls as calls } from '@brigade/contract/customer/organisation.endpoints.ts'
import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { testPassword } from '../testing/make-account.ts'
import { make } from '../testing/make.ts'
import { signIn, trySignIn } from '../testing/sign-in.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

/** Customers, distributors and agents through the calls that are defined once for the three. */

let app: TestApp
let token: string
let platformId: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token, organisationId: platformId } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

type Draft = RequestOf<(typeof calls)['agent']['add']>
const staffOf = (organisationId: string) => make.account(app, { role: 'administrator', organisationId })
const add = (kind: KeptKind, draft: Draft, as = token) => app.ask(calls[kind].add, draft, { token: as })
const added = async (kind: KeptKind, draft: Draft) => (await add(kind, draft)).envelope.data.id
const detail = async (kind: KeptKind, id: string, as = token) =>
  (await app.ask(calls[kind].detail, { id }, { token: as })).envelope.data

async function update(kind: KeptKind, id: string, change: Partial<RequestOf<(typeof calls)['agent']['update']>>) {
  const { name, code, principal, contact, province, city, region, address, note, updatedAt } = await detail(kind, id)
  const body = { id, name, code, principal, contact, province, city, region, address, note, updatedAt, ...change }
  return app.ask(calls[kind].update, body, { token })
}

test('a distributor and an agent are added, listed, chosen from, changed and deleted as a customer is', async () => {
  const distributor = await added('distributor', { name: 'Westwind', code: 'D-17', principal: 'Anna Weiss' })
  const agent = await added('agent', { name: 'Westwind South', parentId: distributor, note: 'Visits on Mondays' })
  const found = (await app.ask(calls.distributor.list, { keyword: 'westwind' }, { token })).envelope.data
  assert.deepEqual(
    found.list.map(({ id, code, principal, parent }) => [id, code, principal, parent?.id]),
    [[distributor, 'D-17', 'Anna Weiss', platformId]],
  )
  assert.deepEqual((await app.ask(calls.agent.select, { keyword: 'westwind' }, { token })).envelope.data, [
    { id: agent, name: 'Westwind South', enabled: true },
  ])
  assert.equal((await update('agent', agent, { note: 'Visits on Fridays' })).status, 200)
  const { note, path, below } = await detail('agent', agent)
  assert.deepEqual([note, path.map(({ id }) => id), below], ['Visits on Fridays', [platformId, distributor], 0])
  assert.equal((await app.ask(calls.agent.remove, { ids: [agent] }, { token })).status, 200)
  assert.equal((await app.ask(calls.agent.detail, { id: agent }, { token })).status, 404)
})

test('an id of another kind is answered as unknown by every call', async () => {
  const agent = await added('agent', { name: 'Only an agent' })
  const { updatedAt } = await detail('agent', agent)
  for (const kind of ['customer', 'distributor'] as const) {
    const change = { id: agent, name: 'Renamed', updatedAt }
    const answers = await Promise.all([
      app.ask(calls[kind].detail, { id: agent }, { token }),
      app.ask(calls[kind].update, change, { token }),
      app.ask(calls[kind].previewMove, { id: agent, parentId: platformId }, { token }),
      app.ask(calls[kind].remove, { ids: [agent] }, { token }),
      app.ask(calls[kind].setEnabled, { ids: [agent], enabled: false, reason: 'Left' }, { token }),
      app.ask(calls[kind].concerned, { ids: [agent] }, { token }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404, 404, 404, 404],
    )
    const found = await app.ask(calls[kind].list, { keyword: 'Only an agent' }, { token })
    assert.equal(found.envelope.data.total, 0)
  }
  assert.equal((await detail('agent', agent)).name, 'Only an agent')
})

test('at most three levels are below the platform: distributor, agent, customer', async () => {
  const distributor = await added('distributor', { name: 'Three levels' })
  const agent = await added('agent', { name: 'Second level', parentId: distributor })
  const customer = await added('customer', { name: 'Third level', parentId: agent })
  const refusedAt = async (kind: KeptKind, parentId: string) => {
    const { status, envelope } = await add(kind, { name: `Beside ${kind} ${parentId}`, parentId })
    return [status, envelope.data.fields?.['parentId']]
  }
  const noDistributor = [422, 'A distributor must be directly below the platform']
  const noAgent = [422, 'An agent must be below the platform or a distributor']
  assert.deepEqual(await refusedAt('distributor', distributor), noDistributor)
  assert.deepEqual(await refusedAt('distributor', agent), noDistributor)
  assert.deepEqual(await refusedAt('agent', agent), noAgent)
  assert.deepEqual(await refusedAt('agent', customer), noAgent)
  assert.deepEqual(await refusedAt('customer', customer), [422, 'A customer cannot be below another customer'])
  const moved = await update('agent', agent, { parentId: agent })
  assert.deepEqual(moved.envelope.data.fields, { parentId: noAgent[1] })
})

test('each of those of one kind under one parent has its own name and its own code, in any case of letters', async () => {
  await added('distributor', { name: 'Twice named', code: 'tw-1' })
  const fields = async (kind: KeptKind, draft: Draft) => (await add(kind, draft)).envelope.data.fields
  assert.deepEqual(await fields('distributor', { name: 'TWICE named' }), {
    name: 'A distributor with this name already exists',
  })
  assert.deepEqual(await fields('distributor', { name: 'Another', code: 'TW-1' }), {
    code: 'This code is already used there',
  })
  assert.equal(await fields('agent', { name: 'Twice named', code: 'TW-1' }), undefined)
  assert.equal(await fields('agent', { name: 'No code' }), undefined)
  assert.equal(await fields('agent', { name: 'No code either' }), undefined)
})

test('an agent of somebody else is unknown to a distributor, who keeps its own', async () => {
  const mine = await added('distributor', { name: 'Mine' })
  const theirs = await added('distributor', { name: 'Theirs' })
  const foreign = await added('agent', { name: 'Their agent', parentId: theirs })
  const { token: me } = await staffOf(mine)
  assert.equal((await app.ask(calls.agent.detail, { id: foreign }, { token: me })).status, 404)
  const planted = await add('agent', { name: 'Planted', parentId: theirs }, me)
  assert.deepEqual(planted.envelope.data.fields, { parentId: 'There is no such organisation' })
  const own = await add('agent', { name: 'Own agent' }, me)
  assert.equal((await detail('agent', own.envelope.data.id)).parent?.id, mine)
  for (const parentId of [theirs, foreign]) {
    const preview = await app.ask(calls.agent.previewMove, { id: own.envelope.data.id, parentId }, { token: me })
    assert.deepEqual(Object.keys(preview.envelope.data.fields ?? {}), ['parentId'])
  }
  // A distributor's staff holds no code over distributors.
  assert.equal((await app.ask(calls.distributor.list, {}, { token: me })).status, 403)
})

test('one with organisations below it is not deleted, and the refusal counts all that is in the way', async () => {
  const distributor = await added('distributor', { name: 'Still busy' })
  await added('agent', { name: 'Below one', parentId: distributor })
  await added('customer', { name: 'Below two', parentId: distributor })
  await staffOf(distributor)
  await make.device(app, { organisationId: distributor, installed: false })
  const { status, envelope } = await app.ask(calls.distributor.remove, { ids: [distributor] }, { token })
  assert.deepEqual(
    [status, envelope.msg],
    [409, 'Still busy still has 1 device, 1 account and 2 organisations below it'],
  )
  assert.equal((await detail('distributor', distributor)).below, 2)
})

test('a deleted organisation deletes its own roles, except one that an account elsewhere has', async () => {
  const { id: distributor } = await make.organisation(app, { kind: 'distributor', name: 'Keeps a role' })
  const staff = await staffOf(distributor)
  const role = await app.ask(roleApi.add, { name: '自有角色', enName: 'Own role', kinds: ['agent'] }, staff)
  assert.equal(role.status, 200)
  const roleId = role.envelope.data.id
  await app.db.deleteFrom('account').where('id', '=', staff.id).execute()
  const elsewhere = await make.account(app, { role: 'administrator' })
  await app.db.updateTable('account').set({ roleId }).where('id', '=', elsewhere.id).execute()
  const remove = () => app.ask(calls.distributor.remove, { ids: [distributor] }, { token })
  const { status, envelope } = await remove()
  assert.deepEqual([status, envelope.msg], [409, 'Keeps a role still has 1 account'])
  await app.db.deleteFrom('account').where('id', '=', elsewhere.id).execute()
  assert.equal((await remove()).status, 200)
  assert.deepEqual(await app.db.selectFrom('role').select('id').where('id', '=', roleId).execute(), [])
})

test('a disabled distributor locks out the staff of everybody below it for good, with that reason, and its devices continue to work', async () => {
  const distributor = await added('distributor', { name: 'Shut' })
  const agent = await added('agent', { name: 'Below the shut', parentId: distributor })
  const customer = await added('customer', { name: 'Below both', parentId: agent })
  const staff = [await staffOf(distributor), await staffOf(agent), await staffOf(customer)]
  await make.device(app, { organisationId: customer })
  const ids = [distributor]
  const concerned = await app.ask(calls.distributor.concerned, { ids }, { token })
  assert.deepEqual(concerned.envelope.data, { accounts: 3, devices: 1 })
  const reason = 'Contract ended in November'
  // Disabling needs a reason.
  const without = await app.ask(calls.distributor.setEnabled, { ids, enabled: false }, { token })
  assert.deepEqual([without.status, without.envelope.data.fields], [422, { reason: 'This cannot be empty' }])
  assert.equal((await app.ask(calls.distributor.setEnabled, { ids, enabled: false, reason }, { token })).status, 200)
  const isIn = async (as: string) => (await app.ask(sessionApi.user, {}, { token: as })).status === 200
  for (const { token: member, account } of staff) {
    await until('signed out', async () => !(await isIn(member)))
    assert.notEqual((await trySignIn(app, account, testPassword)).status, 200)
  }
  const shut = await detail('distributor', distributor)
  assert.deepEqual([shut.enabled, shut.disabledReason], [false, reason])
  assert.equal((await detail('customer', customer)).devices, 1)
  await app.ask(calls.distributor.setEnabled, { ids, enabled: true, reason: 'not kept' }, { token })
  assert.equal((await detail('distributor', distributor)).disabledReason, '')
  for (const { token: member, account } of staff) {
    assert.equal(await isIn(member), false)
    assert.ok(await isIn(await signIn(app, account, testPassword)))
  }
})

test('before a move, the accounts that gain and lose sight of it, its records and the roles left behind are shown, and nothing changes', async () => {
  const from = await make.organisation(app, { kind: 'distributor', name: 'From here' })
  const to = await make.organisation(app, { kind: 'distributor', name: 'To there' })
  const agent = await make.organisation(app, { kind: 'agent', name: 'Moving agent', parentId: from.id })
  const customer = await make.organisation(app, { name: 'Moving along', parentId: agent.id })
  await make.device(app, { organisationId: customer.id })
  const keeper = await staffOf(from.id)
  const role = await app.ask(roleApi.add, { name: '区域角色', enName: 'Area role', kinds: ['agent'] }, keeper)
  const roleId = role.envelope.data.id
  const member = await staffOf(agent.id)
  await app.db.updateTable('account').set({ roleId }).where('id', '=', member.id).execute()
  const ask = (parentId: string, as = token) =>
    app.ask(calls.agent.previewMove, { id: agent.id, parentId }, { token: as })
  assert.deepEqual((await ask(to.id)).envelope.data, {
    gaining: [{ id: to.id, name: 'To there', kind: 'distributor' }],
    losing: [{ id: from.id, name: 'From here', kind: 'distributor' }],
    organisations: 2,
    accounts: 1,
    devices: 1,
    roles: [{ id: roleId, name: '区域角色', enName: 'Area role', accounts: 1 }],
    models: [],
  })
  assert.deepEqual((await ask(platformId)).envelope.data.gaining, [])
  const stays = (await ask(from.id)).envelope.data
  assert.deepEqual([stays.gaining, stays.losing, stays.roles], [[], [], []])
  // The account at the losing end cannot move it away: the other end is outside its scope.
  assert.deepEqual(Object.keys((await ask(to.id, keeper.token)).envelope.data.fields ?? {}), ['parentId'])
  assert.equal((await detail('agent', agent.id)).parent?.id, from.id)

  const other = await staffOf(to.id)
  assert.equal((await update('agent', agent.id, { parentId: to.id })).status, 200)
  for (const [kind, id] of [
    ['agent', agent.id],
    ['customer', customer.id],
  ] as const) {
    const statusFor = async (as: string) => (await app.ask(calls[kind].detail, { id }, { token: as })).status
    assert.deepEqual([await statusFor(keeper.token), await statusFor(other.token)], [404, 200])
  }
})
