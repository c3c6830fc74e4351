import type { Caches } from '../platform/caches.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Listener } from '../platform/db/listen.ts'
import { watchIntake } from '../platform/intake/watch-intake.ts'
import type { Log } from '../platform/log.ts'
import { measureLink, type LinkMeasures, type Metrics } from '../platform/metrics/metrics.ts'
import type { MqttServer } from '../platform/mqtt/mqtt-server.ts'
import type { Received } from '../platform/mqtt/mqtt-hooks.ts'
import { dispatchCommands, type CommandDispatch } from '../command/dispatch-commands.ts'
import { startSweepingCommands } from '../command/sweep-commands.ts'
import { deviceChannel } from '../device/device-notice.ts'
import { firmwareChannel } from '../device/firmware/exchange.store.ts'
import { pushChannel } from '../device/push-channel.ts'
import { topologyChannel } from '../device/topology/topology-notice.ts'
import { broadcastChannel } from '../product/broadcast/send-broadcast.ts'
import { configChannel } from '../product/config/push-config.ts'
import type { Attached, EntryReader, LinkMessage, Sender } from '../telemetry/messages/message.ts'
import { traceDown, type TraceDown } from '../telemetry/messages/trace-down.ts'
import { publishedModelCache } from '../thing-model/published-models.ts'
import { countMessages, type MessageCounts } from './count-messages.ts'
import { ingest, openIntake, readEarly, readEntries, type Intake } from './intake/ingest.ts'
import { logFaults } from './intake/log-faults.ts'
import { pushBroadcasts } from './push/push-broadcasts.ts'
import { pushFirmware } from './push/push-firmware.ts'
import { pushToDevices } from './push/push-to-devices.ts'
import { lifecycle, type Lifecycle } from './session/lifecycle.ts'
import { gatewayReader } from './sub-device/gateway-reader.ts'
import { packReader } from './sub-device/read-pack.ts'
import { joinPlugins } from './transport.ts'
import { messageLife } from '@brigade/contract/link/message-life.ts'
import type { LinkCore, LinkPlugin, StartedTransport, StartPlugin, Transport } from './transport.ts'

export type DeviceLink = Readonly<{
  /** 0 if this process does not listen. */
  port: number
  /** The time at which the oldest unwritten message was received, epoch ms, while intake is stalled. */
  intakeStandsSince: () => number | undefined
  /** Hands connected devices over to other processes, spread over `forMs`. `stop` follows. */
  drain: (forMs: number) => Promise<void>
  stop: () => Promise<void>
}>

export type LinkOptions = Readonly<{
  db: Db
  caches: Caches
  /** The key for the sealed secrets of sub-devices. */
  secretKey: Buffer
  /** `TIME_ZONE`. */
  installationZone: string
  /** The base URL for device downloads, if it is set. */
  deviceUrl?: string | undefined
  clock: Clock
  log: Log
  listener: Listener
  metrics: Metrics
  /** `QUEUE_LOOK_MS`: the interval of the search for work whose notification was lost. */
  lookMs: number
  /** Throws while intake is paused; reports then wait unacknowledged and are retried. */
  assertRoom?: (() => Promise<void>) | undefined
}>

/** Services that exist only once the transport has started. */
type Reached = { mqtt?: MqttServer; commands?: CommandDispatch }

/**
 * Connects devices with the rest over one transport: reads and stores their messages, sends commands, and pushes
 * settings and changes. Plug-ins add protocols beside Alink.
 */
export async function startLink(
  options: LinkOptions,
  transport: Transport,
  startPlugins: readonly StartPlugin[],
): Promise<DeviceLink> {
  const { db, caches, clock, log } = options
  const { isShared, note } = transport
  const reached: Reached = {}
  const trace = traceDown({ db, clock })
  const send: MqttServer['send'] = async (...message) => {
    const isSent = (await reached.mqtt?.send(...message)) ?? false
    // A broker does not report who has subscribed: an offline device does not answer, and the broker's notice ends its connection.
    return isShared || isSent
  }
  const plugins = joinPlugins(
    startPlugins.map((start) => start({ db, caches, clock, log, send, note, trace, isShared })),
  )
  const measures = measureLink(options.metrics, {
    waiting: () => reached.mqtt?.waiting() ?? 0,
    oldestMs: () => clock.now() - (reached.mqtt?.oldestWaitingMs() ?? clock.now()),
    ...(isShared ? {} : { connections: () => reached.mqtt?.connectedKeys().length ?? 0 }),
  })
  const counts = countMessages({ db, clock, log })
  const intake = openIntake(options)
  const transported = await transport.start(coreOf({ options, intake, transport, plugins, measures, counts, reached }))
  const mqtt = counts.counted(transported.mqtt)
  const started = { ...transported, mqtt }
  const { reachable } = started
  reached.mqtt = mqtt
  const { lookMs } = options
  const commands = dispatchCommands({ db, clock, log, mqtt, reachable, takes: plugins.takes, lookMs })
  reached.commands = commands
  const pushing = startPushing({ options, started, plugins, trace, commands })
  const sweep = startSweepingCommands({ db, clock, log, lookMs })
  const standstill = watchIntake({ db, clock, log, oldestMs: mqtt.oldestWaitingMs })
  await started.watch((deviceId) => pushing.life.onDevices({ removed: [deviceId] }))

  return {
    port: mqtt.port,
    intakeStandsSince: standstill.standsSince,
    drain: (forMs) => mqtt.handOver(forMs),
    stop: async () => {
      pushing.end()
      await commands.stop()
      await pushing.settled()
      await sweep.stop()
      await started.stopWatching()
      await plugins.stop()
      await mqtt.stop()
      await intake.notifier.flush()
      await counts.stop()
      await standstill.stop()
      await started.settle()
    },
  }
}

