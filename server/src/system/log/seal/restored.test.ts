import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { prepare } from '../../../app.ts'
import { startOrAttach, stopPostmaster } from '../../../platform/db/embedded/start-or-attach.ts'
import { openDatabase } from '../../../platform/db/open-database.ts'
import { createLog } from '../../../platform/log.ts'
import { readSettings } from '../../../platform/settings.ts'
import { startDebianPostgres } from '../../../testing/cluster/debian-postgres.ts'
import { testClock, testSecretKey } from '../../../testing/start-app.ts'
import { checkLog } from './check-log.ts'
import { sealFresh, sweep } from './seal-log.ts'

const program = path.join(import.meta.dirname, '../../../backup.ts')
async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'] ?? '', BRIGADE_CONFIG: 'none', SECRET_KEY: testSecretKey, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()))
  await once(child, 'close')
  assert.equal(child.exitCode, 0, printed)
}

const minutes = 60_000
const opened = (databaseUrl: string) => openDatabase({ databaseUrl }, { applicationName: 'brigade test', max: 3 })

test('a change by a transaction that was open for 80 minutes gets its line after a dump and its restore into a new server too', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'brigade-restored-'))
  await chmod(folder, 0o755)
  await using debian = await startDebianPostgres()
  const clock = testClock()
  const log = createLog({ level: 'silent' })
  const given = { DATA_DIR: path.join(folder, 'data'), SECRET_KEY: testSecretKey, DEMO: 'off' }
  const settings = readSettings({ ...given, DATABASE_URL: debian.databaseUrl })
  await prepare({ settings, clock, log })
  const before = opened(debian.databaseUrl)
  await before.db.transaction().execute(async (trx) => {
    await sql`update role set description = 'by hand, slowly'`.execute(trx)
    for (const later of [10, 40, 80]) await sweep(before.db, { call: -later * minutes, none: -later * minutes })
    assert.ok((await sealFresh(before.db, clock.now())) > 0)
  })
  await before.close()
  const backup = path.join(folder, 'backup')
  await run(['backup', backup], { DATABASE_URL: debian.databaseUrl, DATA_DIR: settings.dataDir })
  const dataDir = path.join(folder, 'restored')
  await run(['restore', backup], { DATA_DIR: dataDir })
  const postgres = await startOrAttach({ dataDir, mode: 'durable' })
  const after = opened(postgres.databaseUrl)
  try {
    assert.equal(await sweep(after.db, { call: -82 * minutes, none: -82 * minutes }), 1)
    const { rows } = await sql<{ description: string; origin: string }>`
      select distinct c.after ->> 'description' as description, l.origin from operation_change c join operation_log l using (operation_id)
      where c.table_name = 'role' and c.action = 'update'`.execute(after.db)
    assert.deepEqual(rows, [{ description: 'by hand, slowly', origin: 'outside' }])
    await sealFresh(after.db, clock.now())
    const check = await checkLog({ db: after.db, clock, settings })
    assert.deepEqual([check.outcome, check.fault], ['held-in-itself', null])
  } finally {
    await after.close()
    await stopPostmaster(postgres, 0)
    await rm(folder, { recursive: true, force: true })
  }
})
