import packets from 'mqtt-packet'
import type { IConnectPacket } from 'mqtt-packet'
import { passwordOf, readIntroduction } from '../../device/credentials/device-credentials.ts'
import type { Triple } from '../fake-device.ts'
import { nastyJson, spoiltJson } from './nasty-json.ts'
import type { Random } from './random.ts'

/** CONNECT in an SDK's format. */
export function connectPacket(triple: Triple, change: Partial<IConnectPacket> = {}): Buffer {
  const clientId = `${triple.productKey}.${triple.deviceName}|securemode=3,signmethod=hmacsha256,timestamp=2524608000000|`
  const username = `${triple.deviceName}&${triple.productKey}`
  const introduction = readIntroduction(clientId, username)
  if (introduction === null) throw new Error(`Not Alink's: ${clientId}`)
  return packets.generate({
    cmd: 'connect',
    clientId,
    username,
    password: Buffer.from(passwordOf(introduction, triple.deviceSecret)),
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
    ...change,
  })
}

/** A packet with any first byte and body; its length field is right by default, or any value. */
function rawPacket(first: number, body: Buffer, declaredLength = body.length): Buffer {
  const length: number[] = []
  let rest = declaredLength
  do {
    length.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
    rest >>>= 7
  } while (rest > 0)
  return Buffer.concat([Buffer.from([first, ...length]), body])
}

const text = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Math.min(bytes.length, 65_535))
  return Buffer.concat([length, bytes.subarray(0, 65_535)])
}

const publish = (topic: string | Buffer, payload: Buffer, { qos = 1, id = 1, flags = 0 } = {}): Buffer =>
  rawPacket(
    0x30 | (qos << 1) | flags,
    Buffer.concat([text(topic), ...(qos === 0 ? [] : [Buffer.from([id >> 8, id & 0xff])]), payload]),
  )

/** Bytes that are not a CONNECT. */
export function noConnect(random: Random): Buffer {
  return random.pick([
    random.bytes(random.int(200)),
    Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'latin1'),
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff]),
    Buffer.from([0x10, 0x00]),
    Buffer.from([0x00, 0x00]),
    Buffer.from([0xc0, 0x00]),
    publish('/sys/a/b', Buffer.from('{}')),
    rawPacket(0x10, random.bytes(10 + random.int(60))),
    rawPacket(0x10, Buffer.concat([text('MQTT'), Buffer.from([4, 0xff, 0, 60]), random.bytes(30)])),
    rawPacket(0x10, Buffer.from('x'), 268_435_455),
    Buffer.alloc(0),
  ])
}

/** A CONNECT that must not let any client in, or only as itself. */
export function wrongConnect(triple: Triple, random: Random): Buffer {
  const whole = connectPacket(triple)
  const at = 2 + random.int(whole.length - 2)
  return random.pick([
    connectPacket({ ...triple, deviceSecret: 'wrong' }),
    connectPacket({ ...triple, deviceName: `${triple.deviceName}${random.int(1000)}` }),
    connectPacket(triple, { username: 'nobody' }),
    connectPacket(triple, { username: '', password: Buffer.alloc(0) }),
    connectPacket(triple, { clientId: 'x'.repeat(random.pick([100, 2000, 60_000])) }),
    connectPacket(triple, { clientId: '|||,,,===|' }),
    connectPacket(triple, { password: Buffer.alloc(60_000, 0x61) }),
    connectPacket(triple, { keepalive: 0 }),
    connectPacket(triple, { keepalive: 65_535 }),
    connectPacket(triple, { will: { topic: 'x', payload: Buffer.alloc(60_000), qos: 2, retain: true } }),
    // Other levels of the protocol.
    ...([0, 3, 5, 6, 0x84, 255] as const).map((level) =>
      Buffer.concat([whole.subarray(0, 8), Buffer.from([level]), whole.subarray(9)]),
    ),
    // Flags that contradict each other.
    ...([0x01, 0x18, 0x40, 0xff] as const).map((flags) =>
      Buffer.concat([whole.subarray(0, 9), Buffer.from([flags]), whole.subarray(10)]),
    ),
    // One changed byte: a zero, a length, half a character.
    Buffer.concat([
      whole.subarray(0, at),
      Buffer.from([random.pick([0, 0xff, 0xc0, random.int(256)])]),
      whole.subarray(at + 1),
    ]),
    whole.subarray(0, at),
    Buffer.concat([whole, whole]),
  ])
}

