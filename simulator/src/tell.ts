import { parseArgs } from 'node:util'
import { controlUsage, tell } from './control.ts'

const { values, positionals } = parseArgs({ options: { 'data-dir': { type: 'string' } }, allowPositionals: true })
const dataDir = values['data-dir'] ?? process.env['DATA_DIR'] ?? '.data'

if (positionals.length === 0) {
  process.stdout.write(controlUsage)
} else {
  try {
    const told = await tell(dataDir, positionals)
    process[told.ok ? 'stdout' : 'stderr'].write(`${told.text}\n`)
    if (!told.ok) process.exitCode = 1
  } catch {
    process.stderr.write(`no simulator is running with the data folder ${dataDir}\n`)
    process.exitCode = 2
  }
}
