import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import packets from 'mqtt-packet'
import type { Packet } from 'mqtt-packet'
import { within } from '../../within.ts'
import { batchAcknowledgements, type Acknowledgements } from './acknowledgements.ts'
import type { BrokerAddress } from './broker-address.ts'
import { brokerRequests, type BrokerRequests } from './broker-requests.ts'
import { outgoing, type Outgoing } from './outgoing.ts'

/** One message that the broker delivers. */
export type Delivery = Readonly<{
  topic: string
  payload: Buffer
  /** 0 if it needs no acknowledgement. */
  packetId: number
  /** The broker has delivered it before, to the former holder of this session. */
  again: boolean
}>

export type BrokerConnection = Readonly<{
  /** The broker still had the session of this client id, with its subscriptions and waiting messages. */
  hadSession: boolean
  subscribe: (filters: readonly string[]) => Promise<void>
  unsubscribe: (filters: readonly string[]) => Promise<void>
  /**
   * Publishes with QoS 1. Resolves to false when the broker refused the message or nobody is subscribed to it. When the
   * connection ends meanwhile, the message counts as accepted.
   */
  publish: (topic: string, payload: string | Buffer, untilMs: number) => Promise<boolean>
  acknowledge: (packetId: number) => void
  /**
   * Whether a message of our own on a topic that this connection subscribes to returns: a broker may grant a
   * subscription and deliver nothing.
   */
  comesBack: (topic: string, withinMs: number) => Promise<boolean>
  /** Resolves with the number of deliveries so far, once all earlier deliveries of the broker have come. */
  ping: () => Promise<number>
  /** Reads nothing until `readOn`: the broker then waits. */
  hold: () => void
  readOn: () => void
  isOpen: () => boolean
  ended: Promise<void>
  /** Sends DISCONNECT; the broker keeps the session, or forgets it. */
  end: (session: 'kept' | 'forgotten') => Promise<void>
  /** Cuts it without a DISCONNECT. */
  cut: () => void
}>

export type ConnectionOptions = Readonly<{
  clientId: string
  /** Limit of messages in flight to us without an acknowledgement. */
  receiveMaximum: number
  /** Epoch ms. */
  now: () => number
  onDelivery: (delivery: Delivery) => void
}>

/** It does not speak MQTT 5, which this program needs: asking again soon is of no use. */
export class UnservedVersion extends Error {
  override name = 'UnservedVersion'
}

/** Codes with which MQTT 3.1.1 and MQTT 5 refuse a version. */
const versionRefusals: ReadonlySet<number> = new Set([1, 132])

const keepAliveSeconds = 10
const connectMs = 5000
/** How long the broker keeps a session: longer than any outage of a connector. */
const sessionSeconds = 86_400
/** Marks our own publishes: a device may publish to the same topic. */
const ownMark = 'brigade'

/** The state of one connection. */
type State = {
  readonly socket: net.Socket
  readonly onDelivery: (delivery: Delivery) => void
  readonly connack: PromiseWithResolvers<Readonly<{ hadSession: boolean; receiveMaximum: number }>>
  readonly acknowledgements: Acknowledgements
  readonly requests: BrokerRequests
  readonly out: Outgoing
  /** Callers that wait for a message of our own, by its mark. */
  readonly awaited: Map<string, () => void>
  deliveries: number
  heldSince: number | null
  receivedAt: number
  closedBy: Error | undefined
  isAdmitted: boolean
}

function newState(socket: net.Socket, { onDelivery, now }: Pick<ConnectionOptions, 'onDelivery' | 'now'>): State {
  const write = (packet: Packet) => writeTo(socket, packet)
  const state: State = {
    socket,
    onDelivery,
    connack: Promise.withResolvers(),
    acknowledgements: batchAcknowledgements(socket),
    requests: brokerRequests(write, () =>
      socket.destroyed ? (state.closedBy ?? new Error('The connection to the broker has ended')) : undefined,
    ),
    out: outgoing(
      ({ forSeconds, ...message }) =>
        write({
          ...message,
          cmd: 'publish',
          qos: 1,
          retain: false,
          dup: false,
          // A broker keeps it for an offline device, of MQTT 3.1.1 too, and for one whose connection died silently.
          properties: { userProperties: { [ownMark]: '1' }, messageExpiryInterval: forSeconds },
        }),
      now,
    ),
    awaited: new Map(),
    deliveries: 0,
    heldSince: null,
    receivedAt: performance.now(),
    closedBy: undefined,
    isAdmitted: false,
  }
  return state
}

