import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { ownerOfTopic } from '@brigade/contract/link/alink.topics.ts'
import { gatewayCodes, lifecycleDownTopics } from '@brigade/contract/link/gateway.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import type { Incoming } from '../../platform/mqtt/mqtt-hooks.ts'
import type { SubSessions } from './sub-sessions.ts'
import { wordsOf } from '../alink/code-messages.ts'
import { entryIn } from '../intake/ingest.ts'
import type { Sender } from '../../telemetry/messages/message.ts'
import { refused } from '../../telemetry/messages/message.ts'
import type { Entry, LinkedDevice } from '../../telemetry/messages/message.ts'
import { idIn } from '../alink/reply.ts'
import { isRegistering } from './admit-device.ts'
import { keyOf } from '../../device/device-name.ts'
import type { LinkedDevices } from './linked-devices.ts'

/** `refuse`: what is asked is not done, and the connection stays. `cut`: it does not. */
export type Verdict = 'allow' | 'refuse' | 'cut'

type Known = Readonly<{ devices: Pick<LinkedDevices, 'known'>; sessions: Pick<SubSessions, 'of'> }>

const isOf = (device: LinkedDevice, owner: Readonly<{ productKey: string; deviceName: string }>): boolean =>
  owner.productKey === device.productKey && owner.deviceName === device.deviceName

/** Whether a connection may speak or listen under a topic: its device's own, and those of the sub-devices logged in over it. */
export function judge({ devices, sessions }: Known, key: string, topic: string): Verdict {
  const device = devices.known(key)
  const owner = ownerOfTopic(topic)
  if (device === undefined || owner === null) return 'cut'
  if (isOf(device, owner)) return 'allow'
  if (device.nodeType !== 'gateway') return 'cut'
  return sessions.of(keyOf(owner))?.connection.key === key ? 'allow' : 'refuse'
}

export function judgeFilter(known: Known, key: string, filter: string): Verdict {
  if (isRegistering(key)) return /^\/ext\/(?:register|regnwl)$/.test(filter) ? 'allow' : 'cut'
  const device = known.devices.known(key)
  // For every device of the product.
  if (device !== undefined && filter.startsWith(`/broadcast/${device.productKey}/`)) return 'allow'
  return judge(known, key, filter)
}

/** Whose a message is; undefined where its sender has to be looked up. */
export function senderOf({ devices, sessions }: Known, { key, topic }: Incoming): Sender | undefined {
  const device = devices.known(key)
  const owner = ownerOfTopic(topic)
  if (device === undefined || owner === null || isOf(device, owner))
    return device === undefined ? undefined : { device }
  const session = sessions.of(keyOf(owner))
  return session?.connection.key === key ? { device: session.device, through: device.deviceName } : { device }
}

/** A gateway speaks for a sub-device that is not logged in: kept with the gateway's messages, and it is told to log it in. */
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

/** A message for which its connection ended: kept with the messages of who sent it, shortened. */
export const refusedEntry = (
  device: LinkedDevice,
  message: Incoming,
  code: number = alinkCodes.parameterError,
): Entry => entryIn({ device }, message, () => refused(code))
