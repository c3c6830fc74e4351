import { downTopics, methodOf } from '@brigade/contract/link/alink.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import type { MqttServer } from '../platform/mqtt/mqtt-server.ts'
import { claimOver, listCommandsToSend, unclaim } from './command.store.ts'
import type { CommandToSend } from './command.store.ts'
import { failCommand, markAcknowledged } from './command-outcome.store.ts'
import type { TraceDown } from '../telemetry/messages/trace-down.ts'
import type { LinkedDevice } from '../telemetry/messages/message.ts'

export type CommandDispatch = Readonly<{
  /** Something was entered in the ledger. */
  wake: () => void
  /** A device has come: what it may not have heard, and what could not be sent to it, is looked for soon. */
  cameOnline: () => void
  delivered: (commandId: string) => void
  stop: () => Promise<void>
}>

/** Which of these devices can be told something from here, and the key to send it under. */
export type FindReachable = (deviceIds: ReadonlySet<string>) => Promise<ReadonlyMap<string, Way>>
/** `through`: the SN of the gateway whose connection it is. `connection`: what no other connection of any device is called. */
type Way = Readonly<{ key: string; device: LinkedDevice; connection: string; through?: string }>

type Options = Readonly<{
  db: Db
  clock: Clock
  log: Log
  mqtt: Pick<MqttServer, 'send' | 'isConnected'>
  reachable: FindReachable
  trace: TraceDown
  /** True where another way of sending has it: into registers of a Modbus unit. */
  takes?: (command: Readonly<{ id: string; deviceId: string }>) => Promise<boolean>
}>

/** What no notification announced (the database was away), and what may be sent again, is looked for this often. */
const lookMs = 2000
/** Devices come by the hundreds when a connector comes back: one look serves them all. */
const soonMs = 200
/** So many are sent before it is looked whether something else goes first. */
const atOnce = 100

/** Takes commands from the ledger to the devices connected here. Which connector sends is settled by claiming the row. */
export function dispatchCommands({ db, clock, log, mqtt, reachable, trace, takes }: Options): CommandDispatch {
  let isWanted = false
  let isAgainWanted = false
  let soon: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  /** In one claim and one line of the trace each. */
  async function send(ways: ReadonlyMap<string, Way>): Promise<void> {
    const ids = [...ways.keys()]
    const over = new Map([...ways].map(([id, { connection }]) => [id, connection]))
    const claimed = new Map((await claimOver(db, over, clock.now())).map((command) => [command.id, command]))
    const messages = ids.flatMap((id) => {
      const [command, way] = [claimed.get(id), ways.get(id)]
      return command === undefined || way === undefined ? [] : [{ id, way, ...messageOf(command, way.device) }]
    })
    await trace(
      messages.map(({ way, topic, payload }) => ({ deviceId: way.device.id, topic, payload, through: way.through })),
    )
    for (const { id, way, topic, payload } of messages)
      // Not waited for: a device that does not take what it is sent must not hold up the commands of the others.
      void written(id, way, mqtt.send(way.key, topic, payload, id))
  }

  /** What did not go out waits for the next connection of its device; where this one is there still, it goes nowhere. */
  async function written(id: string, { key, device, connection }: Way, sending: Promise<boolean>): Promise<void> {
    try {
      if (await sending) return
      const now = (await reachable(new Set([device.id]))).get(device.id)
      if (now?.connection === connection && mqtt.isConnected(key)) await failCommand(db, id, 'sendFailed', clock.now())
      else await unclaim(db, id)
    } catch (error) {
      log.warn({ err: error }, 'A command that could not be sent was not closed')
    }
  }

  async function sendAll(again: boolean): Promise<void> {
    const wanted = await listCommandsToSend(db, again, clock.now())
    if (wanted.length === 0) return
    const links = await reachable(new Set(wanted.map(({ deviceId }) => deviceId)))
    const ways = new Map<string, Way>()
    for (const { id, deviceId, isNew, sentOver } of wanted) {
      if (isNew && (await takes?.({ id, deviceId })) === true) continue
      const way = links.get(deviceId)
      if (way === undefined || (!isNew && way.connection === sentOver)) continue
      ways.set(id, way)
      if (ways.size < atOnce) continue
      await send(ways)
      ways.clear()
      // What was entered meanwhile may have to go before the rest: that is looked for anew.
      if (isWanted) {
        isAgainWanted ||= again
        return
      }
    }
    if (ways.size > 0) await send(ways)
  }

  async function sendWanted(): Promise<void> {
    while (isWanted) {
      isWanted = false
      const again = isAgainWanted
      isAgainWanted = false
      try {
        await sendAll(again)
      } catch (error) {
        // Still in the ledger, and looked for again.
        log.warn({ err: error }, 'Commands could not be sent')
      }
    }
    running = undefined
  }
  const run = () => {
    isWanted = true
    running ??= sendWanted()
  }

  const lookAgain = () => {
    clearTimeout(soon)
    soon = undefined
    isAgainWanted = true
    run()
  }
  const timer = setInterval(lookAgain, lookMs)

  let delivered: string[] = []
  let acknowledging: Promise<void> | undefined
  async function acknowledge(): Promise<void> {
    while (delivered.length > 0) {
      const ids = delivered
      delivered = []
      try {
        await markAcknowledged(db, ids, clock.now())
      } catch (error) {
        log.warn({ err: error }, 'Acknowledgements were not written')
      }
    }
    acknowledging = undefined
  }

  return {
    wake: run,
    cameOnline: () => {
      soon ??= setTimeout(lookAgain, soonMs)
    },
    delivered: (commandId) => {
      delivered.push(commandId)
      acknowledging ??= acknowledge()
    },
    stop: async () => {
      clearInterval(timer)
      clearTimeout(soon)
      await running
      await acknowledging
    },
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
