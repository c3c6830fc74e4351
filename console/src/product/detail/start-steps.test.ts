import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { startSteps } from './start-steps.ts'

const at = '2026-11-20T08:00:00.000Z'
const begun: ProductDetail = {
  id: '1',
  productKey: 'a1CX10',
  name: { en: 'CX-10', zh: 'CX-10' },
  kind: 'oven',
  series: { id: '1', name: { en: 'CX', zh: 'CX' } },
  imageFileId: null,
  nodeType: 'direct',
  networkType: 'wifi',
  protocol: 'alink',
  status: 'draft',
  version: null,
  hasDraft: false,
  devices: 0,
  createdAt: at,
  updatedAt: at,
  note: '',
  enabled: true,
  functions: 0,
  draftFunctions: 0,
  templates: 0,
  languages: 0,
  registered: 0,
}
const states = (product: ProductDetail) => startSteps(product).map(({ state }) => state)

test('functions and publishing are first, then the first step that is not done, whatever was done after it', () => {
  assert.deepEqual(states(begun), ['open', 'next', 'open', 'open', 'open', 'open'])
  const published = { ...begun, functions: 4, version: { version: 1, name: '1.0.0' } }
  assert.deepEqual(states(published), ['next', 'done', 'done', 'open', 'open', 'open'])
  assert.deepEqual(states({ ...published, imageFileId: 'file' }), ['done', 'done', 'done', 'next', 'open', 'open'])
})

test('functions of a draft are enough to go on to publishing, and a registered device is one', () => {
  const drafted = { ...begun, draftFunctions: 2 }
  assert.deepEqual(states(drafted), ['open', 'done', 'next', 'open', 'open', 'open'])
  assert.equal(states({ ...drafted, registered: 1 }).at(-1), 'done')
})

test('nothing is left when all are done', () => {
  const whole = {
    ...begun,
    imageFileId: 'file',
    functions: 4,
    version: { version: 1, name: '1.0.0' },
    templates: 1,
    languages: 1,
    devices: 3,
  }
  assert.ok(states(whole).every((state) => state === 'done'))
})
