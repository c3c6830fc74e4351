import { createLog } from '@brigade/server/platform/log.ts'
import { startMqttServer } from '@brigade/server/platform/mqtt/mqtt-server.ts'

/** The embedded broker alone: it lets everybody in without asking a database or checking a password, and writes nothing. */
export const bareMqttServer = () =>
  startMqttServer(
    {
      authenticate: async ({ username }) => username,
      mayPublish: () => true,
      maySubscribe: () => true,
      onConnected: () => {},
      onDisconnected: () => {},
      onDelivered: () => {},
      onDisorder: () => {},
      onBatch: async () => {},
    },
    { host: '127.0.0.1', port: 0, log: createLog({ level: 'silent' }), now: Date.now },
  )
