import { createLog } from '../../platform/log.ts'
import { openMetrics } from '../../platform/metrics/metrics.ts'
import { listen } from '../../platform/db/listen.ts'
import { embeddedTransport } from '../../link/embedded/embedded-transport.ts'
import { startLink } from '../../link/start-link.ts'
import { startModbus } from '../../modbus/modbus-link.ts'
import type { Rhythm } from '../../modbus/poll-units.ts'
import { startTestApp } from '../start-app.ts'

/** An app with a connector of its own, which polls in a rhythm that a test can wait for. */
export async function startModbusLink(rhythm: Partial<Rhythm>) {
  const log = createLog({ level: 'silent' })
  const app = await startTestApp({ roles: ['api'] })
  const { db, caches, settings, clock } = app
  const { secretKey, timeZone: installationZone } = settings
  const listener = listen(settings.databaseUrl ?? '', { applicationName: 'modbus test', log })
  const link = await startLink(
    {
      db,
      caches,
      secretKey,
      installationZone,
      clock,
      log,
      listener,
      metrics: openMetrics(),
      lookMs: settings.queueLookMs,
    },
    embeddedTransport({ db, settings, clock, log }),
    [(context) => startModbus({ ...context, rhythm })],
  )
  return {
    app,
    port: link.port,
    stop: async () => {
      await link.stop()
      await listener.stop()
      await app.stop()
    },
  }
}
