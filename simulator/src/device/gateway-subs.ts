import { createHmac } from 'node:crypto'
import { methodOf, ownerOfTopic, upTopics } from '@brigade/contract/link/alink.topics.ts'
import { gatewayUpTopics } from '@brigade/contract/link/gateway.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import type { Answer, Call } from './call/calls.ts'
import type { DeviceLink, LinkOptions, Sent } from './connect.ts'
import type { DeviceCredentials } from './credentials.ts'
import { filtersOf } from './filters.ts'

/** A link of a device that has no connection of its own: all of it goes over its gateway's. */
export type SubLink = Readonly<{
  link: DeviceLink
  deviceName: string
  /** The gateway's connection came: it is put behind it and logs in. */
  arrive: () => void
  /** The gateway's connection went. */
  leave: (reason: string) => void
  answer: (call: Call) => Answer | null
  hear: (topic: string, json: unknown) => void
}>

/** As a sub-device signs that it hangs behind a gateway, and that it logs in. */
function signed({ productKey, deviceName, deviceSecret }: DeviceCredentials) {
  const clientId = `${productKey}&${deviceName}`
  const timestamp = String(Date.now())
  const content = `clientId${clientId}deviceName${deviceName}productKey${productKey}timestamp${timestamp}`
  const sign = createHmac('sha256', deviceSecret).update(content).digest('hex')
  return { productKey, deviceName, clientId, timestamp, signMethod: 'hmacSha256', sign }
}

export function subLink(gateway: DeviceLink, gatewayPlace: DeviceCredentials, options: LinkOptions): SubLink {
  const { productKey, deviceName } = options
  const place = { productKey, deviceName }
  const clock = options.clock ?? Date.now
  let isLoggedIn = false
  let wanted = false

  const record = (what: Readonly<{ do: string } & Record<string, unknown>>) =>
    options.record?.({ ...what, clock: clock() })
  function said(is: boolean, why: string) {
    if (is === isLoggedIn) return
    isLoggedIn = is
    record(is ? { do: 'connected' } : { do: 'disconnected', why })
    options.onConnection?.(is, why)
  }

  async function login() {
    if (!wanted || !gateway.isConnected()) return
    const add = topicName(gatewayUpTopics.topoAdd, gatewayPlace)
    await gateway.ask(add, methodOf(gatewayUpTopics.topoAdd), [signed(options)]).replied
    const own = { ...signed(options), cleanSession: 'true' }
    const { code } = await gateway.ask(topicName(gatewayUpTopics.login, gatewayPlace), 'combine.login', own).replied
    if (code !== 200) return
    // Before, they are not its own.
    gateway.listen(filtersOf(place))
    said(true, '')
  }
  const arrive = () => {
    login().catch(() => undefined)
  }

  function noted(sent: Sent, what: Readonly<{ do: string } & Record<string, unknown>>): Sent {
    record({ ...what, id: sent.id })
    sent.acknowledged.then(
      () => record({ do: 'puback', id: sent.id }),
      () => undefined,
    )
    return sent
  }

  const link: DeviceLink = {
    deviceName,
    isConnected: () => isLoggedIn && gateway.isConnected(),
    unacknowledged: gateway.unacknowledged,
    report: (values) =>
      noted(gateway.ask(topicName(upTopics.propertyPost, place), 'thing.event.property.post', values), {
        do: 'report',
        values,
      }),
    reportKept: (values) => {
      const properties = Object.entries(values).flatMap(([identifier, list]) =>
        list.map((one) => ({ [identifier]: one })),
      )
      const topic = topicName(upTopics.propertyHistoryPost, place)
      const params = [{ identity: place, properties }]
      return noted(gateway.ask(topic, methodOf(upTopics.propertyHistoryPost), params), { do: 'history', values })
    },
    raise: (event, value, time) => {
      const topic = topicName(upTopics.eventPost, { ...place, event })
      const sent = gateway.ask(topic, `thing.event.${event}.post`, { value, time })
      return noted(sent, { do: 'event', event, output: value, time })
    },
    inform: (version) => gateway.ask(topicName(upTopics.otaInform, place), 'ota.inform', { version }),
    askTime: gateway.askTime,
    askModel: () => gateway.ask(topicName(upTopics.modelGet, place), methodOf(upTopics.modelGet), {}),
    publish: gateway.publish,
    ask: gateway.ask,
    listen: gateway.listen,
    online: async () => {
      wanted = true
      await login()
    },
    vanish: () => {
      wanted = false
      const logout = topicName(gatewayUpTopics.logout, gatewayPlace)
      if (isLoggedIn) gateway.ask(logout, 'combine.logout', place)
      said(false, 'logged out')
    },
    drop: () => {
      said(false, 'dropped')
      arrive()
    },
    close: () => {
      wanted = false
      said(false, 'closed')
      return Promise.resolve()
    },
  }
  return {
    link,
    deviceName,
    arrive,
    leave: (reason) => said(false, reason),
    answer: (call) => {
      record({ do: 'command', id: call.id, kind: call.kind, identifier: call.identifier, params: call.params })
      const answer = options.answer?.(call) ?? null
      // Appliances answer at once.
      if (answer === null || answer instanceof Promise) return null
      record({ do: 'answer', id: call.id, code: answer.code })
      return answer
    },
    hear: (topic, json) => options.hearOther?.(topic, json),
  }
}

/** Hands what comes for a device behind the gateway to it. */
export const subOf = (subs: readonly SubLink[], topic: string): SubLink | undefined =>
  subs.find(({ deviceName }) => deviceName === ownerOfTopic(topic)?.deviceName)
