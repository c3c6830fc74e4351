import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MenuNode } from '@brigade/contract/system/menu/menu.model.ts'
import {
  allRows,
  disabledAbove,
  matches,
  moveBeside,
  moved,
  orderFor,
  parentsFor,
  placeOf,
  rowOf,
} from './menu-tree.ts'

function row(id: string, childList: MenuNode[] = [], own: Partial<MenuNode> = {}): MenuNode {
  return {
    id,
    parentId: null,
    name: `名称 ${id}`,
    enName: `Name ${id}`,
    icon: '',
    url: '#',
    level: 1,
    isMainMenu: true,
    isOperation: false,
    operationCode: '',
    enabled: true,
    isNeeded: false,
    isSeeded: true,
    isChanged: false,
    isUnbuilt: false,
    updatedAt: '2026-01-01T00:00:00.000Z',
    childList,
    ...own,
  }
}
const under = (parentId: string | null, level: number, nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.map((node) => ({ ...node, parentId, level, childList: under(node.id, level + 1, node.childList) }))

const button = row('edit', [], { isOperation: true, operationCode: 'oven:update' })
const list = row('list', [button], { url: '/ovens' })
const tree = under(null, 1, [row('data', [row('wall')]), row('ovens', [list, row('spare')]), row('help')])
const shape = (nodes: readonly MenuNode[]) =>
  allRows(nodes).map(({ id, parentId, level }) => `${level} ${parentId ?? ''}/${id}`)

test('moves a row among those beside it, and sends them as seen and as they shall be', () => {
  const move = moveBeside(tree, 'help', 0)
  assert.deepEqual(move, { id: 'help', parentId: null, before: 'data' })
  assert.deepEqual(orderFor(tree, move), {
    parentId: null,
    before: ['data', 'ovens', 'help'],
    ids: ['help', 'data', 'ovens'],
  })
  assert.deepEqual(
    moved(tree, move).map(({ id }) => id),
    ['help', 'data', 'ovens'],
  )
})

test('moves a row with all under it to another parent, and back to its place', () => {
  const back = placeOf(tree, 'list')
  assert.deepEqual(back, { parentId: 'ovens', before: 'spare' })
  const away = moved(tree, { id: 'list', parentId: 'wall', before: null })
  assert.deepEqual(shape(away), [
    '1 /data',
    '2 data/wall',
    '3 wall/list',
    '4 list/edit',
    '1 /ovens',
    '2 ovens/spare',
    '1 /help',
  ])
  assert.deepEqual(shape(moved(away, { id: 'list', ...back })), shape(tree))
})

test('a move twice is a move once; one that lost its row or parent changes nothing', () => {
  const move = { id: 'help', parentId: 'ovens', before: 'list' }
  const once = moved(tree, move)
  assert.deepEqual(shape(moved(once, move)), shape(once))
  assert.equal(moved(tree, { id: 'gone', parentId: null, before: null }), tree)
  assert.equal(moved(tree, { id: 'help', parentId: 'gone', before: null }), tree)
  assert.equal(moved(tree, { id: 'ovens', parentId: 'list', before: null }), tree, 'not under itself')
})

test('the possible parents are rows that are no button, outside the branch, and within five levels', () => {
  assert.deepEqual(
    parentsFor(tree, 'ovens').map(({ id }) => id),
    ['data', 'wall', 'help'],
  )
  const deep = under(null, 1, [row('a', [row('b', [row('c', [row('d', [row('e')])])])]), row('f', [row('g')])])
  assert.deepEqual(
    parentsFor(deep, 'f').map(({ id }) => id),
    ['a', 'b', 'c'],
  )
})

test('finds rows by both names, the address and the code, and by their state', () => {
  const found = (filter: Parameters<typeof matches>[0]) =>
    allRows(tree)
      .filter(matches(filter))
      .map(({ id }) => id)
  assert.deepEqual(found({ keyword: ' OVEN:up ' }), ['edit'])
  assert.deepEqual(found({ keyword: '名称 wall' }), ['wall'])
  assert.deepEqual(found({ keyword: '/ovens' }), ['list'])
  assert.deepEqual(found({ isOperation: true }), ['edit'])
  assert.deepEqual(found({ isChanged: true }), [])
})

test('names the row above that is disabled', () => {
  const [data, ...rest] = tree
  assert.ok(data)
  const off = [{ ...data, enabled: false }, ...rest]
  assert.equal(disabledAbove(off, 'wall')?.id, 'data')
  assert.equal(disabledAbove(off, 'data'), undefined)
  assert.equal(rowOf(off, 'nowhere'), undefined)
})
