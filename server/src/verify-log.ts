import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { checkLog, exitCodes } from './app.ts'
import { readCheckpoints, type Checkpoint } from './platform/chain/checkpoint.ts'
import { verifyExport } from './platform/chain/verify-export.ts'
import { systemClock } from './platform/clock.ts'
import { EmbeddedPostgresFailed } from './platform/db/embedded/embedded-failure.ts'
import { startOrAttach, stopPostmaster } from './platform/db/embedded/start-or-attach.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { readSettings, readSettingsFile, SettingsRefused } from './platform/settings.ts'

// `npm run verify-log -- [checkpoint files…]`, with the settings of `npm start`, whether the program runs or not; `npm
// run verify-log -- --export FILE [checkpoint files…]` checks an exported file without any database. Exit 0 held, 1
// broken, 2 unchecked, 3 held only in itself.
type Outcome = keyof typeof exitCodes
type Found = Readonly<{
  outcome: Outcome
  lines: bigint | number
  dropped?: bigint
  fault: string | null
  n: bigint | null
}>

const words: Readonly<Record<Outcome, string>> = {
  held: 'The operation log holds, up to the checkpoints from outside',
  'held-in-itself': 'The operation log holds in itself; no checkpoint from outside confirms that it is the same log',
  unchecked: 'Nothing is sealed yet',
  broken: 'The operation log does not hold',
}

async function checkDatabase(given: readonly Checkpoint[]): Promise<Found> {
  const settings = readSettings(process.env, readSettingsFile(process.env))
  const check = async (databaseUrl: string): Promise<Found> => {
    const limits = { applicationName: 'brigade verify-log', max: 1, statementTimeoutMs: 600_000 }
    const { db, close } = openDatabase({ databaseUrl }, limits)
    try {
      const { faultN, ...found } = await checkLog({ db, clock: systemClock, settings }, given)
      return { ...found, n: faultN }
    } finally {
      await close()
    }
  }
  if (settings.databaseUrl !== undefined) return check(settings.databaseUrl)
  const postgres = await startOrAttach({ dataDir: settings.dataDir, mode: 'durable' })
  try {
    return await check(postgres.databaseUrl)
  } finally {
    // A PostgreSQL server that ran before keeps running.
    if (!postgres.isAttached) await stopPostmaster(postgres)
  }
}

try {
  const args = process.argv.slice(2)
  const place = (file: string) => resolve(process.env['INIT_CWD'] ?? '', file)
  const isExport = args[0] === '--export'
  const [exported, ...files] = isExport ? args.slice(1) : ['', ...args]
  if (exported === undefined) throw new SettingsRefused('Name the exported file: npm run verify-log -- --export FILE')
  const given = await Promise.all(files.map(async (file) => readCheckpoints(await readFile(place(file), 'utf8'))))
  const found: Found = isExport
    ? await verifyExport(createInterface(createReadStream(place(exported))), given.flat())
    : await checkDatabase(given.flat())
  const at = found.n === null ? '' : `, line ${found.n}`
  const fault = found.fault === null ? '' : `: ${found.fault}${at}`
  const dropped = (found.dropped ?? 0n) > 0n ? `, of ${found.dropped ?? ''} a part dropped by retention` : ''
  process.stdout.write(`${words[found.outcome]}${fault} (${found.lines} lines${dropped})\n`)
  process.exitCode = exitCodes[found.outcome]
} catch (error) {
  const isKnown = error instanceof SettingsRefused || error instanceof EmbeddedPostgresFailed
  const text = error instanceof Error ? (isKnown ? error.message : error.stack) : String(error)
  process.stderr.write(`${text ?? ''}\n`)
  process.exitCode = 2
}
