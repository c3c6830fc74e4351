import { methodOf, upTopics } from '@brigade/contract/link/alink.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import { attempt, closeLink, comeBack, freeze, lose, thaw } from './connection.ts'
import { informed } from './informed.ts'
import { linkState, nextId, type LinkState } from './link-state.ts'
import { ConnectFailed, type DeviceLink, type LinkOptions } from './link.ts'
import { post, publish } from './send.ts'

/** A connected device, for tests and other callers that need one device: all its traffic goes over MQTT. */
export async function connectDevice(options: LinkOptions): Promise<DeviceLink> {
  const link = deviceLink(options)
  await link.online()
  return link
}

/** A device on the wire, not yet connected. */
export function deviceLink(options: LinkOptions): DeviceLink {
  const state = linkState(options)
  const { place, pending } = state
  return {
    deviceName: place.deviceName,
    isConnected: () => state.isConnected,
    unacknowledged: () => pending.size,
    ...requestsOf(state),
    publish: (topic, payload, qos) => publish(state, topic, payload, qos),
    ask: (topic, method, params) => post(state, topic, method, params),
    subscribe: (filters) => {
      if (state.isConnected) state.client?.subscribe([...filters], { qos: 1 })
    },
    online: () => {
      state.isWanted = true
      const first = attempt(state)
      return options.reconnect === true ? first.catch((error: unknown) => ignoreConnectFailed(error)) : first
    },
    vanish: () => {
      state.isWanted = false
      clearTimeout(state.timer)
      lose(state, 'vanished')
    },
    drop: () => {
      lose(state, 'dropped')
      comeBack(state)
    },
    freeze: () => freeze(state),
    thaw: () => thaw(state),
    close: () => closeLink(state),
  }
}

/** The requests of a device in Alink. */
function requestsOf(
  state: LinkState,
): Pick<DeviceLink, 'report' | 'reportKept' | 'raise' | 'inform' | 'askTime' | 'askModel'> {
  const { place, record } = state
  return {
    report: (values) => {
      const sent = post(state, topicName(upTopics.propertyPost, place), 'thing.event.property.post', values)
      record({ do: 'report', id: sent.id, values })
      return sent
    },
    raise: (event, value, time) => {
      const topic = topicName(upTopics.eventPost, { ...place, event })
      const sent = post(state, topic, `thing.event.${event}.post`, { value, time })
      record({ do: 'event', id: sent.id, event, output: value, time })
      return sent
    },
    inform: (version, module) => {
      const id = nextId(state)
      const payload = JSON.stringify({ id, params: informed(version, module) })
      return publish(state, topicName(upTopics.otaInform, place), payload, 1, id)
    },
    askTime: () => {
      const { promise, resolve } = Promise.withResolvers<number>()
      state.resolveTime = resolve
      publish(state, topicName(upTopics.ntpRequest, place), JSON.stringify({ deviceSendTime: String(Date.now()) }), 0)
      return promise
    },
    askModel: () => post(state, topicName(upTopics.modelGet, place), methodOf(upTopics.modelGet), {}),
    reportKept: (values) => {
      const properties = Object.entries(values).flatMap(([identifier, list]) =>
        list.map((one) => ({ [identifier]: one })),
      )
      const topic = topicName(upTopics.propertyHistoryPost, place)
      const params = [{ identity: place, properties }]
      const sent = post(state, topic, methodOf(upTopics.propertyHistoryPost), params)
      record({ do: 'history', id: sent.id, values })
      return sent
    },
  }
}

/** A device that reconnects by itself keeps trying; `onConnection` has reported the loss if it was connected before. */
function ignoreConnectFailed(error: unknown): void {
  if (!(error instanceof ConnectFailed)) throw error
}
