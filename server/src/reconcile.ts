import { Day } from '@brigade/contract/field.ts'
import { addDays } from '@brigade/contract/statistics/day.rules.ts'
import { parseArgs } from 'node:util'
import { reconcileDays } from './app.ts'
import { EmbeddedPostgresFailed } from './platform/db/embedded/embedded-failure.ts'
import { startOrAttach, stopPostmaster } from './platform/db/embedded/start-or-attach.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { wallText, zoneOffset } from './platform/excel/zone-time.ts'
import { readSettings, readSettingsFile, SettingsRefused } from './platform/settings.ts'

// `npm run reconcile -- [--from DAY] [--to DAY]`, with the settings of `npm start`, whether the program runs or not:
// counts days of the statistics again from the raw rows, by default the last 35, and prints the differences. Exit 0 if
// there were none, else 1.
const maxDays = 400

async function reconcile(): Promise<number> {
  const settings = readSettings(process.env, readSettingsFile(process.env))
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } })
  const zone = settings.statisticsZone
  const now = Date.now()
  const today = wallText(now + zoneOffset(zone)(now)).slice(0, 10)
  const to = dayOf(values.to) ?? addDays(today, -1)
  const from = dayOf(values.from) ?? addDays(to, -34)
  const days: string[] = []
  for (let day = from; day <= to && days.length < maxDays; day = addDays(day, 1)) days.push(day)
  if (days.length === 0) throw new SettingsRefused('--from lies behind --to')
  const count = async (databaseUrl: string) => {
    const { db, close } = openDatabase({ databaseUrl }, { applicationName: 'brigade reconcile', max: 1 })
    try {
      return await reconcileDays(db, days, zone, ({ recounted, difference, differing }) => {
        const found = differing.length === 0 ? 'as counted' : `off by ${difference}: ${differing.join(', ')}`
        process.stdout.write(`${recounted} ${found}\n`)
      })
    } finally {
      await close()
    }
  }
  if (settings.databaseUrl !== undefined) return count(settings.databaseUrl)
  const postgres = await startOrAttach({ dataDir: settings.dataDir, mode: 'durable' })
  try {
    return await count(postgres.databaseUrl)
  } finally {
    // A PostgreSQL server that ran before keeps running.
    if (!postgres.isAttached) await stopPostmaster(postgres)
  }
}

function dayOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (!Day.safeParse(value).success) throw new SettingsRefused(`${value} is no day like 2026-01-31`)
  return value
}

try {
  process.exitCode = (await reconcile()) === 0 ? 0 : 1
} catch (error) {
  const isKnown = error instanceof SettingsRefused || error instanceof EmbeddedPostgresFailed
  const text = error instanceof Error ? (isKnown ? error.message : error.stack) : String(error)
  process.stderr.write(`${text ?? ''}\n`)
  process.exitCode = 2
}
