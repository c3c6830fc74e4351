import { downTopics } from '@brigade/contract/device/device.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Gateway } from '../../platform/mqtt/gateway.ts'
import { claimCommand, failCommand, listCreatedCommands, markAcknowledged } from './command.store.ts'
import type { CommandToSend } from './command.store.ts'
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
  trace: (deviceId: string, topic: string, payload: string, through?: string) => Promise<void>
  /** True where another way of sending has it: into registers of a Modbus unit. */
  takes?: (command: Readonly<{ id: string; deviceId: string }>) => Promise<boolean>
}>

/** What no notification announced (the database was away) is looked for this often. */
const lookMs = 2000

/** Takes commands from the ledger to the devices connected here. Which gateway sends is settled by claiming the row. */
export function dispatchCommands({ db, clock, log, gateway, reachable, trace, takes }: Options): CommandDispatch {
  let isWanted = false
  let running: Promise<void> | undefined

  async function send(id: string, { key, device, through }: Way): Promise<void> {
    const command = await claimCommand(db, id, clock.now())
    if (command === undefined) return
    const { topic, payload } = messageOf(command, device)
    await trace(device.id, topic, payload, through)
    // Not waited for: a device that does not take what it is sent must not hold up the commands of the others.
    void written(id, gateway.send(key, topic, payload, id))
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
    for (const { id, deviceId } of created) {
      if ((await takes?.({ id, deviceId })) === true) continue
      const link = links.get(deviceId)
      if (link !== undefined) await send(id, link)
    }
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

  return {
    wake: run,
    delivered: (commandId) => {
      markAcknowledged(db, commandId, clock.now()).catch((error: unknown) =>
        log.warn({ err: error }, 'An acknowledgement was not written'),
      )
    },
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** alink.md 2.2: property set and asynchronous services on their topics, synchronous ones by RRPC. */
function messageOf(
  { id, kind, identifier, callType, params }: CommandToSend,
  { productKey, deviceName, rrpcStyle }: LinkedDevice,
): { topic: string; payload: string } {
  const at = { productKey, deviceName }
  const method = kind === 'property.set' ? 'thing.service.property.set' : `thing.service.${identifier}`
  const payload = JSON.stringify({ id, version: '1.0.0', params, method })
  if (kind === 'property.set') return { topic: topicName(downTopics.propertySet, at), payload }
  if (callType === 'async') return { topic: topicName(downTopics.service, { ...at, service: identifier }), payload }
  return rrpcStyle === 'ext'
    ? { topic: topicName(downTopics.extRrpcRequest, { ...at, messageId: id, service: identifier }), payload }
    : { topic: topicName(downTopics.rrpcRequest, { ...at, messageId: id }), payload }
}
