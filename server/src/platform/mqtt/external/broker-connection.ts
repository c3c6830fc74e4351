import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import packets from 'mqtt-packet'
import type { Packet } from 'mqtt-packet'
import type { BrokerAddress } from './broker-address.ts'
import { outgoing } from './outgoing.ts'

/** One message that the broker delivers. */
export type Delivery = Readonly<{
  topic: string
  payload: Buffer
  /** 0 of one that needs no acknowledgement. */
  packetId: number
  /** Delivered before, to whoever had this session then. */
  again: boolean
}>

export type BrokerConnection = Readonly<{
  /** The broker still had the session of this client id, with what it is subscribed to and what waits in it. */
  hadSession: boolean
  subscribe: (filters: readonly string[]) => Promise<void>
  unsubscribe: (filters: readonly string[]) => Promise<void>
  /** QoS 1. False: the broker did not take it, or nobody is subscribed to it. Where the connection ends meanwhile it counts as taken. */
  publish: (topic: string, payload: string | Buffer) => Promise<boolean>
  acknowledge: (packetId: number) => void
  /** Resolves with the number of deliveries until now, once all that the broker had to send before has come. */
  ping: () => Promise<number>
  /** Reads nothing until `readOn`: the broker then waits. */
  hold: () => void
  readOn: () => void
  isOpen: () => boolean
  ended: Promise<void>
  /** Says goodbye; the broker keeps the session, or forgets it. */
  end: (session: 'kept' | 'forgotten') => Promise<void>
  /** Cuts it without a word. */
  cut: () => void
}>

export type ConnectionOptions = Readonly<{
  clientId: string
  /** Messages under way to us that we have not acknowledged. */
  receiveMaximum: number
  onDelivery: (delivery: Delivery) => void
}>

const keepAliveSeconds = 10
const connectMs = 5000
/** How long the broker keeps what nobody fetches: longer than a connector is away. */
const sessionSeconds = 86_400
/** Marks what we publish, so that it is not taken for a device's where both use one topic. */
const ownMark = 'brigade'

