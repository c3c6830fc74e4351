import { AlinkRequest, PropertyGet } from '@brigade/contract/link/alink.model.ts'
import { downTopics, upTopics } from '@brigade/contract/link/alink.topics.ts'
import { matchTopic, topicName } from '@brigade/contract/topic.ts'

/** A call to a device. The topic of the answer depends on the channel of the call. */
export type Call = Readonly<{
  id: string | number
  kind: 'property.set' | 'property.get' | 'service'
  /** The service's identifier; `set` or `get` for properties. */
  identifier: string
  params: Readonly<Record<string, unknown>>
  way: 'async' | 'rrpc' | 'extRrpc'
  /** Only an RRPC has one. */
  messageId: string
}>

/** `code` 200 is success; `data` are the service's outputs. */
export type Answer = Readonly<{ code: number; data?: Readonly<Record<string, unknown>>; message?: string }>
export type AnswerCall = (call: Call) => Answer | null | Promise<Answer | null>

/**
 * Returns the call in a message, or null if there is none: the own answer came back, or the device does not understand
 * the message.
 */
export function readCall(topic: string, json: unknown): Call | null {
  if (typeof json === 'object' && json !== null && 'code' in json) return null
  if (matchTopic(downTopics.propertyGet, topic) !== null) {
    const request = PropertyGet.safeParse(json)
    if (!request.success) return null
    // The request names properties without values.
    const params = Object.fromEntries(request.data.params.map((identifier) => [identifier, null]))
    return { id: request.data.id ?? '', kind: 'property.get', identifier: 'get', params, way: 'async', messageId: '' }
  }
  const request = AlinkRequest.safeParse(json)
  if (!request.success) return null
  const { id = '', params, method = '' } = request.data
  if (matchTopic(downTopics.propertySet, topic) !== null) {
    return { id, kind: 'property.set', identifier: 'set', params, way: 'async', messageId: '' }
  }
  const service = matchTopic(downTopics.service, topic)
  if (service !== null) {
    return { id, kind: 'service', identifier: service.service, params, way: 'async', messageId: '' }
  }
  const ext = matchTopic(downTopics.extRrpcRequest, topic)
  if (ext !== null)
    return { id, kind: 'service', identifier: ext.service, params, way: 'extRrpc', messageId: ext.messageId }
  const rrpc = matchTopic(downTopics.rrpcRequest, topic)
  if (rrpc === null) return null
  // The legacy topic does not name the service; the method does.
  const identifier = method.replace(/^thing\.service\./, '')
  return { id, kind: 'service', identifier, params, way: 'rrpc', messageId: rrpc.messageId }
}

/** Selects the values that a call requests. */
export const requestedValues = (values: Readonly<Record<string, unknown>>, { params }: Call): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([identifier]) => Object.hasOwn(params, identifier)))

export function replyTopic(call: Call, place: { productKey: string; deviceName: string }): string {
  if (call.way === 'rrpc') return topicName(upTopics.rrpcResponse, { ...place, messageId: call.messageId })
  if (call.way === 'extRrpc') {
    return topicName(upTopics.extRrpcResponse, { ...place, messageId: call.messageId, service: call.identifier })
  }
  if (call.kind === 'property.set') return topicName(upTopics.propertySetReply, place)
  if (call.kind === 'property.get') return topicName(upTopics.propertyGetReply, place)
  return topicName(upTopics.serviceReply, { ...place, service: call.identifier })
}
