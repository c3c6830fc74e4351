import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import type { MenuNode } from '@brigade/contract/system/menu/menu.model.ts'
import { z } from 'zod'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { watchLive } from '../../testing/watch-live.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

const flat = (rows: readonly MenuNode[]): MenuNode[] => rows.flatMap((row) => [row, ...flat(row.childList)])
const tree = async () => (await app.ask(menuApi.tree, {}, { token })).envelope.data
const rowNamed = async (enName: string) => {
  const row = flat(await tree()).find((each) => each.enName === enName)
  assert.ok(row, enName)
  return row
}
const rowAt = async (url: string) => {
  const row = flat(await tree()).find((each) => each.url === url)
  assert.ok(row, url)
  return row
}
const draft = (change: Partial<RequestOf<typeof menuApi.add>> = {}) => ({
  parentId: null,
  name: '帮助',
  enName: 'Help',
  url: 'https://help.example.com/',
  isMainMenu: true,
  isOperation: false,
  ...change,
})
const add = async (change: Partial<RequestOf<typeof menuApi.add>> = {}) =>
  (await app.ask(menuApi.add, draft(change), { token })).envelope.data.id
const change = ({ id, name, enName, icon, url, isMainMenu, isOperation, operationCode, updatedAt }: MenuNode) => ({
  id,
  name,
  enName,
  url,
  isMainMenu,
  isOperation,
  operationCode,
  updatedAt,
  icon: icon === 'data' ? ('data' as const) : ('' as const),
})
const setEnabled = (id: string, enabled: boolean) => app.ask(menuApi.setEnabled, { id, enabled }, { token })
const keyOf = ({ envelope }: { envelope: { msg: string } }) => envelope.msg

test('the tree has every row with its children, in order, and shows what can be done with each', async () => {
  const rows = await tree()
  assert.deepEqual(rows.map(({ enName }) => enName).slice(0, 3), ['Data', 'Ovens', 'Refrigeration'])
  const system = rows.at(-1)
  assert.deepEqual([system?.enName, system?.isNeeded, system?.level], ['System', true, 1])
  const statistics = await rowAt('/data/statistics')
  assert.deepEqual([statistics.isUnbuilt, statistics.isSeeded, statistics.isChanged], [false, true, false])
  for (const row of flat(rows)) for (const child of row.childList) assert.equal(child.level, row.level + 1)
})

test('a row that a person adds is the last under its parent, in both languages, and everybody who holds it sees it at once', async () => {
  const watching = await make.account(app, { role: 'administrator' })
  const stream = await watchLive(app.url, sessionApi.menusLive, {}, watching.token)
  const first = await stream.next()
  const id = await add()
  const next = await stream.nextThat(({ version }) => version !== first?.version)
  assert.notEqual(next.version, first?.version)
  await stream.leave()
  const own = (await app.ask(sessionApi.menus, {}, { token: watching.token })).envelope.data
  const entry = own.at(-1)
  assert.deepEqual(
    [entry?.id, entry?.name, entry?.enName, entry?.url, entry?.isPermission, entry?.state],
    [id, '帮助', 'Help', 'https://help.example.com/', 'Y', 'Y'],
  )
  assert.equal((await app.ask(menuApi.remove, { id }, { token })).status, 200)
  assert.equal((await app.ask(menuApi.detail, { id }, { token })).status, 404)
})

test('an address is a screen of the console, https or #; a button has a code, no address and no place in the side menu', async () => {
  const fieldsOf = async (wrong: Partial<RequestOf<typeof menuApi.add>>) => {
    const { status, envelope } = await app.ask(menuApi.add, draft(wrong), { token })
    assert.equal(status, 422)
    return Object.keys(z.object({ fields: z.record(z.string(), z.string()) }).parse(envelope.data).fields)
  }
  assert.deepEqual(await fieldsOf({ url: '/nowhere' }), ['url'])
  assert.deepEqual(await fieldsOf({ url: 'http://plain.example.com' }), ['url'])
  assert.deepEqual(await fieldsOf({ url: 'javascript:alert(1)' }), ['url'])
  assert.deepEqual(await fieldsOf({ operationCode: 'oven:fly' }), ['operationCode'])
  assert.deepEqual(await fieldsOf({ parentId: '999999' }), ['parentId'])
  assert.deepEqual((await fieldsOf({ isOperation: true })).toSorted(), ['isMainMenu', 'operationCode', 'url'])
})

test('the stream of the own menu reports that the own inbox changed, and not that another one did', async () => {
  const [reader, other] = [await make.account(app, { role: 'support' }), await make.account(app, { role: 'support' })]
  const stream = await watchLive(app.url, sessionApi.menusLive, {}, reader.token)
  assert.equal((await stream.next())?.inbox, 0)
  for (const { id } of [other, reader]) await notifyOnCommit(app.db, 'live', { inbox: [id] })
  assert.equal((await stream.next())?.inbox, 1)
  await stream.leave()
})

