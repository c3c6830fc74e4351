import { minuteMs } from '@brigade/contract/time.ts'
import { connect, type MqttClient } from 'mqtt'
import { introduce } from './credentials.ts'
import { filtersOf } from './filters.ts'
import { firstPauseMs, reportConnection, type LinkState } from './link-state.ts'
import { ConnectFailed } from './link.ts'
import { receive } from './receive.ts'
import { sendPending } from './send.ts'

const longestPauseMs = minuteMs
const longestGoodbyeMs = 2000

/** Opens a connection and subscribes, in place of the one that is there. Rejects with `ConnectFailed`. */
export function attempt(state: LinkState): Promise<void> {
  clearTimeout(state.timer)
  if (state.isConnected) return Promise.resolve()
  lose(state, 'replaced')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const own = openClient(state)
  state.client = own
  let reason = 'connection lost'
  own.on('error', (error) => {
    reason = error.message
    const code = 'code' in error && typeof error.code === 'number' ? error.code : undefined
    reject(new ConnectFailed(error.message, code))
  })
  own.on('connect', () => {
    const filters = [...filtersOf(state.place), ...(state.options.moreFilters ?? [])]
    own.subscribe(filters, { qos: 1 }, (error) => {
      if (error) return own.end(true)
      state.isConnected = true
      state.pauseMs = firstPauseMs
      for (const [id, message] of state.pending) sendPending(state, own, id, message)
      reportConnection(state, true, '')
      resolve()
    })
  })
  own.on('message', (topic, payload) => {
    receive(state, topic, payload).catch((error: unknown) => own.emit('error', asError(error)))
  })
  own.on('close', () => {
    reject(new ConnectFailed(reason, undefined))
    if (state.client !== own) return
    lose(state, reason)
    comeBack(state)
  })
  return promise
}

function openClient({ options }: LinkState): MqttClient {
  return connect({
    host: options.host,
    port: options.port,
    protocol: 'mqtt',
    ...introduce(options, options.signMethod === undefined ? {} : { signMethod: options.signMethod }),
    keepalive: options.keepAliveSeconds ?? 60,
    protocolVersion: 4,
    clean: true,
    // We reconnect ourselves: with a pause that grows, and messages sent again with the ids they had.
    reconnectPeriod: 0,
    connectTimeout: 15_000,
  })
}

export function lose(state: LinkState, reason: string): void {
  const own = state.client
  state.client = null
  if (state.isConnected) reportConnection(state, false, reason)
  state.isConnected = false
  // A destroyed socket sends no DISCONNECT.
  own?.stream.destroy()
  own?.end(true)
}

/** Messages that the device writes wait in this process, and those of the broker fill the buffers of the connection. */
export function freeze(state: LinkState): void {
  const { client, record } = state
  if (client === null) return
  record({ do: 'frozen' })
  state.isFrozen = true
  client.stream.cork()
  client.stream.pause()
}

/** Messages that arrived meanwhile are read now. A connection that the broker has ended is opened again. */
export function thaw(state: LinkState): void {
  const { client, record } = state
  if (!state.isFrozen) return
  record({ do: 'thawed' })
  state.isFrozen = false
  client?.stream.uncork()
  client?.stream.resume()
  if (client === null) comeBack(state)
}

export function comeBack(state: LinkState): void {
  const { options } = state
  if (!state.isWanted || state.isFrozen || options.reconnect !== true) return
  clearTimeout(state.timer)
  const spread = options.spread ?? Math.random
  state.timer = setTimeout(() => void attempt(state).catch(() => undefined), state.pauseMs * (0.5 + spread()))
  state.pauseMs = Math.min(longestPauseMs, state.pauseMs * 2)
}

/** Disconnects for good; unacknowledged or unanswered messages fail. */
export async function closeLink(state: LinkState): Promise<void> {
  const { pending, awaitingReply } = state
  state.isWanted = false
  clearTimeout(state.timer)
  const own = state.client
  state.client = null
  if (state.isConnected) reportConnection(state, false, 'closed')
  state.isConnected = false
  if (own !== null) await goodbye(own)
  for (const message of [...pending.values(), ...awaitingReply.values()]) message.fail(new Error('the link was closed'))
  pending.clear()
  awaitingReply.clear()
}

/** Sends DISCONNECT once all is acknowledged, unless the connection is lost or the broker no longer answers. */
async function goodbye(client: MqttClient): Promise<void> {
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, longestGoodbyeMs)
  client.once('close', resolve)
  await Promise.race([client.endAsync(false), gone])
  clearTimeout(timer)
  client.end(true)
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
