import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoleMenuRow } from '@brigade/contract/system/role/role.model.ts'
import {
  differenceOf,
  heldIn,
  levelOf,
  levelsOf,
  lockOf,
  permissionTree,
  shownRows,
  sumOf,
  withLevel,
  withOwnChange,
  withToggled,
} from './permission-rules.ts'

const row = (id: string, parentId: string | null, code: string, change: Partial<RoleMenuRow> = {}): RoleMenuRow => ({
  id,
  parentId,
  name: id,
  enName: id,
  level: 1,
  operationCode: code,
  isOperation: id.includes('.'),
  isMainMenu: !id.includes('.'),
  isOpen: true,
  isHeld: false,
  isLocked: false,
  kinds: ['platform'],
  ...change,
})

const rows = [
  row('ovens', null, ''),
  row('list', 'ovens', 'oven:view'),
  row('list.add', 'list', 'oven:create'),
  row('list.export', 'list', 'oven:export'),
  row('page', 'list', 'oven:view', { isMainMenu: false }),
  row('page.send', 'page', 'oven:command'),
  row('stock', 'ovens', 'oven:view'),
  row('stock.add', 'stock', 'oven:create'),
  row('menus', null, 'menu:view', { kinds: [] }),
]
const tree = permissionTree(rows)
const anything = { mayAdd: () => true, mayRemove: () => true }
const of = (id: string): RoleMenuRow => tree.byId.get(id) ?? row('', null, '')
const ids = (ticks: Iterable<string>): string[] => [...ticks].toSorted()
const screens = ['list', 'page', 'stock']
const none: ReadonlySet<string> = new Set()

test('a button brings every screen above it along, and the other rows of each code', () => {
  assert.deepEqual(ids(withToggled(tree, none, of('page.send'), anything)), [
    ...screens.slice(0, 2),
    'page.send',
    'stock',
  ])
  assert.deepEqual(ids(withToggled(tree, none, of('list.add'), anything)), ids([...screens, 'list.add', 'stock.add']))
})

test('removing a screen removes its code everywhere, and everything under it', () => {
  const all = withLevel(tree, none, of('ovens'), 'all', anything)
  assert.equal(all.size, 7)
  assert.deepEqual(ids(withLevel(tree, all, of('stock'), 'none', anything)), [])
  const rest = withToggled(tree, all, of('list.add'), anything)
  assert.deepEqual(ids(rest), ids([...screens, 'list.export', 'page.send']))
})

test('a branch can be set to nothing, to view or to everything, and its current setting is shown', () => {
  assert.deepEqual(
    [levelsOf(tree, of('ovens')), levelsOf(tree, of('menus'))],
    [
      ['none', 'view', 'all'],
      ['none', 'all'],
    ],
  )
  const levels = (['view', 'all', 'none'] as const).map((level) => {
    const ticks = withLevel(tree, new Set(['list', 'page', 'stock', 'list.export']), of('ovens'), level, anything)
    return [ids(ticks).length, levelOf(tree, ticks, of('ovens'), anything)]
  })
  assert.deepEqual(levels, [
    [3, 'view'],
    [7, 'all'],
    [0, 'none'],
  ])
  assert.equal(levelOf(tree, new Set(['list', 'page', 'stock', 'list.export']), of('ovens'), anything), null)
})

test('a row that counts for none of the kinds of the role is granted only on purpose', () => {
  assert.deepEqual(sumOf(tree, none, of('menus')), { held: 0, of: 0 })
  const above = permissionTree([
    row('top', null, ''),
    row('a', 'top', 'a:view'),
    row('b', 'top', 'b:view', { kinds: [] }),
  ])
  const top = above.byId.get('top') ?? row('', null, '')
  assert.deepEqual(ids(withLevel(above, none, top, 'all', anything)), ['a'])
  assert.deepEqual(ids(withToggled(tree, none, of('menus'), anything)), ['menus'])
})

test('a row that the person lacks is left out and locked, alone or as a companion; held ones may be granted', () => {
  const mayAdd = ({ operationCode }: RoleMenuRow) => operationCode !== 'oven:create'
  const limits = { mayAdd, mayRemove: () => true }
  const all = withLevel(tree, none, of('ovens'), 'all', limits)
  assert.deepEqual(ids(all), ids([...screens, 'list.export', 'page.send']))
  assert.equal(levelOf(tree, all, of('ovens'), limits), 'all')
  assert.equal(lockOf(tree, all, of('list.add'), limits), 'lacking')
  const noScreen = { mayAdd: ({ operationCode }: RoleMenuRow) => operationCode !== 'oven:view', mayRemove: () => true }
  assert.equal(lockOf(tree, none, of('page.send'), noScreen), 'lacking')
  const held = new Set([...screens, 'list.add', 'stock.add'])
  assert.equal(lockOf(tree, held, of('list.add'), limits), undefined)
  assert.deepEqual(ids(withToggled(tree, held, of('list.add'), limits)), screens)
})

test('no right is removed from the own role', () => {
  const limits = { mayAdd: () => true, mayRemove: () => false }
  const held = new Set(['menus'])
  assert.equal(lockOf(tree, held, of('menus'), limits), 'own')
  assert.deepEqual(ids(withLevel(tree, held, of('menus'), 'none', limits)), ['menus'])
})

test('a box that is half checked becomes whole, and empty from there', () => {
  const half = new Set(screens)
  const whole = withToggled(tree, half, of('ovens'), anything)
  assert.deepEqual(sumOf(tree, half, of('ovens')), { held: 3, of: 7 })
  assert.equal(whole.size, 7)
  assert.equal(withToggled(tree, whole, of('ovens'), anything).size, 0)
})

test('changes saved by somebody else meanwhile and own ticks are both kept', () => {
  const before = new Set(['menus'])
  const now = new Set(screens)
  const theirs = new Set(['menus', ...screens, 'list.export'])
  const merged = withOwnChange(tree, theirs, { before, now }, anything)
  assert.deepEqual(ids(merged), ids([...screens, 'list.export']))
  const { added, removed } = differenceOf(tree, theirs, merged)
  assert.deepEqual([added, removed.map(({ id }) => id)], [[], ['menus']])
  assert.deepEqual(heldIn(rows.map((one) => ({ ...one, isHeld: one.id === 'list' }))), ['list'])
})

test('a search shows its matches with everything above and below', () => {
  const shown = shownRows(tree, ({ id }) => id === 'page')
  assert.deepEqual(ids(shown), ['list', 'ovens', 'page', 'page.send'])
})
