import { randomUUID } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import type { MqttServer } from '../platform/mqtt/mqtt-server.ts'
import { repeat } from '../platform/repeat.ts'
import { insertMessageRate } from '../telemetry/message-rate.store.ts'

const spanMs = 5000

export type MessageCounts = Readonly<{
  /** Counts messages of devices once they are stored. */
  received: (messages: number) => void
  /** The same server, with each message that it sends counted. */
  counted: (mqtt: MqttServer) => MqttServer
  stop: () => Promise<void>
}>

/**
 * Counts the messages of a connector and stores the sums every 5 s, zeros included: a span without a row was not
 * counted. A span that cannot be stored is tried again, and later counts belong to the next one.
 */
export function countMessages({ db, clock, log }: Readonly<{ db: Db; clock: Clock; log: Log }>): MessageCounts {
  const connectorId = randomUUID()
  const startedAt = performance.now()
  let [received, sent] = [0, 0]
  let span: Readonly<{ countedAtMs: number; received: number; sent: number }> | undefined
  const store = async () => {
    // The loop runs at once, when there is no span yet.
    if (performance.now() - startedAt < spanMs / 2) return
    span ??= { countedAtMs: clock.now(), received, sent }
    await insertMessageRate(db, { connectorId, ...span })
    received -= span.received
    sent -= span.sent
    span = undefined
  }
  const loop = repeat(store, { pauseMs: spanMs, log, onErrorMessage: 'Counts of messages could not be stored yet' })
  return {
    received: (messages) => {
      received += messages
    },
    counted: (mqtt) => ({
      ...mqtt,
      send: async (...message) => {
        const isSent = await mqtt.send(...message)
        if (isSent) sent += 1
        return isSent
      },
    }),
    stop: () => loop.stop(),
  }
}
