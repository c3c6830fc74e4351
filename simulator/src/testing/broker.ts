import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import type { TestContext } from 'node:test'
import { Aedes } from 'aedes'
import { AlinkModelRequest, alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { downTopics, upTopics } from '@brigade/contract/link/alink.topics.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { toTsl } from '@brigade/contract/thing-model/transfer/tsl.ts'
import { matchTopic, topicName } from '@brigade/contract/topic.ts'

export type ReceivedMessage = { topic: string; payload: unknown; dup: boolean }

/** Thing models that the server would return to a device, by product key. */
export type GivenModels = Map<string, ThingModel>

/** A broker with only the messages of the test, and the thing models that it serves. */
export async function startBroker(
  t: TestContext,
  {
    acknowledges = (): boolean => true,
    admits = (_username: string, _password: string): boolean => true,
    models = new Map(),
  }: {
    acknowledges?: () => boolean
    admits?: (username: string, password: string) => boolean
    models?: GivenModels
  } = {},
) {
  const broker = await Aedes.createBroker()
  const received: ReceivedMessage[] = []
  const waiting: { matches: (message: ReceivedMessage) => boolean; resolve: (message: ReceivedMessage) => void }[] = []
  broker.authenticate = (_client, username, password, done) =>
    done(null, admits(username ?? '', password?.toString() ?? ''))
  broker.authorizePublish = (_client, packet, done) => {
    const payload: unknown = JSON.parse(packet.payload.toString())
    const message = { topic: packet.topic, payload, dup: packet.dup }
    received.push(message)
    for (const one of waiting.splice(0)) {
      if (one.matches(message)) one.resolve(message)
      else waiting.push(one)
    }
    if (acknowledges()) done(null)
    const asks = matchTopic(upTopics.modelGet, packet.topic)
    if (asks !== null) void answerModel(asks, payload)
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
  const send = (topic: string, payload: object) => {
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
  async function answerModel(place: { productKey: string; deviceName: string }, request: unknown) {
    const { id } = AlinkModelRequest.parse(request)
    const model = models.get(place.productKey)
    const reply =
      model === undefined
        ? { id, code: alinkCodes.noThingModel, data: {} }
        : { id, code: alinkCodes.ok, data: toTsl(model, { productKey: place.productKey }, 'en') }
    await send(topicName(downTopics.modelGetReply, place), reply)
  }
  const next = (matches: (message: ReceivedMessage) => boolean) => {
    const there = received.find(matches)
    if (there !== undefined) return Promise.resolve(there)
    return new Promise<ReceivedMessage>((resolve) => waiting.push({ matches, resolve }))
  }
  return { place: { host: '127.0.0.1', port: address.port }, received, send, next }
}