function writeTo(socket: net.Socket, packet: Packet) {
  if (!socket.destroyed) socket.write(packets.generate(packet, { protocolVersion: 5 }))
}

function fail({ socket }: Pick<State, 'socket'>, message: string) {
  socket.destroy(new Error(message))
}

/** A broker of MQTT 3.1.1 refuses with two bytes after the length, which are not a CONNACK of MQTT 5. */
function refuseVersion({ socket }: Pick<State, 'socket'>, detail: string) {
  socket.destroy(new UnservedVersion(`The broker does not speak MQTT 5, which Brigade needs (${detail})`))
}

function onPacket(state: State, packet: Packet) {
  const { acknowledgements, requests, out } = state
  switch (packet.cmd) {
    case 'publish': {
      state.deliveries += 1
      const packetId = packet.qos === 0 ? 0 : (packet.messageId ?? 0)
      acknowledgements.delivered(packetId)
      const own = packet.properties?.userProperties?.[ownMark]
      if (own !== undefined) {
        state.awaited.get(String(own))?.()
        return acknowledgements.add(packetId)
      }
      const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
      return state.onDelivery({ topic: packet.topic, payload, packetId, again: packet.dup })
    }
    case 'puback':
      // 0x10: accepted, but nobody is subscribed.
      return out.answered(packet.messageId ?? 0, (packet.reasonCode ?? 0) === 0)
    case 'suback':
    case 'unsuback':
      return requests.answered(packet.messageId ?? 0, 'granted' in packet ? packet.granted : [])
    case 'pingresp':
      return requests.ponged(state.deliveries)
    case 'connack':
      {
        const code = packet.reasonCode ?? packet.returnCode ?? 0
        if (versionRefusals.has(code)) return refuseVersion(state, `return code ${code}`)
        if (code !== 0) return fail(state, `The broker refuses us (reason ${code})`)
      }
      state.isAdmitted = true
      return state.connack.resolve({
        hadSession: packet.sessionPresent,
        receiveMaximum: packet.properties?.receiveMaximum ?? 65_535,
      })
    case 'disconnect':
      return fail(state, `The broker ends the connection (reason ${packet.reasonCode ?? 0})`)
    default:
      return undefined
  }
}

/** Two looks are half a keep-alive apart. */
const maxSilentLooks = 3

/**
 * Pings the broker, and ends a silent connection. It counts looks, because nothing is read while our own loop is
 * blocked.
 */
function watchBroker(state: State): NodeJS.Timeout {
  let [silentLooks, heardAt] = [0, state.receivedAt]
  const timer = setInterval(() => {
    // While reading is paused no sign of life can arrive.
    const isHeard = state.receivedAt !== heardAt || state.heldSince !== null
    silentLooks = isHeard ? 0 : silentLooks + 1
    heardAt = state.receivedAt
    if (silentLooks >= maxSilentLooks) return fail(state, 'The broker is silent')
    return void state.requests.ping().catch(() => undefined)
  }, keepAliveSeconds * 500)
  timer.unref()
  return timer
}