/** A connection to an MQTT 5 broker, over which deliveries are acknowledged one by one and in any order, when we say so. */
export async function connectBroker(
  address: BrokerAddress,
  { clientId, receiveMaximum, onDelivery }: ConnectionOptions,
): Promise<BrokerConnection> {
  const { host, port } = address
  const socket = address.isTls
    ? tls.connect({ host, port, servername: net.isIP(host) ? '' : host })
    : net.connect({ host, port })
  socket.setNoDelay(true)
  socket.setTimeout(connectMs, () => socket.destroy(new Error('The broker does not answer')))
  const parser = packets.parser({ protocolVersion: 5 })
  const welcome = Promise.withResolvers<{ hadSession: boolean; receiveMaximum: number }>()
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const answers = new Map<number, PromiseWithResolvers<void>>()
  const pings: PromiseWithResolvers<number>[] = []
  let lastAnswerId = 0
  let deliveries = 0
  let heldSince: number | null = null
  let heardAt = performance.now()
  let acknowledgements: Buffer[] = []
  let closedBy: Error | undefined

  const write = (packet: Packet) => {
    if (!socket.destroyed) socket.write(packets.generate(packet, { protocolVersion: 5 }))
  }
  const out = outgoing((messageId, topic, payload) =>
    write({
      cmd: 'publish',
      topic,
      payload,
      qos: 1,
      messageId,
      retain: false,
      dup: false,
      properties: { userProperties: { [ownMark]: '1' } },
    }),
  )

  function heard(packet: Packet) {
    switch (packet.cmd) {
      case 'publish': {
        deliveries += 1
        const packetId = packet.qos === 0 ? 0 : (packet.messageId ?? 0)
        if (packet.properties?.userProperties?.[ownMark] !== undefined) return acknowledge(packetId)
        const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
        return onDelivery({ topic: packet.topic, payload, packetId, again: packet.dup })
      }
      case 'puback':
        // 0x10: taken, but nobody is subscribed.
        return out.answered(packet.messageId ?? 0, (packet.reasonCode ?? 0) === 0)
      case 'suback':
      case 'unsuback':
        return answered(packet.messageId ?? 0, 'granted' in packet ? packet.granted : [])
      case 'pingresp':
        return pings.shift()?.resolve(deliveries)
      case 'connack':
        if ((packet.reasonCode ?? packet.returnCode ?? 0) !== 0)
          return fail(`The broker refuses us (reason ${packet.reasonCode ?? packet.returnCode})`)
        return welcome.resolve({
          hadSession: packet.sessionPresent,
          receiveMaximum: packet.properties?.receiveMaximum ?? 65_535,
        })
      case 'disconnect':
        return fail(`The broker ends the connection (reason ${packet.reasonCode ?? 0})`)
      default:
        return undefined
    }
  }

  function fail(words: string) {
    socket.destroy(new Error(words))
  }

  function answered(messageId: number, granted: readonly unknown[]) {
    const waiting = answers.get(messageId)
    answers.delete(messageId)
    const isRefused = granted.some((code) => typeof code === 'number' && code >= 0x80)
    if (isRefused) waiting?.reject(new Error('The broker refuses a subscription'))
    else waiting?.resolve()
  }

  /** Those of one turn of the loop go out in one write. */
  function acknowledge(packetId: number) {
    if (packetId === 0 || socket.destroyed) return
    if (acknowledgements.length === 0) setImmediate(writeAcknowledgements)
    acknowledgements.push(Buffer.from([0x40, 2, packetId >> 8, packetId & 0xff]))
  }
  function writeAcknowledgements() {
    const all = acknowledgements
    acknowledgements = []
    if (!socket.destroyed && all.length > 0) socket.write(Buffer.concat(all))
  }

  async function asked(packet: (messageId: number) => Packet): Promise<void> {
    if (socket.destroyed) throw closedBy ?? new Error('The connection to the broker has ended')
    lastAnswerId = (lastAnswerId % 1000) + 1
    // Publishes have the numbers from 1001 on.
    const waiting = Promise.withResolvers<void>()
    answers.set(lastAnswerId, waiting)
    write(packet(lastAnswerId))
    await waiting.promise
  }

  function ping(): Promise<number> {
    const waiting = Promise.withResolvers<number>()
    if (socket.destroyed) waiting.reject(new Error('The connection to the broker has ended'))
    else {
      pings.push(waiting)
      write({ cmd: 'pingreq' })
    }
    return waiting.promise
  }

  const keeping = setInterval(() => {
    // What we do not read we cannot hear either.
    const since = Math.max(heardAt, heldSince === null ? 0 : performance.now())
    if (performance.now() - since > keepAliveSeconds * 1500) return fail('The broker is silent')
    return void ping().catch(() => undefined)
  }, keepAliveSeconds * 500)
  keeping.unref()

  parser.on('packet', heard)
  parser.on('error', (error: unknown) => fail(String(error)))
  socket.on('data', (chunk) => {
    heardAt = performance.now()
    parser.parse(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  })
  socket.on('error', (error) => {
    closedBy = error
  })
  socket.once('close', () => {
    clearInterval(keeping)
    const error = closedBy ?? new Error('The broker ended the connection')
    welcome.reject(error)
    for (const waiting of [...answers.values(), ...pings]) waiting.reject(error)
    out.stop()
  })
  // Those who wait hear of it; where nobody does it is no error of its own.
  welcome.promise.catch(() => undefined)

  socket.once(address.isTls ? 'secureConnect' : 'connect', () =>
    write({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 5,
      clientId,
      clean: false,
      keepalive: keepAliveSeconds,
      ...(address.username === undefined ? {} : { username: address.username }),
      ...(address.password === undefined ? {} : { password: Buffer.from(address.password) }),
      properties: { sessionExpiryInterval: sessionSeconds, receiveMaximum },
    }),
  )
  const { hadSession, receiveMaximum: mostUnderWay } = await welcome.promise
  socket.setTimeout(0)
  out.start(mostUnderWay)

  return {
    hadSession,
    subscribe: (filters) =>
      asked((messageId) => ({
        cmd: 'subscribe',
        messageId,
        // Retained messages are not sent again.
        subscriptions: filters.map((topic) => ({ topic, qos: 1, rh: 2, rap: false, nl: false })),
      })),
    unsubscribe: (filters) => asked((messageId) => ({ cmd: 'unsubscribe', messageId, unsubscriptions: [...filters] })),
    publish: out.publish,
    acknowledge,
    ping,
    hold: () => {
      heldSince ??= performance.now()
      socket.pause()
    },
    readOn: () => {
      heldSince = null
      heardAt = performance.now()
      socket.resume()
    },
    isOpen: () => !socket.destroyed,
    ended,
    end: async (session) => {
      writeAcknowledgements()
      const sessionExpiryInterval = session === 'kept' ? sessionSeconds : 0
      write({ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval } })
      if (!socket.destroyed) {
        socket.end()
        socket.resume()
        await Promise.race([ended, once(AbortSignal.timeout(1000), 'abort')])
      }
      socket.destroy()
    },
    cut: () => socket.destroy(),
  }
}
