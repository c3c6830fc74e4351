import { roles, startApp } from '../app.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { readSettings } from '../platform/settings.ts'

// The roles named as arguments in a separate process, for tests and benches that kill or isolate it. Reports its
// addresses to its parent.
const requested = roles.filter((role) => process.argv.slice(2).includes(role))
const app = await startApp({
  roles: requested,
  settings: readSettings(process.env),
  clock: systemClock,
  log: createLog({ level: 'silent' }),
  rateLimits: false,
})
process.send?.({ port: app.addresses.mqttPort, url: app.addresses.http })
// Answers a request for its memory in bytes, after a forced collection.
process.on('message', (requested) => {
  if (requested === 'held')
    void import('./malformed/held-bytes.ts').then(async ({ heldBytes }) => process.send?.({ held: await heldBytes() }))
})
process.on('disconnect', () => process.exit(1))
