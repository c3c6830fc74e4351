import { resolve } from 'node:path'
import { BackupFailed } from './platform/db/backup/backup-failure.ts'
import { backUp } from './platform/db/backup/back-up.ts'
import { restore } from './platform/db/backup/restore.ts'
import { EmbeddedPostgresFailed } from './platform/db/embedded/embedded-failure.ts'
import { readPlaces, readSettingsFile, SettingsRefused } from './platform/settings.ts'

// `npm run backup -- <new folder>` and `npm run restore -- <folder of a backup>`, with the settings of `npm start`.
const [command, place, ...rest] = process.argv.slice(2)
const printLine = (line: string) => void process.stdout.write(`${line}\n`)

try {
  if ((command !== 'backup' && command !== 'restore') || place === undefined || place === '' || rest.length > 0)
    throw new SettingsRefused(
      command === 'restore'
        ? 'Say which backup: npm run restore -- <its folder>'
        : 'Say where to: npm run backup -- <a new folder>',
    )
  // A relative folder is resolved from the person's working directory, because npm changes it.
  const folder = resolve(process.env['INIT_CWD'] ?? '', place)
  const places = readPlaces(process.env, readSettingsFile(process.env))
  await (command === 'backup' ? backUp(places, folder, printLine) : restore(places, folder, printLine))
} catch (error) {
  const isKnown = [BackupFailed, EmbeddedPostgresFailed, SettingsRefused].some((known) => error instanceof known)
  const words = error instanceof Error ? (isKnown ? error.message : error.stack) : String(error)
  process.stderr.write(`${words ?? ''}\n`)
  process.exit(error instanceof SettingsRefused ? 2 : 1)
}
