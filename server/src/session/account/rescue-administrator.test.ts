import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { make } from '../../testing/make.ts'
import { signIn } from '../../testing/sign-in.ts'
import { startTestApp } from '../../testing/start-app.ts'

const run = promisify(execFile)
const program = path.join(import.meta.dirname, '../../administrator.ts')

test('the command on the machine enables a disabled administrator again with a new password, is logged, and names the existing ones', async () => {
  const app = await startTestApp({ roles: ['api'] })
  try {
    const { account, id } = await make.account(app, { role: 'administrator' })
    await app.db.updateTable('account').set({ enabled: false }).where('id', '=', id).execute()
    const env = { ...process.env, DATABASE_URL: app.settings.databaseUrl, BRIGADE_CONFIG: 'none' }
    const { stdout } = await run(process.execPath, [program, account], { env })
    const [, password = ''] = / with (\S+) for 7 days/.exec(stdout) ?? []
    await signIn(app, account, password)
    const logged = await app.db
      .selectFrom('operationLog as line')
      .innerJoin('operationBody as body', 'body.operationId', 'line.operationId')
      .select(['line.operationId', 'line.account', 'line.path', 'body.request'])
      .where('line.operation', '=', 'rescueAdministrator')
      .execute()
    const [first, ...more] = logged
    assert.ok(first)
    const { operationId, ...line } = first
    assert.deepEqual([line, more], [{ account, path: 'npm run administrator', request: { account } }, []])
    const changes = await app.db
      .selectFrom('operationChange')
      .select(['tableName', 'rowId', 'after'])
      .where('operationId', '=', operationId)
      .execute()
    assert.deepEqual(
      changes.map(({ tableName, rowId }) => [tableName, rowId]),
      [['account', id]],
    )
    assert.ok(!JSON.stringify(changes).includes('$argon2'))
    const refused = run(process.execPath, [program, 'nobody'], { env })
    await assert.rejects(refused, ({ code, stderr }: { code: number; stderr: string }) => {
      assert.equal(code, 2)
      assert.match(stderr, new RegExp(`^nobody is no administrator of the platform: .*${account}`))
      return true
    })
  } finally {
    await app.stop()
  }
})
