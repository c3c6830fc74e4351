import { downTopics, methodOf } from '@brigade/contract/device/device.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Gateway } from '../../platform/mqtt/gateway.ts'
import { claimCommands, listCreatedCommands } from './command.store.ts'
import type { CommandToSend } from './command.store.ts'
import { failCommand, markAcknowledged } from './command-outcome.store.ts'
import type { TraceDown } from '../connect/trace-down.ts'
import type { LinkedDevice } from '../link/message.ts'

export type CommandDispatch = Readonly<{
  /** Something was entered in the ledger. */
  wake: () => void
  delivered: (commandId: string) => void
  stop: () => Promise<void>
}>

/** Which of these devices can be told something from here, and the key to send it under. */
export type FindReachable = (deviceIds: ReadonlySet<string>) => Promise<ReadonlyMap<string, Way>>
/** `through`: the SN of the gateway whose connection it is. */
type Way = Readonly<{ key: string; device: LinkedDevice; through?: string }>

type Options = Readonly<{
  db: Db
  clock: Clock
  log: Log
  gateway: Pick<Gateway, 'send'>
  reachable: FindReachable
  trace: TraceDown
  /** True where another way of sending has it: into registers of a Modbus unit. */
  takes?: (command: Readonly<{ id: string; deviceId: string }>) => Promise<boolean>
}>

/** What no notification announced (the database was away) is looked for this often. */
const lookMs = 2000
/** So many are sent before it is looked whether something else goes first. */
const atOnce = 100

/** Takes commands from the ledger to the devices connected here. Which gateway sends is settled by claiming the row. */
export function dispatchCommands({ db, clock, log, gateway, reachable, trace, takes }: Options): CommandDispatch {
  let isWanted = false
  let running: Promise<void> | undefined

  /** In one claim and one line of the trace each. */
  async function send(ways: ReadonlyMap<string, Way>): Promise<void> {
    const ids = [...ways.keys()]
    const claimed = new Map((await claimCommands(db, ids, clock.now())).map((command) => [command.id, command]))
    const messages = ids.flatMap((id) => {
      const [command, way] = [claimed.get(id), ways.get(id)]
      return command === undefined || way === undefined ? [] : [{ id, way, ...messageOf(command, way.device) }]
    })
    await trace(
      messages.map(({ way, topic, payload }) => ({ deviceId: way.device.id, topic, payload, through: way.through })),
    )
    for (const { id, way, topic, payload } of messages)
      // Not waited for: a device that does not take what it is sent must not hold up the commands of the others.
      void written(id, gateway.send(way.key, topic, payload, id))
  }

  async function written(id: string, sending: Promise<boolean>): Promise<void> {
    try {
      if (!(await sending)) await failCommand(db, id, 'sendFailed', clock.now())
    } catch (error) {
      log.warn({ err: error }, 'A command that could not be sent was not closed')
    }
  }

  async function sendCreated(): Promise<void> {
    const created = await listCreatedCommands(db)
    if (created.length === 0) return
    const links = await reachable(new Set(created.map(({ deviceId }) => deviceId)))
    const ways = new Map<string, Way>()
    for (const { id, deviceId } of created) {
      if ((await takes?.({ id, deviceId })) === true) continue
      const way = links.get(deviceId)
      if (way === undefined) continue
      ways.set(id, way)
      if (ways.size < atOnce) continue
      await send(ways)
      ways.clear()
      // What was entered meanwhile may have to go before the rest: that is looked for anew.
      if (isWanted) return
    }
    if (ways.size > 0) await send(ways)
  }

  async function sendWanted(): Promise<void> {
    while (isWanted) {
      isWanted = false
      try {
        await sendCreated()
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

  const timer = setInterval(run, lookMs)

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
    delivered: (commandId) => {
      delivered.push(commandId)
      acknowledging ??= acknowledge()
    },
    stop: async () => {
      clearInterval(timer)
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
