import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { testPassword } from '../testing/make-account.ts'
import { signIn, trySignIn } from '../testing/sign-in.ts'
import { until } from '../testing/until.ts'

let app: TestApp
let token: string
let platformId: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token, organisationId: platformId } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

const staffOf = (organisationId: string) => make.account(app, { role: 'administrator', organisationId })
const add = (draft: RequestOf<typeof customerApi.add>, as = token) => app.ask(customerApi.add, draft, { token: as })
const added = async (draft: RequestOf<typeof customerApi.add>, as = token) => (await add(draft, as)).envelope.data.id
const detail = async (id: string, as = token) =>
  (await app.ask(customerApi.detail, { id }, { token: as })).envelope.data
const statusOf = async (id: string, as: string) => (await app.ask(customerApi.detail, { id }, { token: as })).status
const remove = (ids: string[], as = token) => app.ask(customerApi.remove, { ids }, { token: as })
const setEnabled = (ids: string[], enabled: boolean, as = token) =>
  app.ask(customerApi.setEnabled, { ids, enabled, reason: enabled ? '' : 'Contract ended' }, { token: as })

/** The customer in its present state, with a change, as the form sends it. */
async function update(id: string, change: Partial<RequestOf<typeof customerApi.update>>, as = token) {
  const { name, principal, contact, province, city, region, address, note, updatedAt } = await detail(id)
  const body = { id, name, principal, contact, province, city, region, address, note, updatedAt, ...change }
  return app.ask(customerApi.update, body, { token: as })
}

const full = {
  principal: '沈佳怡',
  contact: '13957100236',
  province: '330000',
  city: '330100',
  region: '330102',
  address: '湖滨路 28 号',
  note: 'Opens at six',
}

test('a customer is stored as it was entered, below the organisation of the account that adds it', async () => {
  const id = await added({ name: '  杭州湖滨 ', ...full })
  const customer = await detail(id)
  assert.deepEqual(
    { ...customer, createdAt: '', updatedAt: '' },
    {
      id,
      name: '杭州湖滨',
      code: '',
      parent: { id: platformId, name: 'Brigade', kind: 'platform' },
      ...full,
      enabled: true,
      disabledReason: '',
      timeZone: '',
      zone: app.settings.timeZone,
      carriesAll: true,
      devices: 0,
      createdAt: '',
      updatedAt: '',
      path: [{ id: platformId, name: 'Brigade', kind: 'platform' }],
      accounts: 0,
      below: 0,
      ovens: 0,
      coolers: 0,
      online: 0,
    },
  )
  assert.equal(customer.createdAt, customer.updatedAt)

  const distributor = await make.organisation(app, { kind: 'distributor' })
  const own = await added({ name: '杭州湖滨' }, (await staffOf(distributor.id)).token)
  assert.equal((await detail(own)).parent?.id, distributor.id)
})

test('the detail counts installed devices by kind, those online, and the staff', async () => {
  const { id } = await make.organisation(app)
  await make.device(app, { organisationId: id })
  await make.device(app, { organisationId: id, installed: false })
  const cooler = await make.device(app, { organisationId: id, kind: 'cooler' })
  await app.db.updateTable('deviceState').set({ online: true }).where('deviceId', '=', cooler.id).execute()
  await staffOf(id)
  const { devices, ovens, coolers, online, accounts } = await detail(id)
  assert.deepEqual([devices, ovens, coolers, online, accounts], [2, 1, 1, 1, 1])
})

test('a name is unique under one parent, in any case of letters', async () => {
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const first = await added({ name: 'Quay Grill', parentId: distributor.id })
  const { status, envelope } = await add({ name: 'QUAY grill', parentId: distributor.id })
  assert.equal(status, 422)
  assert.deepEqual(envelope.data.fields, { name: 'A customer with this name already exists there' })
  assert.equal((await add({ name: 'Quay Grill' })).status, 200)
  const other = await added({ name: 'Quay Bar', parentId: distributor.id })
  assert.deepEqual(Object.keys((await update(other, { name: 'quay grill' })).envelope.data.fields ?? {}), ['name'])
  assert.equal((await update(first, { name: 'QUAY GRILL' })).status, 200)
})

