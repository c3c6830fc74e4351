import { startBrokerLink, type BrokerLinkOptions } from '../../device/broker/broker.link.ts'
import { listen } from '../../platform/db/listen.ts'
import { createLog } from '../../platform/log.ts'
import { openMetrics } from '../../platform/metrics/metrics.ts'
import { startMosquitto, type Mosquitto } from '../mosquitto.ts'
import { startTestApp, type TestApp } from '../start-app.ts'

/** A database, Mosquitto, and a process' link between them; `roles` beside it. */
export async function startBrokerApp(
  options: Pick<BrokerLinkOptions, 'silence' | 'devicesCountMs' | 'modbusRhythm'>,
  roles: readonly 'api'[] = [],
): Promise<{ app: TestApp; mosquitto: Mosquitto; stop: () => Promise<void> }> {
  const log = createLog({ level: 'silent' })
  const mosquitto = await startMosquitto()
  const app = await startTestApp({ roles: [...roles] })
  const listener = listen(app.settings.databaseUrl ?? '', { applicationName: 'brigade test listen', log })
  const link = await startBrokerLink({
    db: app.db,
    secretKey: app.settings.secretKey,
    broker: {
      host: '127.0.0.1',
      port: mosquitto.port,
      isTls: false,
      username: undefined,
      password: undefined,
      connections: 2,
    },
    clock: app.clock,
    log,
    listener,
    metrics: openMetrics(),
    ...options,
  })
  return {
    app,
    mosquitto,
    stop: async () => {
      await link.stop()
      await listener.stop()
      await app.stop()
      await mosquitto[Symbol.asyncDispose]()
    },
  }
}
