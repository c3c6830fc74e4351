import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { SealBroken, open, seal } from './secret-box.ts'

const key = randomBytes(32)

test('a sealed secret opens with its own key, and no two seals of it look alike', () => {
  const first = seal(key, 'Gerätegeheimnis 0123')
  assert.equal(open(key, first), 'Gerätegeheimnis 0123')
  assert.equal(open(key, seal(key, '')), '')
  assert.notDeepEqual(first, seal(key, 'Gerätegeheimnis 0123'))
  assert.equal(first.includes('geheimnis'), false)
})

test('another key, a changed byte and a cut one are refused', () => {
  const sealed = seal(key, 'secret')
  assert.throws(() => open(randomBytes(32), sealed), SealBroken)
  for (const index of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
    assert.throws(() => open(key, changed), SealBroken)
  }
  assert.throws(() => open(key, sealed.subarray(0, 20)), SealBroken)
  assert.throws(() => open(key, Buffer.alloc(0)), SealBroken)
})
