import net from 'node:net'
import packets from 'mqtt-packet'
import { passwordOf, readIntroduction } from '../device/credentials/device-credentials.ts'
import type { Triple } from './fake-device.ts'

/**
 * Many devices that report as fast as they are acknowledged, at low cost: one socket each, with packets made by hand.
 * Each device counts its reports in the property `CookCount`, so that acknowledged ones can be looked up in the
 * history.
 */
export type FloodOptions = Readonly<{
  port: number
  triples: readonly Triple[]
  /** Reports in flight per device; a device's window is full until one is acknowledged. */
  inFlight: number
  /** Clocks that count whole seconds: ten reports of a device have one time. */
  wholeSeconds?: boolean
  /** Reports a second over all devices, shared equally; by default as fast as they are acknowledged. */
  perSecond?: number
}>

export type Flood = Readonly<{
  /** The number of acknowledged messages so far. */
  acknowledged: () => number
  connected: () => number
  /** Connections that ended before they were admitted: refused, closed, or given up by the server. */
  turnedAway: () => number
  /** Resolves when every device has been admitted. */
  ready: Promise<void>
  /**
   * Stops sending, waits until nothing is in flight (or `atMostMs` have passed), and returns the acknowledged reports
   * of each device, counted from 0.
   */
  stop: (atMostMs?: number) => Promise<readonly (readonly number[])[]>
}>

const connack = 2
const puback = 4

function publishPacket(topic: string, payload: string, packetId: number, dup: boolean): Buffer {
  const topicBytes = Buffer.byteLength(topic)
  const length = 2 + topicBytes + 2 + Buffer.byteLength(payload)
  const lengthBytes = length < 128 ? 1 : length < 16_384 ? 2 : 3
  const packet = Buffer.allocUnsafe(1 + lengthBytes + length)
  let at = packet.writeUInt8(dup ? 0x3a : 0x32, 0)
  for (let rest = length, left = lengthBytes; left > 0; left -= 1) {
    at = packet.writeUInt8((rest & 0x7f) | (left > 1 ? 0x80 : 0), at)
    rest >>= 7
  }
  at = packet.writeUInt16BE(topicBytes, at)
  at += packet.write(topic, at)
  at = packet.writeUInt16BE(packetId, at)
  packet.write(payload, at)
  return packet
}

/** Calls back with each packet's type and its first two payload bytes as a number; incoming packets are small. */
function packetReader(onPacket: (type: number, value: number) => void) {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      let length = 0
      let at = 1
      for (let shift = 0; ; shift += 7) {
        if (at >= rest.length) return
        const byte = rest.readUInt8(at)
        length |= (byte & 0x7f) << shift
        at += 1
        if (byte < 0x80) break
      }
      if (rest.length < at + length) return
      onPacket(rest.readUInt8(0) >> 4, length >= 2 ? rest.readUInt16BE(at) : 0)
      rest = rest.subarray(at + length)
    }
  }
}

type FloodDevice = Readonly<{
  /** Numbers of its acknowledged reports. */
  acknowledged: readonly number[]
  /** Sends reports until its window is full. */
  fill: () => void
  isIdle: () => boolean
  isConnected: () => boolean
  end: () => void
}>

/** State that all devices of one flood share. */
type FloodState = {
  readonly options: FloodOptions
  readonly startedAt: number
  readonly allReady: PromiseWithResolvers<void>
  readyDevices: number
  total: number
  turnedAway: number
  isStopping: boolean
}

/** CONNECT, and the topic of reports. */
function packetsOf(triple: Triple) {
  const clientId = `${triple.productKey}.${triple.deviceName}|securemode=3,signmethod=hmacsha256,timestamp=2524608000000|`
  const username = `${triple.deviceName}&${triple.productKey}`
  const introduction = readIntroduction(clientId, username)
  if (introduction === null) throw new Error(`Not Alink's: ${clientId}`)
  const hello = packets.generate({
    cmd: 'connect',
    clientId,
    username,
    password: Buffer.from(passwordOf(introduction, triple.deviceSecret)),
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 600,
  })
  return { hello, topic: `/sys/${triple.productKey}/${triple.deviceName}/thing/event/property/post` }
}

