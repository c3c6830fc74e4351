import { startApp } from '../app.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { readSettings } from '../platform/settings.ts'

// A gateway in a process of its own, for tests that kill it. Says its port to its parent.
const app = await startApp({
  roles: ['gateway'],
  settings: readSettings(process.env),
  clock: systemClock,
  log: createLog({ level: 'silent' }),
})
process.send?.({ port: app.addresses.mqttPort })
process.on('disconnect', () => process.exit(1))
