import { minuteMs } from '@brigade/contract/time.ts'
import { z } from 'zod'
import type { EndReason } from '../../platform/mqtt/mqtt-hooks.ts'
import { keyOf } from '../../device/device-name.ts'
import { readIntroduction } from '../../device/credentials/device-credentials.ts'

/** A broker's notice of a connection. `username` is empty when the broker does not send it. */
export type ClientNotice = Readonly<{
  clientId: string
  username: string
  atMs: number
  /** The same notice arrived before, at another time, so it may be recorded already. */
  again?: boolean
}> &
  Readonly<
    | { connected: true; address: string; protocol: string; keepAliveSeconds: number }
    | { connected: false; reason: EndReason }
  >

/**
 * The topics on which EMQX (`sys_topics.sys_event_messages`) and Mosquitto (`log_dest topic`, `log_type notice`)
 * publish connects and disconnects.
 */
export const noticeFilters = [
  '$SYS/brokers/+/clients/+/connected',
  '$SYS/brokers/+/clients/+/disconnected',
  '$SYS/broker/log/N',
] as const

/** Reads a message on one of `noticeFilters`; null if it is about something else. */
export function readNotice(topic: string, payload: string, receivedAt: number): ClientNotice | null {
  if (topic === '$SYS/broker/log/N') return readMosquitto(payload, receivedAt)
  const kind = /^\$SYS\/brokers\/[^/]+\/clients\/.+\/(connected|disconnected)$/.exec(topic)?.[1]
  return kind === undefined ? null : readEmqx(`client.${kind}`, parsed(payload), receivedAt)
}

const parsed = (payload: string): unknown => {
  try {
    return JSON.parse(payload)
  } catch {
    return null
  }
}

/** PostgreSQL cannot store a zero character in a text. */
const Text = z.string().refine((text) => !text.includes('\u0000'))
const EmqxClient = z.object({
  clientid: Text,
  // For a client without a user name EMQX sends the word `undefined`.
  username: Text.nullish(),
  peername: Text.nullish(),
  ipaddress: Text.nullish(),
  proto_ver: z.union([z.number(), z.string()]).nullish(),
  keepalive: z.coerce.number().min(0).max(65_535).nullish(),
  connected_at: z.coerce.number().nullish(),
  disconnected_at: z.coerce.number().nullish(),
  reason: z.string().nullish(),
})

// A Map, because the key comes from outside and an object has inherited members.
const versions: ReadonlyMap<string, string> = new Map([
  ['3', '3.1'],
  ['4', '3.1.1'],
  ['5', '5'],
])

/**
 * Reads the event as EMQX publishes it or posts it from a rule (`SELECT * FROM "$events/client_connected"`): fields of
 * both.
 */
export function readEmqx(event: unknown, body: unknown, receivedAt: number): ClientNotice | null {
  const read = EmqxClient.safeParse(body)
  if (!read.success) return null
  const { clientid: clientId, username, peername, ipaddress, keepalive, reason } = read.data
  const who = { clientId, username: username === 'undefined' ? '' : (username ?? '') }
  if (event === 'client.connected')
    return {
      ...who,
      connected: true,
      address: ipaddress ?? (peername ?? '').replace(/:\d+$/, ''),
      protocol: `MQTT ${versions.get(String(read.data.proto_ver ?? '')) ?? ''}`.trim(),
      keepAliveSeconds: keepalive ?? 0,
      atMs: believed(read.data.connected_at, receivedAt),
    }
  if (event !== 'client.disconnected') return null
  return {
    ...who,
    connected: false,
    reason: emqxReasons.get(reason ?? '') ?? 'connection_lost',
    atMs: believed(read.data.disconnected_at, receivedAt),
  }
}

/** The broker's clock may differ from ours; a time far ahead would hide every later one. */
const maxAheadMs = minuteMs
const believed = (atMs: number | null | undefined, receivedAt: number): number =>
  typeof atMs === 'number' && atMs > 0 && atMs <= receivedAt + maxAheadMs ? atMs : receivedAt

const emqxReasons: ReadonlyMap<string, EndReason> = new Map([
  ['normal', 'disconnected'],
  ['keepalive_timeout', 'keep_alive'],
  ['kicked', 'kicked'],
  ['discarded', 'replaced'],
  ['takenover', 'replaced'],
  ['takeovered', 'replaced'],
  ['not_authorized', 'wrong_topic'],
  ['malformed_packet', 'bad_packet'],
])

/** A line of Mosquitto's log; its time has whole seconds, so the order of arrival applies. */
function readMosquitto(line: string, receivedAt: number): ClientNotice | null {
  if (line.includes('\u0000')) return null
  const text = line.replace(/^[\dT:+-]+: /, '')
  const came =
    /^New client connected from (?<address>\S+):\d+ as (?<clientId>.+) \(p(?<version>\d), c\d, k(?<keepAlive>\d+)(?:, u'(?<username>.*)')?\)\.$/s.exec(
      text,
    )?.groups
  if (came !== undefined) {
    return {
      connected: true,
      clientId: came['clientId'] ?? '',
      username: came['username'] ?? '',
      address: came['address'] ?? '',
      // Mosquitto counts 1 for 3.1, 2 for 3.1.1.
      protocol: `MQTT ${{ '1': '3.1', '2': '3.1.1' }[came['version'] ?? ''] ?? '5'}`,
      keepAliveSeconds: Math.min(65_535, Number(came['keepAlive'] ?? 0)),
      atMs: receivedAt,
    }
  }
  for (const [pattern, reason] of mosquittoEnds) {
    const clientId = pattern.exec(text)?.[1]
    if (clientId !== undefined) return { connected: false, clientId, username: '', reason, atMs: receivedAt }
  }
  return null
}

const mosquittoEnds: readonly (readonly [RegExp, EndReason])[] = [
  [/^Client (.+) disconnected\.$/s, 'disconnected'],
  [/^Client (.+) closed its connection\.$/s, 'connection_lost'],
  [/^Client (.+) has exceeded timeout, disconnecting\.$/s, 'keep_alive'],
  [/^Client (.+) disconnected due to (?:protocol error|malformed packet|oversize packet)\.$/s, 'bad_packet'],
  [/^Client (.+) disconnected, .+\.$/s, 'connection_lost'],
]

/** The device of a connection, as far as its names identify it. */
export function deviceOfClient({
  clientId,
  username,
}: ClientNotice): { productKey: string; deviceName: string } | null {
  const separator = username.lastIndexOf('&')
  if (separator > 0) return { deviceName: username.slice(0, separator), productKey: username.slice(separator + 1) }
  // Without a user name only the usual first part of an Alink client id identifies the device.
  const [, productKey, deviceName] = /^([^.|]+)\.([^|]+)\|/.exec(clientId) ?? []
  if (productKey === undefined || deviceName === undefined) return null
  return readIntroduction(clientId, keyOf({ productKey, deviceName })) === null ? null : { productKey, deviceName }
}
