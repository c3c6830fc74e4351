import type { Duplex } from 'node:stream'

/** A device's new connection. */
export type IncomingConnection = Readonly<{
  stream: Duplex
  /** The peer's address, without a port. */
  address: string
  /**
   * The transport, appended to "MQTT 3.1.1": empty, ` over TLS`, ` over TLS-PSK`, ` over WebSocket`, ` over WebSocket,
   * TLS`.
   */
  over: string
  /** Called when the device is authenticated: the connection no longer counts as a newcomer. */
  admitted: () => void
}>

/** The origin of a connection. */
export type Origin = Pick<IncomingConnection, 'address' | 'over' | 'admitted'>
