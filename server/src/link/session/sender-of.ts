import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { ownerOfTopic, reachesDevices } from '@brigade/contract/link/alink.topics.ts'
import { gatewayCodes, lifecycleDownTopics } from '@brigade/contract/link/gateway.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import type { Incoming } from '../../platform/mqtt/mqtt-hooks.ts'
import type { SubSessions } from './sub-sessions.ts'
import { wordsOf } from '../alink/code-messages.ts'
import { entryIn } from '../intake/ingest.ts'
import { refused, type Sender, type Entry, type LinkedDevice } from '../../telemetry/messages/message.ts'
import { idIn } from '../alink/reply.ts'
import { isRegistering } from './admit-device.ts'
import { keyOf } from '../../device/device-name.ts'
import type { LinkedDevices } from './linked-devices.ts'

/** `refuse` refuses the message and keeps the connection. `cut` closes it. */
export type Verdict = 'allow' | 'refuse' | 'cut'

type Known = Readonly<{ devices: Pick<LinkedDevices, 'known'>; sessions: Pick<SubSessions, 'of'> }>

const isOf = (device: LinkedDevice, owner: Readonly<{ productKey: string; deviceName: string }>): boolean =>
  owner.productKey === device.productKey && owner.deviceName === device.deviceName

/** A connection may use the topics of its device, and those of the sub-devices logged in over it. */
export function checkTopic({ devices, sessions }: Known, key: string, topic: string): Verdict {
  const device = devices.known(key)
  const owner = ownerOfTopic(topic)
  if (device === undefined || owner === null) return 'cut'
  if (isOf(device, owner)) return 'allow'
  if (device.nodeType !== 'gateway') return 'cut'
  return sessions.of(keyOf(owner))?.connection.key === key ? 'allow' : 'refuse'
}

/** SDKs subscribe to topics that we do not have: such a filter is refused, one that reaches other devices ends the connection. */
export function checkFilter(known: Known, key: string, filter: string): Verdict {
  if (isRegistering(key)) return /^\/ext\/(?:register|regnwl)$/.test(filter) ? 'allow' : ofNobody(filter)
  const device = known.devices.known(key)
  // Every device of the product may subscribe to its broadcasts.
  if (device !== undefined && filter.startsWith(`/broadcast/${device.productKey}/`)) return 'allow'
  const verdict = checkTopic(known, key, filter)
  return verdict === 'cut' && device !== undefined ? ofNobody(filter) : verdict
}

const ofNobody = (filter: string): Verdict => (reachesDevices(filter) ? 'cut' : 'refuse')

/** The sender of a message, or undefined if it has to be looked up. */
export function senderOf({ devices, sessions }: Known, { key, topic }: Incoming): Sender | undefined {
  const device = devices.known(key)
  const owner = ownerOfTopic(topic)
  if (device === undefined || owner === null || isOf(device, owner))
    return device === undefined ? undefined : { device }
  const session = sessions.of(keyOf(owner))
  return session?.connection.key === key ? { device: session.device, through: device.deviceName } : { device }
}

/**
 * Entry for a message of a sub-device that is not logged in. It is traced with the gateway, and the reply asks for a
 * login.
 */
export function strangerEntry(device: LinkedDevice, message: Incoming): Entry {
  const code = gatewayCodes.noSession
  const data = ownerOfTopic(message.topic) ?? { productKey: '', deviceName: '' }
  return entryIn({ device }, message, (payload) => ({
    ...refused(code),
    answer: {
      topic: topicName(lifecycleDownTopics.error, device),
      payload: JSON.stringify({ id: idIn(payload), code, data, message: wordsOf(code) }),
      isTraced: true,
    },
  }))
}

/** Entry for a message that closed its connection. It is traced with the sender, shortened. */
export const refusedEntry = (
  device: LinkedDevice,
  message: Incoming,
  code: number = alinkCodes.parameterError,
): Entry => entryIn({ device }, message, () => refused(code))
