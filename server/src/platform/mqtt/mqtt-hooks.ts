/** One message as a device published it. */
export type Incoming = Readonly<{
  key: string
  topic: string
  payload: Buffer
  /** Sent again: the device did not see the acknowledgement of the first time. */
  again: boolean
  /** Epoch ms with a fraction: no two messages have the same. */
  receivedAt: number
}>

/** Why a connection ended. */
export type EndReason =
  | 'disconnected'
  | 'keep_alive'
  | 'connection_lost'
  | 'replaced'
  | 'kicked'
  | 'server_restart'
  | 'wrong_topic'
  | 'topic_too_long'
  | 'too_large'
  | 'qos_2'
  | 'bad_packet'

/** A message with what its hook answered when it arrived; undefined where the hook failed. */
export type Received<T> = Incoming & Readonly<{ attached: T | undefined }>

export type ConnectRequest = Readonly<{
  clientId: string
  username: string
  password: string
  address: string
  protocol: string
  /** Over TLS of any kind. */
  isEncrypted: boolean
  /** Seconds; 0: none. */
  keepAliveSeconds: number
}>
/** `keepAliveSeconds`: as its client asked for; left out where nobody asked. */
export type Connected = Readonly<{ key: string; address: string; protocol: string; keepAliveSeconds?: number }>

/** What the MQTT server asks and tells its caller. A key names a device; one connection a key. `T` is attached to messages until they are written. */
export type MqttHooks<T = unknown> = Readonly<{
  /** The key of who connects, null to refuse (CONNACK 5), `later` to refuse for now (CONNACK 3). Resolves before CONNACK goes out. */
  authenticate: (request: ConnectRequest) => Promise<string | null>
  mayPublish: (key: string, topic: string) => boolean
  /** `refuse`: not this filter, and the connection stays (SUBACK 128). False ends it. */
  maySubscribe: (key: string, filter: string) => boolean | 'refuse'
  /**
   * Whose a topic is, and a filter, which names its device as a topic does: over one connection each may be listened to with so
   * many filters. Left out: all are of one.
   */
  ownerOf?: (topic: string) => string
  onConnected: (connection: Connected) => void
  /** `detail`: the topic it may not use, what is wrong with a packet; may be empty. */
  onDisconnected: (connection: Connected, reason: EndReason, detail: string) => void
  /** A connection without a keep-alive is silent for longer than any may be, or is heard of again; it stays. */
  onSilence?: (connection: Connected, isSilent: boolean) => void
  /** It speaks a version of MQTT that is not served, and was told so; whoever it says it is. */
  onUnserved?: (request: ConnectRequest) => void
  /** A message for which its connection ends, its payload shortened. It comes to `onBatch` where this answers what to attach to it. */
  onRefused?: (message: Incoming, reason: EndReason) => T | undefined
  /** Called as each arrives, while those before are being written: what needs no database may be done with it then. */
  onMessage?: (message: Incoming) => T | undefined
  /** Resolves when what the messages carry is safe: every PUBACK waits for it. Rejects to be asked again with the same batch. */
  onBatch: (messages: readonly Received<T>[]) => Promise<void>
  /** The device acknowledged what was sent under this reference. */
  onDelivered: (key: string, reference: string) => void
  /** The key of a TLS-PSK identity; left out or undefined: nobody is known. */
  pskOf?: (identity: string, address: string) => Promise<Buffer | undefined>
}>
