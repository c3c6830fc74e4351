import { randomUUID } from 'node:crypto'
import { ownerOfTopic } from '@brigade/contract/device/device.topics.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Listener } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/log.ts'
import { startExternalGateway } from '../../platform/mqtt/external/external-gateway.ts'
import type { ExternalGateway } from '../../platform/mqtt/external/external-gateway.ts'
import type { Incoming } from '../../platform/mqtt/gateway.ts'
import type { Settings } from '../../platform/settings.ts'
import { configChannel } from '../../product/config/push-config.ts'
import { forgetPublishedModels } from '../../thing-model/published-models.ts'
import { dispatchCommands } from '../command/dispatch-commands.ts'
import type { FindReachable } from '../command/dispatch-commands.ts'
import { keepSweepingCommands } from '../command/sweep-commands.ts'
import { keyOf } from '../connect/linked-devices.ts'
import { traceDown } from '../connect/trace-down.ts'
import { ingest, readEarly, readEntries } from '../ingest.ts'
import type { Entry } from '../link/message.ts'
import { tellDevices } from '../link/tell-devices.ts'
import { tellChannel } from '../link/tell.ts'
import { renewLease } from '../presence.store.ts'
import { findOnlineAtBroker } from './broker-client.store.ts'
import { brokerGatewayId, recordHeard, recordNotices } from './broker-presence.ts'
import { slotStore } from './broker-slot.store.ts'
import { consumerFilters } from './consumer-filters.ts'
import { keepBrokerPresence } from './keep-broker-presence.ts'
import type { SilenceRule } from './keep-broker-presence.ts'
import { namedDevices } from './named-devices.ts'
import { noticeFilters, readNotice } from './read-notice.ts'

export type BrokerLinkOptions = Readonly<{
  db: Db
  broker: NonNullable<Settings['mqtt']['broker']>
  clock: Clock
  log: Log
  listener: Listener
  /** Throws while nothing may be taken in. */
  assertRoom?: (() => Promise<void>) | undefined
  /** When silent devices are looked for; tests shorten it. */
  silence?: SilenceRule | undefined
}>

/** Joins an external broker and the rest: what devices say to it, who it says is there, what they are told through it. */
export async function startBrokerLink(
  options: BrokerLinkOptions,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const { db, broker, clock, log, listener } = options
  const devices = namedDevices(db)
  const early = new WeakMap<Incoming, readonly Entry[]>()

  async function heardOf(messages: readonly Incoming[]) {
    const lastHeardMs = new Map<string, number>()
    for (const { key, again, receivedAt } of messages) {
      const device = devices.known(key)
      // What is delivered a second time may be old.
      if (device !== undefined && !again) lastHeardMs.set(device.id, receivedAt)
    }
    try {
      if (lastHeardMs.size > 0) await recordHeard(db, lastHeardMs)
    } catch (error) {
      // Their next message says it again; these are written.
      log.warn({ err: error }, 'Devices that speak were not set online')
    }
  }

  // Before the first device is said to be there: one held by a gateway without a lease counts as abandoned.
  await renewLease(db, brokerGatewayId, Date.now())
  const gateway: ExternalGateway = await startExternalGateway(
    {
      keyOf: (topic) => {
        const owner = ownerOfTopic(topic)
        return owner === null || owner.deviceName === '' ? null : keyOf(owner)
      },
      onMessage: (message) => {
        const device = devices.known(message.key)
        const entries = device === undefined ? undefined : readEarly(db, { device }, message)
        if (entries !== undefined) early.set(message, entries)
      },
      onBatch: async (messages) => {
        await options.assertRoom?.()
        await devices.fetch(messages.map(({ key }) => key))
        const entriesOf = (message: Incoming) => {
          const device = devices.known(message.key)
          return early.get(message) ?? (device === undefined ? undefined : readEntries(db, { device }, message))
        }
        const answers = await ingest(db, messages, entriesOf, clock.now())
        for (const { key, topic, payload } of answers) void gateway.send(key, topic, payload)
        await heardOf(messages)
      },
      onNotices: async (said) => {
        const notices = said.flatMap(({ topic, payload, receivedAt }) => readNotice(topic, payload, receivedAt) ?? [])
        if (notices.length > 0) await recordNotices(db, notices)
      },
    },
    {
      address: broker,
      filters: consumerFilters,
      noticeFilters,
      connections: broker.connections,
      store: slotStore(db, randomUUID()),
      log,
      now: () => clock.now(),
    },
  )
  const trace = traceDown({ db, clock })
  // Any of the processes can reach any device; the one that claims a command's row sends it.
  const reachable: FindReachable = async (ids) => {
    const online = await findOnlineAtBroker(db, brokerGatewayId, [...ids])
    return new Map(online.map((device) => [device.id, { key: keyOf(device), device }]))
  }
  const commands = dispatchCommands({ db, clock, log, gateway, reachable, trace })
  const telling = tellDevices({ db, clock, log, gateway, reachable, trace })
  // All hear what devices are to be told; one tells it.
  const byOne = (tell: (payload: unknown) => void) => (payload: unknown) => {
    if (gateway.hearsNotices()) tell(payload)
  }
  const sweep = keepSweepingCommands({ db, clock, log })
  const unsubscribe = [
    listener.subscribe('command', () => commands.wake()),
    listener.subscribe(tellChannel, byOne(telling.onTell)),
    listener.subscribe(configChannel, byOne(telling.onConfig)),
    listener.subscribe('names', () => forgetPublishedModels(db)),
  ]
  const keeping = keepBrokerPresence({ db, clock, log, gateway, silence: options.silence })

  return {
    port: gateway.port,
    stop: async () => {
      for (const end of unsubscribe) end()
      await commands.stop()
      await telling.settled()
      await sweep.stop()
      await keeping.stop()
      await gateway.stop()
    },
  }
}
