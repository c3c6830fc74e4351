import type { Caches } from '../platform/caches.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { BatchMark } from '../platform/intake/batch-mark.ts'
import type { Log } from '../platform/log.ts'
import type { MqttServer } from '../platform/mqtt/mqtt-server.ts'
import type { Connected, Incoming, Received } from '../platform/mqtt/mqtt-hooks.ts'
import type { FindReachable } from '../command/dispatch-commands.ts'
import type { Presence } from '../device/presence/presence.store.ts'
import type { Attached, Entry, EntryReader, LinkedDevice, Sender } from '../telemetry/messages/message.ts'
import type { TraceDown } from '../telemetry/messages/trace-down.ts'
import type { OnFault } from './intake/ingest.ts'
import type { DeviceTransport } from './session/device-transport.ts'
import type { FindSessions } from './sub-device/sessions-over.ts'

/** The context of a plug-in: a protocol beside Alink that devices use over their connections. */
export type PluginContext = Readonly<{
  db: Db
  caches: Caches
  clock: Clock
  log: Log
  send: MqttServer['send']
  note: (change: Presence) => void
  trace: TraceDown
  /** Whether other processes share the connections: the state of a device then outlives this process. */
  isShared: boolean
}>

export type LinkPlugin = Readonly<{
  connected: (connection: Connected, device: LinkedDevice) => void
  disconnected: (connection: Connected) => void
  /** Reads a message on arrival; undefined when the message is not the plug-in's. */
  arrived: (message: Incoming) => readonly Entry[] | undefined
  readers: readonly EntryReader[]
  /** Devices whose connections the plug-in needs even if they are not connected to this process. */
  listNeeded: () => Promise<string[]>
  /** Devices that the plug-in counts as online, each with a placeholder for its connection. */
  online: () => readonly Readonly<{ deviceId: string; connection: Connected }>[]
  /** Records again that a device is online; false when the connection is not the plug-in's. */
  reportOnline: (connection: Connected) => boolean
  polls: (deviceId: string) => boolean
  /** True if the plug-in carries a command out itself. */
  takes: (command: Readonly<{ id: string; deviceId: string }>) => Promise<boolean>
  refresh: () => void
  onPush: (payload: unknown) => void
  stop: () => Promise<void>
}>
export type StartPlugin = (context: PluginContext) => LinkPlugin

/** The link's services for its transport. */
export type LinkCore = Readonly<{
  plugins: LinkPlugin
  /** Reads a message on arrival. The sender is absent if it has to be looked up. */
  arrived: (message: Incoming, sender: Sender | undefined) => Attached
  /** Resolves when a batch is written and its answers are being sent. */
  write: (
    messages: readonly Received<Attached>[],
    mark: BatchMark,
    senderOf: (message: Received<Attached>) => Sender | undefined | Promise<Sender | undefined>,
  ) => Promise<void>
  onFault: OnFault
  delivered: (commandId: string) => void
  cameOnline: () => void
  /** Counts a refused client. */
  refused: () => void
  /** Counts a message that overtook an earlier one of its connection. */
  outOfOrder: () => void
}>

export type StartedTransport = Readonly<{
  mqtt: MqttServer
  reachable: FindReachable
  /** The device of a connection to this process. */
  deviceOf: (key: string) => string | undefined
  devices: DeviceTransport
  /** Whether this process is the one that pushes notifications to devices. */
  isPusher: () => boolean
  /** Starts the loop that corrects the states of devices. `forget`: a device was deleted without a notice. */
  watch: (forget: (deviceId: string) => void) => Promise<void>
  /** Called before and after the connector stops. */
  stopWatching: () => Promise<void>
  settle: () => Promise<void>
}>

/** The way devices are connected: to this process, or to a broker from which any number of processes consume. */
export type Transport = Readonly<{
  sessionsOver: FindSessions
  note: (change: Presence) => void
  isShared: boolean
  start: (core: LinkCore) => Promise<StartedTransport>
}>

/** Combines several plug-ins into one. */
export const joinPlugins = (plugins: readonly LinkPlugin[]): LinkPlugin => ({
  connected: (connection, device) => {
    for (const plugin of plugins) plugin.connected(connection, device)
  },
  disconnected: (connection) => {
    for (const plugin of plugins) plugin.disconnected(connection)
  },
  arrived: (message) => {
    for (const plugin of plugins) {
      const entries = plugin.arrived(message)
      if (entries !== undefined) return entries
    }
    return undefined
  },
  readers: plugins.flatMap(({ readers }) => readers),
  listNeeded: async () => (await Promise.all(plugins.map((plugin) => plugin.listNeeded()))).flat(),
  online: () => plugins.flatMap((plugin) => plugin.online()),
  reportOnline: (connection) => plugins.some((plugin) => plugin.reportOnline(connection)),
  polls: (deviceId) => plugins.some((plugin) => plugin.polls(deviceId)),
  takes: async (command) => {
    for (const plugin of plugins) if (await plugin.takes(command)) return true
    return false
  },
  refresh: () => {
    for (const plugin of plugins) plugin.refresh()
  },
  onPush: (payload) => {
    for (const plugin of plugins) plugin.onPush(payload)
  },
  stop: async () => {
    await Promise.all(plugins.map((plugin) => plugin.stop()))
  },
})
