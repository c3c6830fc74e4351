import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { AlinkReply, alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { methodOf } from '@brigade/contract/link/alink.topics.ts'
import { gatewayCodes, gatewayUpTopics } from '@brigade/contract/link/gateway.topics.ts'
import { matchTopic, type Topic } from '@brigade/contract/topic.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Incoming } from '../../platform/mqtt/mqtt-hooks.ts'
import { nothing, refused, type EntryReader, type Sender, type ReadMessage } from '../../telemetry/messages/message.ts'
import { answerTo, outcomeOfReply, parsed, type AlinkHead } from '../alink/reply.ts'
import type { Outcome, Serves } from './gateway-outcome.ts'
import { noted } from '../alink/note-unreadable.ts'
import { textOf } from '../alink/readable-text.ts'
import { storedPayload } from '../intake/stored-payload.ts'
import { wordsOf } from '../alink/code-messages.ts'
import { registerByProduct, registerSubDevices } from './serve-registration.ts'
import { login, logout } from './serve-sessions.ts'
import { addTopology, deleteTopology, getTopology } from './serve-topology.ts'
import type { FindSessions } from './sessions-over.ts'

type Served = (trx: Transaction, serves: Serves) => Promise<Outcome>
type Action = Readonly<{
  topic: Topic
  /** Null if the payload does not fit the topic. */
  read: (payload: string) => Readonly<{ request: AlinkHead; serve: Served }> | null
}>

function action<S extends z.ZodType<AlinkHead & { params?: unknown }>>(
  topic: Topic<S>,
  serve: (trx: Transaction, serves: Serves, params: z.output<S>['params']) => Promise<Outcome>,
): Action {
  return {
    topic,
    read: (payload) => {
      const request = parsed(topic.payload, payload)
      return request === null ? null : { request, serve: (trx, serves) => serve(trx, serves, request.params) }
    },
  }
}

const actions: readonly Action[] = [
  action(gatewayUpTopics.topoAdd, addTopology),
  action(gatewayUpTopics.topoDelete, deleteTopology),
  action(gatewayUpTopics.topoGet, getTopology),
  action(gatewayUpTopics.subRegister, registerSubDevices),
  action(gatewayUpTopics.productRegister, registerByProduct),
  action(gatewayUpTopics.subUnregister, deleteTopology),
  // The found devices remain in the trace, for the person who adds them.
  action(gatewayUpTopics.listFound, async () => ({ code: alinkCodes.ok })),
  action(gatewayUpTopics.login, (trx, serves, params) => login(trx, serves, params, 'one')),
  action(gatewayUpTopics.batchLogin, (trx, serves, params) => login(trx, serves, params, 'batch')),
  action(gatewayUpTopics.logout, (trx, serves, params) => logout(trx, serves, params, 'one')),
  action(gatewayUpTopics.batchLogout, (trx, serves, params) => logout(trx, serves, params, 'batch')),
]

/** Topics with replies to the server's messages about a device itself. */
const replies: readonly Topic[] = [
  gatewayUpTopics.topoChangeReply,
  gatewayUpTopics.disableReply,
  gatewayUpTopics.enableReply,
  gatewayUpTopics.deleteReply,
]

/** Their answers have secrets of devices. */
const givesSecrets: ReadonlySet<Topic> = new Set<Topic>([gatewayUpTopics.subRegister, gatewayUpTopics.productRegister])

/** Tested for every message, so it has to be cheap. */
const isOurs =
  /^\/ext\/session\/|^\/sys\/[^/]+\/[^/]+\/thing\/(?:topo\/|sub\/|proxy\/provisioning\/product_register$|list\/found$|(?:disable|enable|delete)_reply$)/

export type GatewayReaderOptions = Readonly<{
  secretKey: Buffer
  /** `TIME_ZONE`. */
  installationZone: string
  sessionsOver: FindSessions
}>

/** Reads gateways' messages about their sub-devices: topology, registration and sessions (alink.md 2.2). */
export function gatewayReader({ secretKey, installationZone, sessionsOver }: GatewayReaderOptions): EntryReader {
  function readAction(found: Action, message: Incoming, payload: string, { device }: Sender): ReadMessage {
    const topic = `${message.topic}_reply`
    const isSession = message.topic.startsWith('/ext/')
    const method = methodOf(found.topic)
    const answer = (request: AlinkHead | null, { code, data }: Outcome) => {
      const made = answerTo(request, payload, { topic, method, code, data, message: wordsOf(code) })
      // The documentation has no method in this reply.
      return made === undefined || !isSession ? made : { ...made, payload: withoutMethod(made.payload) }
    }
    const refusal = (code: number): ReadMessage => {
      const reply = answer(null, { code })
      return { ...refused(code), ...(reply === undefined ? {} : { answer: { ...reply, isTraced: true } }) }
    }
    if (device.nodeType !== 'gateway') return refusal(gatewayCodes.noGateway)
    const read = found.read(payload)
    if (read === null) return refusal(alinkCodes.parameterError)
    const sessions = sessionsOver(device, message.key)
    const digest = createHash('sha256').update(message.topic).update('\n').update(message.payload).digest()
    return {
      ...nothing(),
      serve: async (trx, serving) => {
        const outcome = await read.serve(trx, {
          ...serving,
          secretKey,
          installationZone,
          sessions,
          gateway: device,
          digest,
        })
        const { code, afterCommit } = outcome
        const reply = answer(read.request, outcome)
        return {
          code,
          outcome: code === alinkCodes.ok ? 'answered' : 'refused',
          afterCommit,
          // The device gets its secrets, but the trace does not.
          answer: reply === undefined ? undefined : { ...reply, isTraced: !givesSecrets.has(found.topic) },
        }
      },
    }
  }

  return {
    reads: (topic) => isOurs.test(topic),
    read: async (_db, message, from) => {
      const { key, topic, again, receivedAt } = message
      const text = textOf(topic, message.payload)
      const found = actions.find((candidate) => matchTopic(candidate.topic, topic) !== null)
      const isReply = replies.some((reply) => matchTopic(reply, topic) !== null)
      const read = found !== undefined ? readAction(found, message, text, from) : readReply(isReply, text)
      const through = from.through === undefined ? {} : { through: from.through }
      const payload = storedPayload(text)
      return [
        { device: from.device, key, topic, payload, again, receivedAt, read: noted(read, topic, text), ...through },
      ]
    },
  }
}

function readReply(isReply: boolean, payload: string): ReadMessage {
  if (!isReply) return { ...nothing(), outcome: 'unknown' }
  const reply = parsed(AlinkReply, payload, 'left out')
  if (reply === null) return refused(alinkCodes.badFormat)
  return { ...nothing(), code: reply.code, outcome: outcomeOfReply(reply.code) }
}

function withoutMethod(payload: string): string {
  const document: unknown = JSON.parse(payload)
  return JSON.stringify({ ...Object(document), method: undefined, version: undefined })
}
