import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { createWebSocketStream, WebSocketServer } from 'ws'
import type { Log } from '../log.ts'
import { handshakeRecord, offersOnlyPsk } from './client-hello.ts'
import type { Newcomers } from './newcomers.ts'
import { pskGate } from './psk-gate.ts'

/** How a device's bytes come in. */
export type IncomingConnection = Readonly<{
  stream: Duplex
  /** Of the peer, without a port. */
  address: string
  /** What stands behind "MQTT 3.1.1": empty, ` over TLS`, ` over TLS-PSK`, ` over WebSocket`, ` over WebSocket, TLS`. */
  over: string
  /** To be called when it has signed in: it counts no longer among those that have not. */
  admitted: () => void
}>

export type Certificate = Readonly<{ cert: string; key: string }>
export type ListenerOptions = Readonly<{
  host: string
  port: number
  log: Log
  /** PEM. Left out: only pre-shared keys make TLS. */
  certificate?: Certificate | undefined
  /** The key of who calls itself so in TLS-PSK; undefined for nobody known. */
  pskOf: (identity: string, address: string) => Promise<Buffer | undefined>
  /** Longest WebSocket message. */
  mostMessageBytes: number
  /** Longest that is read over a WebSocket before its client has signed in, about. */
  mostHelloBytes: number
  newcomers: Newcomers
}>

export type MqttListener = Readonly<{
  port: number
  /** Handshakes from now on use it; connections that stand go on. */
  setCertificate: (certificate: Certificate) => void
  /** No more come in; those that are in stay. */
  close: () => void
}>

/** Until the first byte, and until TLS stands. */
const handshakeMs = 20_000
/** `G`, of GET: no MQTT packet and no TLS record begins so. */
const startOfRequest = 0x47

type Origin = Pick<IncomingConnection, 'address' | 'over' | 'admitted'>

/**
 * One port for all: plain MQTT begins with CONNECT, TLS with a handshake record, a WebSocket with an HTTP request (alink.md
 * 2.1: an SDK uses TLS on 1883). The first byte tells them apart, inside TLS once more.
 */
export async function listenMqtt(
  options: ListenerOptions,
  accept: (arrival: IncomingConnection) => void,
): Promise<MqttListener> {
  const { log, pskOf, mostMessageBytes, mostHelloBytes } = options
  const origins = new WeakMap<object, Origin>()
  let context = options.certificate === undefined ? undefined : tls.createSecureContext(options.certificate)
  // Pre-shared keys of TLS 1.2: 1.3 has others, which no Alink device uses.
  const preShared = tls.createSecureContext({ ciphers: 'PSK', maxVersion: 'TLSv1.2' })

  const upgrades = new WebSocketServer({
    noServer: true,
    maxPayload: mostMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => ['mqtt', 'mqttv3.1'].find((protocol) => offered.has(protocol)) ?? false,
  })
  const web = http.createServer({ headersTimeout: handshakeMs }, (_request, response) => {
    response.writeHead(426, { upgrade: 'websocket', connection: 'close' }).end()
  })
  web.on('upgrade', (request, stream: Duplex, head: Buffer) => {
    const origin = origins.get(stream)
    if (origin === undefined) return void stream.destroy()
    const { address, over, admitted } = origin
    upgrades.handleUpgrade(request, stream, head, (socket) => {
      const messages = createWebSocketStream(socket)
      messages.on('error', () => messages.destroy())
      // A message is gathered before anybody sees its first byte.
      let heardBytes = head.length
      const count = (bytes: Buffer) => {
        heardBytes += bytes.length
        if (heardBytes > mostHelloBytes) stream.destroy()
      }
      stream.on('data', count)
      const enter = () => {
        stream.off('data', count)
        admitted()
      }
      const way = ` over WebSocket${over.replace(' over', ',')}`
      accept({ stream: messages, address, over: way, admitted: enter })
    })
  })

  /** MQTT, or a WebSocket with MQTT in it; inside TLS or outside of it. */
  function enter(stream: net.Socket, origin: Origin, bytes: Buffer) {
    if (bytes[0] !== startOfRequest) return accept({ stream, ...origin })
    origins.set(stream, origin)
    web.emit('connection', stream)
  }

  // The types leave out that a server's socket takes the callback as a server does.
  type Secured = tls.TLSSocketOptions & Pick<tls.TlsOptions, 'pskCallback'>
  function secure(stream: Duplex, settings: Secured, origin: Origin) {
    const secured = new tls.TLSSocket(stream, { isServer: true, ...settings })
    const timer = setTimeout(() => secured.destroy(), handshakeMs)
    secured.on('error', () => secured.destroy())
    secured.once('close', () => clearTimeout(timer))
    secured.on('_tlsError', (error: Error) => {
      log.debug({ err: error, address: origin.address }, 'No TLS came about')
      // The alert goes out first.
      setImmediate(() => secured.destroy())
    })
    secured.once('secure', () => {
      clearTimeout(timer)
      firstBytes(secured, (bytes) => () => enter(secured, origin, bytes))
    })
  }

  function securePreShared(socket: net.Socket, origin: Origin) {
    const known = new Map<string, Buffer>()
    const gate = pskGate(socket, async (identity) => {
      const key = await pskOf(identity, origin.address)
      if (key !== undefined) known.set(identity, key)
    })
    gate.on('error', () => gate.destroy())
    const pskCallback = (_socket: unknown, identity: string) => known.get(identity) ?? null
    secure(gate, { secureContext: preShared, pskCallback }, { ...origin, over: ' over TLS-PSK' })
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
    firstBytes(socket, (bytes) => {
      if (bytes[0] !== handshakeRecord) return () => enter(socket, origin, bytes)
      const isPreShared = offersOnlyPsk(bytes)
      if (isPreShared === undefined) return undefined
      if (isPreShared) return () => securePreShared(socket, origin)
      if (context === undefined) return () => socket.destroy()
      const secureContext = context
      return () => secure(socket, { secureContext }, { ...origin, over: ' over TLS' })
    })
  })
  server.listen({ host: options.host, port: options.port, backlog: 4096 })
  await once(server, 'listening')
  const bound = server.address()

  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : options.port,
    setCertificate: (certificate) => {
      context = tls.createSecureContext(certificate)
    },
    close: () => server.close(),
  }
}

/** No hello is longer; what is, is none. */
const mostPeekedBytes = 16_384

/**
 * Looks at the first bytes of a connection without taking them. `decide` answers what to do with it, or undefined to see
 * more; one that says nothing for long, or too much, is closed.
 */
function firstBytes(socket: net.Socket, decide: (bytes: Buffer) => (() => void) | undefined) {
  const timer = setTimeout(() => socket.destroy(), handshakeMs)
  let seen = Buffer.alloc(0)
  const leave = () => {
    clearTimeout(timer)
    socket.off('readable', peek)
    socket.off('close', leave)
  }
  function peek() {
    const bytes: unknown = socket.read()
    if (!Buffer.isBuffer(bytes)) return
    seen = Buffer.concat([seen, bytes])
    const go = decide(seen)
    if (go === undefined) {
      if (seen.length > mostPeekedBytes) socket.destroy()
      return
    }
    leave()
    socket.unshift(seen)
    go()
  }
  socket.once('close', leave)
  socket.on('readable', peek)
}
