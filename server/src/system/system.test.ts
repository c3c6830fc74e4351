// @both-databases: seeding twice at once is held by locks of the database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { operationCodes } from '@brigade/contract/system/operation-codes.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { testDatabase } from '../testing/database.ts'
import { menuTree, type MenuSeed } from './menu.seed.ts'
import { roleSeeds } from './role.seed.ts'
import { seedSystem } from './system.seed.ts'
import { recordOperation } from './log/record-operation.store.ts'
import { listMenus } from './system.store.ts'

const flat = (rows: readonly MenuSeed[]): MenuSeed[] => rows.flatMap((row) => [row, ...flat(row.children)])
const all = flat(menuTree)
const codesOf = (key: string) =>
  new Set(all.filter((row) => roleSeeds.find((role) => role.key === key)?.holds(row)).map(({ code }) => code))

const seed = (db: Db) => seedSystem({ db, clock: systemClock })
const rowOf = (db: Db, key: string) =>
  db.selectFrom('menu').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
const heldBy = async (db: Db, role: string) => {
  const rows = await db
    .selectFrom('role')
    .innerJoin('roleMenu', 'roleMenu.roleId', 'role.id')
    .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
    .select('menu.key')
    .where('role.key', '=', role)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

test('the menu holds every screen of the specification', () => {
  const routes = [
    '/userList',
    '/userList/UserDetail',
    '/fault/list',
    '/fault/iceDevicelist',
    '/fault/code',
    '/fault/cause',
    '/iceDevice/list',
    '/iceDevice/UninstallList',
    '/iceDevice/coldChain',
    '/iceDevice/list/compare',
    '/iceDevice/list/detail',
    '/product/series',
    '/product/model',
    '/product/model/detail',
    '/product/model/draft',
    '/product/model/setLang',
    '/data/statistics',
    '/data/dataWatch',
    '/data/dataWatchEn',
    '/data/wallSetting',
    '/message/list',
    '/message/push',
    '/customer',
    '/customer/detail',
    '/system/menu',
    '/system/account',
    '/system/role',
    '/system/log',
    '/system/partsPurchase',
    '/fota/firmware',
    '/fota/dtu',
    '/fota/dtu/history',
    '/fota/task',
    '/fota/task/detail',
    '/recipeManage/recipeList',
    '/recipeManage/recipeTypeList',
    '/recipeManage/IngredientsList',
    '/recipeManage/recipeList/RecipeAdd',
    '/recipeManage/recipeList/RecipeEdit',
    '/recipeManage/recipeList/RecipeDetail',
    '/recipeManage/recipeList/RecipeLanguage',
    '/recipeManage/device/list',
    '/recipeManage/device/UninstallList',
    '/recipeManage/device/list/detail',
    '/recipeManage/device/list/compare',
  ]
  const urls = all.map(({ url }) => url).filter((url) => url !== '#')
  assert.deepEqual(urls.toSorted(), routes.toSorted())
})

test('every row has words in both languages, a key of its own, and every group an icon', () => {
  assert.equal(new Set(all.map(({ key }) => key)).size, all.length)
  for (const row of all) {
    assert.match(row.zh, /[一-鿿]/, row.key)
    assert.match(row.en, /^[A-Z][\w ,()-]+$/, row.key)
    if (menuTree.includes(row)) assert.notEqual(row.icon, '', row.key)
    else assert.match(row.code ?? '', /^[a-z-]+:[a-z-]+$/, row.key)
  }
})

test('every code that calls require is in the menu and enabled', () => {
  const open = new Set(all.filter(({ built }) => built).map(({ code }) => code))
  const requested = allEndpoints.map(({ access }) => access).filter((access) => access.includes(':'))
  assert.ok(requested.length > 10)
  assert.deepEqual(
    requested.filter((code) => !open.has(code)),
    [],
  )
})

test('every operation code has words and is in the menu, and every row of the menu has one of them', () => {
  const codes = new Set(all.flatMap(({ code }) => code ?? []))
  assert.deepEqual([...codes].toSorted(), [...operationCodes.keys()].toSorted())
  for (const { noun, verb, kinds } of operationCodes.values()) {
    for (const words of [noun, verb]) assert.match(words.zh, /[一-鿿]/)
    assert.ok(kinds.length > 0)
  }
})

test('roles hold the rights that their work requires', () => {
  assert.equal(codesOf('administrator').size, new Set(all.map(({ code }) => code)).size)
  for (const code of codesOf('auditor')) assert.match(code ?? '', /:view$/)
  assert.equal(codesOf('auditor').has('operation-log:view'), true)
  assert.equal(codesOf('support').has('oven:command'), true)
  assert.equal(codesOf('support').has('oven:remove'), false)
  assert.equal(codesOf('recipe-editor').has('recipe:publish'), true)
  for (const code of ['product-series:remove', 'product:secret', 'thing-model:publish', 'product-language:import'])
    assert.equal(codesOf('product-manager').has(code), true, code)
  for (const code of ['oven:remove', 'firmware-task:create', 'account:create', 'customer:view'])
    assert.equal(codesOf('product-manager').has(code), false, code)
  assert.equal(codesOf('recipe-editor').has('oven:command'), false)
  assert.equal(codesOf('firmware-engineer').has('firmware-task:create'), true)
  assert.equal(codesOf('firmware-engineer').has('firmware-task:approve'), false)
  assert.equal(codesOf('operations').has('firmware-task:approve'), true)
  assert.equal(codesOf('customer-administrator').has('account:create'), true)
  for (const code of ['product:update', 'role:permit', 'menu:update', 'customer:view', 'oven:secret']) {
    assert.equal(codesOf('customer-administrator').has(code), false, code)
  }
})

test('seeding makes the tree once, parents first, with unbuilt screens disabled', async () => {
  await using database = await testDatabase()
  const { db } = database
  await Promise.all([seed(db), seed(db), seed(db)])
  const rows = await listMenus(db)
  assert.equal(rows.length, all.length)
  const seen = new Set<string | null>([null])
  for (const { id, parentId } of rows) {
    assert.ok(seen.has(parentId))
    seen.add(id)
  }
  const roles = await db.selectFrom('role').select('key').execute()
  assert.equal(roles.length, roleSeeds.length)
  assert.deepEqual(
    rows
      .filter(({ enabled, isOperation }) => enabled && !isOperation)
      .map(({ url }) => url)
      .filter((url) => url !== '#')
      .toSorted(),
    [
      '/customer',
      '/customer/detail',
      '/data/dataWatch',
      '/data/dataWatchEn',
      '/data/statistics',
      '/data/wallSetting',
      '/fault/cause',
      '/fault/code',
      '/fault/iceDevicelist',
      '/fault/list',
      '/fota/dtu',
      '/fota/dtu/history',
      '/fota/firmware',
      '/fota/task',
      '/fota/task/detail',
      '/iceDevice/UninstallList',
      '/iceDevice/coldChain',
      '/iceDevice/list',
      '/iceDevice/list/compare',
      '/iceDevice/list/detail',
      '/message/list',
      '/message/push',
      '/product/model',
      '/product/model/detail',
      '/product/model/draft',
      '/product/model/setLang',
      '/product/series',
      '/recipeManage/IngredientsList',
      '/recipeManage/device/UninstallList',
      '/recipeManage/device/list',
      '/recipeManage/device/list/compare',
      '/recipeManage/device/list/detail',
      '/recipeManage/recipeList',
      '/recipeManage/recipeList/RecipeAdd',
      '/recipeManage/recipeList/RecipeDetail',
      '/recipeManage/recipeList/RecipeEdit',
      '/recipeManage/recipeList/RecipeLanguage',
      '/recipeManage/recipeTypeList',
      '/system/account',
      '/system/log',
      '/system/menu',
      '/system/partsPurchase',
      '/system/role',
      '/userList',
      '/userList/UserDetail',
    ],
  )
  assert.deepEqual(await heldBy(db, 'administrator'), new Set(), 'the administrator holds everything without rows')
  const support = roleSeeds.find(({ key }) => key === 'support')
  assert.deepEqual(
    await heldBy(db, 'support'),
    new Set(all.filter((row) => row.code !== null && support?.holds(row)).map(({ key }) => key)),
  )
})

test('changes that a person made to names, states and roles stay at the next start', async () => {
  await using database = await testDatabase()
  const { db } = database
  await seed(db)
  await db.updateTable('menu').set({ name: '我的烤箱', enabled: false }).where('key', '=', 'oven.list').execute()
  const { id } = await rowOf(db, 'oven.detail/oven:command')
  await db.deleteFrom('roleMenu').where('menuId', '=', id).execute()
  await db.updateTable('role').set({ name: '一线客服', enabled: false }).where('key', '=', 'support').execute()
  await seed(db)
  const row = await rowOf(db, 'oven.list')
  assert.deepEqual([row.name, row.enName, row.enabled], ['我的烤箱', 'Device list', false])
  assert.equal((await heldBy(db, 'support')).has('oven.detail/oven:command'), false)
  const role = await db.selectFrom('role').selectAll().where('key', '=', 'support').executeTakeFirstOrThrow()
  assert.deepEqual([role.name, role.enabled], ['一线客服', false])
})

test('a version that builds a screen enables it, but not where a person had disabled it', async () => {
  await using database = await testDatabase()
  const { db } = database
  await seed(db)
  // The rows in the state of an older version: not built, and one of them disabled by a person after it had been
  // enabled.
  const older = async (key: string, seededEnabled: boolean) => {
    const { seeded } = await rowOf(db, key)
    assert.ok(seeded)
    const before = JSON.stringify({ ...seeded, enabled: seededEnabled, enName: 'Old name' })
    await db
      .updateTable('menu')
      .set({ enabled: false, enName: 'Old name', seeded: before })
      .where('key', '=', key)
      .execute()
  }
  await older('oven.list', false)
  await older('cooler.list', true)
  await seed(db)
  const [ovens, coolers] = [await rowOf(db, 'oven.list'), await rowOf(db, 'cooler.list')]
  assert.deepEqual([ovens.enabled, ovens.enName], [true, 'Device list'])
  assert.deepEqual([coolers.enabled, coolers.enName], [false, 'Device list'])
})

test('a row that a version adds is granted to the roles that hold it', async () => {
  await using database = await testDatabase()
  const { db } = database
  await seed(db)
  await db.deleteFrom('menu').where('key', '=', 'oven.detail').execute()
  await seed(db)
  const row = await rowOf(db, 'oven.detail/oven:command')
  assert.equal(row.level, 4)
  assert.equal((await heldBy(db, 'support')).has('oven.detail/oven:command'), true)
  assert.equal((await heldBy(db, 'auditor')).has('oven.detail/oven:command'), false)
})

test('the operation log accepts any text that a request may contain', async () => {
  await using database = await testDatabase()
  const { db } = database
  const request = { note: 'a\0b \ud83d \\u0000 中文', list: ['\0'] }
  await recordOperation(db, {
    operationId: '00000000-0000-4000-8000-000000000001',
    time: Date.now(),
    actor: null,
    address: '::1',
    module: 'session',
    operation: 'signIn',
    method: 'POST',
    path: '/api/account/login',
    durationMs: 3,
    code: 422,
    success: false,
    request,
    response: undefined,
  })
  const row = await db
    .selectFrom('operationLog')
    .innerJoin('operationBody', 'operationBody.operationId', 'operationLog.operationId')
    .select(['account', 'accountId', 'request', 'response'])
    .executeTakeFirstOrThrow()
  assert.deepEqual(row.request, { note: 'ab \ufffd \\u0000 中文', list: [''] })
  assert.deepEqual([row.account, row.accountId, row.response], ['', null, null])
})
