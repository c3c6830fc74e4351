import { chunks } from '@brigade/contract/chunks.ts'
import { downTopics } from '@brigade/contract/link/alink.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { serialQueue } from '../../platform/serial-queue.ts'
import type { MqttServer } from '../../platform/mqtt/mqtt-server.ts'
import { findBroadcast, noteReached } from '../../product/broadcast/broadcast.store.ts'
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
/** So many are written to the trace at a time. */
const atOnce = 500

/** Says broadcasts to the devices that are connected here and listen. What was missed while nobody listened is not said later. */
export function tellBroadcasts({ db, log, mqtt, deviceOf, trace }: Options) {
  const working = serialQueue({ log, onErrorMessage: 'A broadcast did not go out' })

  async function tell(id: string): Promise<void> {
    const broadcast = await findBroadcast(db, id)
    if (broadcast === undefined) return
    const { productKey, topic: name, content } = broadcast
    const topic = topicName(downTopics.broadcast, { productKey, broadcast: name })
    const keys = mqtt.subscribers(topic)
    if (keys === null) {
      await mqtt.send('', topic, content)
      return noteReached(db, id, null)
    }
    const told = keys.flatMap((key) => {
      const deviceId = deviceOf(key)
      return deviceId === undefined ? [] : [{ key, deviceId, topic, payload: content }]
    })
    for (const some of chunks(told, atOnce)) {
      await trace(some)
      // Not waited for: one that does not take what it is sent must not hold up the others.
      for (const { key } of some) void mqtt.send(key, topic, content)
    }
    if (told.length > 0) await noteReached(db, id, told.length)
  }

  return {
    /** For NOTIFY `broadcast`. */
    onBroadcast: (payload: unknown): void => {
      const said = Ids.safeParse(payload)
      for (const id of said.success ? said.data.broadcast : []) working.add(() => tell(id))
    },
    settled: working.settled,
  }
}
