import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../db/open-database.ts'
import { createLog } from '../log.ts'
import { failed } from './answer.ts'

test('while the database is away a call says so and when to try again; of any other failure nothing is told', async () => {
  // Nobody listens there: what the driver itself throws.
  const { db } = openDatabase(
    { databaseUrl: 'postgres://nobody@127.0.0.1:1/none' },
    { applicationName: 'test', log: createLog({ level: 'silent' }) },
  )
  const error: unknown = await db
    .selectFrom('product')
    .select('id')
    .execute()
    .catch((thrown: unknown) => thrown)
  await db.destroy()
  const away = failed('zh', error)
  assert.deepEqual([away.status, away.envelope.data.key], [503, 'system.databaseAway'])
  assert.equal(away.envelope.msg, '数据库暂时无法连接，请稍候几秒重试')
  assert.equal(away.envelope.data.retryAfterSeconds, 5)
  assert.equal(failed('en', new Error('a bug of ours')).envelope.data.key, 'system.failed')
})
