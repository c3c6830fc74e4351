import type { z } from 'zod'
import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { methodOf } from '@brigade/contract/link/alink.topics.ts'
import type { MessageOutcome } from '@brigade/contract/telemetry/message.model.ts'
import { topicName, type Topic } from '@brigade/contract/topic.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { PublishedModel } from '../../thing-model/thing-model.store.ts'
import type { DroppedEntry } from '../../telemetry/messages/message.ts'
import { nothing, refused } from '../../telemetry/messages/message.ts'
import type { JsonValue, LinkedDevice, ReadMessage, Serving } from '../../telemetry/messages/message.ts'
import { answered, answerTo, parsed, type AlinkHead, type Leaving } from './reply.ts'

/** A message of a device, with its topic. */
export type DeviceMessage = Readonly<{
  device: LinkedDevice
  published: PublishedModel | undefined
  topic: string
  payload: string
  receivedAt: number
}>

/** The outcome of a request. Without a code it succeeded. */
export type Outcome = Readonly<{
  code?: number
  data?: JsonValue
  message?: string
  dropped?: readonly DroppedEntry[]
  outcome?: MessageOutcome
}>

type Place = '{productKey}' | '{deviceName}'
type OwnTopic = Topic<z.ZodType, `${string}${Place}${string}`>

export const ownTopic = (of: OwnTopic, { productKey, deviceName }: LinkedDevice): string =>
  topicName(of, { productKey, deviceName })

/** A message with a reply that needs the database. `isTraced`: the reply has data and is traced. */
export function question<S extends z.ZodType<AlinkHead>>(
  { device, payload }: DeviceMessage,
  {
    up,
    schema,
    reply,
    isTraced = false,
    leaving,
  }: Readonly<{
    up: OwnTopic
    schema: S
    reply: OwnTopic
    isTraced?: boolean
    leaving?: Leaving
  }>,
  work: (trx: Transaction, request: z.output<S>, serving: Serving) => Promise<Outcome>,
): ReadMessage {
  const method = methodOf(up)
  const topic = ownTopic(reply, device)
  const request = parsed(schema, payload, leaving)
  if (request === null) return answered(refused(alinkCodes.badFormat), null, payload, topic, method)
  return {
    ...nothing(),
    serve: async (trx, serving) => {
      const { code = alinkCodes.ok, data, message, dropped, outcome } = await work(trx, request, serving)
      const answer = answerTo(request, payload, {
        topic,
        method,
        code,
        message,
        ...(data === undefined ? {} : { data }),
      })
      return {
        code,
        dropped,
        outcome,
        answer: answer === undefined ? undefined : { ...answer, isTraced: isTraced && code === alinkCodes.ok },
      }
    },
  }
}
