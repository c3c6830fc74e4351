import { connect } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { AlinkReply } from '@brigade/contract/link/alink.model.ts'
import { downTopics, methodOf, ownerOfTopic, upTopics } from '@brigade/contract/link/alink.topics.ts'
import { matchTopic, topicName } from '@brigade/contract/topic.ts'
import { readCall, replyTopic } from './call/calls.ts'
import type { Answer, AnswerCall, Call } from './call/calls.ts'
import { filtersOf } from './filters.ts'
import type { Recorder } from '../record.ts'
import { introduce } from './credentials.ts'
import type { DeviceCredentials, SignMethod } from './credentials.ts'

/** The broker would not have this device (CONNACK other than 0), or was not there. */
export class ConnectFailed extends Error {
  override name = 'ConnectFailed'
  /** CONNACK code 1 to 5; undefined where no CONNACK came. */
  readonly code: number | undefined
  constructor(message: string, code: number | undefined) {
    super(message)
    this.code = code
  }
}

export type LinkOptions = DeviceCredentials &
  Readonly<{
    host: string
    port: number
    signMethod?: SignMethod
    keepAliveSeconds?: number
    /** Comes back by itself after a loss, with growing pauses. Default: no. */
    reconnect?: boolean
    /** What the device does when it is told something; null: it says nothing. Default: everything succeeds. */
    answer?: AnswerCall
    /** Bytes to be put on a line behind it; answers what comes back, or null for silence. */
    hearRaw?: (bytes: Uint8Array) => Uint8Array | null
    /** Of a gateway: what a device behind it does when it is told something. */
    answerFor?: (deviceName: string, call: Call) => Answer | null
    /** Whatever else it is told, or those behind it are. */
    hearOther?: (topic: string, json: unknown) => void
    /** Topics it listens to besides those of every device. */
    listensTo?: readonly string[]
    /** Each change of the connection, with why it was lost. */
    onConnection?: (connected: boolean, reason: string) => void
    /** Writes down what happens (record.ts). */
    record?: Recorder | undefined
    /** The device's own clock. Default: the computer's. */
    clock?: () => number
    /** A share from 0 to 1 that spreads reconnecting devices. Default: Math.random. */
    spread?: () => number
  }>

/** Something sent at QoS 1: `acknowledged` by the broker, `replied` by the server. Both reject when the link is closed. */
export type Sent = Readonly<{ id: string; acknowledged: Promise<void>; replied: Promise<AlinkReply> }>

export type DeviceLink = Readonly<{
  deviceName: string
  isConnected: () => boolean
  /** Messages the broker has not acknowledged; they are sent again after a reconnect. */
  unacknowledged: () => number
  /** Reports properties: `{ Id: value }` or `{ Id: { value, time } }`. */
  report: (params: Readonly<Record<string, unknown>>) => Sent
  /** Reports what was kept while it was away: many values of each property. */
  reportKept: (values: Readonly<Record<string, readonly Readonly<{ value: unknown; time: number }>[]>>) => Sent
  raise: (event: string, output: Readonly<Record<string, unknown>>, timeMs: number) => Sent
  /** Tells the firmware version (OTA inform). */
  inform: (version: string) => Sent
  /** Asks the server's time; answers the clock's error in ms. */
  askTime: () => Promise<number>
  /** Asks for its thing model; the reply's data is the document. */
  askModel: () => Sent
  publish: (topic: string, payload: string, qos?: 0 | 1) => Sent
  /** Says or asks something under an id that its reply will have. */
  ask: (topic: string, method: string, params: unknown) => Sent
  /** Listens to more, as long as this connection lasts. */
  listen: (filters: readonly string[]) => void
  /** Connects, or rejects with `ConnectFailed`. */
  online: () => Promise<void>
  /** Loses the connection without a word, as a pulled plug, and stays away until `online`. */
  vanish: () => void
  /** Loses the connection without a word; comes back when it does so by itself. */
  drop: () => void
  /** Disconnects cleanly, for good. */
  close: () => Promise<void>
}>

type Pending = {
  topic: string
  payload: string
  sent: boolean
  acknowledge: () => void
  reply: (reply: AlinkReply) => void
  fail: (error: Error) => void
}

const firstPauseMs = 1000
const longestPauseMs = 60_000
/** What waits for a connection beyond this many is given up, the oldest first: a device's memory is small. */
const keptMessages = 200
/** A reply that has not come for this many messages will not come. */
const rememberedReplies = 1000

/** A device on the wire, connected. For tests and for whoever needs one device: everything it does goes over MQTT. */
export async function connectDevice(options: LinkOptions): Promise<DeviceLink> {
  const link = deviceLink(options)
  await link.online()
  return link
}

