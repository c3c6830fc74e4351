import { createHmac } from 'node:crypto'
import { methodOf, ownerOfTopic, upTopics } from '@brigade/contract/link/alink.topics.ts'
import { gatewayUpTopics } from '@brigade/contract/link/gateway.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import type { Answer, Call } from '../call/calls.ts'
import type { DeviceCredentials } from './credentials.ts'
import { filtersOf } from './filters.ts'
import { informed } from './informed.ts'
import type { DeviceLink, LinkOptions, Sent } from './link.ts'

/** The link of a device without a connection of its own: its gateway carries everything. */
export type SubLink = Readonly<{
  link: DeviceLink
  deviceName: string
  /** The gateway has connected: the device is added to its topology and logs in. */
  arrive: () => void
  /** The gateway's connection has ended. */
  leave: (reason: string) => void
  answer: (call: Call) => Promise<Answer | null>
  onOther: (topic: string, json: unknown) => void
}>

/** The signature by which a sub-device is added behind a gateway, and logs in. */
function signed({ productKey, deviceName, deviceSecret }: DeviceCredentials) {
  const clientId = `${productKey}&${deviceName}`
  const timestamp = String(Date.now())
  const content = `clientId${clientId}deviceName${deviceName}productKey${productKey}timestamp${timestamp}`
  const sign = createHmac('sha256', deviceSecret).update(content).digest('hex')
  return { productKey, deviceName, clientId, timestamp, signMethod: 'hmacSha256', sign }
}

/** State shared by the parts of one sub-device's link. */
type State = {
  readonly gateway: DeviceLink
  readonly gatewayPlace: DeviceCredentials
  readonly options: LinkOptions
  readonly place: Readonly<{ productKey: string; deviceName: string }>
  readonly record: (what: Readonly<{ do: string } & Record<string, unknown>>) => void
  isLoggedIn: boolean
  isWanted: boolean
}

function setLoggedIn(state: State, isLoggedIn: boolean, reason: string) {
  if (isLoggedIn === state.isLoggedIn) return
  state.isLoggedIn = isLoggedIn
  state.record(isLoggedIn ? { do: 'connected' } : { do: 'disconnected', why: reason })
  state.options.onConnection?.(isLoggedIn, reason)
}

async function logIn(state: State) {
  const { gateway, gatewayPlace, options, place } = state
  if (!state.isWanted || !gateway.isConnected()) return
  const add = topicName(gatewayUpTopics.topoAdd, gatewayPlace)
  await gateway.ask(add, methodOf(gatewayUpTopics.topoAdd), [signed(options)]).replied
  const own = { ...signed(options), cleanSession: 'true' }
  const { code } = await gateway.ask(topicName(gatewayUpTopics.login, gatewayPlace), 'combine.login', own).replied
  if (code !== 200) return
  // Before the login these topics are not its own.
  gateway.subscribe(filtersOf(place))
  setLoggedIn(state, true, '')
}

function arrive(state: State) {
  logIn(state).catch(() => undefined)
}

/** Records a message and its PUBACK. */
function recorded({ record }: State, sent: Sent, what: Readonly<{ do: string } & Record<string, unknown>>): Sent {
  record({ ...what, id: sent.id })
  sent.acknowledged.then(
    () => record({ do: 'puback', id: sent.id }),
    () => undefined,
  )
  return sent
}

/** The requests of a sub-device in Alink, over its gateway. */
function requestsOf(state: State): Pick<DeviceLink, 'report' | 'reportKept' | 'raise' | 'inform' | 'askModel'> {
  const { gateway, place } = state
  return {
    report: (values) =>
      recorded(state, gateway.ask(topicName(upTopics.propertyPost, place), 'thing.event.property.post', values), {
        do: 'report',
        values,
      }),
    reportKept: (values) => {
      const properties = Object.entries(values).flatMap(([identifier, list]) =>
        list.map((one) => ({ [identifier]: one })),
      )
      const topic = topicName(upTopics.propertyHistoryPost, place)
      const params = [{ identity: place, properties }]
      const sent = gateway.ask(topic, methodOf(upTopics.propertyHistoryPost), params)
      return recorded(state, sent, { do: 'history', values })
    },
    raise: (event, value, time) => {
      const topic = topicName(upTopics.eventPost, { ...place, event })
      const sent = gateway.ask(topic, `thing.event.${event}.post`, { value, time })
      return recorded(state, sent, { do: 'event', event, output: value, time })
    },
    inform: (version, module) =>
      gateway.ask(topicName(upTopics.otaInform, place), 'ota.inform', informed(version, module)),
    askModel: () => gateway.ask(topicName(upTopics.modelGet, place), methodOf(upTopics.modelGet), {}),
  }
}

export function subLink(gateway: DeviceLink, gatewayPlace: DeviceCredentials, options: LinkOptions): SubLink {
  const { productKey, deviceName } = options
  const clock = options.clock ?? Date.now
  const place = { productKey, deviceName }
  const record: State['record'] = (what) => options.record?.({ ...what, clock: clock() })
  const state: State = { gateway, gatewayPlace, options, place, record, isLoggedIn: false, isWanted: false }

  const link: DeviceLink = {
    deviceName,
    isConnected: () => state.isLoggedIn && gateway.isConnected(),
    unacknowledged: gateway.unacknowledged,
    ...requestsOf(state),
    askTime: gateway.askTime,
    publish: gateway.publish,
    ask: gateway.ask,
    subscribe: gateway.subscribe,
    online: async () => {
      state.isWanted = true
      await logIn(state)
    },
    vanish: () => {
      state.isWanted = false
      const logout = topicName(gatewayUpTopics.logout, gatewayPlace)
      if (state.isLoggedIn) gateway.ask(logout, 'combine.logout', place)
      setLoggedIn(state, false, 'logged out')
    },
    drop: () => {
      setLoggedIn(state, false, 'dropped')
      arrive(state)
    },
    close: () => {
      state.isWanted = false
      setLoggedIn(state, false, 'closed')
      return Promise.resolve()
    },
  }
  return {
    link,
    deviceName,
    arrive: () => arrive(state),
    leave: (reason) => setLoggedIn(state, false, reason),
    answer: async (call) => {
      record({ do: 'command', id: call.id, kind: call.kind, identifier: call.identifier, params: call.params })
      const answer = (await options.answer?.(call)) ?? null
      if (answer === null) return null
      record({ do: 'answer', id: call.id, code: answer.code })
      return answer
    },
    onOther: (topic, json) => options.onOther?.(topic, json),
  }
}

/** The sub-device that a topic belongs to. */
export const subOf = (subs: readonly SubLink[], topic: string): SubLink | undefined =>
  subs.find(({ deviceName }) => deviceName === ownerOfTopic(topic)?.deviceName)