type CoreParts = Readonly<{
  options: LinkOptions
  intake: Intake
  transport: Transport
  plugins: LinkPlugin
  measures: LinkMeasures
  counts: MessageCounts
  reached: Reached
}>

/** Reads messages as they arrive, and writes them in batches. */
function coreOf({ options, intake, transport, plugins, measures, counts, reached }: CoreParts): LinkCore {
  const { clock, log, secretKey, installationZone } = options
  const { sessionsOver } = transport
  const onFault = logFaults({ log, now: () => clock.now() })
  const readers: readonly EntryReader[] = [
    ...plugins.readers,
    gatewayReader({ secretKey, installationZone, sessionsOver }),
    packReader({ sessionsOver, intake }),
  ]
  /** For an unknown sender only the entries of a plug-in are kept. */
  const readLate = (message: LinkMessage, sender: Sender | undefined) =>
    sender === undefined ? message.attached?.byPlugin : readEntries(intake, sender, message, readers)

  return {
    plugins,
    onFault,
    arrived: (message, sender): Attached => {
      const byPlugin = plugins.arrived(message)
      const entries = sender === undefined ? undefined : readEarly(intake, sender, message, readers)
      return { sender, entries, byPlugin }
    },
    write: async (messages, mark, senderOf) => {
      await options.assertRoom?.()
      const entriesOf = (message: Received<Attached>) => {
        if (message.attached?.entries !== undefined) return message.attached.entries
        const sender = senderOf(message)
        return sender instanceof Promise
          ? sender.then(async (found) => (await readLate(message, found)) ?? [])
          : readLate(message, sender)
      }
      const answers = await measures.batch(messages, () =>
        ingest(intake, messages, entriesOf, clock.now(), { onFault, mark }),
      )
      counts.received(messages.length)
      for (const { key, topic, payload } of answers) void reached.mqtt?.send(key, topic, payload, messageLife)
    },
    delivered: (commandId) => reached.commands?.delivered(commandId),
    cameOnline: () => reached.commands?.cameOnline(),
    refused: () => measures.refused(),
    outOfOrder: () => measures.outOfOrder(),
  }
}

type PushParts = Readonly<{
  options: LinkOptions
  started: StartedTransport
  plugins: LinkPlugin
  trace: TraceDown
  commands: CommandDispatch
}>

/** Pushes settings and changes by people to devices, on notifications of the database. */
function startPushing({ options, started, plugins, trace, commands }: PushParts): Readonly<{
  life: Lifecycle
  end: () => void
  settled: () => Promise<void>
}> {
  const { db, clock, log, listener, secretKey, deviceUrl, lookMs } = options
  const { mqtt, reachable, deviceOf, devices } = started
  const toDevices = pushToDevices({ db, clock, log, deviceUrl, mqtt, reachable, trace })
  const broadcasts = pushBroadcasts({ db, log, mqtt, deviceOf, trace })
  const firmware = pushFirmware({ db, clock, log, secretKey, mqtt, reachable, trace, lookMs })
  const life = lifecycle({ db, log, mqtt, ways: devices, trace })
  // Every process gets a notification; only one of those that share connections acts on it.
  const byOne = (act: (payload: unknown) => void) => (payload: unknown) => {
    if (started.isPusher()) act(payload)
  }
  const unsubscribe = [
    listener.subscribe('command', commands.wake),
    listener.subscribe(pushChannel, byOne(toDevices.onPush)),
    listener.subscribe(pushChannel, plugins.onPush),
    listener.subscribe(configChannel, byOne(toDevices.onConfig)),
    // Each waiting item is handled once, by any process that reaches the device.
    listener.subscribe(firmwareChannel, firmware.onFirmware),
    listener.subscribe(broadcastChannel, byOne(broadcasts.onBroadcast)),
    listener.subscribe(deviceChannel, byOne(life.onDevices)),
    listener.subscribe(topologyChannel, (payload) => {
      plugins.refresh()
      byOne(life.onTopology)(payload)
    }),
    listener.subscribe('names', () => {
      options.caches.forget([publishedModelCache])
      plugins.refresh()
    }),
  ]
  return {
    life,
    end: () => {
      for (const end of unsubscribe) end()
    },
    settled: async () => {
      await toDevices.settled()
      await broadcasts.settled()
      await firmware.stop()
      await life.settled()
    },
  }
}