test('the second of two who add one name at once is refused at the name', async () => {
  const answers = await Promise.all(['Twins', 'twins', 'TWINS'].map((name) => add({ name })))
  const refused = answers.filter(({ status }) => status === 422)
  assert.deepEqual(
    refused.map(({ envelope }) => Object.keys(envelope.data.fields ?? {})),
    [['name'], ['name']],
  )
})

test('a zone is given to any depth, each level within the one above', async () => {
  const at = async (zone: Partial<typeof full>) =>
    (await add({ name: `Z ${JSON.stringify(zone)}`, ...zone })).envelope.data.fields
  assert.equal(await at({ province: '330000' }), undefined)
  assert.equal(await at({ province: '330000', city: '330100' }), undefined)
  const words = 'Province, city and region do not fit together'
  assert.deepEqual(await at({ city: '330100' }), { city: words })
  assert.deepEqual(await at({ province: '330000', city: '320500' }), { city: words })
  assert.deepEqual(await at({ province: '330000', city: '330100', region: '330203' }), { region: words })
  assert.deepEqual(await at({ province: '330100' }), { province: words })
})

test('a change made from an old version is refused, and nothing is lost', async () => {
  const id = await added({ name: 'Versioned', principal: 'First' })
  const { updatedAt } = await detail(id)
  assert.equal((await update(id, { principal: 'Second', updatedAt })).status, 200)
  const late = await update(id, { principal: 'Third', updatedAt })
  assert.deepEqual([late.status, late.envelope.data.key], [409, 'customer.changedSince'])
  assert.equal((await detail(id)).principal, 'Second')
})

test('of many changes made from one version at once, one is kept', async () => {
  const id = await added({ name: 'Contended' })
  const { updatedAt } = await detail(id)
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((note) => update(id, { note, updatedAt })))
  const kept = answers.flatMap(({ status }, index) => (status === 200 ? [['a', 'b', 'c', 'd'][index]] : []))
  assert.deepEqual(kept, [(await detail(id)).note])
  assert.equal(answers.filter(({ status }) => status === 409).length, 3)
})

test('a customer is placed under the platform, a distributor or an agent, never under a customer', async () => {
  const customer = await make.organisation(app)
  const agent = await make.organisation(app, { kind: 'agent' })
  assert.equal((await add({ name: 'Under an agent', parentId: agent.id })).status, 200)
  const { envelope } = await add({ name: 'Under a customer', parentId: customer.id })
  assert.deepEqual(envelope.data.fields, { parentId: 'A customer cannot be below another customer' })
  const own = await add({ name: 'Own' }, (await staffOf(customer.id)).token)
  assert.equal(own.envelope.data.key, 'session.notAuthorised')
})

test('moved to another distributor, a customer is seen by its staff and no longer by the other’s', async () => {
  const [from, to] = [
    await make.organisation(app, { kind: 'distributor' }),
    await make.organisation(app, { kind: 'distributor' }),
  ]
  const [old, next] = [(await staffOf(from.id)).token, (await staffOf(to.id)).token]
  const id = await added({ name: 'Mover', parentId: from.id })
  assert.equal((await update(id, { parentId: to.id })).status, 200)
  assert.deepEqual([await statusOf(id, old), await statusOf(id, next)], [404, 200])
  assert.deepEqual(
    (await detail(id)).path.map(({ id: above }) => above),
    [platformId, to.id],
  )
  // Without a parent in the call it stays where it is.
  assert.equal((await update(id, { note: 'Stays' }, next)).status, 200)
  assert.equal((await detail(id)).parent?.id, to.id)
})

