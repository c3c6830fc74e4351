import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { checkLog, exitCodes } from './app.ts'
import { readCheckpoints } from './platform/chain/checkpoint.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { databaseOf } from './platform/program/prepare.ts'
import { readSettings, readSettingsFile, SettingsRefused } from './platform/settings.ts'

// `npm run verify-log -- [checkpoint files…]`, on the database of DATABASE_URL. Exit 0 held, 1 broken, 2 unchecked, 3 held only in itself.
const words: Readonly<Record<string, string>> = {
  held: 'The operation log holds, up to the checkpoints from outside',
  'held-in-itself': 'The operation log holds in itself; no checkpoint from outside says that it is the same log',
  unchecked: 'Nothing is sealed yet',
  broken: 'The operation log does not hold',
}

try {
  const settings = readSettings(process.env, readSettingsFile(process.env))
  if (settings.databaseUrl === undefined)
    throw new SettingsRefused(
      'Set DATABASE_URL to the database whose log is checked; while Brigade runs, its own is told in .data/log',
    )
  const { db, close } = openDatabase(
    { databaseUrl: databaseOf(settings) },
    { applicationName: 'brigade verify-log', max: 1, statementTimeoutMs: 600_000 },
  )
  try {
    const files = process.argv.slice(2).map((file) => resolve(process.env['INIT_CWD'] ?? '', file))
    const given = await Promise.all(files.map(async (file) => readCheckpoints(await readFile(file, 'utf8'))))
    const check = await checkLog({ db, clock: systemClock, settings }, given.flat())
    const fault = check.fault === null ? '' : `: ${check.fault}, line ${check.faultN ?? ''}`
    process.stdout.write(`${words[check.outcome] ?? ''}${fault} (${check.lines} lines)\n`)
    process.exitCode = exitCodes[check.outcome]
  } finally {
    await close()
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
