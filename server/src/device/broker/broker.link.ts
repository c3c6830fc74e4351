import { randomUUID } from 'node:crypto'
import { ownerOfTopic } from '@brigade/contract/device/device.topics.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Listener } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/log.ts'
import { measureLink, type Metrics } from '../../platform/metrics/metrics.ts'
import { startExternalGateway } from '../../platform/mqtt/external/external-gateway.ts'
import type { ExternalGateway } from '../../platform/mqtt/external/external-gateway.ts'
import type { Incoming } from '../../platform/mqtt/gateway-hooks.ts'
import type { Settings } from '../../platform/settings.ts'
import { broadcastChannel } from '../../product/broadcast/send-broadcast.ts'
import { configChannel } from '../../product/config/push-config.ts'
import { forgetPublishedModels } from '../../thing-model/published-models.ts'
import { dispatchCommands } from '../command/dispatch-commands.ts'
import type { FindReachable } from '../command/dispatch-commands.ts'
import { keepSweepingCommands } from '../command/sweep-commands.ts'
import { keyOf } from '../connect/linked-devices.ts'
import { lifecycle } from '../connect/lifecycle.ts'
import { traceDown } from '../connect/trace-down.ts'
import { gatewayReader } from '../gateway/gateway-reader.ts'
import { packReader } from '../gateway/read-pack.ts'
import { topologyChannel } from '../gateway/topology-notice.ts'
import { deviceChannel } from '../register/device-notice.ts'
import { keepIntake } from '../../platform/intake/keep-intake.ts'
import { ingest, readEarly, readEntries } from '../ingest.ts'
import type { Entry, LinkedDevice } from '../link/message.ts'
import { noteFaults } from '../link/note-faults.ts'
import { tellBroadcasts } from '../link/tell-broadcasts.ts'
import { tellDevices } from '../link/tell-devices.ts'
import type { Rhythm } from '../modbus/poll-units.ts'
import { tellChannel } from '../link/tell.ts'
import { brokerGatewayId, renewLease } from '../presence.store.ts'
import { findOnlineAtBroker } from './broker-client.store.ts'
import { hearNotices, recordHeard } from './broker-presence.ts'
import { slotStore } from './broker-slot.store.ts'
import { consumerFilters, lineFilters } from './consumer-filters.ts'
import { keepBrokerPresence } from './keep-broker-presence.ts'
import type { SilenceRule } from './keep-broker-presence.ts'
import { namedDevices } from './named-devices.ts'
import { modbusAtBroker } from './modbus-at-broker.ts'
import { waysAtBroker } from './ways-at-broker.ts'
import { sessionsAtBroker } from './sessions-at-broker.ts'
import { noticeFilters, readNotice } from './read-notice.ts'

export type BrokerLinkOptions = Readonly<{
  db: Db
  broker: NonNullable<Settings['mqtt']['broker']>
  /** Opens the secrets of sub-devices. */
  secretKey: Buffer
  clock: Clock
  log: Log
  listener: Listener
  metrics: Metrics
  /** Throws while nothing may be taken in. */
  assertRoom?: (() => Promise<void>) | undefined
  /** How long a device that was looked up counts; tests shorten it. */
  devicesCountMs?: number | undefined
  /** When silent devices are looked for; tests shorten it. */
  silence?: SilenceRule | undefined
  /** How Modbus units are polled; tests shorten it. */
  modbusRhythm?: Partial<Rhythm> | undefined
}>

