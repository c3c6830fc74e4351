import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { after, test } from 'node:test'
import packets from 'mqtt-packet'
import type { Packet } from 'mqtt-packet'
import { connectBroker } from './broker-connection.ts'

const running: (() => unknown)[] = []
after(async () => {
  for (const stop of running) await stop()
})

/** A broker that accepts everything, delivers these messages after CONNACK, and records the acknowledgements. */
async function broker(deliveries: readonly Readonly<{ messageId: number; isOurs?: true }>[]) {
  const acknowledged: number[] = []
  const server = net.createServer((socket) => {
    const answer = (packet: Packet) => socket.write(packets.generate(packet, { protocolVersion: 5 }))
    const parser = packets.parser({ protocolVersion: 5 })
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => parser.parse(Buffer.from(chunk)))
    parser.on('packet', (packet) => {
      if (packet.cmd === 'puback') acknowledged.push(packet.messageId ?? 0)
      if (packet.cmd === 'pingreq') answer({ cmd: 'pingresp' })
      if (packet.cmd !== 'connect') return
      answer({ cmd: 'connack', sessionPresent: false, reasonCode: 0 })
      for (const { messageId, isOurs } of deliveries) {
        const properties = isOurs === true ? { userProperties: { brigade: '1' } } : {}
        const message = { topic: 't', payload: 'p', retain: false, dup: false } as const
        answer({ cmd: 'publish', qos: messageId === 0 ? 0 : 1, messageId, properties, ...message })
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  running.push(() => server.close())
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return { port, acknowledged }
}

test('deliveries of a broker are acknowledged in their order, those that pass at once and are our own included', async () => {
  const { port, acknowledged } = await broker([
    { messageId: 7 },
    { messageId: 3, isOurs: true },
    { messageId: 0 },
    { messageId: 9 },
    { messageId: 1 },
  ])
  const arrived: number[] = []
  const connection = await connectBroker(
    { host: '127.0.0.1', port, isTls: false, username: undefined, password: undefined },
    { clientId: 'consumer', receiveMaximum: 10, now: Date.now, onDelivery: ({ packetId }) => arrived.push(packetId) },
  )
  running.unshift(() => connection.cut())
  /** Acknowledges these, and returns what the broker has received by then. */
  const heardAfter = async (...packetIds: number[]) => {
    for (const packetId of packetIds) connection.acknowledge(packetId)
    // They are written at the end of this turn of the event loop, and therefore before the ping.
    await new Promise((resolve) => setImmediate(resolve))
    await connection.ping()
    return [...acknowledged]
  }
  assert.deepEqual(await heardAfter(), [])
  assert.deepEqual(arrived, [7, 0, 9, 1])
  assert.deepEqual(await heardAfter(9, 0), [])
  assert.deepEqual(await heardAfter(7), [7, 3, 9])
  assert.deepEqual(await heardAfter(1), [7, 3, 9, 1])
})
