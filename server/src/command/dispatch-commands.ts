import { downTopics, methodOf } from '@brigade/contract/link/alink.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import type { MqttServer } from '../platform/mqtt/mqtt-server.ts'
import { claimOver, listCommandsToSend, NoticedCommand, unclaim } from './command.store.ts'
import type { CommandToSend, OutgoingCommand } from './command.store.ts'
import { failCommand, markAcknowledged } from './command-outcome.store.ts'
import type { LinkedDevice } from '../telemetry/messages/message.ts'

export type CommandDispatch = Readonly<{
  /** Sends commands that were inserted into the ledger: the one in a notification, or all. */
  wake: (notice?: unknown) => void
  /** A device connected. Its commands that may be lost, or that could not be sent, are sent soon. */
  cameOnline: () => void
  delivered: (commandId: string) => void
  stop: () => Promise<void>
}>

/** The devices that this process can reach, with the key to send under. */
export type FindReachable = (deviceIds: ReadonlySet<string>) => Promise<ReadonlyMap<string, Way>>
/** `through`: the SN of the gateway that has the connection. `connection`: an id that is unique among all connections. */
type Way = Readonly<{ key: string; device: LinkedDevice; connection: string; through?: string }>

type Sending = Readonly<{ command: CommandToSend; way: Way }>

type Options = Readonly<{
  db: Db
  clock: Clock
  log: Log
  mqtt: Pick<MqttServer, 'send' | 'isConnected'>
  reachable: FindReachable
  /** True if a plug-in takes the command, such as Modbus, which writes it into registers. */
  takes?: (command: Readonly<{ id: string; deviceId: string }>) => Promise<boolean>
  /** The interval of a look for commands without a notification (the database was away) and for those to be sent again. */
  lookMs: number
}>

/** Hundreds of devices connect when a connector restarts. One round sends the commands to all of them. */
const soonMs = 200
/** After this many commands a newer one may go first. */
const atOnce = 100

/** Sends commands of the ledger to the devices connected here. The claim of the row decides which connector sends. */
export function dispatchCommands(options: Options): CommandDispatch {
  const { clock, db, log, reachable, takes, lookMs } = options
  const backlog = unsentDevices()
  const send = commandSender(options, backlog)
  const acknowledgements = acknowledgementWriter(options)
  let isWanted = false
  let isAgainWanted = false
  let noticed: CommandToSend[] = []
  let soon: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  async function sendAll(again: boolean): Promise<void> {
    backlog.forget()
    const wanted = await listCommandsToSend(db, again, clock.now())
    const links = await reachable(new Set(wanted.map(({ deviceId }) => deviceId)))
    const unsent: string[] = []
    const sending: Sending[] = []
    for (const { isNew, sentOver, ...command } of wanted) {
      const { id, deviceId } = command
      if (isNew && (await takes?.({ id, deviceId })) === true) continue
      const way = links.get(deviceId)
      if (way === undefined && isNew) unsent.push(deviceId)
      if (way === undefined || (!isNew && way.connection === sentOver)) continue
      sending.push({ command, way })
      if (sending.length < atOnce) continue
      await send(sending.splice(0))
      // Commands inserted meanwhile may take precedence, so the round begins again.
      if (isWanted || noticed.length > 0) {
        isWanted = true
        isAgainWanted ||= again
        return
      }
    }
    if (sending.length > 0) await send(sending)
    backlog.complete(unsent)
  }

  async function sendWanted(): Promise<void> {
    while (isWanted || noticed.length > 0) {
      const commands = noticed
      noticed = []
      try {
        if (!isWanted && (await sendNoticed(options, { backlog, send }, commands))) continue
        isWanted = false
        const again = isAgainWanted
        isAgainWanted = false
        await sendAll(again)
      } catch (error) {
        // The commands are still in the ledger, and the next look finds them.
        backlog.forget()
        log.warn({ err: error }, 'Commands could not be sent')
      }
    }
    running = undefined
  }

  const lookAgain = () => {
    clearTimeout(soon)
    soon = undefined
    isAgainWanted = true
    isWanted = true
    running ??= sendWanted()
  }
  const timer = setInterval(lookAgain, lookMs)

  return {
    wake: (notice) => {
      const command = NoticedCommand.safeParse(notice)
      if (command.success) noticed.push(command.data)
      else isWanted = true
      running ??= sendWanted()
    },
    cameOnline: () => {
      soon ??= setTimeout(lookAgain, soonMs)
    },
    delivered: acknowledgements.add,
    stop: async () => {
      clearInterval(timer)
      clearTimeout(soon)
      await running
      await acknowledgements.settled()
    },
  }
}

type Dispatching = Readonly<{
  backlog: ReturnType<typeof unsentDevices>
  send: ReturnType<typeof commandSender>
}>

