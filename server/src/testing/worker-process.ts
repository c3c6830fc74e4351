import { startApp } from '../app.ts'
import { createLog } from '../platform/log.ts'
import { readSettings } from '../platform/settings.ts'
import { sampleWork } from './sample-work.ts'

// A worker in a separate process, for tests that kill it. `WORKS=all`: with the product's long work instead of the
// samples.
const app = await startApp({
  roles: ['worker'],
  // A test writes rows by hand, and gives notice of none.
  settings: readSettings({ QUEUE_LOOK_MS: '100', ...process.env }),
  clock: { now: () => Date.now() },
  log: createLog({ level: 'silent' }),
  ...(process.env['WORKS'] === 'all' ? {} : { longWork: sampleWork }),
})
process.send?.('ready')
process.on('message', () => void app.stop().then(() => process.exit(0)))
process.on('disconnect', () => process.exit(1))
