import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { sql } from 'kysely'
import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { make } from '../../testing/make.ts'
import { forkRole } from '../../testing/process/fork-role.ts'
import { startTestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { sweep } from './seal/seal-log.ts'

test('a call of a process that is killed between its commit and its line leaves an interrupted line with its changes', async () => {
  const app = await startTestApp({ roles: ['api'] })
  const { child, url } = await forkRole(app, 'api')
  try {
    const { token, account } = await make.account(app, { role: 'administrator' })
    const draft = { name: '值班', enName: 'Duty', kinds: ['platform' as const] }
    const { id } = (await app.ask(roleApi.add, draft, { token })).envelope.data
    const { updatedAt } = (await app.ask(roleApi.detail, { id }, { token })).envelope.data
    await app.db.transaction().execute(async (trx) => {
      // The line cannot be written, so the call is between its commit and its answer.
      await sql`lock table operation_body in exclusive mode`.execute(trx)
      const requested = fetch(`${url}${roleApi.update.path}`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ ...draft, id, updatedAt, enName: 'Renamed' }),
      })
      const unanswered = assert.rejects(requested)
      await until('the change to be committed', async () => {
        const role = await app.db.selectFrom('role').select('enName').where('id', '=', id).executeTakeFirst()
        return role?.enName === 'Renamed'
      })
      const waits = sql<{ n: number }>`select count(*)::int as n from pg_locks
        where not granted and relation = 'operation_body'::regclass`
      await until('its line to wait', async () => (await waits.execute(app.db)).rows[0]?.n === 1)
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await unanswered
      // The database would still execute the statement that the dead process had sent.
      await sql`select pg_terminate_backend(pid) from pg_locks where not granted and relation = 'operation_body'::regclass`.execute(
        trx,
      )
    })
    // Changes without a call are those of the installation, which may be as old as a whole run of the tests.
    assert.equal(await sweep(app.db, { call: -1000, none: dayMs }), 1)
    const requested = { recordType: 'role' as const, recordId: id, origin: 'interrupted' as const }
    const [line, ...more] = (await app.ask(logApi.list, requested, { token })).envelope.data.list
    assert.ok(line)
    assert.deepEqual([more, line.actor.account, line.operation], [[], account, 'update'])
    const { changes } = (await app.ask(logApi.detail, { id: line.id }, { token })).envelope.data
    assert.deepEqual(
      changes.map(({ before, after }) => [before, after]),
      [[{ en_name: 'Duty' }, { en_name: 'Renamed' }]],
    )
  } finally {
    child.kill('SIGKILL')
    await app.stop()
  }
})
