import { chunks } from '@brigade/contract/chunks.ts'
import { downTopics } from '@brigade/contract/link/alink.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { serialQueue } from '../../platform/serial-queue.ts'
import type { MqttServer } from '../../platform/mqtt/mqtt-server.ts'
import { findBroadcast, noteReached } from '../../product/broadcast/broadcast.store.ts'
import { messageLife } from '@brigade/contract/link/message-life.ts'
import type { TraceDown } from '../../telemetry/messages/trace-down.ts'

type Options = Readonly<{
  db: Db
  log: Log
  mqtt: Pick<MqttServer, 'send' | 'subscribers'>
  /** The device of a connection. */
  deviceOf: (key: string) => string | undefined
  trace: TraceDown
}>

const Ids = z.object({ broadcast: z.array(z.string()) })
/** The number of trace entries in one statement. */
const atOnce = 500

/** Sends broadcasts to the devices that are connected here and subscribed. A broadcast without a listening connector is not repeated. */
export function pushBroadcasts({ db, log, mqtt, deviceOf, trace }: Options) {
  const working = serialQueue({ log, onErrorMessage: 'A broadcast did not go out' })

  async function push(id: string): Promise<void> {
    const broadcast = await findBroadcast(db, id)
    if (broadcast === undefined) return
    const { productKey, topic: name, content } = broadcast
    const topic = topicName(downTopics.broadcast, { productKey, broadcast: name })
    const keys = mqtt.subscribers(topic)
    if (keys === null) {
      await mqtt.send('', topic, content, messageLife)
      return noteReached(db, id, null)
    }
    const reached = keys.flatMap((key) => {
      const deviceId = deviceOf(key)
      return deviceId === undefined ? [] : [{ key, deviceId, topic, payload: content }]
    })
    for (const some of chunks(reached, atOnce)) {
      await trace(some)
      // This is not awaited: a device that does not take its message must not hold up the others.
      for (const { key } of some) void mqtt.send(key, topic, content, messageLife)
    }
    if (reached.length > 0) await noteReached(db, id, reached.length)
  }

  return {
    /** Handles NOTIFY `broadcast`. */
    onBroadcast: (payload: unknown): void => {
      const notice = Ids.safeParse(payload)
      for (const id of notice.success ? notice.data.broadcast : []) working.add(() => push(id))
    },
    settled: working.settled,
  }
}
