import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { patience, type Patience } from '../../waiting/attended.ts'
import type { Log } from '../../log.ts'
import type { TlsRefused } from '../mqtt-hooks.ts'
import { stopAccepting } from '../../listening.ts'
import { handshakeRecord, offersOnlyPsk } from './client-hello.ts'
import { firstBytes } from './first-bytes.ts'
import type { IncomingConnection, Origin } from './incoming-connection.ts'
import type { Newcomers } from './newcomers.ts'
import { pskGate } from './psk-gate.ts'
import { webSocketAcceptor } from './web-socket-acceptor.ts'

export type Certificate = Readonly<{ cert: string; key: string }>
export type ListenerOptions = Readonly<{
  host: string
  port: number
  reusePort: boolean
  log: Log
  /** PEM. Without it TLS needs a pre-shared key. */
  certificate?: Certificate | undefined
  /** The key of a TLS-PSK identity; undefined if it is unknown. */
  pskOf: (identity: string, address: string) => Promise<Buffer | undefined>
  /** A handshake by certificate failed. */
  onTlsRefused: (refused: TlsRefused) => void
  /** Longest WebSocket message. */
  maxMessageBytes: number
  /** Approximate limit of bytes read over a WebSocket before authentication. */
  maxHelloBytes: number
  newcomers: Newcomers
  strangerMs: number
}>

export type MqttListener = Readonly<{
  port: number
  /** New handshakes use it; open connections continue. */
  setCertificate: (certificate: Certificate) => void
  /** Accepts no more connections; open ones stay. May be called again. */
  close: () => Promise<void>
}>

/** `G`, of GET: no MQTT packet and no TLS record begins with it. */
const startOfRequest = 0x47

/**
 * One port for all: plain MQTT begins with CONNECT, TLS with a handshake record, a WebSocket with an HTTP request
 * (alink.md 2.1: an SDK uses TLS on 1883). The first byte distinguishes them, and inside TLS the first byte does so
 * again.
 */
export async function listenMqtt(
  options: ListenerOptions,
  accept: (arrival: IncomingConnection) => void,
): Promise<MqttListener> {
  const { log, pskOf, onTlsRefused, maxMessageBytes, maxHelloBytes, strangerMs } = options
  let context = options.certificate === undefined ? undefined : contextOf(options.certificate)
  // Pre-shared keys of TLS 1.2: TLS 1.3 has different ones, which no Alink device uses.
  const preShared = tls.createSecureContext({ ciphers: 'PSK', maxVersion: 'TLSv1.2' })

  const acceptWebSocket = webSocketAcceptor({ maxMessageBytes, maxHelloBytes }, accept)

  /** Accepts MQTT, or a WebSocket with MQTT in it, inside TLS or without it. */
  function enter(stream: net.Socket, origin: Origin, bytes: Buffer) {
    if (bytes[0] !== startOfRequest) return accept({ stream, ...origin })
    acceptWebSocket(stream, origin)
  }

  /** The handshake's limit. It does not run while the other side waits for our look-up of its key. */
  const limitOf = (stream: Duplex): Patience => patience(strangerMs, () => stream.destroy())

  type Securing = { limit?: Patience; failed?: (error: Error) => void }
  // The types lack the callback, which a server's socket accepts as a server does.
  type Secured = tls.TLSSocketOptions & Pick<tls.TlsOptions, 'pskCallback'>
  function secure(stream: Duplex, settings: Secured, origin: Origin, { limit = limitOf(stream), failed }: Securing) {
    const secured = new tls.TLSSocket(stream, { isServer: true, ...settings })
    secured.on('error', () => secured.destroy())
    secured.once('close', limit.end)
    secured.on('_tlsError', (error: Error) => {
      log.debug({ err: error, address: origin.address }, 'No TLS came about')
      failed?.(error)
      // The alert is sent before the socket closes.
      setImmediate(() => secured.destroy())
    })
    secured.once('secure', () => {
      limit.end()
      firstBytes(secured, strangerMs, (bytes) => () => enter(secured, origin, bytes))
    })
  }

  function securePreShared(socket: net.Socket, origin: Origin) {
    const known = new Map<string, Buffer>()
    const limit = limitOf(socket)
    const gate = pskGate(socket, async (identity) => {
      const key = await limit.during(pskOf(identity, origin.address))
      if (key !== undefined) known.set(identity, key)
    })
    gate.on('error', () => gate.destroy())
    const pskCallback = (_socket: unknown, identity: string) => known.get(identity) ?? null
    secure(gate, { secureContext: preShared, pskCallback }, { ...origin, over: ' over TLS-PSK' }, { limit })
  }

  const server = net.createServer({ noDelay: true }, (socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    socket.on('error', () => socket.destroy())
    const admitted = options.newcomers.enter(address)
    if (admitted === undefined) {
      log.debug({ address }, 'Too many connections that have not signed in')
      return void socket.resetAndDestroy()
    }
    socket.once('close', admitted)
    const origin = { address, over: '', admitted }
    firstBytes(socket, strangerMs, (bytes) => {
      if (bytes[0] !== handshakeRecord) return () => enter(socket, origin, bytes)
      const isPreShared = offersOnlyPsk(bytes)
      if (isPreShared === undefined) return undefined
      if (isPreShared) return () => securePreShared(socket, origin)
      if (context === undefined)
        return () => {
          onTlsRefused({ address, alert: 'no_certificate', certificateUntilMs: null })
          socket.destroy()
        }
      const { secureContext, untilMs: certificateUntilMs } = context
      const failed = (error: Error) => onTlsRefused({ address, alert: alertIn(error), certificateUntilMs })
      return () => secure(socket, { secureContext }, { ...origin, over: ' over TLS' }, { failed })
    })
  })
  server.listen({ host: options.host, port: options.port, backlog: 4096, reusePort: options.reusePort })
  await once(server, 'listening')
  const bound = server.address()

  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : options.port,
    setCertificate: (certificate) => {
      context = contextOf(certificate)
    },
    close: () => stopAccepting(server),
  }
}

const contextOf = (certificate: Certificate) => ({
  secureContext: tls.createSecureContext(certificate),
  untilMs: Date.parse(new X509Certificate(certificate.cert).validTo),
})

/** OpenSSL's word for why a handshake failed: the other side's alert, or our own reason. Versions write the code differently. */
function alertIn(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (/ALERT_([A-Z_]+)$/.exec(code)?.[1] ?? code.replace(/^ERR_SSL_/, '')).toLowerCase()
}
