import type { AlinkReply } from '@brigade/contract/link/alink.model.ts'
import type { Answer, AnswerCall, Call } from '../call/calls.ts'
import type { Recorder } from '../../record.ts'
import type { DeviceCredentials, SignMethod } from './credentials.ts'

/** The broker refused this device (CONNACK other than 0), or was not there. */
export class ConnectFailed extends Error {
  override name = 'ConnectFailed'
  /** CONNACK code 1 to 5; undefined without a CONNACK. */
  readonly code: number | undefined
  constructor(message: string, code: number | undefined) {
    super(message)
    this.code = code
  }
}

export type LinkOptions = DeviceCredentials &
  Readonly<{
    host: string
    port: number
    signMethod?: SignMethod
    keepAliveSeconds?: number
    /** Reconnects by itself after a loss, with growing pauses. Default: no. */
    reconnect?: boolean
    /** Calls that are longer are dropped silently. Default: none. */
    receiveBytes?: number | undefined
    /** Executes a call; null: the device does not answer. Default: everything succeeds. */
    answer?: AnswerCall
    /** Puts bytes on the serial line behind the device; returns the response, or null for silence. */
    onRaw?: (bytes: Uint8Array) => Uint8Array | null
    /** Executes a call to a device behind a gateway. */
    answerFor?: (deviceName: string, call: Call) => Answer | null | Promise<Answer | null>
    /** Receives every other message to it, or to the devices behind it. */
    onOther?: (topic: string, json: unknown) => void
    /** Topics that it subscribes to besides those of every device. */
    moreFilters?: readonly string[]
    /** Each change of the connection, with why it was lost. */
    onConnection?: (connected: boolean, reason: string) => void
    /** Records what happens (record.ts). */
    record?: Recorder | undefined
    /** The device's own clock. Default: the computer's. */
    clock?: () => number
    /** A share from 0 to 1 that spreads reconnecting devices. Default: Math.random. */
    spread?: () => number
  }>

/** Something sent at QoS 1: `acknowledged` by the broker, `replied` by the server. Both reject when the link is closed. */
export type Sent = Readonly<{ id: string; acknowledged: Promise<void>; replied: Promise<AlinkReply> }>

export type DeviceLink = Readonly<{
  deviceName: string
  isConnected: () => boolean
  /** Messages the broker has not acknowledged; they are sent again after a reconnect. */
  unacknowledged: () => number
  /** Reports properties: `{ Id: value }` or `{ Id: { value, time } }`. */
  report: (params: Readonly<Record<string, unknown>>) => Sent
  /** Reports values that were stored while it was offline: many values of each property. */
  reportKept: (values: Readonly<Record<string, readonly Readonly<{ value: unknown; time: number }>[]>>) => Sent
  raise: (event: string, output: Readonly<Record<string, unknown>>, timeMs: number) => Sent
  /** Reports the firmware version (OTA inform), of a module if one is named. */
  inform: (version: string, module?: string) => Sent
  /** Requests the server's time; resolves with the clock's error in ms. */
  askTime: () => Promise<number>
  /** Requests its thing model; the reply's data is the document. */
  askModel: () => Sent
  publish: (topic: string, payload: string, qos?: 0 | 1) => Sent
  /** Sends a request under an id that its reply will have. */
  ask: (topic: string, method: string, params: unknown) => Sent
  /** Subscribes to more filters for as long as this connection lasts. */
  subscribe: (filters: readonly string[]) => void
  /** Connects, or rejects with `ConnectFailed`. */
  online: () => Promise<void>
  /** Loses the connection without a DISCONNECT, as a pulled plug, and stays away until `online`. */
  vanish: () => void
  /** Loses the connection without a DISCONNECT; reconnects if `reconnect` is set. */
  drop: () => void
  /**
   * Stops as a stopped process does: its connection stays open, and nothing is read from it or written to it until
   * `thaw`. Only of a device with a connection of its own.
   */
  freeze?: () => void
  thaw?: () => void
  /** Disconnects cleanly, for good. */
  close: () => Promise<void>
}>
