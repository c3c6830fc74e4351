import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import type { TestContext } from 'node:test'
import { Aedes } from 'aedes'

export type Heard = { topic: string; payload: unknown; dup: boolean }

/** A broker with nothing behind it but what the test says. */
export async function startBroker(
  t: TestContext,
  { acknowledges = (): boolean => true, admits = (_username: string, _password: string): boolean => true } = {},
) {
  const broker = await Aedes.createBroker()
  const heard: Heard[] = []
  const waiting: { matches: (message: Heard) => boolean; resolve: (message: Heard) => void }[] = []
  broker.authenticate = (_client, username, password, done) =>
    done(null, admits(username ?? '', password?.toString() ?? ''))
  broker.authorizePublish = (_client, packet, done) => {
    const payload: unknown = JSON.parse(packet.payload.toString())
    const message = { topic: packet.topic, payload, dup: packet.dup }
    heard.push(message)
    for (const one of waiting.splice(0)) {
      if (one.matches(message)) one.resolve(message)
      else waiting.push(one)
    }
    if (acknowledges()) done(null)
  }
  const server = net.createServer((socket) => broker.handle(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    await new Promise<void>((resolve) => broker.close(resolve))
    server.close()
  })
  const address = server.address()
  assert(typeof address === 'object' && address !== null)
  const say = (topic: string, payload: object) => {
    const packet = {
      cmd: 'publish',
      topic,
      payload: JSON.stringify(payload),
      qos: 1,
      retain: false,
      dup: false,
    } as const
    const from = { brokerId: broker.id, brokerCounter: 0 }
    return new Promise<void>((resolve, reject) => {
      broker.publish({ ...packet, ...from }, (error) => (error ? reject(error) : resolve()))
    })
  }
  const next = (matches: (message: Heard) => boolean) => {
    const there = heard.find(matches)
    if (there !== undefined) return Promise.resolve(there)
    return new Promise<Heard>((resolve) => waiting.push({ matches, resolve }))
  }
  return { place: { host: '127.0.0.1', port: address.port }, heard, say, next }
}
