import type { BatchMark } from '../intake/batch-mark.ts'

/** One message as a device published it. */
export type Incoming = Readonly<{
  key: string
  topic: string
  payload: Buffer
  /** A duplicate: the device did not receive the acknowledgement of the first one. */
  again: boolean
  /** Epoch ms with a fraction: no two messages have the same. */
  receivedAt: number
  /** The beginning of its connection by the same clock; undefined if the connection is a broker's. */
  connectedAt?: number | undefined
}>

/** The reason why a connection ended. */
export type EndReason =
  | 'disconnected'
  | 'keep_alive'
  | 'connection_lost'
  | 'replaced'
  | 'kicked'
  | 'disabled'
  | 'rekeyed'
  | 'server_restart'
  | 'wrong_topic'
  | 'topic_too_long'
  | 'too_large'
  | 'qos_2'
  | 'bad_packet'

/** A message with the attachment from its hook; undefined if the hook failed. */
export type Received<T> = Incoming & Readonly<{ attached: T | undefined }>

export type ConnectRequest = Readonly<{
  clientId: string
  username: string
  password: string
  address: string
  protocol: string
  /** True over TLS of any kind. */
  isEncrypted: boolean
  /** Seconds; 0: none. */
  keepAliveSeconds: number
}>
/** `keepAliveSeconds`: the value of its CONNECT; absent when it has none. */
export type Connected = Readonly<{ key: string; address: string; protocol: string; keepAliveSeconds?: number }>

/** `alert`: the reason in OpenSSL's words, as `certificate_expired`. */
export type TlsRefused = Readonly<{ address: string; alert: string; certificateUntilMs: number | null }>

/**
 * The callbacks of the MQTT server. A key names a device; each key has one connection. `T` is attached to messages
 * until they are written.
 */
export type MqttHooks<T = unknown> = Readonly<{
  /**
   * Returns the key of the client, null to refuse (CONNACK 5), `later` to refuse for now (CONNACK 3). It resolves
   * before CONNACK is sent.
   */
  authenticate: (request: ConnectRequest) => Promise<string | null>
  mayPublish: (key: string, topic: string) => boolean
  /** `refuse` refuses this filter and keeps the connection (SUBACK 128). False ends it. */
  maySubscribe: (key: string, filter: string) => boolean | 'refuse'
  /** A filter was refused for the first time on this connection; the first few of a connection are reported. */
  onFilterRefused?: (connection: Connected, filter: string) => void
  /**
   * The owner of a topic, and of a filter, which names its device as a topic does. The limit of filters of a connection
   * applies to each owner. Without this function all topics have one owner.
   */
  ownerOf?: (topic: string) => string
  onConnected: (connection: Connected) => void
  /** `detail`: the topic that is not allowed, or the fault of a packet; may be empty. */
  onDisconnected: (connection: Connected, reason: EndReason, detail: string) => void
  /** A connection without a keep-alive has been silent for too long, or sends again; it stays open. */
  onSilence?: (connection: Connected, isSilent: boolean) => void
  /** The client used an unsupported version of MQTT and got a refusal; its identity is not verified. */
  onUnserved?: (request: ConnectRequest) => void
  /**
   * A message that ends its connection, with its payload cut. It is passed to `onBatch` when this returns an
   * attachment.
   */
  onRefused?: (message: Incoming, reason: EndReason) => T | undefined
  /** Called on the arrival of each message, while earlier ones are being written: for work that needs no database. */
  onMessage?: (message: Incoming) => T | undefined
  /**
   * Resolves when the content of the messages is stored: every PUBACK waits for it. After a rejection it is called
   * again with the same batch and its mark.
   */
  onBatch: (messages: readonly Received<T>[], mark: BatchMark) => Promise<void>
  /**
   * Called for each message that overtook an earlier one of its connection, which only a fault of this program can
   * cause.
   */
  onDisorder: () => void
  /** The device acknowledged the message sent with this reference. */
  onDelivered: (key: string, reference: string) => void
  /** A TLS handshake failed; nobody knows yet whose it was. */
  onTlsRefused?: (refused: TlsRefused) => void
  /** The key of a TLS-PSK identity; absent or undefined means that the identity is unknown. */
  pskOf?: (identity: string, address: string) => Promise<Buffer | undefined>
}>
