import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import type { RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { make } from '../../testing/make.ts'
import { testPassword, type MadeAccount } from '../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

/** Revoking a role's codes, or lowering its requirements, needs as much as granting them (0125). */

let app: TestApp
let admin: MadeAccount
/** This account holds every code about roles and menus, and none of those that the roles of these tests give. */
let narrow: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
  const verbs = ['view', 'create', 'update', 'set-enabled', 'remove', 'permit'].map((verb) => `role:${verb}`)
  const menus = ['view', 'update', 'set-enabled'].map((verb) => `menu:${verb}`)
  narrow = await make.account(app, { operationCodes: [...verbs, ...menus] })
})
after(() => app.stop())

const roleOf = async (id: string) =>
  (await app.db.selectFrom('account').select('roleId').where('id', '=', id).executeTakeFirstOrThrow()).roleId ?? ''
const roleOfKey = async (key: string) =>
  (await app.db.selectFrom('role').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
const detail = async (id: string): Promise<RoleRow> => (await app.ask(roleApi.detail, { id }, admin)).envelope.data
const keyOf = ({ status, envelope }: { status: number; envelope: { data: { key?: string } | null } }) => [
  status,
  envelope.data?.key,
]
const refusedAsStronger = [403, 'role.stronger']

async function save(id: string, change: Partial<RoleRow> & { password?: string }, by: MadeAccount) {
  const { name, enName, description, enDescription, kinds, requiresTwoStep, updatedAt } = await detail(id)
  const { password, ...rest } = { name, enName, description, enDescription, kinds, requiresTwoStep, ...change }
  return app.ask(
    roleApi.update,
    {
      id,
      updatedAt,
      name: rest.name,
      enName: rest.enName,
      description: rest.description,
      enDescription: rest.enDescription,
      kinds: rest.kinds,
      requiresTwoStep: rest.requiresTwoStep,
      ...(password === undefined ? {} : { password }),
    },
    by,
  )
}

async function take(id: string, code: string, by: MadeAccount) {
  const { updatedAt, rows } = (await app.ask(roleApi.menus, { id }, admin)).envelope.data
  const removed = rows.filter(({ operationCode }) => operationCode === code).map((row) => row.id)
  return app.ask(roleApi.updateMenus, { id, updatedAt, added: [], removed }, by)
}

test('a role is disabled, emptied or deleted only by who holds all that it gives', async () => {
  const id = await roleOf((await make.account(app, { operationCodes: ['oven:view', 'oven:reset', 'role:view'] })).id)
  const refused = await app.ask(roleApi.setEnabled, { id, enabled: false }, narrow)
  assert.deepEqual(keyOf(refused), refusedAsStronger)
  assert.match(refused.envelope.msg, /oven:reset, oven:view/)
  assert.deepEqual(keyOf(await take(id, 'oven:reset', narrow)), refusedAsStronger)
  assert.equal((await take(id, 'role:view', narrow)).status, 200, 'what the caller holds is taken')
  const names = { name: '没人用', enName: 'Used by nobody', kinds: ['platform' as const] }
  const free = (await app.ask(roleApi.add, { ...names, copyOf: id }, admin)).envelope.data.id
  assert.deepEqual(keyOf(await app.ask(roleApi.remove, { ids: [free] }, narrow)), refusedAsStronger)
  assert.equal((await detail(id)).enabled, true)
  for (const ids of [[free]]) assert.equal((await app.ask(roleApi.remove, { ids }, admin)).status, 200)
})

test('restoring a role takes nothing from it that the caller lacks', async () => {
  const id = await roleOfKey('auditor')
  const { updatedAt, rows } = (await app.ask(roleApi.menus, { id }, admin)).envelope.data
  const added = rows.filter(({ operationCode }) => operationCode === 'oven:reset').map((row) => row.id)
  assert.equal((await app.ask(roleApi.updateMenus, { id, updatedAt, added, removed: [] }, admin)).status, 200)
  assert.deepEqual(keyOf(await app.ask(roleApi.restore, { id }, narrow)), refusedAsStronger)
  assert.equal((await app.ask(roleApi.restore, { id }, admin)).status, 200)
})

test('a row of the menu is disabled, moved away or given another code only by who holds its code', async () => {
  const find = async () => {
    const rows = await app.db.selectFrom('menu').selectAll().where('operationCode', '=', 'oven:reset').execute()
    const [row] = rows
    assert.ok(row)
    return row
  }
  const row = await find()
  assert.deepEqual(keyOf(await app.ask(menuApi.setEnabled, { id: row.id, enabled: false }, narrow)), refusedAsStronger)
  const parentId = row.parentId ?? ''
  assert.deepEqual(
    keyOf(await app.ask(menuApi.setEnabled, { id: parentId, enabled: false }, narrow)),
    refusedAsStronger,
  )
  const { name, enName, url, isMainMenu, isOperation, updatedAt } = row
  const recoded = { id: row.id, name, enName, url, isMainMenu, isOperation, operationCode: 'role:view', updatedAt }
  assert.deepEqual(keyOf(await app.ask(menuApi.update, recoded, narrow)), refusedAsStronger)
  assert.deepEqual([(await find()).enabled, (await find()).operationCode], [true, 'oven:reset'])
})

test('requiring two-step sign-in is lowered only by who holds all that the role gives, and raised by anybody who edits it', async () => {
  const id = await roleOf((await make.account(app, { operationCodes: ['oven:reset'] })).id)
  assert.equal((await save(id, { requiresTwoStep: true }, narrow)).status, 200)
  assert.deepEqual(keyOf(await save(id, { requiresTwoStep: false }, narrow)), refusedAsStronger)
  assert.equal((await detail(id)).requiresTwoStep, true)
  assert.equal((await save(id, { description: '改了' }, narrow)).status, 200)
  assert.equal((await save(id, { requiresTwoStep: false }, admin)).status, 200)
  assert.equal((await detail(id)).requiresTwoStep, false)
})

test('that administrators need no second step any more wants the password of one, and reaches all others', async () => {
  const id = await roleOfKey('administrator')
  const other = await make.account(app, { role: 'administrator' })
  assert.equal((await save(id, { requiresTwoStep: true }, admin)).status, 200)
  assert.deepEqual(keyOf(await save(id, { requiresTwoStep: false, password: testPassword }, narrow)), refusedAsStronger)
  for (const password of [undefined, 'Wrong2026']) {
    const { status, envelope } = await save(id, { requiresTwoStep: false, ...(password ? { password } : {}) }, admin)
    assert.deepEqual([status, Object.keys(envelope.data?.fields ?? {})], [422, ['password']])
  }
  assert.equal((await detail(id)).requiresTwoStep, true)
  assert.equal((await save(id, { requiresTwoStep: false, password: testPassword }, admin)).status, 200)
  const titles = async ({ token }: MadeAccount) =>
    (await app.ask(messageApi.bell, {}, { token })).envelope.data.list.map(({ words }) => words.en.title)
  const title = 'Administrators need no two-step sign-in any more'
  await until('the others to be told', async () => (await titles(other)).includes(title))
  assert.ok(!(await titles(admin)).includes(title))
})