function followSocket(state: State): void {
  const { socket, connack, requests, out } = state
  const parser = packets.parser({ protocolVersion: 5 })
  const watch = watchBroker(state)
  parser.on('packet', (packet) => onPacket(state, packet))
  parser.on('error', (error: unknown) =>
    state.isAdmitted ? fail(state, String(error)) : refuseVersion(state, 'its first answer is none of MQTT 5'),
  )
  socket.on('data', (chunk) => {
    state.receivedAt = performance.now()
    parser.parse(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  })
  socket.on('error', (error) => {
    state.closedBy = error
  })
  socket.once('close', () => {
    clearInterval(watch)
    const early = 'The broker ended the connection before it admitted us, as one without MQTT 5 may do'
    const error =
      state.closedBy ?? (state.isAdmitted ? new Error('The broker ended the connection') : new UnservedVersion(early))
    connack.reject(error)
    requests.rejectAll(error)
    out.stop()
  })
  // Without a waiting caller the rejection must not become an unhandled one.
  connack.promise.catch(() => undefined)
}

function sendConnect(socket: net.Socket, address: BrokerAddress, options: ConnectionOptions): void {
  const { clientId, receiveMaximum } = options
  writeTo(socket, {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 5,
    clientId,
    clean: false,
    keepalive: keepAliveSeconds,
    ...(address.username === undefined ? {} : { username: address.username }),
    ...(address.password === undefined ? {} : { password: Buffer.from(address.password) }),
    properties: { sessionExpiryInterval: sessionSeconds, receiveMaximum },
  })
}

async function endConnection({ socket, acknowledgements }: State, ended: Promise<void>, session: 'kept' | 'forgotten') {
  acknowledgements.flush()
  const sessionExpiryInterval = session === 'kept' ? sessionSeconds : 0
  writeTo(socket, { cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval } })
  if (!socket.destroyed) {
    socket.end()
    socket.resume()
    await Promise.race([ended, once(AbortSignal.timeout(1000), 'abort')])
  }
  socket.destroy()
}

async function comesBack({ socket, awaited }: State, topic: string, withinMs: number): Promise<boolean> {
  const mark = randomUUID()
  const back = Promise.withResolvers<void>()
  awaited.set(mark, back.resolve)
  const properties = { userProperties: { [ownMark]: mark } }
  writeTo(socket, { cmd: 'publish', topic, payload: '', qos: 0, retain: false, dup: false, properties })
  const come = await within(back.promise, withinMs)
  awaited.delete(mark)
  return come !== 'nothing'
}

/**
 * A connection to an MQTT 5 broker. The caller decides one by one, in any order, which deliveries are done; the broker
 * receives the acknowledgements in its order.
 */
export async function connectBroker(address: BrokerAddress, options: ConnectionOptions): Promise<BrokerConnection> {
  const { host, port } = address
  const socket = address.isTls
    ? tls.connect({ host, port, servername: net.isIP(host) ? '' : host })
    : net.connect({ host, port })
  socket.setNoDelay(true)
  socket.setTimeout(connectMs, () => socket.destroy(new Error('The broker does not answer')))
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const state = newState(socket, options)
  const { requests, out } = state
  followSocket(state)
  socket.once(address.isTls ? 'secureConnect' : 'connect', () => sendConnect(socket, address, options))
  const { hadSession, receiveMaximum: maxUnderWay } = await state.connack.promise
  socket.setTimeout(0)
  out.start(maxUnderWay)

  return {
    hadSession,
    subscribe: (filters) =>
      requests.ask((messageId) => ({
        cmd: 'subscribe',
        messageId,
        // rh 2: the broker does not send retained messages again.
        subscriptions: filters.map((topic) => ({ topic, qos: 1, rh: 2, rap: false, nl: false })),
      })),
    unsubscribe: (filters) =>
      requests.ask((messageId) => ({ cmd: 'unsubscribe', messageId, unsubscriptions: [...filters] })),
    publish: out.publish,
    acknowledge: state.acknowledgements.add,
    comesBack: (topic, withinMs) => comesBack(state, topic, withinMs),
    ping: requests.ping,
    hold: () => {
      state.heldSince ??= performance.now()
      socket.pause()
    },
    readOn: () => {
      state.heldSince = null
      state.receivedAt = performance.now()
      socket.resume()
    },
    isOpen: () => !socket.destroyed,
    ended,
    end: (session) => endConnection(state, ended, session),
    cut: () => socket.destroy(),
  }
}
