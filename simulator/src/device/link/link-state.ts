import type { AlinkReply } from '@brigade/contract/link/alink.model.ts'
import type { MqttClient } from 'mqtt'
import type { LinkOptions } from './link.ts'

/** A message at QoS 1 that waits for PUBACK, for its reply or for both. */
export type Pending = {
  topic: string
  payload: string
  sent: boolean
  acknowledge: () => void
  reply: (reply: AlinkReply) => void
  fail: (error: Error) => void
}

export const firstPauseMs = 1000

/** State shared by the parts of one device's link. */
export type LinkState = {
  readonly options: LinkOptions
  readonly place: Readonly<{ productKey: string; deviceName: string }>
  readonly record: (what: Readonly<{ do: string } & Record<string, unknown>>) => void
  /** By message id, in the order of sending. */
  readonly pending: Map<string, Pending>
  readonly awaitingReply: Map<string, Pending>
  client: MqttClient | null
  isConnected: boolean
  /** The device is to be online: it reconnects if it does so by itself. */
  isWanted: boolean
  /** The device is frozen: it neither reads nor writes, nor connects. */
  isFrozen: boolean
  lastId: number
  pauseMs: number
  timer: NodeJS.Timeout | undefined
  /** Resolves a request for the server's time. */
  resolveTime: ((errorMs: number) => void) | null
}

export function linkState(options: LinkOptions): LinkState {
  const { productKey, deviceName } = options
  const clock = options.clock ?? Date.now
  return {
    options,
    place: { productKey, deviceName },
    record: (what) => options.record?.({ ...what, clock: clock() }),
    pending: new Map(),
    awaitingReply: new Map(),
    client: null,
    isConnected: false,
    isWanted: false,
    isFrozen: false,
    lastId: 0,
    pauseMs: firstPauseMs,
    timer: undefined,
    resolveTime: null,
  }
}

export const nextId = (state: LinkState) => String(++state.lastId)

export function reportConnection({ record, options }: LinkState, connected: boolean, reason: string): void {
  record(connected ? { do: 'connected' } : { do: 'disconnected', why: reason })
  options.onConnection?.(connected, reason)
}