test('the menu has at most five levels, and a button has no children', async () => {
  const ids = [await add({ url: '#' })]
  for (let level = 2; level <= 5; level += 1) ids.push(await add({ url: '#', parentId: ids.at(-1) ?? null }))
  const sixth = await app.ask(menuApi.add, draft({ parentId: ids.at(-1) ?? null }), { token })
  assert.equal(sixth.status, 422)
  assert.match(keyOf(sixth), /at most 5 levels/)
  const button = flat(await tree()).find(({ isOperation }) => isOperation)
  const under = await app.ask(menuApi.add, draft({ parentId: button?.id ?? null }), { token })
  assert.equal(under.status, 422)
  assert.equal((await app.ask(menuApi.remove, { id: ids[0] ?? '' }, { token })).status, 200)
})

test('the second of two who edit one row is refused, and nothing is lost', async () => {
  const id = await add({ enName: 'Twice' })
  const row = await rowNamed('Twice')
  const edits = await Promise.all(
    ['One', 'Two'].map((enName) => app.ask(menuApi.update, { ...change(row), enName }, { token })),
  )
  assert.deepEqual(
    edits.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  await app.ask(menuApi.remove, { id }, { token })
})

test('a disabled row takes its codes from everybody at their next request, and the affected accounts are shown before', async () => {
  const support = await make.account(app, { role: 'support' })
  const command = flat(await tree()).filter(({ operationCode }) => operationCode === 'oven:command')
  const screen = await rowAt('/recipeManage/device/list')
  assert.equal(command.length, 1)
  const impact = (await app.ask(menuApi.impact, { id: screen.id }, { token })).envelope.data
  assert.equal(impact.codes.find(({ code }) => code === 'oven:command') !== undefined, true)
  assert.ok(impact.accounts >= 2 && impact.roles >= 2 && impact.sessions >= 1)
  const mayView = impact.codes.some(({ code }) => code === 'oven:view')
  assert.equal(mayView, false, 'another screen gives the code of viewing too')
  const held = async () => {
    const rows: MenuEntry[] = (await app.ask(sessionApi.menus, {}, { token: support.token })).envelope.data
    const all = (entries: readonly MenuEntry[]): MenuEntry[] =>
      entries.flatMap((entry) => [entry, ...all(entry.childList)])
    return all(rows).some(
      ({ operationCode, isPermission, state }) =>
        operationCode === 'oven:command' && isPermission === 'Y' && state === 'Y',
    )
  }
  assert.equal(await held(), true)
  assert.equal((await setEnabled(screen.id, false)).status, 200)
  assert.equal(await held(), false)
  assert.equal((await setEnabled(screen.id, true)).status, 200)
  assert.equal(await held(), true)
})

test('an account that lacks a code cannot give it back: by enabling a row or one above it, by restoring, or by moving it', async () => {
  const codes = ['menu:view', 'menu:update', 'menu:set-enabled', 'product-series:view']
  const keeper = await make.account(app, { operationCodes: codes })
  const as = { token: keeper.token }
  const enable = async (id: string) => (await app.ask(menuApi.setEnabled, { id, enabled: true }, as)).envelope
  const [locked, button] = [await rowAt('/product/model'), await rowAt('/product/series')]
  const products = (await tree()).find(({ enName }) => enName === 'Products')
  assert.ok(products)
  await setEnabled(locked.id, false)
  assert.equal((await enable(locked.id)).data?.key, 'role.notHeld')
  const restored = await app.ask(menuApi.restore, { ids: [locked.id] }, as)
  assert.deepEqual([restored.status, restored.envelope.data.key], [403, 'role.notHeld'])
  await setEnabled(locked.id, true)
  // The branch is disabled as a whole: rows that its top row enables count, and so do rows that are moved out of it.
  await setEnabled(products.id, false)
  assert.equal((await enable(products.id)).data?.key, 'role.notHeld')
  const before = (await tree()).map(({ id }) => id)
  const move = { parentId: null, before, ids: [...before, locked.id] }
  assert.equal((await app.ask(menuApi.sort, move, as)).envelope.data?.key, 'role.notHeld')
  await setEnabled(products.id, true)
  const taking = await app.ask(menuApi.setEnabled, { id: button.id, enabled: false }, as)
  assert.deepEqual([taking.status, taking.envelope.data?.key], [403, 'role.stronger'], 'nor can it take one away')
  assert.equal((await setEnabled(button.id, false)).status, 200)
  assert.equal((await app.ask(menuApi.restore, {}, { token })).status, 200, 'an administrator holds disabled rows too')
  assert.equal((await rowAt('/product/series')).enabled, true)
})

test('rows that administration needs stay enabled and in place; rows of the product are not deleted', async () => {
  const [menus, system] = [await rowAt('/system/menu'), (await tree()).at(-1)]
  assert.equal((await setEnabled(menus.id, false)).status, 422)
  assert.equal((await setEnabled(system?.id ?? '', false)).status, 422)
  const moved = await app.ask(menuApi.update, { ...change(menus), url: '#' }, { token })
  assert.equal(moved.status, 422)
  const series = await rowAt('/product/series')
  assert.equal((await app.ask(menuApi.remove, { id: series.id }, { token })).status, 422)
})

test('rows are ordered and moved with all under them; an order made from an old sight is refused', async () => {
  const parent = (await tree()).find(({ enName }) => enName === 'Products')
  assert.ok(parent)
  const before = parent.childList.map(({ id }) => id)
  const reversed = before.toReversed()
  const sort = (ids: string[], seen: string[]) =>
    app.ask(menuApi.sort, { parentId: parent.id, before: seen, ids }, { token })
  const both = await Promise.all([sort(reversed, before), sort(reversed, before)])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const help = await add({ enName: 'Guides', url: '#' })
  const child = await add({ enName: 'Guide', parentId: help })
  assert.equal((await sort([help, ...reversed], reversed)).status, 200)
  const now = await rowNamed('Products')
  assert.deepEqual(
    now.childList.map(({ id }) => id),
    [help, ...reversed],
  )
  assert.deepEqual([now.childList[0]?.level, now.childList[0]?.childList[0]?.level], [2, 3])
  const ownChild = await app.ask(menuApi.sort, { parentId: child, before: [], ids: [help] }, { token })
  assert.equal(ownChild.status, 422)
  await app.ask(menuApi.remove, { id: help }, { token })
  assert.equal((await app.ask(menuApi.restore, {}, { token })).status, 200)
  assert.deepEqual(
    (await rowNamed('Products')).childList.map(({ id }) => id),
    before,
  )
})

test("restoring resets the rows that differ from the product's, and leaves rows that people made", async () => {
  const row = await rowAt('/product/series')
  const id = await add({ enName: 'Mine' })
  await app.ask(menuApi.update, { ...change(row), name: '我的系列' }, { token })
  await setEnabled(row.id, false)
  assert.equal((await rowAt('/product/series')).isChanged, true)
  const wrong = await app.ask(menuApi.restore, { ids: [id] }, { token })
  assert.equal(wrong.status, 422)
  const { restored } = (await app.ask(menuApi.restore, { ids: [row.id] }, { token })).envelope.data
  const now = await rowAt('/product/series')
  assert.deepEqual([restored, now.name, now.enabled, now.isChanged], [1, row.name, true, false])
  await app.ask(menuApi.remove, { id }, { token })
})

test('the flat list finds rows by name, address and code, and pages', async () => {
  const ask = async (query: RequestOf<typeof menuApi.list>) =>
    (await app.ask(menuApi.list, query, { token })).envelope.data
  const found = await ask({ keyword: 'oven:reset' })
  assert.deepEqual([...new Set(found.list.map(({ operationCode }) => operationCode))], ['oven:reset'])
  assert.equal((await ask({ keyword: '菜谱分类' })).list[0]?.url, '/recipeManage/recipeTypeList')
  const [one, two] = [await ask({ pageSize: 10 }), await ask({ pageSize: 10, pageNum: 2 })]
  const ids = new Set([...one.list, ...two.list].map(({ id }) => id))
  assert.deepEqual([ids.size, one.total], [20, flat(await tree()).length])
})

test('each operation code has words, the rows that carry it, and the calls that require it', async () => {
  const codes = (await app.ask(menuApi.codes, {}, { token })).envelope.data
  const command = codes.find(({ code }) => code === 'oven:command')
  assert.deepEqual(command?.verb, { en: 'Send commands', zh: '下发指令' })
  assert.ok((command?.rows.length ?? 0) > 0 && (command?.calls.length ?? 0) > 0)
  const narrowed = (await app.ask(menuApi.codes, { keyword: '下发' }, { token })).envelope.data
  assert.deepEqual(narrowed.map(({ code }) => code).toSorted(), ['cooler:command', 'oven:command', 'recipe:send'])
})

test('menus are the platform’s: the staff of others neither see nor change them, whatever their role holds', async () => {
  const { id: distributor } = await make.organisation(app, { kind: 'distributor' })
  const staff = await make.account(app, { role: 'administrator', organisationId: distributor })
  assert.equal((await app.ask(menuApi.tree, {}, { token: staff.token })).envelope.code, 102)
  assert.equal((await app.ask(menuApi.add, draft(), { token: staff.token })).envelope.code, 102)
})
