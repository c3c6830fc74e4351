import { AlinkReply } from '@brigade/contract/link/alink.model.ts'
import { downTopics, ownerOfTopic, upTopics } from '@brigade/contract/link/alink.topics.ts'
import { matchTopic, topicName } from '@brigade/contract/topic.ts'
import { readCall, replyTopic, type AnswerCall } from '../call/calls.ts'
import type { LinkState } from './link-state.ts'

const succeed: AnswerCall = () => ({ code: 200 })

/** Handles one message from the broker. */
export async function receive(state: LinkState, topic: string, payload: Buffer): Promise<void> {
  if (matchTopic(downTopics.rawDown, topic) !== null) return receiveRaw(state, payload)
  const json = parse(payload.toString('utf8'))
  if (matchTopic(downTopics.ntpResponse, topic) !== null) return receiveTime(state, json)
  if (topic.endsWith('_reply')) return receiveReply(state, json)
  if (payload.length + Buffer.byteLength(topic) > (state.options.receiveBytes ?? Number.POSITIVE_INFINITY)) return
  return receiveCall(state, topic, json)
}

function receiveRaw(state: LinkState, payload: Buffer) {
  const { options, place, record } = state
  const answered = options.onRaw?.(payload) ?? null
  record({
    do: 'frame',
    requested: payload.toString('hex'),
    answered: answered && Buffer.from(answered).toString('hex'),
  })
  // A request that arrived over a lost connection is not answered over the next one.
  if (answered !== null && state.isConnected)
    state.client?.publish(topicName(upTopics.rawUp, place), Buffer.from(answered), { qos: 1 })
}

function receiveTime(state: LinkState, json: unknown) {
  const times = readTimes(json)
  // The server's clock at the middle of the journey, less ours.
  if (times !== null) state.resolveTime?.((times.received + times.sent) / 2 - (times.device + Date.now()) / 2)
  state.resolveTime = null
}

function receiveReply({ awaitingReply, record }: LinkState, json: unknown) {
  const reply = AlinkReply.safeParse(json)
  const id = String(reply.data?.id ?? '')
  if (reply.success && awaitingReply.has(id)) record({ do: 'reply', id, code: reply.data.code })
  if (reply.success) awaitingReply.get(id)?.reply(reply.data)
  awaitingReply.delete(id)
}

async function receiveCall(state: LinkState, topic: string, json: unknown) {
  const { options, place, record } = state
  const call = readCall(topic, json)
  if (call === null) return options.onOther?.(topic, json)
  const owner = ownerOfTopic(topic) ?? place
  const isOwn = owner.deviceName === place.deviceName
  if (isOwn) record({ do: 'command', id: call.id, kind: call.kind, identifier: call.identifier, params: call.params })
  const answer = await (isOwn
    ? (options.answer ?? succeed)(call)
    : (options.answerFor?.(owner.deviceName, call) ?? null))
  const { client } = state
  // The server sends calls as soon as a device is connected, and a device answers them before its subscriptions are acknowledged.
  if (answer === null || client?.connected !== true) return
  if (isOwn) record({ do: 'answer', id: call.id, code: answer.code })
  const { code, data = {}, message = code === 200 ? 'success' : 'failed' } = answer
  const reply = JSON.stringify({ id: call.id, code, data, message, version: '1.0' })
  client.publish(replyTopic(call, owner), reply, { qos: 1 }, (error) => {
    if (isOwn && !error) record({ do: 'answerPuback', id: call.id })
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readTimes(json: unknown): { device: number; received: number; sent: number } | null {
  if (typeof json !== 'object' || json === null) return null
  if (!('deviceSendTime' in json && 'serverRecvTime' in json && 'serverSendTime' in json)) return null
  return {
    device: Number(json.deviceSendTime),
    received: Number(json.serverRecvTime),
    sent: Number(json.serverSendTime),
  }
}
