import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../log.ts'
import { until } from '../../testing/until.ts'
import { batchQueue } from './batch-queue.ts'

test('an entry added in the moment after the last batch is handed over too', async () => {
  const given: string[] = []
  const queue = batchQueue<string>({
    onBatch: async (items) => {
      given.push(...items)
    },
    log: createLog({ level: 'silent' }),
  })
  queue.add('first', 1, () => {
    void Promise.resolve().then(() => queue.add('second', 1, () => {}))
  })
  await until('both items', () => given.length === 2)
  assert.deepEqual(given, ['first', 'second'])
  await queue.drained()
  await queue.stop()
})