function payloadOf({ startedAt, options }: FloodState, index: number, n: number): string {
  const time =
    options.wholeSeconds === true ? (Math.floor(startedAt / 1000) + Math.floor(n / 10)) * 1000 : startedAt + n
  const measured = [1, 2, 3].map((k) => ((n * k * 7 + index) % 1000) / 10)
  return `{"id":"${n}","version":"1.0","params":{"CookCount":{"value":${n},"time":${time}},"ChamberTemp":{"value":${measured[0]},"time":${time}},"Humidity":{"value":${Math.floor(measured[1] ?? 0)},"time":${time}},"WorkState":{"value":${Math.floor(n / 50) % 3},"time":${time}}},"method":"thing.event.property.post"}`
}

/** Whether a device has sent its share of the reports until now. */
function isAhead({ options: { perSecond, triples }, startedAt }: FloodState, sent: number): boolean {
  return perSecond !== undefined && sent >= ((Date.now() - startedAt) / 1000) * (perSecond / triples.length)
}

function startDevice(state: FloodState, triple: Triple, index: number): FloodDevice {
  const { options, allReady } = state
  const { hello, topic } = packetsOf(triple)
  const acknowledged: number[] = []
  const underWay = new Map<number, { n: number; payload: string }>()
  let next = 0
  let nextPacketId = 0
  let hasBeenReady = false
  let socket: net.Socket | undefined
  const fill = () => {
    if (socket === undefined || socket.destroyed || state.isStopping) return
    const chunks: Buffer[] = []
    while (underWay.size < options.inFlight && !isAhead(state, next)) {
      nextPacketId = (nextPacketId % 60_000) + 1
      const n = next
      next += 1
      const payload = payloadOf(state, index, n)
      underWay.set(nextPacketId, { n, payload })
      chunks.push(publishPacket(topic, payload, nextPacketId, false))
    }
    if (chunks.length > 0) socket.write(Buffer.concat(chunks))
  }
  const onConnack = (own: net.Socket, code: number) => {
    if (code !== 0) return void own.destroy()
    socket = own
    if (!hasBeenReady) state.readyDevices += 1
    hasBeenReady = true
    if (state.readyDevices === options.triples.length) allReady.resolve()
    // Reports without acknowledgement when the connection was lost are sent again, marked as duplicates.
    for (const [packetId, { payload }] of underWay) own.write(publishPacket(topic, payload, packetId, true))
    fill()
  }
  const onPuback = (packetId: number) => {
    const message = underWay.get(packetId)
    if (message === undefined) return
    underWay.delete(packetId)
    acknowledged.push(message.n)
    state.total += 1
  }
  const connect = () => {
    if (state.isStopping && underWay.size === 0) return
    const own = net.connect({ port: options.port, host: '127.0.0.1', noDelay: true })
    own.on('error', () => undefined)
    own.on('connect', () => own.write(hello))
    const read = packetReader((type, value) => {
      if (type === connack) onConnack(own, value)
      if (type === puback) onPuback(value)
    })
    own.on('data', (chunk: Buffer) => {
      read(chunk)
      // One write for all that these acknowledgements make room for.
      fill()
    })
    own.on('close', () => {
      if (socket === own) socket = undefined
      else if (!state.isStopping) state.turnedAway += 1
      if (!state.isStopping || underWay.size > 0) setTimeout(connect, 100 + Math.random() * 200).unref()
    })
  }
  connect()
  return {
    acknowledged,
    fill,
    isIdle: () => underWay.size === 0,
    isConnected: () => socket !== undefined,
    end: () => socket?.destroy(),
  }
}

export function startFlood(options: FloodOptions): Flood {
  const allReady = Promise.withResolvers<void>()
  const state: FloodState = {
    options,
    startedAt: Date.now(),
    allReady,
    readyDevices: 0,
    total: 0,
    turnedAway: 0,
    isStopping: false,
  }
  const devices = options.triples.map((triple, index) => startDevice(state, triple, index))
  const ticking =
    options.perSecond === undefined ? undefined : setInterval(() => devices.forEach((device) => device.fill()), 20)

  return {
    acknowledged: () => state.total,
    connected: () => devices.filter((device) => device.isConnected()).length,
    turnedAway: () => state.turnedAway,
    ready: allReady.promise,
    stop: async (atMostMs = 30_000) => {
      state.isStopping = true
      clearInterval(ticking)
      const until = Date.now() + atMostMs
      while (devices.some((device) => !device.isIdle()) && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      for (const device of devices) device.end()
      return devices.map((device) => device.acknowledged)
    },
  }
}
