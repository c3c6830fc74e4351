import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let token: string
let distributor: string
let dealer: MadeAccount

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  distributor = (await make.organisation(app, { kind: 'distributor' })).id
  dealer = await make.account(app, { role: 'distributor-administrator', organisationId: distributor })
})
after(() => app.stop())

let made = 0
const draft = (change: Partial<RequestOf<typeof roleApi.add>> = {}) => {
  made += 1
  return { name: `角色 ${made}`, enName: `Role ${made}`, kinds: ['platform' as const], ...change }
}
const add = (change: Partial<RequestOf<typeof roleApi.add>> = {}, as = token) =>
  app.ask(roleApi.add, draft(change), { token: as })
const added = async (change: Partial<RequestOf<typeof roleApi.add>> = {}, as = token) =>
  (await add(change, as)).envelope.data.id
const detail = async (id: string, as = token) => (await app.ask(roleApi.detail, { id }, { token: as })).envelope.data
const menus = async (id: string, as = token) => (await app.ask(roleApi.menus, { id }, { token: as })).envelope.data
const idOfKey = async (key: string) =>
  (await app.db.selectFrom('role').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
const rowsOf = async (id: string, code: string) => (await menus(id)).rows.filter((row) => row.operationCode === code)
const heldCodes = async (id: string) =>
  new Set((await menus(id)).rows.filter(({ isHeld }) => isHeld).map(({ operationCode }) => operationCode))

/** Grants and revokes by codes. */
async function permit(id: string, codes: { added?: readonly string[]; removed?: readonly string[] }, as = token) {
  const { updatedAt, rows } = await menus(id)
  const idsOf = (wanted: readonly string[] = []) =>
    rows.filter(({ operationCode }) => wanted.includes(operationCode)).map((row) => row.id)
  const body = { id, updatedAt, added: idsOf(codes.added), removed: idsOf(codes.removed) }
  return app.ask(roleApi.updateMenus, body, { token: as })
}
const update = async (id: string, change: Partial<RequestOf<typeof roleApi.update>>, as = token) => {
  const { name, enName, description, enDescription, kinds, requiresTwoStep, updatedAt } = await detail(id)
  const body = { id, name, enName, description, enDescription, kinds, requiresTwoStep, updatedAt, ...change }
  return app.ask(roleApi.update, body, { token: as })
}
const giveTo = (accountId: string, roleId: string) =>
  app.db.updateTable('account').set({ roleId }).where('id', '=', accountId).execute()

test('a role is stored with its words, its kinds of organisation, and its requirements', async () => {
  const id = await added({ description: '一线', enDescription: 'First line', requiresTwoStep: true })
  const role = await detail(id)
  assert.deepEqual(
    [role.description, role.enDescription, role.kinds, role.requiresTwoStep, role.isBuiltIn, role.isOwn, role.accounts],
    ['一线', 'First line', ['platform'], true, false, true, 0],
  )
  assert.equal(role.organisation?.kind, 'platform')
  const twice = await add({ name: role.name.toUpperCase() })
  assert.equal(twice.status, 422)
})

test('a button includes its screen, and rows of one code are granted and removed together', async () => {
  const id = await added()
  const [button] = await rowsOf(id, 'oven:command')
  const { updatedAt } = await menus(id)
  const body = { id, updatedAt, added: [button?.id ?? ''], removed: [] }
  assert.equal((await app.ask(roleApi.updateMenus, body, { token })).status, 200)
  assert.deepEqual(await heldCodes(id), new Set(['oven:view', 'oven:command']))
  await permit(id, { added: ['oven:create'] })
  const creating = await rowsOf(id, 'oven:create')
  assert.ok(creating.length > 1 && creating.every(({ isHeld }) => isHeld))
  await permit(id, { removed: ['oven:create'] })
  assert.ok((await rowsOf(id, 'oven:create')).every(({ isHeld }) => !isHeld))
})

test('the second of two who grant to one role at once is refused, and nothing is lost', async () => {
  const id = await added()
  const { updatedAt } = await menus(id)
  const [view] = await rowsOf(id, 'cooler:view')
  const body = { id, updatedAt, added: [view?.id ?? ''], removed: [] }
  const answers = await Promise.all([1, 2].map(() => app.ask(roleApi.updateMenus, body, { token })))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
})

test('a right that is removed from a role is gone at the next request of everybody who has it', async () => {
  const id = await added({ kinds: ['platform'] })
  await permit(id, { added: ['oven:view'] })
  const support = await make.account(app, { role: 'support' })
  await giveTo(support.id, id)
  const list = () => app.ask(deviceCalls.oven.list, {}, { token: support.token })
  await permit(id, { added: ['cooler:view'] })
  assert.equal((await list()).status, 200)
  await permit(id, { removed: ['oven:view'] })
  assert.equal((await list()).envelope.code, 102)
})

test('no account grants what it does not hold, by granting, by copying, by enabling or by widening a role', async () => {
  const narrow = await make.account(app, {
    operationCodes: ['role:view', 'role:create', 'role:update', 'role:permit', 'role:set-enabled', 'oven:view'],
  })
  const own = await added({}, narrow.token)
  const refused = await permit(own, { added: ['oven:reset'] }, narrow.token)
  assert.equal(refused.status, 403)
  assert.match(refused.envelope.msg, /oven:reset/)
  assert.equal((await permit(own, { added: ['oven:view'] }, narrow.token)).status, 200)
  const copy = (await add({ copyOf: await idOfKey('support') }, narrow.token)).envelope.data
  assert.ok(copy.leftOut > 0)
  assert.deepEqual(await heldCodes(copy.id), new Set(['oven:view']))
  const strong = await added()
  await permit(strong, { added: ['oven:reset'] })
  await app.ask(roleApi.setEnabled, { id: strong, enabled: false }, { token })
  const enabling = await app.ask(roleApi.setEnabled, { id: strong, enabled: true }, { token: narrow.token })
  assert.equal(enabling.status, 403)
  assert.equal((await update(strong, { kinds: ['platform', 'distributor'] }, narrow.token)).status, 403)
})

test('the editor locks what the caller lacks, and shows for which kinds of organisation a code counts', async () => {
  const narrow = await make.account(app, { operationCodes: ['role:view', 'oven:view'] })
  const id = await added({ kinds: ['platform', 'customer'] })
  const rows = (await menus(id, narrow.token)).rows
  const of = (code: string) => rows.find(({ operationCode }) => operationCode === code)
  assert.deepEqual([of('oven:view')?.isLocked, of('oven:reset')?.isLocked], [false, true])
  assert.deepEqual(of('product:update')?.kinds, ['platform'])
  assert.deepEqual(of('oven:view')?.kinds, ['platform', 'customer'])
})

test('no account takes rights from its own role, disables it or deletes it', async () => {
  const id = await added()
  await permit(id, { added: ['role:view', 'role:permit', 'role:set-enabled', 'role:remove', 'oven:view'] })
  const account = await make.account(app, { role: 'support' })
  await giveTo(account.id, id)
  await permit(id, { added: ['oven:command'] })
  assert.equal((await permit(id, { removed: ['oven:view'] }, account.token)).status, 422)
  const disabling = await app.ask(roleApi.setEnabled, { id, enabled: false }, { token: account.token })
  assert.equal(disabling.status, 422)
  assert.equal((await app.ask(roleApi.remove, { ids: [id] }, { token: account.token })).status, 422)
})

test('a role that accounts have is not deleted; of several none is then', async () => {
  const [used, free] = [await added(), await added()]
  const account = await make.account(app, { role: 'support' })
  await giveTo(account.id, used)
  const { status, envelope } = await app.ask(roleApi.remove, { ids: [free, used] }, { token })
  assert.equal(status, 409)
  assert.match(envelope.msg, /1 account/)
  assert.equal((await app.ask(roleApi.remove, { ids: [free] }, { token })).status, 200)
  assert.equal((await app.ask(roleApi.detail, { id: free }, { token })).status, 404)
})

test('a built-in role keeps its name, is not deleted, and can be restored', async () => {
  const id = await idOfKey('recipe-editor')
  const before = await heldCodes(id)
  assert.equal((await update(id, { name: '别的' })).status, 422)
  assert.equal((await app.ask(roleApi.remove, { ids: [id] }, { token })).status, 422)
  await permit(id, { removed: ['recipe:publish'], added: ['oven:reset'] })
  assert.notDeepEqual(await heldCodes(id), before)
  assert.equal((await app.ask(roleApi.restore, { id }, { token })).status, 200)
  assert.deepEqual(await heldCodes(id), before)
})

test('the administrator holds everything: nothing can be granted, removed or disabled', async () => {
  const id = await idOfKey('administrator')
  assert.equal((await permit(id, { removed: ['oven:view'] })).status, 422)
  assert.equal((await app.ask(roleApi.setEnabled, { id, enabled: false }, { token })).status, 422)
  assert.ok((await menus(id)).rows.filter(({ operationCode }) => operationCode !== '').every(({ isHeld }) => isHeld))
})

test('a disabled role grants nothing while it is disabled', async () => {
  const id = await added()
  await permit(id, { added: ['oven:view'] })
  const account = await make.account(app, { role: 'support' })
  await giveTo(account.id, id)
  const status = async () => (await app.ask(deviceCalls.oven.list, {}, { token: account.token })).envelope.code
  await app.ask(roleApi.setEnabled, { id, enabled: false }, { token })
  assert.equal(await status(), 102)
  await app.ask(roleApi.setEnabled, { id, enabled: true }, { token })
  assert.equal(await status(), 200)
})

test('a distributor keeps roles of its own for itself and below; others see neither them nor their names', async () => {
  const id = await added({ kinds: ['distributor', 'agent'] }, dealer.token)
  const { id: other } = await make.organisation(app, { kind: 'distributor' })
  const stranger = await make.account(app, { role: 'distributor-administrator', organisationId: other })
  assert.equal((await app.ask(roleApi.detail, { id }, { token: stranger.token })).status, 404)
  assert.equal((await app.ask(roleApi.remove, { ids: [id] }, { token: stranger.token })).status, 404)
  assert.equal((await add({ kinds: ['platform'] }, dealer.token)).status, 422)
  const { id: agent } = await make.organisation(app, { kind: 'agent', parentId: distributor })
  const below = await make.account(app, { role: 'agent-administrator', organisationId: agent })
  const seen = await detail(id, below.token)
  assert.deepEqual([seen.isOwn, seen.organisation], [false, null])
  assert.equal((await update(id, { description: 'x' }, below.token)).status, 403)
  assert.equal((await permit(await idOfKey('support'), { added: ['oven:view'] }, dealer.token)).status, 403)
})

test('roles to choose from fit the organisation, and those that the caller may give are marked', async () => {
  const ask = async (query: RequestOf<typeof roleApi.select>, as: string) =>
    (await app.ask(roleApi.select, query, { token: as })).envelope.data
  const own = await added({ kinds: ['distributor'] }, dealer.token)
  const options = await ask({ organisationId: distributor }, dealer.token)
  const names = options.map(({ enName }) => enName)
  assert.ok(names.includes('Distributor administrator') && !names.includes('Administrator'))
  assert.ok(options.some(({ id, isGrantable }) => id === own && isGrantable))
  assert.equal(options.find(({ enName }) => enName === 'Recipe editor')?.isGrantable, false)
  const elsewhere = await app.ask(roleApi.select, { organisationId: '999999' }, { token: dealer.token })
  assert.equal(elsewhere.status, 422)
})

test('the preview is the menu that an account of that kind with those rows would see', async () => {
  const id = await added({ kinds: ['platform', 'customer'] })
  await permit(id, { added: ['oven:command', 'product:update'] })
  const ids = (await menus(id)).rows.filter(({ isHeld }) => isHeld).map((row) => row.id)
  const previewed = (await app.ask(roleApi.preview, { kind: 'customer', ids }, { token })).envelope.data
  const { id: customer } = await make.organisation(app, { kind: 'customer' })
  const account = await make.account(app, { role: 'support', organisationId: customer })
  await giveTo(account.id, id)
  const real = (await app.ask(sessionApi.menus, {}, { token: account.token })).envelope.data
  assert.deepEqual(previewed, real)
  const all = (entries: readonly MenuEntry[]): MenuEntry[] =>
    entries.flatMap((entry) => [entry, ...all(entry.childList)])
  const codes = new Set(
    all(real)
      .filter(({ isPermission }) => isPermission === 'Y')
      .map((entry) => entry.operationCode),
  )
  assert.deepEqual(codes, new Set(['', 'oven:view', 'oven:command', 'product:view']))
})

test('the reason why an account lacks a row is shown: its role, the row, a row above it, or the kind of its organisation', async () => {
  const id = await added({ kinds: ['platform', 'customer'] })
  await permit(id, { added: ['oven:view', 'product:update', 'statistics:view'] })
  const { id: customer } = await make.organisation(app, { kind: 'customer' })
  const account = await make.account(app, { role: 'support', organisationId: customer })
  await giveTo(account.id, id)
  const { id: rowId } = await app.db
    .selectFrom('menu')
    .select('id')
    .where('url', '=', '/data/statistics')
    .executeTakeFirstOrThrow()
  await app.ask(menuApi.setEnabled, { id: rowId, enabled: false }, { token })
  const reasons = (await app.ask(roleApi.explain, { accountId: account.id }, { token })).envelope.data
  await app.ask(menuApi.setEnabled, { id: rowId, enabled: true }, { token })
  const of = (code: string) => reasons.find(({ operationCode }) => operationCode === code)?.reason
  assert.deepEqual(
    [of('oven:view'), of('product:update'), of('statistics:view'), of('oven:reset')],
    ['held', 'otherKind', 'rowDisabled', 'notGranted'],
  )
  const reset = reasons.find(({ operationCode }) => operationCode === 'oven:reset')
  assert.deepEqual(
    reset?.above.map(({ enName }) => enName),
    ['Ovens', 'Device list'],
  )
  const outside = await app.ask(roleApi.explain, { accountId: account.id }, { token: dealer.token })
  assert.equal(outside.status, 404)
})

test("the list marks the roles that the caller may change, the caller's own, and the one that holds everything", async () => {
  const flags = async (as: string) => {
    const { list } = (await app.ask(roleApi.list, { pageSize: 80 }, { token: as })).envelope.data
    return (enName: string) => {
      const role = list.find((one) => one.enName === enName)
      return [role?.isOwn, role?.isMine, role?.holdsAll]
    }
  }
  const seen = await flags(token)
  assert.deepEqual(seen('Administrator'), [true, true, true])
  assert.deepEqual(seen('Support'), [true, false, false])
  const dealers = await flags(dealer.token)
  assert.deepEqual(dealers('Distributor administrator'), [false, true, false])
  assert.deepEqual(dealers('Support'), [false, false, false])
})

test('two administrators who demote each other at the same moment leave one', async () => {
  const own = await startTestApp({ roles: ['api'] })
  try {
    const roleId = (await own.db.selectFrom('role').select('id').where('key', '=', 'support').executeTakeFirstOrThrow())
      .id
    const [one, two] = [
      await make.account(own, { role: 'administrator' }),
      await make.account(own, { role: 'administrator' }),
    ]
    await own.db.updateTable('account').set({ enabled: false }).where('account', '=', 'admin').execute()
    const demote = (id: string) => own.db.updateTable('account').set({ roleId }).where('id', '=', id).execute()
    const results = await Promise.allSettled([demote(one.id), demote(two.id)])
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    const disabling = own.db.updateTable('account').set({ enabled: false }).execute()
    await assert.rejects(disabling, /no administrator would remain/)
  } finally {
    await own.stop()
  }
})