/** Sends commands from notifications without a look into the ledger. False if an older command must go first. */
async function sendNoticed(
  { reachable, takes }: Options,
  { backlog, send }: Dispatching,
  commands: readonly CommandToSend[],
): Promise<boolean> {
  const ids = new Set(commands.map(({ deviceId }) => deviceId))
  if (backlog.mayHave(ids)) return false
  const links = await reachable(ids)
  const sending: Sending[] = []
  for (const command of commands) {
    const { id, deviceId } = command
    if ((await takes?.({ id, deviceId })) === true) continue
    const way = links.get(deviceId)
    if (way === undefined) backlog.add(deviceId)
    else sending.push({ command, way })
  }
  if (sending.length > 0) await send(sending)
  return true
}

/**
 * The devices with commands in the ledger that no connector had sent at the last look. A new command of another device
 * has no older one to wait for. Until a look has ended, any device may have one.
 */
function unsentDevices() {
  let known = new Set<string>()
  let isComplete = false
  return {
    add: (deviceId: string) => void known.add(deviceId),
    /** A look begins, or has failed. */
    forget: () => {
      known = new Set()
      isComplete = false
    },
    /** A look has ended, and found these. */
    complete: (deviceIds: readonly string[]) => {
      for (const id of deviceIds) known.add(id)
      isComplete = true
    },
    mayHave: (deviceIds: ReadonlySet<string>): boolean => !isComplete || !known.isDisjointFrom(deviceIds),
  }
}

/** Claims commands and sends them. */
function commandSender(
  { db, clock, log, mqtt, reachable }: Options,
  backlog: Pick<ReturnType<typeof unsentDevices>, 'add'>,
) {
  /** A command that was not sent waits for the next connection of its device. If the connection is still there, the command has failed. */
  async function settle(id: string, { key, device, connection }: Way, sending: Promise<boolean>): Promise<void> {
    try {
      if (await sending) return
      const now = (await reachable(new Set([device.id]))).get(device.id)
      if (now?.connection === connection && mqtt.isConnected(key)) {
        await failCommand(db, id, 'sendFailed', clock.now())
        return
      }
      backlog.add(device.id)
      await unclaim(db, id)
    } catch (error) {
      log.warn({ err: error }, 'A command that could not be sent was not closed')
    }
  }

  return async (sending: readonly Sending[]): Promise<void> => {
    const outgoing = sending.map(({ command, way }): OutgoingCommand & Readonly<{ way: Way }> => ({
      id: command.id,
      deviceId: command.deviceId,
      connection: way.connection,
      through: way.through,
      way,
      ...messageOf(command, way.device),
    }))
    const claimed = await claimOver(db, outgoing, clock.now())
    for (const { id, way, topic, payload } of outgoing) {
      const deadlineMs = claimed.get(id)
      if (deadlineMs === undefined) continue
      const forMs = deadlineMs - clock.now()
      // This is not awaited: a device that does not take its message must not hold up the commands of the others.
      void settle(id, way, mqtt.send(way.key, topic, payload, { forMs, reference: id }))
    }
  }
}

/** Marks commands as acknowledged by their devices, all that arrived meanwhile in one statement. */
function acknowledgementWriter({ db, clock, log }: Options) {
  let waiting: string[] = []
  let writing: Promise<void> | undefined
  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const ids = waiting
      waiting = []
      try {
        await markAcknowledged(db, ids, clock.now())
      } catch (error) {
        log.warn({ err: error }, 'Acknowledgements were not written')
      }
    }
    writing = undefined
  }
  return {
    add: (commandId: string) => {
      waiting.push(commandId)
      writing ??= write()
    },
    settled: async () => writing,
  }
}

/** alink.md 2.2: property set and asynchronous services on their topics, synchronous ones by RRPC. */
function messageOf(
  { id, kind, identifier, callType, params }: CommandToSend,
  { productKey, deviceName, rrpcStyle }: LinkedDevice,
): { topic: string; payload: string } {
  const at = { productKey, deviceName }
  if (kind === 'property.get') {
    const method = methodOf(downTopics.propertyGet)
    const payload = JSON.stringify({ id, version: '1.0.0', params: Object.keys(params), method })
    return { topic: topicName(downTopics.propertyGet, at), payload }
  }
  const method = kind === 'property.set' ? 'thing.service.property.set' : `thing.service.${identifier}`
  const payload = JSON.stringify({ id, version: '1.0.0', params, method })
  if (kind === 'property.set') return { topic: topicName(downTopics.propertySet, at), payload }
  if (callType === 'async') return { topic: topicName(downTopics.service, { ...at, service: identifier }), payload }
  return rrpcStyle === 'ext'
    ? { topic: topicName(downTopics.extRrpcRequest, { ...at, messageId: id, service: identifier }), payload }
    : { topic: topicName(downTopics.rrpcRequest, { ...at, messageId: id }), payload }
}
