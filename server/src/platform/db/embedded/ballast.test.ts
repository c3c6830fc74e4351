import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { SpaceLow, spaceGuard } from './ballast.ts'

test('while less is free than the reserve, nothing is accepted; it is checked again after a second', async () => {
  let nowMs = 1_000_000
  const now = () => nowMs
  const full = spaceGuard(tmpdir(), Number.MAX_SAFE_INTEGER, now)
  await assert.rejects(full(), SpaceLow)
  await assert.rejects(full(), SpaceLow, 'within the second it stays as it was')
  nowMs += 1000
  await assert.rejects(full(), SpaceLow)
  await spaceGuard(tmpdir(), 1, now)()
})

test('a reserve of nothing accepts everything', async () => {
  await spaceGuard('/no/such/folder', 0, () => 0)()
})
