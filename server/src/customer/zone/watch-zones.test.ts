// @both-databases: which stored zones are known, PostgreSQL says.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CustomerExport } from '@brigade/contract/customer/customer.model.ts'
import { sql } from 'kysely'
import { openFiles } from '../../platform/files/open-files.ts'
import { liveHub } from '../../platform/live/live-hub.ts'
import { createLog } from '../../platform/log.ts'
import { make } from '../../testing/make.ts'
import { makePerson } from '../../testing/person/make-person.ts'
import { startAs } from '../../testing/sample-work.ts'
import { queuesOf } from '../../testing/live/queues-of.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { exportCustomers } from '../transfer/export-customers.ts'
import { watchZones } from './watch-zones.ts'

let app: TestApp
before(async () => {
  // Without a worker, so that the job stays.
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

/** Returns the lines that the check at startup logs. */
async function looked(): Promise<string> {
  let lines = ''
  const log = createLog({ level: 'warn', destination: { write: (line) => void (lines += line) } })
  const { db, caches, clock, settings } = app
  const files = openFiles({ settings, log })
  const stopping = new AbortController().signal
  const live = liveHub()
  const queues = queuesOf(app, live)
  const watching = watchZones({ db, caches, clock, settings, log, live, files, queues, stopping })
  await watching.stop()
  return lines
}

test('a start names each stored zone that is not known, in every table that holds one, and changes none', async () => {
  const account = await make.account(app, { role: 'administrator' })
  await make.organisation(app)
  await make.device(app)
  await makePerson(app)
  await startAs(app, account, exportCustomers, CustomerExport.parse({ format: 'csv' }), { fileName: 'customers.csv' })
  await sql`insert into account_notify (account_id) values (${account.id}::bigint)`.execute(app.db)
  assert.equal(await looked(), '')
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where column_name = 'time_zone' and table_schema = 'public' order by 1`.execute(
    app.db,
  )
  assert.ok(tables.length >= 6)
  for (const { name } of tables) await sql`update ${sql.table(name)} set time_zone = 'Mars/Olympus'`.execute(app.db)
  const lines = (await looked())
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  assert.deepEqual(
    lines.map((line) =>
      typeof line === 'object' && line !== null && 'place' in line && 'zone' in line ? [line.place, line.zone] : line,
    ),
    tables.map(({ name }) => [name, 'Mars/Olympus']),
  )
  const { rows } = await sql<{ zone: string }>`select distinct time_zone as zone from organisation`.execute(app.db)
  assert.deepEqual(rows, [{ zone: 'Mars/Olympus' }])
})

test('a list that the database server’s update changed is learned while the program runs', async () => {
  await sql`delete from time_zone where name = 'Asia/Tokyo'`.execute(app.db)
  const known = async () =>
    (await sql<{ zone: string | null }>`select known_time_zone('Asia/Tokyo') as zone`.execute(app.db)).rows[0]?.zone
  assert.equal(await known(), null)
  await looked()
  await until('the list to be learned', async () => (await known()) === 'Asia/Tokyo')
})
