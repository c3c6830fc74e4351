import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { SpaceLow, roomKeeper } from './ballast.ts'

test('while less is free than is to be kept, nothing is taken in; it is looked at again after a second', async () => {
  let nowMs = 1_000_000
  const now = () => nowMs
  const full = roomKeeper(tmpdir(), Number.MAX_SAFE_INTEGER, now)
  await assert.rejects(full(), SpaceLow)
  await assert.rejects(full(), SpaceLow, 'within the second it stays as it was')
  nowMs += 1000
  await assert.rejects(full(), SpaceLow)
  await roomKeeper(tmpdir(), 1, now)()
})

test('keeping nothing free takes everything in', async () => {
  await roomKeeper('/no/such/folder', 0, () => 0)()
})
