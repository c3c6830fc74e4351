import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { branchesUnder, fixedSource, folded, hitsIn, optionSource, pathIn, treeSource } from './cascade-source.ts'

const tree = [
  {
    value: '1',
    label: 'Zhejiang',
    children: [
      {
        value: '2',
        label: 'Hangzhou',
        children: [
          { value: '3', label: 'Xihu District' },
          { value: '1', label: 'Hangzhou Bay' },
        ],
      },
      { value: '4', label: 'Lüliang' },
    ],
  },
  { value: '2', label: "Xi'an", children: [{ value: '3', label: 'New Xihu' }] },
]
const labels = (path: readonly { label: string }[]) => path.map(({ label }) => label)
const client = new QueryClient()

test('the entries under a path are read level by level, and none under a path that does not exist', () => {
  assert.deepEqual(labels(branchesUnder(tree, [])), ['Zhejiang', "Xi'an"])
  assert.deepEqual(labels(branchesUnder(tree, ['1', '2'])), ['Xihu District', 'Hangzhou Bay'])
  assert.deepEqual(branchesUnder(tree, ['1', '9']), [])
})

test('a value is searched at its own level, within the levels given above it', () => {
  assert.deepEqual(labels(pathIn(tree, ['2'])), ["Xi'an"])
  assert.deepEqual(labels(pathIn(tree, ['1', '2'])), ['Zhejiang', 'Hangzhou'])
  assert.deepEqual(labels(pathIn(tree, ['2', '3'])), ["Xi'an", 'New Xihu'])
  assert.deepEqual(labels(pathIn(tree, ['', '', '3'])), ['Zhejiang', 'Hangzhou', 'Xihu District'])
  assert.deepEqual(labels(pathIn(tree, ['', '3'])), ["Xi'an", 'New Xihu'])
  assert.deepEqual(pathIn(tree, ['9']), [])
  assert.deepEqual(pathIn(tree, []), [])
})

test('marks, case, apostrophes and spaces do not count where a name is looked for', () => {
  assert.equal(folded("Xi'an Lü"), 'xianlu')
  assert.deepEqual(labels(hitsIn(tree, 'XIAN')), ["Xi'an"])
  assert.deepEqual(labels(hitsIn(tree, 'luliang')), ['Lüliang'])
  assert.deepEqual(hitsIn(tree, '  '), [])
})

test('names that begin with the text are first, each with its path', () => {
  assert.deepEqual(
    hitsIn(tree, 'xihu').map(({ label, note }) => [label, note]),
    [
      ['Xihu District', 'Zhejiang / Hangzhou'],
      ['New Xihu', "Xi'an"],
    ],
  )
})

test('higher levels precede deeper ones, and matches inside a word are shown only if there is no better one', () => {
  assert.deepEqual(labels(hitsIn(tree, 'hang')), ['Hangzhou', 'Hangzhou Bay'])
  assert.deepEqual(labels(hitsIn(tree, 'ang')), ['Zhejiang', 'Hangzhou', 'Lüliang', 'Hangzhou Bay'])
  const chinese = [
    { value: '1', label: '新西湖' },
    { value: '2', label: '西湖区' },
  ]
  assert.deepEqual(labels(hitsIn(chinese, '西湖')), ['西湖区', '新西湖'])
})

test('a tree that is read by one call provides levels, paths and matches', async () => {
  const source = treeSource(['test'], ['One', 'Two', 'Three'], () => Promise.resolve(tree))
  const top = await source.children(client, [])
  assert.deepEqual(
    top.map(({ value, hasChildren }) => [value, hasChildren]),
    [
      ['1', true],
      ['2', true],
    ],
  )
  assert.deepEqual(labels(await source.trail(client, ['1', '4'])), ['Zhejiang', 'Lüliang'])
  assert.equal(source.known?.(client, []), undefined)
  assert.deepEqual(labels(fixedSource(['test'], 3, tree).known?.(client, ['1']) ?? []), ['Hangzhou', 'Lüliang'])
  const [hit] = await source.find(client, 'bay')
  assert.deepEqual(labels(hit?.path ?? []), ['Zhejiang', 'Hangzhou', 'Hangzhou Bay'])
})

test('the chosen entry of a level that is too long to list is requested by its value', async () => {
  const wishes: unknown[] = []
  const source = optionSource(['test'], (_client, wish) => {
    wishes.push(wish)
    return Promise.resolve([
      { value: '7', label: 'Seven' },
      { value: '8', label: 'Eight' },
    ])
  })
  assert.deepEqual(await source.trail(client, ['8']), [{ value: '8', label: 'Eight', hasChildren: false }])
  assert.deepEqual(await source.trail(client, ['9']), [])
  assert.deepEqual(labels(await source.children(client, [])), ['Seven', 'Eight'])
  const [hit] = await source.find(client, 'sev')
  assert.deepEqual(hit?.path, [{ value: '7', label: 'Seven', hasChildren: false }])
  assert.deepEqual(wishes, [{ value: '8' }, { value: '9' }, {}, { typed: 'sev' }])
})