/** A packet that an authenticated device must not send: it ends its connection, or is ignored. */
export function wrongPacket(triple: Triple, other: Triple, random: Random): Buffer {
  const own = `/sys/${triple.productKey}/${triple.deviceName}/thing/event/property/post`
  const lie = Buffer.from('{"id":"1","params":{"ChamberTemp":{"value":666}}}')
  const filter = (name: string | Buffer, options = 1) =>
    rawPacket(0x82, Buffer.concat([Buffer.from([0, 7]), text(name), Buffer.from([options])]))
  return random.pick([
    publish(own.replace(triple.deviceName, other.deviceName), lie),
    publish(`/ext/rrpc/1${own.replace(triple.deviceName, other.deviceName)}`, lie),
    publish(`/sys/${other.productKey}/${other.deviceName}/../${triple.deviceName}/thing/event/property/post`, lie),
    publish('$SYS/broker', lie),
    publish('', lie),
    publish('#', lie),
    publish(`${own}/+`, lie),
    publish(`${own}\0`, lie),
    publish(Buffer.concat([Buffer.from(own), Buffer.from([0xff, 0xfe])]), lie),
    publish(Buffer.concat([Buffer.from(own), Buffer.from([0xed, 0xa0, 0x80])]), lie),
    publish(own + 'x'.repeat(60_000), lie),
    publish('/'.repeat(200), lie),
    publish(own, lie, { qos: 2 }),
    publish(own, lie, { qos: 3 }),
    publish(own, lie, { id: 0 }),
    publish(own, Buffer.alloc(300_000, 0x20)),
    rawPacket(0x32, text(own), 200_000_000),
    rawPacket(0x32, Buffer.from([0xff, 0xff, 0x41])),
    Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01]),
    filter('#'),
    filter(`/sys/+/+/#`),
    filter(own.replace(triple.deviceName, other.deviceName)),
    filter(own, 3),
    filter(own, 0xff),
    filter('\0'),
    filter(Buffer.from([0xff])),
    rawPacket(0x80, Buffer.concat([Buffer.from([0, 7]), text(own), Buffer.from([1])])),
    rawPacket(0x82, Buffer.from([0, 1])),
    rawPacket(0xa2, Buffer.from([0, 1])),
    ...([0x40, 0x50, 0x62, 0x70, 0x20, 0x90, 0xb0, 0xd0, 0xf0] as const).map((first) =>
      rawPacket(first, Buffer.from([random.int(256), random.int(256)])),
    ),
    rawPacket(0x40, Buffer.alloc(0)),
    connectPacket(triple),
    rawPacket(0xe0, Buffer.from([1, 2, 3])),
    random.bytes(1 + random.int(300)),
  ])
}

const post = {
  id: '1',
  version: '1.0',
  params: { ChamberTemp: { value: 80, time: 1 }, WorkState: 1 },
  method: 'thing.event.property.post',
}
const reply = { id: '1', code: 200, data: {} }
const places = [
  ['id'],
  ['params'],
  ['params', 'ChamberTemp'],
  ['params', 'ChamberTemp', 'value'],
  ['params', 'ChamberTemp', 'time'],
  ['params', 'WorkState'],
  ['code'],
  ['data'],
]

/** A senseless payload under one of the device's own topics, as a whole PUBLISH with this id. */
export function wrongPayload(triple: Triple, id: number, random: Random): Buffer {
  const sys = `/sys/${triple.productKey}/${triple.deviceName}/`
  const topic = random.pick([
    `${sys}thing/event/property/post`,
    `${sys}thing/event/property/post`,
    `${sys}thing/event/property/post`,
    `${sys}thing/event/Door/post`,
    `${sys}thing/event/${'x'.repeat(80)}/post`,
    `${sys}thing/service/property/set_reply`,
    `${sys}thing/service/StartCooking_reply`,
    `${sys}rrpc/response/${random.int(1e9)}`,
    `/ext/rrpc/${random.int(1e9)}${sys}thing/service/x`,
    `/ext/ntp/${triple.productKey}/${triple.deviceName}/request`,
    `/ota/device/inform/${triple.productKey}/${triple.deviceName}`,
    `${sys}no/such/thing`,
    `/${triple.productKey}/${triple.deviceName}/user/x`,
  ])
  const dice = random.int(20)
  const payload =
    dice === 0
      ? random.bytes(random.int(500))
      : dice === 1
        ? Buffer.from(
            JSON.stringify({
              ...post,
              params: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}`, at])),
            }),
          )
        : dice === 2
          ? Buffer.from(JSON.stringify({ ...reply, id: String(random.int(1e12)) }))
          : dice === 3
            ? Buffer.from(nastyJson(random))
            : dice === 4
              ? Buffer.from(`{"id":1,"deviceSendTime":${nastyJson(random)},"params":{"version":${nastyJson(random)}}}`)
              : dice === 5
                ? Buffer.from(`{"id":"2","params":{"value":${nastyJson(random)},"time":${nastyJson(random)}}}`)
                : Buffer.from(spoiltJson(random.chance(0.7) ? post : reply, places, random))
  return publish(topic, payload.subarray(0, 250_000), { id, flags: random.chance(0.1) ? 8 : 0 })
}