/** A device on the wire, not yet connected. */
export function deviceLink(options: LinkOptions): DeviceLink {
  const { productKey, deviceName } = options
  const place = { productKey, deviceName }
  const spread = options.spread ?? Math.random
  const clock = options.clock ?? Date.now
  const record = (what: Readonly<{ do: string } & Record<string, unknown>>) =>
    options.record?.({ ...what, clock: clock() })
  const told = (connected: boolean, reason: string) => {
    record(connected ? { do: 'connected' } : { do: 'disconnected', why: reason })
    options.onConnection?.(connected, reason)
  }
  const answer: AnswerCall = options.answer ?? (() => ({ code: 200 }))
  const pending = new Map<string, Pending>()
  const awaitingReply = new Map<string, Pending>()
  let client: MqttClient | null = null
  let connected = false
  let wanted = false
  let lastId = 0
  let pauseMs = firstPauseMs
  let timer: NodeJS.Timeout | undefined
  let tellTime: ((errorMs: number) => void) | null = null

  const nextId = () => String(++lastId)

  function hand(to: MqttClient, id: string, message: Pending) {
    // What the broker may have seen before is marked so.
    to.publish(message.topic, message.payload, { qos: 1, dup: message.sent }, (error) => {
      if (error) return
      if (!pending.delete(id)) return
      record({ do: 'puback', id })
      message.acknowledge()
    })
    message.sent = true
  }

  function publish(topic: string, payload: string, qos: 0 | 1 = 1, id = nextId()): Sent {
    const acknowledged = Promise.withResolvers<void>()
    const replied = Promise.withResolvers<AlinkReply>()
    // Nobody is obliged to wait for either.
    acknowledged.promise.catch(() => undefined)
    replied.promise.catch(() => undefined)
    if (qos === 0) {
      client?.publish(topic, payload, { qos: 0 }, () => acknowledged.resolve())
      return { id, acknowledged: acknowledged.promise, replied: replied.promise }
    }
    const message: Pending = {
      topic,
      payload,
      sent: false,
      acknowledge: acknowledged.resolve,
      reply: replied.resolve,
      fail: (error) => {
        acknowledged.reject(error)
        replied.reject(error)
      },
    }
    pending.set(id, message)
    awaitingReply.set(id, message)
    if (pending.size > keptMessages) pending.delete(pending.keys().next().value ?? '')
    if (awaitingReply.size > rememberedReplies) awaitingReply.delete(awaitingReply.keys().next().value ?? '')
    if (client !== null && connected) hand(client, id, message)
    return { id, acknowledged: acknowledged.promise, replied: replied.promise }
  }

  function post(topic: string, method: string, params: unknown): Sent {
    const id = nextId()
    return publish(topic, JSON.stringify({ id, version: '1.0', sys: { ack: 1 }, params, method }), 1, id)
  }

  async function hear(topic: string, payload: Buffer) {
    if (matchTopic(downTopics.rawDown, topic) !== null) {
      const answered = options.hearRaw?.(payload) ?? null
      record({
        do: 'frame',
        asked: payload.toString('hex'),
        answered: answered && Buffer.from(answered).toString('hex'),
      })
      // What was asked over a connection that is gone is not answered over the next.
      if (answered !== null && connected)
        client?.publish(topicName(upTopics.rawUp, place), Buffer.from(answered), { qos: 1 })
      return
    }
    const json = parse(payload.toString('utf8'))
    if (matchTopic(downTopics.ntpResponse, topic) !== null) {
      const times = readTimes(json)
      // The server's clock at the middle of the journey, less ours.
      if (times !== null) tellTime?.((times.received + times.sent) / 2 - (times.device + Date.now()) / 2)
      tellTime = null
      return
    }
    if (topic.endsWith('_reply')) {
      const reply = AlinkReply.safeParse(json)
      const id = String(reply.data?.id ?? '')
      if (reply.success && awaitingReply.has(id)) record({ do: 'reply', id, code: reply.data.code })
      if (reply.success) awaitingReply.get(id)?.reply(reply.data)
      awaitingReply.delete(id)
      return
    }
    const call = readCall(topic, json)
    if (call === null) return options.hearOther?.(topic, json)
    const owner = ownerOfTopic(topic) ?? place
    const isOwn = owner.deviceName === deviceName
    if (isOwn) record({ do: 'command', id: call.id, kind: call.kind, identifier: call.identifier, params: call.params })
    const said = isOwn ? await answer(call) : (options.answerFor?.(owner.deviceName, call) ?? null)
    if (said === null || client === null || !connected) return
    if (isOwn) record({ do: 'answer', id: call.id, code: said.code })
    const { code, data = {}, message = code === 200 ? 'success' : 'failed' } = said
    const reply = JSON.stringify({ id: call.id, code, data, message, version: '1.0' })
    client.publish(replyTopic(call, owner), reply, { qos: 1 }, (error) => {
      if (isOwn && !error) record({ do: 'answerPuback', id: call.id })
    })
  }

  function attempt(): Promise<void> {
    clearTimeout(timer)
    if (connected) return Promise.resolve()
    lose('replaced')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const own = connect({
      host: options.host,
      port: options.port,
      protocol: 'mqtt',
      ...introduce(options, options.signMethod === undefined ? {} : { signMethod: options.signMethod }),
      keepalive: options.keepAliveSeconds ?? 60,
      protocolVersion: 4,
      clean: true,
      // Coming back is ours: a pause that grows, and messages sent again with the ids they had.
      reconnectPeriod: 0,
      connectTimeout: 15_000,
    })
    client = own
    let reason = 'connection lost'
    own.on('error', (error) => {
      reason = error.message
      const code = 'code' in error && typeof error.code === 'number' ? error.code : undefined
      reject(new ConnectFailed(error.message, code))
    })
    own.on('connect', () => {
      own.subscribe([...filtersOf(place), ...(options.listensTo ?? [])], { qos: 1 }, (error) => {
        if (error) return own.end(true)
        connected = true
        pauseMs = firstPauseMs
        for (const [id, message] of pending) hand(own, id, message)
        told(true, '')
        resolve()
      })
    })
    own.on('message', (topic, payload) => {
      hear(topic, payload).catch((error: unknown) => own.emit('error', asError(error)))
    })
    own.on('close', () => {
      reject(new ConnectFailed(reason, undefined))
      if (client !== own) return
      lose(reason)
      comeBack()
    })
    return promise
  }

  function lose(reason: string) {
    const own = client
    client = null
    if (connected) told(false, reason)
    connected = false
    // A destroyed socket says no DISCONNECT.
    own?.stream.destroy()
    own?.end(true)
  }

  function comeBack() {
    if (!wanted || options.reconnect !== true) return
    clearTimeout(timer)
    timer = setTimeout(() => void attempt().catch(() => undefined), pauseMs * (0.5 + spread()))
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }

  return {
    deviceName,
    isConnected: () => connected,
    unacknowledged: () => pending.size,
    report: (values) => {
      const sent = post(topicName(upTopics.propertyPost, place), 'thing.event.property.post', values)
      record({ do: 'report', id: sent.id, values })
      return sent
    },
    raise: (event, value, time) => {
      const params = { value, time }
      const sent = post(topicName(upTopics.eventPost, { ...place, event }), `thing.event.${event}.post`, params)
      record({ do: 'event', id: sent.id, event, output: value, time })
      return sent
    },
    inform: (version) => {
      const id = nextId()
      return publish(topicName(upTopics.otaInform, place), JSON.stringify({ id, params: { version } }), 1, id)
    },
    askTime: () => {
      const { promise, resolve } = Promise.withResolvers<number>()
      tellTime = resolve
      publish(topicName(upTopics.ntpRequest, place), JSON.stringify({ deviceSendTime: String(Date.now()) }), 0)
      return promise
    },
    askModel: () => post(topicName(upTopics.modelGet, place), methodOf(upTopics.modelGet), {}),
    reportKept: (values) => {
      const properties = Object.entries(values).flatMap(([identifier, list]) =>
        list.map((one) => ({ [identifier]: one })),
      )
      const topic = topicName(upTopics.propertyHistoryPost, place)
      const params = [{ identity: place, properties }]
      const sent = post(topic, methodOf(upTopics.propertyHistoryPost), params)
      record({ do: 'history', id: sent.id, values })
      return sent
    },
    publish: (topic, payload, qos) => publish(topic, payload, qos),
    ask: post,
    listen: (more) => {
      if (connected) client?.subscribe([...more], { qos: 1 })
    },
    online: () => {
      wanted = true
      const first = attempt()
      return options.reconnect === true ? first.catch((error: unknown) => quietly(error)) : first
    },
    vanish: () => {
      wanted = false
      clearTimeout(timer)
      lose('vanished')
    },
    drop: () => {
      lose('dropped')
      comeBack()
    },
    close: async () => {
      wanted = false
      clearTimeout(timer)
      const own = client
      client = null
      if (connected) told(false, 'closed')
      connected = false
      if (own !== null) await goodbye(own)
      for (const message of [...pending.values(), ...awaitingReply.values()])
        message.fail(new Error('the link was closed'))
      pending.clear()
      awaitingReply.clear()
    },
  }
}

/** Says DISCONNECT once all is acknowledged; not where the connection is gone, or the broker no longer answers. */
async function goodbye(client: MqttClient): Promise<void> {
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, longestGoodbyeMs)
  client.once('close', resolve)
  await Promise.race([client.endAsync(false), gone])
  clearTimeout(timer)
  client.end(true)
}
const longestGoodbyeMs = 2000

/** One that comes back by itself goes on trying; it was told through `onConnection` if it had been there. */
function quietly(error: unknown): void {
  if (!(error instanceof ConnectFailed)) throw error
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

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
