import { randomUUID } from 'node:crypto'
import { ownerOfTopic, upTopics } from '@brigade/contract/link/alink.topics.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { batchQueue } from '../../platform/mqtt/batch-queue.ts'
import { openExternalBroker } from '../../platform/mqtt/external/external-broker.ts'
import type { ExternalBroker, ExternalHooks } from '../../platform/mqtt/external/external-broker.ts'
import type { Incoming } from '../../platform/mqtt/mqtt-hooks.ts'
import type { Settings } from '../../platform/settings.ts'
import type { FindReachable } from '../../command/dispatch-commands.ts'
import { keyOf, namesIn } from '../../device/device-name.ts'
import { brokerConnectorId, renewLease, endAtBroker, type Presence } from '../../device/presence/presence.store.ts'
import type { Attached, LinkedDevice } from '../../telemetry/messages/message.ts'
import type { LinkCore, StartedTransport, Transport } from '../transport.ts'
import { findOnlineAtBroker } from './broker-client.store.ts'
import { applyNotices, recordLastSeen, recordUnits } from './broker-presence.ts'
import { startBrokerPresence, type SilenceRule } from './broker-presence-loop.ts'
import { slotStore } from './broker-slot.store.ts'
import { namedDevices } from './named-devices.ts'
import { startNeededConnections } from './needed-connections.ts'
import { noticeFilters, readNotice } from './read-notice.ts'
import { sessionsAtBroker } from './sessions-at-broker.ts'
import { gatewayUpTopics } from '@brigade/contract/link/gateway.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import { disjointFilters } from '../../platform/mqtt/external/shared-filters.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Way, DeviceTransport } from '../session/device-transport.ts'

/** Messages of a serial line go only to the process that polls it. */
const { rawUp, rawDownReply, ...others } = upTopics
const lineFilters: readonly string[] = disjointFilters([rawUp.pattern, rawDownReply.pattern])

/**
 * Filters for all other messages of devices, with as few messages to devices as possible. Custom topics are separate:
 * an overlap with the others, a device with the name `user`, would merge all into one filter.
 */
const consumerFilters: readonly string[] = [
  ...disjointFilters(Object.values({ ...others, ...gatewayUpTopics }).map(({ pattern }) => pattern)),
  '/+/+/user/#',
]

/** A topic of a line that belongs to no device: no product key is so short. */
const probeTopic = topicName(rawUp, { productKey: 'brigade', deviceName: 'brigade' })

export type ExternalTransportOptions = Readonly<{
  db: Db
  broker: NonNullable<Settings['mqtt']['broker']>
  clock: Clock
  log: Log
  /** How long a looked-up device stays cached; tests shorten it. */
  devicesCountMs?: number | undefined
  /** The rule for probing silent devices; tests shorten it. */
  silence?: SilenceRule | undefined
}>

/** Devices connect to an external broker, from which any number of processes consume. */
export function externalTransport(options: ExternalTransportOptions): Transport {
  const { db, log } = options
  const presence = batchQueue<Presence>({ onBatch: (changes) => recordUnits(db, changes), log })
  return {
    note: (change) => presence.add(change, 200, () => {}),
    isShared: true,
    sessionsOver: sessionsAtBroker,
    start: async (core) => {
      const started = await startConsuming(options, core)
      return {
        ...started,
        settle: async () => {
          await presence.drained()
          await presence.stop()
          await started.settle()
        },
      }
    },
  }
}

async function startConsuming(options: ExternalTransportOptions, core: LinkCore): Promise<StartedTransport> {
  const { db, broker, clock, log } = options
  // The lease is renewed before the first device is set online: a device held by a gateway without a lease counts as
  // abandoned.
  await renewLease(db, brokerConnectorId, Date.now(), clock.now())
  const mqtt: ExternalBroker = await openExternalBroker(consumerHooks(options, core), {
    address: broker,
    filters: consumerFilters,
    noticeFilters,
    aloneFilters: lineFilters,
    probeTopic,
    connections: broker.connections,
    store: slotStore(db, randomUUID()),
    log,
    now: () => clock.now(),
  })
  const keeping = startBrokerPresence({ db, clock, log, mqtt, silence: options.silence })
  const needed = startNeededConnections({ db, log, mqtt, plugins: core.plugins })
  return {
    mqtt,
    reachable: reachableAtBroker(db, core),
    deviceOf: () => undefined,
    devices: brokerTransport({ db, clock }),
    isPusher: mqtt.receivesNotices,
    watch: async () => {},
    stopWatching: async () => {
      await keeping.stop()
      await needed.stop()
    },
    settle: async () => {},
  }
}