/** Joins an external broker and the rest: what devices say to it, who it says is there, what they are told through it. */
export async function startBrokerLink(
  options: BrokerLinkOptions,
): Promise<{ port: number; intakeStandsSince: () => number | undefined; stop: () => Promise<void> }> {
  const { db, broker, clock, log, listener } = options
  const { secretKey } = options
  const devices = namedDevices(db, options.devicesCountMs)
  const trace = traceDown({ db, clock })
  const onFault = noteFaults({ log, now: () => clock.now() })
  const reached: { gateway?: ExternalGateway } = {}
  const measures = measureLink(options.metrics, {
    waiting: () => reached.gateway?.waiting() ?? 0,
    oldestMs: () => clock.now() - (reached.gateway?.oldestWaitingMs() ?? clock.now()),
  })
  const modbus = modbusAtBroker({
    db,
    clock,
    log,
    gateway: {
      send: async (...message) => (await reached.gateway?.send(...message)) ?? false,
      hearsNotices: () => reached.gateway?.hearsNotices() ?? false,
    },
    trace,
    rhythm: options.modbusRhythm,
  })
  const readers = [
    modbus.reader,
    gatewayReader({ secretKey, sessionsOver: sessionsAtBroker }),
    packReader({ sessionsOver: sessionsAtBroker }),
  ]
  const early = new WeakMap<Incoming, readonly Entry[]>()

  async function heardOf(messages: readonly Incoming[], named: ReadonlyMap<string, LinkedDevice>) {
    const lastHeardMs = new Map<string, number>()
    for (const { key, again, receivedAt } of messages) {
      const device = named.get(key)
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
  await renewLease(db, brokerGatewayId, Date.now(), clock.now())
  const gateway: ExternalGateway = await startExternalGateway(
    {
      keyOf: (topic) => {
        const owner = ownerOfTopic(topic)
        return owner === null || owner.deviceName === '' ? null : keyOf(owner)
      },
      onMessage: (message) => {
        modbus.hear(message)
        const device = devices.known(message.key)
        const entries = device === undefined ? undefined : readEarly(db, { device }, message, readers)
        if (entries !== undefined) early.set(message, entries)
      },
      onBatch: async (messages) => {
        await options.assertRoom?.()
        const named = await devices.fetch(messages.map(({ key }) => key))
        const entriesOf = (message: Incoming) => {
          const device = named.get(message.key)
          // Who is polled may be heard, whatever was known of it before.
          return (
            early.get(message) ??
            modbus.heard(message) ??
            (device === undefined ? undefined : readEntries(db, { device }, message, readers))
          )
        }
        const answers = await measures.batch(messages, () => ingest(db, messages, entriesOf, clock.now(), onFault))
        for (const { key, topic, payload } of answers) void gateway.send(key, topic, payload)
        await heardOf(messages, named)
      },
      onNotices: async (said) => {
        const notices = said.flatMap(({ topic, payload, receivedAt }) => readNotice(topic, payload, receivedAt) ?? [])
        if (notices.length > 0) await hearNotices(db, notices, (error) => onFault(error, { topic: '$SYS' }))
      },
    },
    {
      address: broker,
      filters: consumerFilters,
      noticeFilters,
      aloneFilters: lineFilters,
      connections: broker.connections,
      store: slotStore(db, randomUUID()),
      log,
      now: () => clock.now(),
    },
  )
  reached.gateway = gateway
  // Any of the processes can reach any device; the one that claims a command's row sends it.
  const reachable: FindReachable = async (ids) => {
    const online = await findOnlineAtBroker(db, [...ids])
    // What may be for registers is left to the one that polls them.
    const told = online.filter(({ id, isModbus }) => !isModbus || modbus.polls(id))
    return new Map(
      told.map((device) => [
        device.id,
        { key: keyOf(device), device, connection: `${brokerGatewayId} ${device.connectedAt}` },
      ]),
    )
  }
  const commands = dispatchCommands({ db, clock, log, gateway, reachable, trace, takes: modbus.takes })
  const telling = tellDevices({ db, clock, log, gateway, reachable, trace })
  const broadcasts = tellBroadcasts({ db, log, gateway, deviceOf: () => undefined, trace })
  // All hear what devices are to be told; one tells it.
  const byOne = (tell: (payload: unknown) => void) => (payload: unknown) => {
    if (gateway.hearsNotices()) tell(payload)
  }
  const life = lifecycle({ db, log, gateway, ways: waysAtBroker({ db, clock }), trace })
  const sweep = keepSweepingCommands({ db, clock, log })
  const unsubscribe = [
    listener.subscribe('command', () => commands.wake()),
    listener.subscribe(tellChannel, byOne(telling.onTell)),
    listener.subscribe(tellChannel, modbus.onTell),
    listener.subscribe(configChannel, byOne(telling.onConfig)),
    listener.subscribe(broadcastChannel, byOne(broadcasts.onBroadcast)),
    listener.subscribe(deviceChannel, byOne(life.onDevices)),
    listener.subscribe(topologyChannel, (payload) => {
      modbus.refresh()
      byOne(life.onTopology)(payload)
    }),
    listener.subscribe('names', () => {
      forgetPublishedModels(db)
      modbus.refresh()
    }),
  ]
  const intake = keepIntake({ db, clock, log, oldestMs: gateway.oldestWaitingMs })
  const keeping = keepBrokerPresence({ db, clock, log, gateway, silence: options.silence })

  return {
    port: gateway.port,
    intakeStandsSince: intake.standsSince,
    stop: async () => {
      for (const end of unsubscribe) end()
      await commands.stop()
      await telling.settled()
      await broadcasts.settled()
      await life.settled()
      await sweep.stop()
      await keeping.stop()
      await modbus.stop()
      await gateway.stop()
      await intake.stop()
    },
  }
}
