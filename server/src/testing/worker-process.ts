import { startApp } from '../app.ts'
import { createLog } from '../platform/log.ts'
import { readSettings } from '../platform/settings.ts'
import { sampleWork } from './sample-work.ts'

// A worker in a process of its own, for tests that kill it.
const app = await startApp({
  roles: ['worker'],
  settings: readSettings(process.env),
  clock: { now: () => Date.now() },
  log: createLog({ level: 'silent' }),
  longWork: sampleWork,
})
process.send?.('ready')
process.on('message', () => void app.stop().then(() => process.exit(0)))
process.on('disconnect', () => process.exit(1))
