import { externalTransport, type ExternalTransportOptions } from '../../link/broker/external-transport.ts'
import { startLink } from '../../link/start-link.ts'
import { startModbus } from '../../modbus/modbus-link.ts'
import type { Rhythm } from '../../modbus/poll-units.ts'
import { listen } from '../../platform/db/listen.ts'
import { createLog } from '../../platform/log.ts'
import { openMetrics } from '../../platform/metrics/metrics.ts'
import { startMosquitto, type Mosquitto } from '../mosquitto.ts'
import { startTestApp, type TestApp } from '../start-app.ts'

/** Starts a database, Mosquitto, and a process linked to both; `roles` are further roles. */
export async function startBrokerApp(
  {
    modbusRhythm,
    portTo = async (port) => port,
    ...options
  }: Pick<ExternalTransportOptions, 'silence' | 'devicesCountMs'> &
    Readonly<{
      modbusRhythm?: Partial<Rhythm>
      /** The port by which the program reaches Mosquitto. */
      portTo?: (port: number) => Promise<number>
    }>,
  roles: readonly ('api' | 'worker')[] = [],
): Promise<{ app: TestApp; mosquitto: Mosquitto; stop: () => Promise<void> }> {
  const log = createLog({ level: 'silent' })
  const mosquitto = await startMosquitto()
  const app = await startTestApp({ roles: [...roles] })
  const listener = listen(app.settings.databaseUrl ?? '', { applicationName: 'brigade test listen', log })
  const broker = {
    host: '127.0.0.1',
    port: await portTo(mosquitto.port),
    isTls: false,
    username: undefined,
    password: undefined,
    connections: 2,
  }
  const { db, caches, clock } = app
  const { secretKey, timeZone: installationZone } = app.settings
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
      lookMs: app.settings.queueLookMs,
    },
    externalTransport({ db, broker, clock, log, ...options }),
    [(context) => startModbus({ ...context, rhythm: modbusRhythm })],
  )
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
