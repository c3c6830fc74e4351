import { RescueRefused, rescueAdministrator } from './app.ts'
import { systemClock } from './platform/clock.ts'
import { EmbeddedPostgresFailed } from './platform/db/embedded/embedded-failure.ts'
import { startOrAttach, stopPostmaster } from './platform/db/embedded/start-or-attach.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { readPlaces, readSettingsFile, SettingsRefused } from './platform/settings.ts'

// `npm run administrator -- <sign-in name>`, with the settings of `npm start`, whether the program runs or not.
const [wanted = '', ...rest] = process.argv.slice(2)

async function rescue(databaseUrl: string): Promise<void> {
  const { db, close } = openDatabase({ databaseUrl }, { applicationName: 'brigade administrator', max: 2 })
  try {
    const password = await rescueAdministrator({ db, clock: systemClock }, wanted)
    process.stdout.write(
      `${wanted} can sign in with ${password} for 7 days, and changes it then. A two-step sign-in that it had is gone.\n`,
    )
  } finally {
    await close()
  }
}

try {
  if (rest.length > 0) throw new RescueRefused('Say one sign-in name: npm run administrator -- <sign-in name>')
  const { dataDir, databaseUrl } = readPlaces(process.env, readSettingsFile(process.env))
  if (databaseUrl === undefined) {
    const postgres = await startOrAttach({ dataDir, mode: 'durable' })
    try {
      await rescue(postgres.databaseUrl)
    } finally {
      // A PostgreSQL server that ran before keeps running.
      if (!postgres.isAttached) await stopPostmaster(postgres)
    }
  } else await rescue(databaseUrl)
} catch (error) {
  const isKnown = [RescueRefused, EmbeddedPostgresFailed, SettingsRefused].some((known) => error instanceof known)
  const words = error instanceof Error ? (isKnown ? error.message : error.stack) : String(error)
  process.stderr.write(`${words ?? ''}\n`)
  process.exit(error instanceof SettingsRefused || error instanceof RescueRefused ? 2 : 1)
}
