import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareModels } from '@brigade/contract/thing-model/compare-models.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { functionsOf } from '../function/functions-of.ts'
import { draftRows, inOrder, isShownRow } from './draft-rows.ts'

const published = combiOven
const draft = {
  ...combiOven,
  properties: combiOven.properties
    .filter(({ identifier }) => identifier !== 'WaterTotal')
    .map((property) => (property.identifier === 'SetTemp' ? { ...property, accessMode: 'r' as const } : property)),
}
const changes = compareModels(published, draft).map((change) => ({ ...change, breaking: [...change.breaking] }))
const rows = draftRows({ changes, missing: [] }, functionsOf(draft), published)

test('removed functions are listed at the end, as they were published', () => {
  const last = rows.at(-1)
  assert.equal(last?.of.definition.identifier, 'WaterTotal')
  assert.ok(last.isRemoved)
  assert.equal(rows.length, functionsOf(published).length)
  assert.equal(rows.filter(({ isRemoved }) => isRemoved).length, 1)
})

test('a changed function has its change and its breaking reasons', () => {
  const changed = rows.filter(({ change }) => change?.change === 'changed')
  assert.deepEqual(
    changed.map(({ key, change }) => [key, change?.breaking.map(({ reason }) => reason)]),
    [['SetTemp', ['readOnly']]],
  )
})

test('a missing part is listed at its function', () => {
  const missing = [{ reason: 'register' as const, path: 'properties.2.modbus', identifier: 'SetTemp' }]
  const found = draftRows({ changes, missing }, functionsOf(draft), published).filter((row) => row.missing.length > 0)
  assert.deepEqual(
    found.map(({ key }) => key),
    ['SetTemp'],
  )
})

test('a row is found by either name, identifier or kind', () => {
  const found = (kind: Parameters<typeof isShownRow>[1], typed: string) =>
    rows.filter((row) => isShownRow(row, kind, typed)).map(({ key }) => key)
  assert.deepEqual(found('all', '设定温度'), ['SetTemp'])
  assert.deepEqual(found('all', 'set temp'), ['SetTemp'])
  assert.equal(found('event', '').length, published.events.length)
  assert.deepEqual(found('service', 'SetTemp'), [])
})

test('an order on its way shows at once, of its own kind only', () => {
  const identifiers = draft.properties.map(({ identifier }) => identifier).toReversed()
  const shown = inOrder(draft, { kind: 'property', identifiers })
  assert.deepEqual(
    shown.filter(({ kind }) => kind === 'property').map(({ definition }) => definition.identifier),
    identifiers,
  )
  assert.deepEqual(
    shown.filter(({ kind }) => kind === 'event').map(({ definition }) => definition),
    draft.events,
  )
})
