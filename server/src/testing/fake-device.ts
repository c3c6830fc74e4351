import { Socket } from 'node:net'
import mqtt from 'mqtt'
import type { IClientOptions } from 'mqtt'
import { passwordOf, readIntroduction } from '../device/credentials/device-credentials.ts'
import { within } from '../platform/within.ts'

/** The credentials in a device's flash. */
export type Triple = Readonly<{ productKey: string; deviceName: string; deviceSecret: string }>

export type ReceivedMessage = Readonly<{ topic: string; payload: string }>

/** An Alink device over a real socket: it sends what a test requests, and records the messages it receives. */
export type FakeDevice = Readonly<{
  received: readonly ReceivedMessage[]
  /** Publishes JSON, a text or bytes under `/sys/{productKey}/{deviceName}/`, or anywhere with a slash in front; resolves at PUBACK. */
  send: (topic: string, payload: unknown, options?: { qos?: 0 | 1; dup?: boolean }) => Promise<void>
  /** Reports properties, resolves at PUBACK; returns the message's id. */
  report: (params: Readonly<Record<string, unknown>>, id?: string) => Promise<string>
  /** The next message, or one already received, whose topic has this ending. */
  receive: (topicEnd: string) => Promise<ReceivedMessage>
  subscribe: (filter: string) => Promise<void>
  /** From now on it acknowledges no message, like a connection that died silently. */
  deafen: () => void
  isConnected: () => boolean
  /** Resolves when either side has ended the connection. */
  ended: Promise<void>
  /** Sends DISCONNECT. */
  leave: () => Promise<void>
  /** Cuts the connection without DISCONNECT. */
  vanish: () => void
}>

const longestMs = 15_000

const clientIdOf = ({ productKey, deviceName }: Triple): string =>
  `${productKey}.${deviceName}|securemode=3,signmethod=hmacsha256,timestamp=2524608000000|`

/** User name, password and client id in an SDK's format. */
export function signIn(triple: Triple): { clientId: string; username: string; password: string } {
  const clientId = clientIdOf(triple)
  const username = `${triple.deviceName}&${triple.productKey}`
  const introduction = readIntroduction(clientId, username)
  if (introduction === null) throw new Error(`Not Alink's: ${clientId}`)
  return { clientId, username, password: passwordOf(introduction, triple.deviceSecret) }
}

/** Connects; throws the connector's return code if it refuses. */
export async function connectDevice(
  port: number,
  triple: Triple,
  options: Partial<IClientOptions> = {},
): Promise<FakeDevice> {
  const wanted: IClientOptions = {
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
    reconnectPeriod: 0,
    ...signIn(triple),
    ...options,
  }
  // With retries it would wait for ever if the connection ends before CONNACK.
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, wanted, false)
  // Packets are sent at once, not when the next segment is full.
  if (client.stream instanceof Socket) client.stream.setNoDelay(true)
  const received: ReceivedMessage[] = []
  let arrival = Promise.withResolvers<void>()
  client.on('message', (topic, payload) => {
    received.push({ topic, payload: payload.toString('utf8') })
    arrival.resolve()
    arrival = Promise.withResolvers<void>()
  })
  client.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => {
    client.once('close', () => resolve())
    // It was closed with its CONNACK, before anybody could listen.
    if (!client.connected) resolve()
  })
  const prefix = `/sys/${triple.productKey}/${triple.deviceName}/`
  let lastId = 0

  const send: FakeDevice['send'] = async (topic, payload, { qos = 1, dup = false } = {}) => {
    const whole = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload)
    await client.publishAsync(topic.startsWith('/') ? topic : prefix + topic, whole, { qos, dup })
  }
  return {
    received,
    send,
    report: async (params, id = String((lastId += 1))) => {
      await send('thing/event/property/post', { id, version: '1.0', params, method: 'thing.event.property.post' })
      return id
    },
    // Waits for the message event: polling would answer late, which benches would measure.
    receive: async (topicEnd) => {
      const giveUpAt = performance.now() + longestMs
      for (;;) {
        const index = received.findIndex(({ topic }) => topic.endsWith(topicEnd))
        const [found] = index < 0 ? [] : received.splice(index, 1)
        if (found !== undefined) return found
        if ((await within(arrival.promise, giveUpAt - performance.now())) === 'nothing')
          throw new Error(`Waited ${longestMs} ms in vain: a message on …${topicEnd}`)
      }
    },
    subscribe: async (filter) => {
      await client.subscribeAsync(filter, { qos: 1 })
    },
    deafen: () => {
      client.handleMessage = () => undefined
    },
    isConnected: () => client.connected,
    ended,
    leave: async () => {
      await client.endAsync()
    },
    vanish: () => {
      client.stream.destroy()
    },
  }
}
