import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareModels } from '@brigade/contract/thing-model/compare-models.ts'
import type { Difference } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { Property, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { differenceRows, isShown, newSince } from './difference-rows.ts'

const property = (identifier: string, max = 100): Property => ({
  identifier,
  name: { en: identifier, zh: identifier },
  required: false,
  accessMode: 'r',
  dataType: { type: 'int', min: 0, max },
})
const model = (...properties: Property[]): ThingModel => ({ properties, events: [], services: [] })
const difference = (before: ThingModel, after: ThingModel): Difference => ({
  productId: '1',
  before: { version: null, model: before },
  after: { version: null, model: after },
  changes: compareModels(before, after).map((change) => ({ ...change, breaking: [...change.breaking], use: null })),
  missing: [],
  devices: { all: 0, online: 0 },
  draft: null,
})

const published = model(property('Gone'), property('Wider'), property('Narrower'), property('Same'))
const draft = model(property('New'), property('Wider', 200), property('Narrower', 50), property('Same'))

test('breaking changes are listed first, then changed parts, then added parts', () => {
  const rows = differenceRows(difference(published, draft))
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['property.Narrower', 'property.Gone', 'property.Wider', 'property.New'],
  )
  assert.equal(rows[0]?.before?.identifier, 'Narrower')
  assert.equal(rows[1]?.after, undefined)
})

test('a breaking change counts among breaking ones and among its own kind', () => {
  const rows = differenceRows(difference(published, draft))
  const count = (filter: Parameters<typeof isShown>[1]) => rows.filter((row) => isShown(row, filter)).length
  assert.deepEqual([count('all'), count('breaking'), count('changed'), count('removed')], [4, 2, 2, 1])
})

test('if a draft changed meanwhile, only rows that are new or different from the ones seen are marked', () => {
  const seen = difference(published, draft)
  const now = difference(
    published,
    model(...draft.properties.slice(0, 2), property('Narrower', 40), property('Same', 90)),
  )
  assert.deepEqual([...newSince(seen, now)], ['property.Narrower', 'property.Same'])
  assert.equal(newSince(seen, seen).size, 0)
})