/** Any of the processes can reach any device; the one that claims a command's row sends it. */
const reachableAtBroker =
  (db: Db, { plugins }: LinkCore): FindReachable =>
  async (ids) => {
    const online = await findOnlineAtBroker(db, [...ids])
    // A command that may be for registers is left to the process that polls them.
    const ours = online.filter(({ id, isModbus }) => !isModbus || plugins.polls(id))
    return new Map(
      ours.map((device) => [
        device.id,
        { key: keyOf(device), device, connection: `${brokerConnectorId} ${device.connectedAt}` },
      ]),
    )
  }

function consumerHooks({ db, log, devicesCountMs }: ExternalTransportOptions, core: LinkCore): ExternalHooks<Attached> {
  const devices = namedDevices(db, devicesCountMs)

  async function recordSenders(messages: readonly Incoming[], named: ReadonlyMap<string, LinkedDevice>) {
    const lastSeenMs = new Map<string, number>()
    for (const { key, again, receivedAt } of messages) {
      const device = named.get(key)
      // A message that is delivered a second time may be old.
      if (device !== undefined && !again) lastSeenMs.set(device.id, receivedAt)
    }
    try {
      if (lastSeenMs.size > 0) await recordLastSeen(db, lastSeenMs)
    } catch (error) {
      // The devices' next messages repeat it; these messages are stored.
      log.warn({ err: error }, 'Devices that speak were not set online')
    }
  }

  return {
    keyOf: (topic) => {
      const owner = ownerOfTopic(topic)
      return owner === null || owner.deviceName === '' ? null : keyOf(owner)
    },
    onMessage: (message) => {
      const device = devices.known(message.key)
      return core.arrived(message, device === undefined ? undefined : { device })
    },
    onBatch: async (messages, mark) => {
      const named = await devices.fetch(messages.map(({ key }) => key))
      await core.write(messages, mark, ({ key }) => {
        const device = named.get(key)
        return device === undefined ? undefined : { device }
      })
      await recordSenders(messages, named)
    },
    onDisorder: core.outOfOrder,
    onNotices: async (received) => {
      const notices = received.flatMap(({ topic, payload, receivedAt, again }) => {
        const notice = readNotice(topic, payload, receivedAt)
        return notice === null ? [] : [{ ...notice, again }]
      })
      if (notices.length > 0) await applyNotices(db, notices, (error) => core.onFault(error, { topic: '$SYS' }))
    },
  }
}

/**
 * Reaches devices through an external broker. Only the broker can end connections, and a transaction that removes
 * sub-devices from a gateway sets them offline itself.
 */
function brokerTransport({ db, clock }: Readonly<{ db: Db; clock: Clock }>): DeviceTransport {
  const online = async (deviceId: string) => (await findOnlineAtBroker(db, [deviceId]))[0]
  const to = async (deviceId: string): Promise<Way | undefined> => {
    const device = await online(deviceId)
    // Units on a line have no topics of their own.
    const isReachable = device !== undefined && !(device.isModbus && device.nodeType === 'sub-device')
    return isReachable ? { key: keyOf(device), device } : undefined
  }
  return {
    to,
    toItself: to,
    toGone: (key) => {
      const device = namesIn(key)
      return device === null ? undefined : { key, device }
    },
    end: async (deviceId, reason) => {
      const device = await online(deviceId)
      if (device?.nodeType === 'sub-device')
        await transaction(db, (trx) => endAtBroker(trx, [deviceId], reason, clock.now()))
    },
    forget: async () => {},
    endBehind: async () => {},
    recheck: async () => {},
  }
}
