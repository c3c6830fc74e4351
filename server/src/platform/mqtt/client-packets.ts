import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { Client } from 'aedes'
import packets from 'mqtt-packet'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Grants QoS 1 at most: the server does not accept QoS 2 on publish, so it does not grant it on subscribe (MQTT 3.1.1,
 * 3.9.3: the server may grant a lower one). The broker stores the granted QoS before it calls us, so the packet is
 * changed as it is parsed.
 */
export function grantQos1(client: Client): void {
  const parser: unknown = Reflect.get(client, '_parser')
  if (!(parser instanceof EventEmitter)) throw new Error('The broker has another parser than ours was written for')
  parser.prependListener('packet', (packet: unknown) => {
    if (!isRecord(packet) || packet['cmd'] !== 'subscribe' || !Array.isArray(packet['subscriptions'])) return
    for (const subscription of packet['subscriptions'])
      if (isRecord(subscription) && Number(subscription['qos']) > 1) subscription['qos'] = 1
  })
}

/** MQTT 5, 3.2.2.2: unsupported protocol version. */
const unsupportedVersion = 0x84

/**
 * Answers a client of MQTT 5, in its own protocol version, that this version is not supported, and ends the connection
 * once the answer is sent.
 */
export function turnAway(conn: Duplex, done: () => void): void {
  const connack = packets.generate(
    {
      cmd: 'connack',
      reasonCode: unsupportedVersion,
      sessionPresent: false,
      properties: { reasonString: 'MQTT 5 is not served here, connect with MQTT 3.1.1' },
    },
    { protocolVersion: 5 },
  )
  conn.end(connack, done)
}
