import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { testDatabase } from '../../testing/database.ts'
import { startPgBouncer } from '../../testing/proxy/pgbouncer.ts'
import { listen } from './listen.ts'
import { openDatabase } from './open-database.ts'
import { requireSession } from './require-session.ts'

const program = join(import.meta.dirname, '../../main.ts')

/** Returns what a start prints and its exit code, with the database behind PgBouncer in this mode. */
async function prepareThrough(mode: 'session' | 'transaction', role: readonly string[] = ['--prepare']) {
  await using database = await testDatabase()
  await using pooler = await startPgBouncer(database.databaseUrl, mode)
  const dataDir = mkdtempSync(join(tmpdir(), 'brigade-pooled-'))
  const child = spawn(process.execPath, [program, ...role], {
    env: { ...process.env, DATABASE_URL: pooler.databaseUrl, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += String(data)))
  const code = await once(child, 'exit').then(([status]: unknown[]) => status)
  rmSync(dataDir, { recursive: true, force: true })
  const { rows } = await database.pool.query<{ made: boolean }>(`select to_regclass('device') is not null as made`)
  return { code, lines: said.split('\n').filter((line) => line !== ''), isMade: rows[0]?.made }
}

test('a start through PgBouncer in transaction mode is refused in one line that names cause and cure', async () => {
  const { code, lines } = await prepareThrough('transaction')
  assert.equal(lines.length, 1, lines.join('\n'))
  assert.match(lines[0] ?? '', /^Setting DATABASE_URL is wrong: .*notifications .* set its pool_mode to session/)
  assert.equal(code, 2)
})

test('a role that is started alone through PgBouncer in transaction mode is refused too', async () => {
  const { code, lines } = await prepareThrough('transaction', ['--role', 'worker'])
  assert.match(lines.join('\n'), /Setting DATABASE_URL is wrong/)
  assert.equal(code, 1)
})

test('through PgBouncer in session mode the database is prepared', async () => {
  const { code, lines, isMade } = await prepareThrough('session')
  assert.equal(code, 0, lines.join('\n'))
  assert.ok(isMade)
})

test('each mode of PgBouncer is told from the others by what comes back alone', async () => {
  await using database = await testDatabase()
  const outcomeOf = async (mode: 'session' | 'transaction' | 'statement') => {
    await using pooler = await startPgBouncer(database.databaseUrl, mode)
    const { pool, close } = openDatabase(pooler, { applicationName: 'pooled', max: 2 })
    const listener = listen(pooler.databaseUrl, { applicationName: 'pooled listen' })
    const outcome = await requireSession(pool, listener).then(
      () => 'taken',
      (error: unknown) => (error instanceof Error ? error.name : ''),
    )
    await listener.stop()
    await close()
    return outcome
  }
  assert.deepEqual(await Promise.all([outcomeOf('session'), outcomeOf('transaction'), outcomeOf('statement')]), [
    'taken',
    'SettingsRefused',
    'SettingsRefused',
  ])
})
