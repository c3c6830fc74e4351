import { parseArgs } from 'node:util'
import { controlUsage, sendControl } from './control-socket.ts'

const { values, positionals } = parseArgs({ options: { 'data-dir': { type: 'string' } }, allowPositionals: true })
const dataDir = values['data-dir'] ?? process.env['DATA_DIR'] ?? '.data'

if (positionals.length === 0) {
  process.stdout.write(controlUsage)
} else {
  try {
    const answer = await sendControl(dataDir, positionals)
    process[answer.ok ? 'stdout' : 'stderr'].write(`${answer.text}\n`)
    if (!answer.ok) process.exitCode = 1
  } catch {
    process.stderr.write(`no simulator is running with the data folder ${dataDir}\n`)
    process.exitCode = 2
  }
}