test('records outside the scope answer like ones that do not exist', async () => {
  const mine = await make.organisation(app, { kind: 'distributor' })
  const theirs = await make.organisation(app, { kind: 'distributor' })
  const { token: me } = await staffOf(mine.id)
  const own = await added({ name: 'Own one', parentId: mine.id })
  const foreign = await added({ name: 'Foreign one', parentId: theirs.id })
  for (const id of [foreign, '999999999', theirs.id, mine.id]) {
    assert.equal(await statusOf(id, me), 404)
    assert.equal((await remove([own, id], me)).status, 404)
    assert.equal((await setEnabled([own, id], false, me)).status, 404)
    const change = { id, name: 'Taken over', updatedAt: '2026-11-21T00:00:00.000Z' }
    assert.equal((await app.ask(customerApi.update, change, { token: me })).status, 404)
  }
  assert.equal((await detail(own)).enabled, true)
  for (const parentId of [theirs.id, platformId, '999999999']) {
    const words = { parentId: 'There is no such organisation' }
    assert.deepEqual((await add({ name: 'Planted', parentId }, me)).envelope.data.fields, words)
    assert.deepEqual((await update(own, { parentId }, me)).envelope.data.fields, words)
  }
})

test('the staff of a customer see just its own, and nothing of the organisations above it', async () => {
  const distributor = await make.organisation(app, { kind: 'distributor' })
  const id = await added({ name: 'Alone', parentId: distributor.id })
  await added({ name: 'Neighbour', parentId: distributor.id })
  const { token: me } = await staffOf(id)
  const { list, total } = (await app.ask(customerApi.list, {}, { token: me })).envelope.data
  assert.deepEqual([list.map((row) => row.id), total], [[id], 1])
  const { parent, path } = await detail(id, me)
  assert.deepEqual([parent, path], [null, []])
})

test('accounts cannot delete, disable or move their own organisation, but may edit it', async () => {
  const { id } = await make.organisation(app, { name: 'Mine alone' })
  const { token: me } = await staffOf(id)
  // Staff of a customer has no code to delete or disable customers.
  for (const answer of [await remove([id], me), await setEnabled([id], false, me)])
    assert.deepEqual([answer.status, answer.envelope.data.key], [403, 'session.notAuthorised'])
  const moved = await update(id, { parentId: platformId }, me)
  assert.deepEqual([moved.status, moved.envelope.data.key], [422, 'customer.own'])
  assert.equal((await update(id, { principal: 'Myself' }, me)).status, 200)
  const { enabled, principal, parent } = await detail(id)
  assert.deepEqual([enabled, principal, parent?.id], [true, 'Myself', platformId])
})

test('before customers are disabled, the accounts that could sign in and the devices are counted, and nothing changes', async () => {
  const [one, two] = [await make.organisation(app), await make.organisation(app)]
  await staffOf(one.id)
  await staffOf(two.id)
  const { id: accountId } = await staffOf(two.id)
  await app.db.updateTable('account').set({ enabled: false }).where('id', '=', accountId).execute()
  await make.device(app, { organisationId: one.id })
  await make.device(app, { organisationId: two.id, installed: false })
  const concerned = (ids: string[], as = token) => app.ask(customerApi.concerned, { ids }, { token: as })
  assert.deepEqual((await concerned([one.id, two.id])).envelope.data, { accounts: 2, devices: 2 })
  assert.deepEqual((await concerned([one.id])).envelope.data, { accounts: 1, devices: 1 })
  assert.equal((await detail(one.id)).enabled, true)
  const { token: stranger } = await staffOf((await make.organisation(app, { kind: 'distributor' })).id)
  assert.equal((await concerned([one.id], stranger)).status, 404)
  // An account that is already locked out is not counted.
  await setEnabled([two.id], false)
  assert.deepEqual((await concerned([one.id, two.id])).envelope.data, { accounts: 1, devices: 2 })
  // Another transaction holds the row: the count neither waits nor blocks.
  await app.db.transaction().execute(async (trx) => {
    await trx.selectFrom('organisation').where('id', '=', one.id).select('id').forUpdate().execute()
    assert.deepEqual((await concerned([one.id])).envelope.data, { accounts: 1, devices: 1 })
  })
})

