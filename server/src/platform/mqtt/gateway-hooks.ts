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
  | 'bad_packet'

export type ConnectRequest = Readonly<{
  clientId: string
  username: string
  password: string
  address: string
  protocol: string
  /** Over TLS of any kind. */
  isEncrypted: boolean
}>
export type Connected = Readonly<{ key: string; address: string; protocol: string }>

/** What the gateway knows nothing of. A key names a device; one connection a key. */
export type GatewayHooks = Readonly<{
  /** The key of who connects, or null to refuse: CONNACK 5. Resolves before CONNACK goes out. */
  authenticate: (request: ConnectRequest) => Promise<string | null>
  mayPublish: (key: string, topic: string) => boolean
  /** `refuse`: not this filter, and the connection stays (SUBACK 128). False ends it. */
  maySubscribe: (key: string, filter: string) => boolean | 'refuse'
  onConnected: (connection: Connected) => void
  onDisconnected: (connection: Connected, reason: EndReason) => void
  /** Called as each arrives, while those before are being written: what needs no database may be done with it then. */
  onMessage?: (message: Incoming) => void
  /** Resolves when what the messages carry is safe: every PUBACK waits for it. Rejects to be asked again with the same batch. */
  onBatch: (messages: readonly Incoming[]) => Promise<void>
  /** The device acknowledged what was sent under this reference. */
  onDelivered: (key: string, reference: string) => void
  /** The key of a TLS-PSK identity; left out or undefined: nobody is known. */
  pskOf?: (identity: string) => Promise<Buffer | undefined>
}>
