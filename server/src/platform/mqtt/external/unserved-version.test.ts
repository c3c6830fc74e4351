import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { connectBroker, UnservedVersion } from './broker-connection.ts'
import { pauseAfter } from './consumer.ts'

/** A broker that gives every CONNECT these bytes, and ends the connection. */
async function brokerThatSays(bytes: readonly number[]) {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Uint8Array.from(bytes)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return { port: address.port, close: () => server.close() }
}

test('a broker without MQTT 5 is named as such, in whatever way it refuses', async () => {
  for (const [bytes, said] of [
    [[0x20, 2, 0, 1], /MQTT 5/],
    [[0x20, 3, 0, 132, 0], /return code 132/],
    [[], /before it admitted us/],
  ] as const) {
    const broker = await brokerThatSays(bytes)
    const address = { host: '127.0.0.1', port: broker.port, isTls: false, username: undefined, password: undefined }
    const options = { clientId: 'c', receiveMaximum: 10, now: () => 0, onDelivery: () => undefined }
    await assert.rejects(connectBroker(address, options), (error) => {
      assert.ok(error instanceof UnservedVersion, String(error))
      assert.match(error.message, said)
      return true
    })
    broker.close()
  }
})

test('one that refuses for another reason is not', async () => {
  const broker = await brokerThatSays([0x20, 3, 0, 135, 0])
  const address = { host: '127.0.0.1', port: broker.port, isTls: false, username: undefined, password: undefined }
  const options = { clientId: 'c', receiveMaximum: 10, now: () => 0, onDelivery: () => undefined }
  await assert.rejects(connectBroker(address, options), (error) => {
    assert.ok(error instanceof Error && !(error instanceof UnservedVersion))
    assert.match(error.message, /reason 135/)
    return true
  })
  broker.close()
})

test('a broker without MQTT 5 is asked again ever more rarely, another every five seconds at least', () => {
  const pausesOf = (error: Error) => {
    const pauses = [100]
    while (pauses.length < 16) pauses.push(pauseAfter(pauses.at(-1) ?? 0, error))
    return pauses.slice(-2)
  }
  assert.deepEqual(pausesOf(new UnservedVersion('x')), [600_000, 600_000])
  assert.deepEqual(pausesOf(new Error('x')), [5000, 5000])
})