test('deleting is all or nothing, and the refusal lists the organisations that still have devices or accounts', async () => {
  const [empty, oven, staff] = [
    await make.organisation(app),
    await make.organisation(app, { name: 'Has an oven' }),
    await make.organisation(app),
  ]
  await make.device(app, { organisationId: oven.id, installed: false })
  await staffOf(staff.id)
  const { status, envelope } = await remove([empty.id, oven.id, staff.id])
  assert.deepEqual([status, envelope.data.key], [409, 'customer.inUse'])
  assert.equal(envelope.msg, 'Has an oven still has 1 device, and so do 1 more. Nothing was deleted')
  assert.deepEqual(envelope.data.fields, {
    'ids.1': 'Has an oven still has 1 device',
    'ids.2': `${staff.name} still has 1 account`,
  })
  assert.equal((await detail(empty.id)).id, empty.id)
  assert.equal((await remove([empty.id])).status, 200)
  assert.equal(await statusOf(empty.id, token), 404)
})

test('files that a deleted customer leaves belong to the one above it', async () => {
  const { id } = await make.organisation(app)
  await app.db
    .insertInto('file')
    .values({
      id: 'left-behind',
      organisationId: id,
      accountId: null,
      kind: 'avatar',
      name: 'a.png',
      mediaType: 'image/png',
      bytes: '1',
      sha256: Buffer.alloc(32),
      createdAt: new Date(app.clock.now()).toISOString(),
    })
    .execute()
  assert.equal((await remove([id])).status, 200)
  const left = await app.db
    .selectFrom('file')
    .select('organisationId')
    .where('id', '=', 'left-behind')
    .executeTakeFirst()
  assert.equal(left?.organisationId, platformId)
})

test('disabling a customer ends all its sessions; after it is enabled its accounts sign in anew and no session is restored', async () => {
  const { id } = await make.organisation(app)
  const { token: member, account } = await staffOf(id)
  const isIn = async (as = member) => (await app.ask(sessionApi.user, {}, { token: as })).status === 200
  assert.ok(await isIn())
  assert.equal((await setEnabled([id, id], false)).status, 200)
  await until('signed out', async () => !(await isIn()))
  assert.equal((await detail(id)).enabled, false)
  assert.equal((await setEnabled([id], true)).status, 200)
  const again = await signIn(app, account, testPassword)
  assert.deepEqual([await isIn(again), await isIn()], [true, false])
})

test('a customer moved below a disabled distributor is shut with it', async () => {
  const shut = await make.organisation(app, { kind: 'distributor' })
  await app.db.updateTable('organisation').set({ enabled: false }).where('id', '=', shut.id).execute()
  const { id } = await make.organisation(app)
  const { token: member, account } = await staffOf(id)
  assert.equal((await app.ask(sessionApi.user, {}, { token: member })).status, 200)
  assert.equal((await update(id, { parentId: shut.id })).status, 200)
  await until('signed out', async () => (await app.ask(sessionApi.user, {}, { token: member })).status === 401)
  assert.equal((await update(id, { parentId: platformId })).status, 200)
  assert.equal((await trySignIn(app, account, testPassword)).status, 200)
  assert.equal((await app.ask(sessionApi.user, {}, { token: member })).status, 401)
})

test('a sign-in in progress while its organisation is disabled leaves no session behind', async () => {
  const { id } = await make.organisation(app)
  const { account, id: accountId } = await staffOf(id)
  const tries = Array.from({ length: 6 }, () => trySignIn(app, account, testPassword))
  await Promise.all([...tries, setEnabled([id], false)])
  const open = await app.db
    .selectFrom('session')
    .select('id')
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .execute()
  assert.deepEqual(open, [])
})

test('the device list shows a new name', async () => {
  const { id } = await make.organisation(app, { name: 'Old name' })
  const { id: deviceId } = await make.device(app, { organisationId: id })
  const shown = async () => (await app.ask(deviceCalls.oven.detail, { id: deviceId }, { token })).envelope.data.customer
  assert.equal((await shown())?.name, 'Old name')
  assert.equal((await update(id, { name: 'New name' })).status, 200)
  await until('the new name', async () => (await shown())?.name === 'New name')
})
