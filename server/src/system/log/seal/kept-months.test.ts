// @both-databases: partitions are made and dropped by SQL.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { keptDaysOf } from '../../../app.ts'
import { createLog } from '../../../platform/log.ts'
import { migrationsFolder } from '../../../platform/db/migrate.ts'
import { dropOldRows } from '../../../platform/program/housekeeping.ts'
import { make } from '../../../testing/make.ts'
import { sealAsBefore } from '../../../testing/log/seal-as-before.ts'
import { startTestApp, type TestApp } from '../../../testing/start-app.ts'
import { checkLog } from './check-log.ts'
import { noteKeptDays } from './chain.store.ts'
import { writeCheckpoint } from './checkpoints.ts'
import { sealFresh } from './seal-log.ts'

const log = createLog({ level: 'silent' })
let app: TestApp
let token: string
let ids: string[]
let isEnabled = true
beforeEach(async () => {
  app = await startTestApp({ roles: ['api'] })
  isEnabled = true
  token = (await make.account(app, { role: 'administrator' })).token
  ids = [(await make.organisation(app)).id, (await make.organisation(app)).id]
  // This test ignores changes that the installation itself made.
  await sql`delete from operation_change`.execute(app.db)
  await sql`delete from operation_unlined`.execute(app.db)
})
afterEach(() => app.stop())

/** The first instant of the month this many months ago. */
const monthStart = (ago: number) => {
  const now = new Date(app.clock.now())
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)
}
/** One call that changes two organisations, with its line at `at`, and its first change and the other at times of their own. */
async function write(at: number, changes: readonly [number, number] = [at, at], seal = sealFresh): Promise<void> {
  const back = app.clock.now() - at
  isEnabled = !isEnabled
  app.clock.advance(-back)
  const body = { ids, enabled: isEnabled, reason: isEnabled ? '' : 'Closed' }
  const { status } = await app.ask(customerApi.setEnabled, body, { token })
  assert.equal(status, 200)
  const { rows } = await sql<{ id: string }>`select c.id from operation_change c
    join operation_log l using (operation_id) join operation_fresh f on f.line_id = l.id order by 1`.execute(app.db)
  assert.equal(rows.length, 2)
  for (const [index, { id }] of rows.entries()) {
    const time = new Date(changes[index] ?? at).toISOString()
    await sql`select create_partition('operation_change', ${time.slice(0, 10)}::date)`.execute(app.db)
    await sql`update operation_change set logged_at = ${time} where id = ${id}`.execute(app.db)
  }
  assert.equal(await seal(app.db, at), 1)
  app.clock.advance(back)
}
const drop = (days = app.settings.retention.operationLogDays) =>
  dropOldRows({ ...app, log, keptDays: keptDaysOf({ ...app.settings.retention, operationLogDays: days }) })
const found = async () => {
  const { outcome, fault, lines, dropped } = await checkLog(app)
  return [outcome, fault, Number(lines), Number(dropped)]
}

test('months that retention dropped are no fault, as the day before kept the head', async () => {
  for (const ago of [16, 15, 14, 2]) await write(monthStart(ago) + 5 * dayMs)
  assert.deepEqual(await found(), ['held-in-itself', null, 4, 0])
  await drop()
  const [outcome, fault, lines] = await found()
  assert.deepEqual([outcome, fault], ['held-in-itself', null])
  assert.ok(Number(lines) < 4)
})

test('months that retention would not have dropped are a fault', async () => {
  for (const ago of [6, 5, 2]) await write(monthStart(ago) + 5 * dayMs)
  await drop(100)
  assert.deepEqual((await found()).slice(0, 2), ['broken', 'removed-too-early'])
})

test('the time of a signed checkpoint tells that lines were removed too early, though their days were set back', async () => {
  for (const ago of [6, 5, 2]) {
    await write(monthStart(ago) + 5 * dayMs)
    const made = app.clock.now() - monthStart(ago) - 6 * dayMs
    app.clock.advance(-made)
    assert.ok(await writeCheckpoint({ ...app, log }))
    app.clock.advance(made)
  }
  await drop(100)
  await sql`update chain_day set day = day - 400 where n <= 2`.execute(app.db)
  assert.deepEqual((await found()).slice(0, 2), ['broken', 'removed-too-early'])
})

test('months that a shorter retention dropped are no fault after it was made longer', async () => {
  for (const ago of [8, 7, 2]) await write(monthStart(ago) + 5 * dayMs)
  await noteKeptDays(app.db, 180, app.clock.now() - 300 * dayMs)
  await drop(180)
  await noteKeptDays(app.db, 400, app.clock.now())
  assert.deepEqual((await found()).slice(0, 2), ['held-in-itself', null])
})

for (const [name, seal] of [
  ['', sealFresh],
  [', sealed by an earlier version', sealAsBefore],
] as const)
  test(`a job over a month's end and retention leave the chain whole, and what was dropped is shown${name}`, async () => {
    const end = monthStart(3)
    await write(end - 5 * dayMs, undefined, seal)
    await write(end + dayMs, [end - dayMs, end + dayMs / 2], seal)
    await write(end + 2 * dayMs, undefined, seal)
    // An upgrade occurs in between.
    const upgrade = await readFile(path.join(migrationsFolder, '0046_log_seal.sql'), 'utf8')
    const [kept] = /update operation_seal s set changes = [^;]*;/.exec(upgrade) ?? []
    if (seal === sealAsBefore) await sql.raw(kept ?? '').execute(app.db)
    assert.deepEqual(await found(), ['held-in-itself', null, 3, 0])
    app.clock.advance(end + app.settings.retention.operationLogDays * dayMs + dayMs - app.clock.now())
    await drop()
    assert.deepEqual(await found(), ['held-in-itself', null, 2, 1])
    // The remaining lines are still sealed.
    await sql`delete from operation_change where id = (select min(id) from operation_change)`.execute(app.db)
    if (seal === sealFresh) assert.deepEqual((await found()).slice(0, 2), ['broken', 'changed'])
  })

test('a call before a month’s end that changed something after it leaves no change without a line when its month is dropped', async () => {
  const end = monthStart(3)
  await write(end - 500, [end + 200, end + 300])
  await write(end + 2 * dayMs)
  assert.deepEqual(await found(), ['held-in-itself', null, 2, 0])
  app.clock.advance(end + app.settings.retention.operationLogDays * dayMs + dayMs - app.clock.now())
  await drop()
  assert.equal((await app.db.selectFrom('operationChange').select('id').execute()).length, 4)
  assert.deepEqual((await found()).slice(0, 2), ['held-in-itself', null])
})

test('changes of a month that retention keeps are not excused by one that it dropped', async () => {
  const end = monthStart(3)
  await write(end + dayMs, [end - dayMs, end + dayMs / 2])
  await sql`delete from operation_change where logged_at < ${new Date(end).toISOString()}`.execute(app.db)
  assert.deepEqual((await found()).slice(0, 2), ['broken', 'changed'])
})
