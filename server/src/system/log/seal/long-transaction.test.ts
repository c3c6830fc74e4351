// @both-databases: triggers and sweeps are SQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { make } from '../../../testing/make.ts'
import type { MadeAccount } from '../../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../../testing/start-app.ts'
import { checkLog } from './check-log.ts'
import { sealFresh, sweep } from './seal-log.ts'

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const minutes = 60_000
/** The sweep this many minutes from now. */
const sweepIn = (later: number) => sweep(app.db, { call: -later * minutes, none: -later * minutes })

async function addRole(number: number): Promise<string> {
  const draft = { name: `长事务 ${number}`, enName: `Long ${number}`, kinds: ['platform' as const] }
  return (await app.ask(roleApi.add, draft, { token: admin.token })).envelope.data.id
}
const linesOf = async (id: string) =>
  (await app.ask(logApi.list, { recordType: 'role', recordId: id, origin: 'outside' }, { token: admin.token })).envelope
    .data.list

test('a change by a transaction that stays open for 80 minutes gets its line', async () => {
  const id = await addRole(1)
  await app.db.transaction().execute(async (trx) => {
    await sql`update role set description = 'by hand, slowly' where id = ${id}`.execute(trx)
    for (const later of [10, 40, 80]) await sweepIn(later)
    assert.deepEqual(await linesOf(id), [])
  })
  await sweepIn(82)
  const [line, ...more] = await linesOf(id)
  assert.ok(line)
  assert.deepEqual(more, [])
  const { changes } = (await app.ask(logApi.detail, { id: line.id }, { token: admin.token })).envelope.data
  assert.deepEqual(
    changes.map((one) => one.after),
    [{ description: 'by hand, slowly' }],
  )
  await sealFresh(app.db, app.clock.now())
  assert.notEqual((await checkLog(app)).outcome, 'broken')
})

test('a change without a line turns the check red', async () => {
  const id = await addRole(2)
  await sweepIn(100)
  await sealFresh(app.db, app.clock.now())
  await sql`insert into operation_change (operation_id, logged_at, call, table_name, row_id, action, after, scope)
    values (gen_random_uuid(), now(), '', 'role', ${id}, 'update', '{"description":"planted"}', '{}')`.execute(app.db)
  const { outcome, fault } = await checkLog(app)
  assert.deepEqual([outcome, fault], ['broken', 'unlined'])
})
